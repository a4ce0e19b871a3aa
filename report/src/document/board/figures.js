// Pictures of pieces: figures for the usual pieces, and for others a glyph that shows how the piece moves.

const SVG = "http://www.w3.org/2000/svg";

export function element(name, attributes = {}, ...children) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

// Outlines on a square of 40 units.
const OUTLINES = {
  pawn: "M20 9a5 5 0 0 1 3.6 8.5c2.6 1.6 3.4 4.6 3.7 8H29l2 5.5H9l2-5.5h1.7c.3-3.4 1.1-6.4 3.7-8A5 5 0 0 1 20 9z",
  rook: "M9 8h5v3h3.5V8h5v3H26V8h5v8l-3 2.5V27l3 3.5V34H9v-3.5l3-3.5v-8.5L9 16z",
  knight: "M12 34c0-8 6-9 6-14-2 2-5 3.5-7.5 3.5L8 20l6-10 1-4 4 3.5c8 1 12 8 12 24.5z",
  bishop: "M20 4.5a2.6 2.6 0 0 1 1.8 4.5c4.4 3 7 7 7 10.5 0 3-1.6 5.5-3.8 7l2 3H32V34H8v-4.5h5l2-3c-2.2-1.5-3.8-4-3.8-7 0-3.5 2.6-7.5 7-10.5A2.6 2.6 0 0 1 20 4.5z",
  queen: "M6 11l6 9 2-13 6 12 6-12 2 13 6-9-3.5 18 1 5H8.5l1-5z",
  king: "M18.5 3h3v3h3v3h-3v3.5c8-4 13.5 0 13.5 5 0 4-3 7-5.5 9.5L30 34H10l.5-7C8 24.5 5 21.5 5 17.5c0-5 5.5-9 13.5-5V9h-3V6h3z",
};

const USUAL = { R: "rook", N: "knight", B: "bishop", Q: "queen", "R B": "queen", "B R": "queen" };

function outlineOf(piece) {
  const hasPlainMoves = !piece.words.includes(";") || piece.pawn;
  if (piece.royal && /^(king|shah|rajah)$/i.test(piece.name)) return OUTLINES.king;
  if (piece.pawn && /pawn/i.test(piece.name)) return OUTLINES.pawn;
  const name = piece.name.toLowerCase();
  if (hasPlainMoves && USUAL[piece.moves] && !piece.royal) return OUTLINES[USUAL[piece.moves]];
  if (USUAL[piece.moves] && OUTLINES[name] && !piece.royal) return OUTLINES[name];
  return null;
}

// The leaps of Betza's atoms, as file and rank.
const ATOMS = { W: [0, 1], F: [1, 1], D: [0, 2], N: [1, 2], A: [2, 2], H: [0, 3], C: [1, 3], Z: [2, 3], G: [3, 3] };
const RIDERS = { R: [[0, 1]], B: [[1, 1]], Q: [[0, 1], [1, 1]], K: null };

// Dots and lines around the letters: what the atoms of the plain moves say, without their directions.
function marks(moves) {
  const [leaps, rides] = [new Set(), new Set()];
  for (const word of moves.split(" ")) {
    const atoms = word.match(/[A-Z]\d*/g) ?? [];
    for (const atom of atoms) {
      const letter = atom[0];
      if (letter === "K") ["W", "F"].forEach((one) => leaps.add(one));
      else if (RIDERS[letter]) RIDERS[letter].forEach((one) => rides.add(String(one)));
      else if (ATOMS[letter]) leaps.add(letter);
    }
  }
  return { leaps, rides };
}

// Where a leap is drawn: the letters leave room at the sides.
const near = (steps) => Math.sign(steps) * [0, 8.5, 13, 16.5][Math.abs(steps)];

const turns = ([file, rank]) => {
  const all = [];
  for (const [x, y] of [[file, rank], [rank, file]]) for (const a of [1, -1]) for (const b of [1, -1]) all.push([a * x, b * y]);
  return all;
};

// The text of a wall, which has neither moves nor a colour.
export const WALL = "*";

// A piece of a colour as a group of 40 × 40 units.
export function figure(piece, isBlack) {
  const fill = isBlack ? "var(--black)" : "var(--white)";
  const ink = isBlack ? "var(--black-ink)" : "var(--white-ink)";
  const line = isBlack ? "#9aa" : "#444";
  const group = element("g");
  if (piece.text === WALL) {
    group.append(element("rect", { x: 2, y: 2, width: 36, height: 36, rx: 3, fill: "var(--muted)" }));
    return group;
  }
  const outline = outlineOf(piece);
  if (outline) {
    group.append(element("path", { d: outline, fill, stroke: line, "stroke-width": 1.3, "stroke-linejoin": "round" }));
    return group;
  }
  const round = piece.royal ? 18 : piece.pawn ? 9 : 5;
  const inset = piece.pawn ? 5 : 2;
  group.append(element("rect", { x: inset, y: inset, width: 40 - 2 * inset, height: 40 - 2 * inset, rx: round, fill, stroke: line, "stroke-width": piece.royal ? 2.2 : 1.2 }));
  const { leaps, rides } = marks(piece.moves);
  for (const ride of rides)
    for (const [x, y] of turns(ride.split(",").map(Number))) {
      const length = Math.hypot(x, y);
      const [dx, dy] = [x / length, y / length];
      group.append(element("line", { x1: 20 + dx * 12.5, y1: 20 - dy * 12.5, x2: 20 + dx * 16.5, y2: 20 - dy * 16.5, stroke: ink, "stroke-width": 1.6 }));
    }
  for (const leap of leaps)
    for (const [x, y] of turns(ATOMS[leap]))
      group.append(element("circle", { cx: 20 + near(x), cy: 20 - near(y), r: 1.2, fill: ink, opacity: 0.75 }));
  const size = Math.min(15, 34 / Math.max(1, piece.text.length) / 0.72);
  const text = element("text", { x: 20, y: 20 + size * 0.36, "text-anchor": "middle", "font-size": size, "font-weight": 700, fill: ink, stroke: fill, "stroke-width": 3, "paint-order": "stroke" });
  text.textContent = piece.text;
  group.append(text);
  return group;
}
