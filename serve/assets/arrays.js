// How the players choose an array: the pairs that each of them places, and whether Black's pieces mirror White's.

import { made } from "./dom.js";

// The choices of an array with this number on the board that shows it. `choose` is called with another number.
export function choosing(rules, board, squares, array, choose) {
  const { pairs, mirrored } = rules.choosing;
  const symmetry = 2 ** pairs.length;
  const whitePlaces = pairs.some(([, byWhite]) => byWhite);
  const flipped = (bit) => choose(Math.floor(array / bit) % 2 ? array - bit : array + bit);
  const named = (square) => (squares[square] < 0 ? "nothing" : rules.pieces[squares[square] >> 1].name);
  const pair = ([[one, other]], at) => {
    const isExchanged = Math.floor(array / 2 ** at) % 2 === 1;
    const button = made("button", `${board.name(one)} ${named(one)} ⇄ ${board.name(other)} ${named(other)}`, { type: "button", "aria-pressed": isExchanged });
    button.addEventListener("click", () => flipped(2 ** at));
    return button;
  };
  const group = (title, isIncluded, hasSymmetry) => {
    const part = made("div");
    const bits = pairs.map((_, at) => at).filter((at) => isIncluded(pairs[at])).map((at) => 2 ** at);
    const buttons = pairs.map((one, at) => (isIncluded(one) ? pair(one, at) : null)).filter(Boolean);
    if (hasSymmetry) {
      bits.push(symmetry);
      const isMirrored = mirrored[Math.floor(array / symmetry) % 2];
      const button = made("button", isMirrored ? "Black's pieces mirror White's" : "Black's pieces are turned half around", { type: "button" });
      button.addEventListener("click", () => flipped(symmetry));
      buttons.unshift(button);
    }
    const random = made("button", "at random", { type: "button" });
    random.addEventListener("click", () => {
      const kept = bits.reduce((kept, bit) => kept - (Math.floor(kept / bit) % 2 ? bit : 0), array);
      choose(bits.reduce((sum, bit) => sum + (Math.random() < 0.5 ? bit : 0), kept));
    });
    const row = made("div", "", { class: "row" });
    row.append(...buttons, random);
    part.append(made("p", title, { class: "muted" }), row);
    return part;
  };
  const hasSymmetry = mirrored !== null;
  const parts = whitePlaces ? [group("White places, for both sides:", ([, byWhite]) => byWhite, hasSymmetry)] : [];
  parts.push(group(whitePlaces ? "Then Black places the rest:" : "Black chooses, as White moves first:", ([, byWhite]) => !byWhite, hasSymmetry && !whitePlaces));
  return parts;
}
