// Two rule sets, and two results, side by side.

import { Board } from "./board.js";
import { drawing, find, guarded, made, table } from "./dom.js";
import { endings, interval, pictures } from "./plots.js";
import * as server from "./server.js";

const SIDES = ["one", "other"];
const boards = SIDES.map((side) => new Board(find(`board-${side}`), () => {}));

// The address names what is compared.
function keep(values) {
  const asked = Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
  location.hash = new URLSearchParams({ ...asked, ...values });
}

async function compare() {
  const [one, other] = SIDES.map((side) => find(side).value);
  keep({ one, other });
  const found = await server.compare(one, other);
  found.sides.forEach(({ view, squares }, at) => {
    boards[at].setRules(view);
    boards[at].draw(squares);
  });
  const count = found.changes.length;
  find("summary").textContent = count ? `${count} differences` : "The two have the same rules.";
  const pairs = found.pieces.map(({ text, drawings }) => {
    const pair = made("div", "", { class: "pair" });
    pair.append(...drawings.map((one) => (one ? drawing(...one) : made("p", `no ${text}`, { class: "muted" }))));
    return pair;
  });
  if (found.undrawn) pairs.push(made("p", `and ${found.undrawn} more pieces`, { class: "muted" }));
  find("pieces").replaceChildren(...pairs);
  find("changes").replaceChildren(...(count ? [table(["what", ...found.sides.map((side) => side.view.name)], found.changes)] : []));
}

function facts(run, view) {
  const part = made("div");
  const lengths = view.lengths ? `half of them in at most ${view.lengths[1]} plies` : "";
  part.append(made("p", [`${view.name}: ${view.played.toLocaleString("en")} games`, lengths, endings(view)].filter(Boolean).join(", ")), ...pictures(run, view));
  return part;
}

async function compareRuns() {
  const ids = SIDES.map((side) => find(`run-${side}`).value);
  if (!ids.every(Boolean)) return;
  keep({ "run-one": ids[0], "run-other": ids[1] });
  const { sides, rows } = await server.compareRuns(...ids);
  find("runs-summary").textContent = rows.length ? "Scores in percent with 95 % intervals; the difference is of independent games." : "The two have no kind of games in common.";
  const head = ["score of", ...sides.map((view) => view.name), "difference"];
  const lines = rows.map(({ label, scores, difference }) => [label, ...[...scores, difference].map((one) => interval(one))]);
  find("scores").replaceChildren(...(rows.length ? [table(head, lines)] : []));
  find("both").replaceChildren(...sides.map((view, at) => facts(ids[at], view)));
}

await guarded(async () => {
  const list = (await server.rulesList()).filter((one) => !one.fault);
  const asked = new URLSearchParams(location.hash.slice(1));
  SIDES.forEach((side, at) => {
    find(side).append(...list.map((one) => made("option", one.name, { value: one.id })));
    const ids = [asked.get(side), ["scirocco-2001", "scirocco-2009"][at], list[0].id];
    find(side).value = ids.find((id) => list.some((one) => one.id === id));
    find(side).addEventListener("change", () => guarded(compare));
  });
  await compare();
  const runs = await server.runs();
  SIDES.forEach((side) => {
    const select = find(`run-${side}`);
    select.append(made("option", "choose a run", { value: "" }), ...runs.map((one) => made("option", `${one.name} (${one.id})`, { value: one.id })));
    select.value = runs.some((one) => one.id === asked.get(`run-${side}`)) ? asked.get(`run-${side}`) : "";
    select.addEventListener("change", () => guarded(compareRuns));
  });
  await compareRuns();
});
