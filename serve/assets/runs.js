// Runs: experiments to start, runs and trainings that are watched, and games of runs.

import { find, guarded, made } from "./dom.js";
import { element } from "./figures.js";
import { draw, endings, interval, number, pictures } from "./plots.js";
import * as server from "./server.js";
import { lookAtTrainings, showTraining } from "./trainings.js";

// Games of a list.
const LISTED = 200;
// The time between two looks at the list of runs, in milliseconds.
const LOOK_EVERY = 5000;

let runs = [];
let chosen = null;
let events = null;
let view = null;
let cell = 0;
let offset = 0;
let seen = [];

function button(text, action) {
  const one = made("button", text, { type: "button" });
  one.addEventListener("click", () => guarded(action));
  return one;
}

async function look() {
  const experiments = await server.experiments();
  runs = await server.runs();
  const items = experiments.map((one) => {
    const item = made("li");
    const act = one.is_playing ? button("Stop", () => server.stop(one.id).then(look)) : button(runs.some((run) => run.id === one.run) ? "Resume" : "Start", () => begin(one));
    act.setAttribute("aria-label", `${act.textContent} ${one.name}`);
    item.append(made("span", one.name, { title: one.id }), act);
    if (one.fault) item.append(made("p", one.fault, { class: "muted" }));
    return item;
  });
  if (!items.length) items.push(made("li", "There are none in the folders.", { class: "muted" }));
  find("experiments").replaceChildren(...items);
  list();
  await lookAtTrainings();
  return experiments;
}

async function begin(experiment) {
  await server.start(experiment.id);
  // Until the run has written its folder.
  for (let waited = 0; waited < 40; waited++) {
    await new Promise((resolve) => setTimeout(resolve, 250));
    const now = (await look()).find((one) => one.id === experiment.id);
    if (now?.fault) throw new Error(now.fault);
    if (runs.some((run) => run.id === experiment.run)) return choose(experiment.run);
  }
}

function list() {
  const wanted = find("search").value.toLowerCase();
  const shown = runs.filter((run) => `${run.name} ${run.id}`.toLowerCase().includes(wanted));
  const items = shown.slice(0, 300).map((run) => {
    const item = made("li");
    const open = made("a", run.name, { href: `#run=${encodeURIComponent(run.id)}`, title: run.id });
    if (run.id === chosen) open.setAttribute("aria-current", "true");
    item.append(open);
    if (run.is_active) item.append(made("span", "playing", { class: "badge" }));
    return item;
  });
  if (!items.length) items.push(made("li", "There are none.", { class: "muted" }));
  find("list").replaceChildren(...items);
}

function choose(id) {
  if (id !== chosen) location.hash = `run=${encodeURIComponent(id)}`;
}

// Watches the run that the address names.
function watch() {
  const id = new URLSearchParams(location.hash.slice(1)).get("run");
  if (id === chosen) return;
  events?.close();
  chosen = id;
  view = null;
  cell = offset = 0;
  seen = [];
  find("run").hidden = true;
  list();
  if (!id) return;
  events = new EventSource(`/api/run/events?${new URLSearchParams({ run: id })}`);
  events.onmessage = (event) => guarded(async () => {
    const isFirst = !view;
    view = JSON.parse(event.data);
    seen.push([performance.now(), view.played]);
    if (isFirst) fillFilter();
    fillEndings();
    show();
    await games();
  });
  events.addEventListener("fault", (event) => guarded(() => { throw new Error(event.data); }));
}

function state() {
  const { planned, played, changed } = view;
  const parts = [`${played.toLocaleString("en")} of ${planned.toLocaleString("en")} games`];
  const age = Date.now() / 1000 - (changed ?? 0);
  const isDecided = view.cells.length && view.cells.every((one) => one.test?.verdict && one.test.verdict !== "open");
  if (played >= planned) parts.push("finished");
  else if (isDecided) parts.push("decided");
  else if (age < 30) {
    const [first, last] = [seen[Math.max(0, seen.length - 6)], seen[seen.length - 1]];
    const rate = (1000 * (last[1] - first[1])) / (last[0] - first[0]);
    if (rate > 0) parts.push(`${number(rate, rate < 10 ? 1 : 0)} a second`, `${time((planned - played) / rate)} left`);
    else parts.push("playing");
  } else parts.push("not playing now");
  return parts.join(", ");
}

const time = (seconds) => (seconds < 90 ? `${Math.round(seconds)} s` : seconds < 5400 ? `${Math.round(seconds / 60)} min` : `${number(seconds / 3600)} h`);

function show() {
  find("run").hidden = false;
  find("title").textContent = view.name;
  find("progress").max = view.planned;
  find("progress").value = view.played;
  find("state").textContent = state();
  showCells();
  showTest();
  showPath();
  const facts = [];
  if (view.lengths) facts.push(`Length: ${view.lengths[1]} plies in the middle, ${view.lengths[0]} to ${view.lengths[2]} for eight of ten games.`);
  if (view.endings.length) facts.push(`Endings: ${endings(view)}.`);
  find("facts").textContent = facts.join(" ");
  find("printed").hidden = !view.printed;
  find("printed").textContent = view.printed ?? "";
  const names = view.plots.join();
  if (find("plots").dataset.names !== names) {
    find("plots").dataset.names = names;
    find("plots").replaceChildren(...pictures(chosen, view));
  }
}

function showCells() {
  const table = find("cells");
  const head = made("tr");
  head.append(...["score of", "%, with its 95 % interval", "pairs"].map((text) => made("th", text)));
  const rows = view.cells.map((one, at) => {
    const row = made("tr");
    const name = made("td");
    const open = button(one.label, () => {
      cell = at;
      show();
    });
    open.className = "plain";
    open.setAttribute("aria-pressed", at === cell);
    name.append(open);
    row.append(name, made("td", one.score ? interval(one.score) : "–"), made("td", one.pairs));
    return row;
  });
  table.replaceChildren(head, ...rows);
}

function showTest() {
  const test = view.cells[cell]?.test;
  if (!test) return find("test").replaceChildren();
  const [zero, half, one, more, two] = test.pairs;
  const parts = [made("p", `Elo ${test.elo}. Pairs by points, 0 to 2: ${zero}, ${half}, ${one}, ${more}, ${two}.`)];
  if (test.bounds) {
    const last = test.llr[test.llr.length - 1];
    parts.push(made("p", `Sequential test: LLR ${number(last[1], 2)} between ${test.bounds.map((bound) => number(bound, 2)).join(" and ")}, ${test.verdict}.`));
    const points = test.llr.map(([pairs, llr]) => [pairs, [llr, llr, llr]]);
    const plot = element("svg", { class: "path", role: "img", "aria-label": "Log-likelihood ratio by pairs" });
    draw(plot, worth(points), { levels: test.bounds, middle: 0, isLog: true, of: "pairs:" });
    parts.push(plot);
  }
  find("test").replaceChildren(...parts);
}

function showPath() {
  const one = view.cells[cell];
  find("path-title").textContent = one?.path.length > 1 ? `Score of ${one.label}, in percent, by pairs` : "";
  find("path").toggleAttribute("hidden", !(one?.path.length > 1));
  if (!(one?.path.length > 1)) return;
  const [, [, low, high]] = one.path[one.path.length - 1];
  find("path").setAttribute("aria-label", `The 95 % interval after ${one.pairs} pairs: ${number(low)} to ${number(high)}`);
  draw(find("path"), worth(one.path), { middle: 50, isLog: true, of: "pairs:" });
}

// The points of a path that are worth drawing: with few pairs the interval would hide the rest.
function worth(path) {
  const last = path[path.length - 1][0];
  return path.filter(([pairs]) => pairs > 0 && (path.length < 12 || pairs >= Math.min(16, last / 4)));
}

// Offers values of a filter and keeps the one that is chosen.
function offer(name, values, least = 2) {
  const select = find("filter").elements[name];
  const known = select.value;
  select.replaceChildren(made("option", "any", { value: "" }), ...values.map(([value, text]) => made("option", text, { value })));
  select.value = values.some(([value]) => value === known) ? known : "";
  select.parentElement.hidden = values.length < least;
}

function fillEndings() {
  const endings = view.endings.map(([name]) => name).sort();
  offer("power", view.powers.map((name) => [name, name]), 1);
  if (endings.length !== find("filter").elements.ending.length - 1) offer("ending", endings.map((name) => [name, name]));
}

function fillFilter() {
  offer("rules", view.rules.map((name, at) => [at, name]));
  offer("player", view.players.map((name, at) => [at, name]));
  offer("result", [["1-0", "White won"], ["0-1", "Black won"], ["1/2-1/2", "drawn"], ["*", "unfinished"]]);
  offer("promoted", [...new Set(view.pieces.flat())].map((text) => [text, text]));
}

async function games() {
  const query = { run: chosen, offset };
  for (const [name, value] of new FormData(find("filter"))) if (value !== "") query[name] = value;
  const { found, games } = await server.games(query);
  const last = Math.min(found, offset + games.length);
  find("found").textContent = found ? `${found.toLocaleString("en")} games, ${offset + 1} to ${last}` : "no games";
  find("before").disabled = offset === 0;
  find("after").disabled = last >= found;
  const columns = [["game", (one) => one.number]];
  if (view.rules.length > 1) columns.push(["rules", (one) => one.rules]);
  if (view.players.length > 1) columns.push(["White", (one) => one.white], ["Black", (one) => one.black]);
  if (games.some((one) => one.odds)) columns.push(["odds", (one) => one.odds]);
  columns.push(["result", (one) => one.result], ["ending", (one) => one.ending], ["plies", (one) => one.plies]);
  const head = made("tr");
  head.append(...columns.map(([name]) => made("th", name)));
  const rows = games.map((one) => {
    const row = made("tr");
    const cells = columns.map(([, of]) => made("td", of(one)));
    cells[0].replaceChildren(made("a", one.number, { href: `/#${new URLSearchParams({ run: chosen, game: one.number })}` }));
    row.append(...cells);
    return row;
  });
  find("games").replaceChildren(head, ...rows);
}

find("search").addEventListener("input", list);
find("filter").addEventListener("submit", (event) => event.preventDefault());
find("filter").addEventListener("input", () => guarded(() => {
  offset = 0;
  return games();
}));
find("before").addEventListener("click", () => guarded(() => {
  offset = Math.max(0, offset - LISTED);
  return games();
}));
find("after").addEventListener("click", () => guarded(() => {
  offset += LISTED;
  return games();
}));
addEventListener("hashchange", watch);
await guarded(look);
watch();
await guarded(showTraining);
setInterval(() => guarded(look), LOOK_EVERY);
