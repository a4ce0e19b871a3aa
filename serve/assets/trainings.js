// Players that learn: the list of trainings, and one of them with its ladder and its curves.

import { find, guarded, made, table } from "./dom.js";
import { draw, number } from "./plots.js";
import { element } from "./figures.js";
import * as server from "./server.js";

let all = [];

// Numbers as readers need them; other texts stay.
const short = (text) => (/^-?\d+\.\d{3,}$/.test(text) ? number(Number(text), Math.abs(text) < 10 ? 4 : 1) : text);

const address = () => new URLSearchParams(location.hash.slice(1)).get("training");

// Looks at the list, and at the training that the address names if it went on.
export async function lookAtTrainings() {
  const before = all.find((one) => one.id === address())?.changed;
  all = await server.trainings();
  find("trainings-title").hidden = find("trainings").hidden = all.length === 0;
  const items = all.map((one) => {
    const item = made("li");
    const open = made("a", one.id, { href: `#training=${encodeURIComponent(one.id)}` });
    if (one.id === address()) open.setAttribute("aria-current", "true");
    item.append(open);
    if (one.is_active) item.append(made("span", "learning", { class: "badge" }));
    return item;
  });
  find("trainings").replaceChildren(...items);
  if (all.find((one) => one.id === address())?.changed !== before) await showTraining();
}

export async function showTraining() {
  const id = address();
  find("training").hidden = !id;
  if (!id) return;
  const { ladder, curves } = await server.training(id);
  find("training-title").textContent = id;
  const rows = ladder ? [table(ladder.head.map((one) => one.replaceAll("_", " ")), ladder.rows.map((row) => row.map(short)))] : [];
  if (!ladder && !curves.length) rows.push(made("p", "No generation has been tested yet.", { class: "muted" }));
  find("ladder").replaceChildren(...rows);
  const parts = curves.flatMap(({ of, by, names, points }) => [
    made("h3", `${of[0].toUpperCase()}${of.slice(1)}, by ${by}`),
    ...names.flatMap((name, at) => {
      const path = points.map((point) => [point[0], [point[at + 1], point[at + 1], point[at + 1]]]);
      const last = short(String(path[path.length - 1]?.[1][0] ?? ""));
      const svg = element("svg", { class: "path", role: "img", "aria-label": `${name.replaceAll("_", " ")}, ${last} at last` });
      draw(svg, path, { of: by });
      return [made("p", `${name.replaceAll("_", " ")}: ${last} at last`, { class: "muted" }), svg];
    }),
  ]);
  find("curves").replaceChildren(...parts);
}

addEventListener("hashchange", () => guarded(showTraining));
