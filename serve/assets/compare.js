// Two rule sets side by side.

import { Board } from "./board.js";
import { drawing, find, guarded, made, table } from "./dom.js";
import * as server from "./server.js";

const SIDES = ["one", "other"];
const boards = SIDES.map((side) => new Board(find(`board-${side}`), () => {}));

async function compare() {
  const [one, other] = SIDES.map((side) => find(side).value);
  location.hash = new URLSearchParams({ one, other });
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
});
