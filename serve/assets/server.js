// Requests to the program.

async function answer(response) {
  const data = await response.json().catch(() => ({ error: `the program answered ${response.status}` }));
  if (!response.ok) throw new Error(data.error ?? `the program answered ${response.status}`);
  return data;
}

export const query = (place) => {
  const settings = place.settings.map(([name, value]) => `${name}=${value}`).join(",");
  return new URLSearchParams({ rules: place.rules, settings }).toString();
};

export const rulesList = async () => answer(await fetch("/api/rules"));
export const rulesView = async (place) => answer(await fetch(`/api/rules/view?${query(place)}`));

const post = async (path, body, signal) =>
  answer(await fetch(path, { method: "POST", body: JSON.stringify(body), signal }));

export const position = (place) => post("/api/position", place);
export const search = (plan, signal) => post("/api/search", plan, signal);
export const ruleText = async (rules) => answer(await fetch(`/api/text?${new URLSearchParams({ rules })}`));
export const draft = (body, signal) => post("/api/draft", body, signal);
export const imported = (text) => post("/api/import", { text });
export const save = (body) => post("/api/save", body);

const got = async (path, values = {}) => answer(await fetch(`${path}?${new URLSearchParams(values)}`));

export const runs = () => got("/api/runs");
export const experiments = () => got("/api/experiments");
export const start = (experiment) => post("/api/start", { experiment });
export const stop = (experiment) => post("/api/stop", { experiment });
export const versions = (rules) => got("/api/versions", { rules });
export const version = (rules, time) => got("/api/version", { rules, time });
export const compare = (one, other) => got("/api/compare", { one, other });
export const games = (query) => got("/api/games", query);
export const game = (run, number) => got("/api/game", { run, number });
export const compareRuns = (one, other) => got("/api/runs/compare", { one, other });
export const trainings = () => got("/api/trainings");
export const training = (id) => got("/api/training", { training: id });
