// A board: squares, pieces, marks and arrows. It says which square was clicked or entered by keyboard.

import { WALL, element, figure } from "./figures.js";

const SIZE = 40;
const MARGIN = 16;

export class Board {
  constructor(place, onSquare) {
    this.place = place;
    this.onSquare = onSquare;
    this.isTurned = false;
    this.focused = null;
  }

  setRules(rules) {
    if (this.rules === rules) return;
    this.rules = rules;
    this.files = rules.files.length;
    this.focused = null;
  }

  name(square) {
    const file = square % this.files;
    return this.rules.files[file] + (Math.floor(square / this.files) + this.rules.first_rank);
  }

  place_of(square) {
    let [file, rank] = [square % this.files, Math.floor(square / this.files)];
    if (this.isTurned) [file, rank] = [this.files - 1 - file, this.rules.ranks - 1 - rank];
    return [MARGIN + file * SIZE, (this.rules.ranks - 1 - rank) * SIZE];
  }

  // Draws `squares` (2 × piece + colour, −1 for none) with marks: chosen, changed, targets, arrows.
  draw(squares, { chosen = null, changed = [], targets = new Map(), arrows = [] } = {}) {
    const { rules, files } = this;
    const [width, height] = [files * SIZE + MARGIN, rules.ranks * SIZE + MARGIN];
    const svg = element("svg", { viewBox: `0 0 ${width} ${height}`, role: "grid", "aria-label": `Board of ${rules.name}` });
    for (let rank = rules.ranks - 1; rank >= 0; rank--) {
      const row = element("g", { role: "row" });
      for (let file = 0; file < files; file++) row.append(this.square(rank * files + file, squares, chosen, changed, targets));
      svg.append(row);
    }
    for (let at = 0; at < files; at++) svg.append(this.label(MARGIN + (at + 0.5) * SIZE, height - 4, rules.files[this.isTurned ? files - 1 - at : at]));
    for (let at = 0; at < rules.ranks; at++) {
      const rank = this.isTurned ? rules.ranks - 1 - at : at;
      svg.append(this.label(7, (rules.ranks - at - 0.5) * SIZE + 4, rank + rules.first_rank));
    }
    for (const [from, to] of arrows) svg.append(from === to ? this.circle(to) : this.arrow(from, to));
    const hadFocus = this.place.contains(document.activeElement);
    this.place.replaceChildren(svg);
    if (hadFocus && this.focused !== null) svg.querySelector(`[data-square="${this.focused}"]`)?.focus();
  }

  label(x, y, text) {
    const label = element("text", { x, y, "text-anchor": "middle", "font-size": 10, fill: "var(--muted)", "aria-hidden": "true" });
    label.textContent = text;
    return label;
  }

  square(square, squares, chosen, changed, targets) {
    const { rules, files } = this;
    const [file, rank] = [square % files, Math.floor(square / files)];
    const [x, y] = this.place_of(square);
    if (rules.holes.includes(square)) return element("g", { role: "gridcell", "aria-label": `${this.name(square)}, a hole` });
    const isEdge = rules.edge && (file === 0 || rank === 0 || file === files - 1 || rank === rules.ranks - 1);
    const colour = square === chosen ? "--chosen" : changed.includes(square) ? "--mark" : isEdge ? "--edge" : (file + rank) % 2 ? "--light" : "--dark";
    const code = squares[square];
    const piece = code >= 0 ? rules.pieces[code >> 1] : null;
    const kind = targets.get(square);
    const content = piece?.text === WALL ? "a wall" : piece ? `${code & 1 ? "Black" : "White"} ${piece.name}` : "empty";
    const words = { move: ", can move here", take: ", can be captured", stay: ", can be captured without moving" };
    const isFirst = square === (this.focused ?? squares.findIndex((_, at) => !rules.holes.includes(at)));
    const group = element("g", {
      class: "square", role: "gridcell", tabindex: isFirst ? 0 : -1, "data-square": square, transform: `translate(${x} ${y})`,
      "aria-label": `${this.name(square)}, ${content}${kind ? words[kind] : ""}`,
    });
    group.append(element("rect", { width: SIZE, height: SIZE, fill: `var(${colour})`, stroke: "var(--paper)", "stroke-width": 0.6 }));
    if (piece) {
      const drawn = figure(piece, code & 1);
      drawn.classList.add("figure");
      group.append(drawn);
    }
    if (kind === "move") group.append(element("circle", { cx: 20, cy: 20, r: 6.5, fill: "var(--move)", opacity: 0.85 }));
    if (kind === "take") group.append(element("rect", { x: 2, y: 2, width: 36, height: 36, rx: 4, fill: "none", stroke: "var(--take)", "stroke-width": 3.5 }));
    if (kind === "stay") group.append(element("circle", { cx: 20, cy: 20, r: 17, fill: "none", stroke: "var(--take)", "stroke-width": 3, "stroke-dasharray": "6 4" }));
    group.append(element("rect", { class: "ring", fill: "none", x: 1.5, y: 1.5, width: SIZE - 3, height: SIZE - 3 }));
    group.addEventListener("click", () => this.onSquare(square));
    if (piece) group.addEventListener("pointerdown", (event) => this.drag(event, square));
    group.addEventListener("keydown", (event) => this.onKey(event, square));
    group.addEventListener("focus", () => { this.focused = square; });
    return group;
  }

  // A piece that is dragged to another square is clicked, and then that square.
  drag(event, from) {
    if (event.button !== 0 || event.pointerType === "touch") return;
    const svg = this.place.querySelector("svg");
    const drawn = svg.querySelector(`[data-square="${from}"] .figure`);
    const scale = svg.viewBox.baseVal.width / svg.getBoundingClientRect().width;
    const [x, y] = this.place_of(from);
    // What follows the pointer, above all squares.
    const ghost = element("g", { class: "ghost" }, drawn.cloneNode(true));
    const move = (at) => {
      const [dx, dy] = [at.clientX - event.clientX, at.clientY - event.clientY].map((one) => one * scale);
      if (!ghost.isConnected && Math.hypot(dx, dy) < 4) return;
      ghost.setAttribute("transform", `translate(${x + dx} ${y + dy})`);
      drawn.setAttribute("opacity", 0.3);
      svg.append(ghost);
    };
    const end = async (at) => {
      removeEventListener("pointermove", move);
      ghost.remove();
      drawn.removeAttribute("opacity");
      const target = document.elementFromPoint(at.clientX, at.clientY)?.closest(".square");
      const to = target && this.place.contains(target) ? Number(target.dataset.square) : from;
      if (to === from) return;
      await this.onSquare(from, true);
      await this.onSquare(to);
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", end, { once: true });
  }

  onKey(event, square) {
    const sign = this.isTurned ? -1 : 1;
    const steps = { ArrowLeft: -sign, ArrowRight: sign, ArrowUp: sign * this.files, ArrowDown: -sign * this.files };
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.onSquare(square);
    } else if (steps[event.key]) {
      event.preventDefault();
      let next = square + steps[event.key];
      while (this.rules.holes.includes(next)) next += steps[event.key];
      const staysInRow = Math.abs(steps[event.key]) > 1 || Math.floor(next / this.files) === Math.floor(square / this.files);
      if (next < 0 || next >= this.files * this.rules.ranks || !staysInRow) return;
      const cells = this.place.querySelectorAll(".square");
      for (const cell of cells) cell.setAttribute("tabindex", Number(cell.dataset.square) === next ? 0 : -1);
      this.place.querySelector(`[data-square="${next}"]`)?.focus();
    }
  }

  // A move that begins and ends here: a drop, or a piece that stays.
  circle(square) {
    const [cx, cy] = this.place_of(square).map((at) => at + SIZE / 2);
    return element("circle", { cx, cy, r: 15, fill: "none", stroke: "var(--both)", "stroke-width": 4.5, "pointer-events": "none", opacity: 0.8 });
  }

  arrow(from, to) {
    const [[x1, y1], [x2, y2]] = [from, to].map((square) => this.place_of(square).map((at) => at + SIZE / 2));
    const length = Math.hypot(x2 - x1, y2 - y1);
    const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length];
    const [ex, ey] = [x2 - dx * 9, y2 - dy * 9];
    const points = `${x2},${y2} ${ex - dy * 6},${ey + dx * 6} ${ex + dy * 6},${ey - dx * 6}`;
    const group = element("g", { "pointer-events": "none", opacity: 0.8, fill: "var(--both)", stroke: "var(--both)" });
    group.append(element("line", { x1, y1, x2: ex, y2: ey, "stroke-width": 4.5, "stroke-linecap": "round" }), element("polygon", { points }));
    return group;
  }
}
