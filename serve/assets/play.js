// A game: its position, the player to move, what was clicked, and searches.

import * as server from "./server.js";

// Players of the program, from weak to strong.
export const LEVELS = [
  { name: "a person" },
  { name: "beginner", nodes: 30, noise: 150 },
  { name: "easy", nodes: 150, noise: 60 },
  { name: "medium", nodes: 1000, noise: 20 },
  { name: "strong", nodes: 20000, noise: 0 },
  { name: "full", nodes: 1000000, noise: 0 },
];

export class Play {
  constructor(onChange) {
    this.onChange = onChange;
    this.players = [0, 3];
    this.chosen = null;
    this.menu = null;
    this.hint = [];
    this.scores = [];
    this.seed = Math.floor(Math.random() * 1e9);
    this.running = null;
  }

  // Starts a game of a place with these rules.
  async start(place, rules) {
    this.stop();
    this.place = { ...place, moves: [] };
    this.rules = rules;
    this.scores = [];
    await this.load();
  }

  // The moves that a click on the board can still mean.
  starts() {
    return new Set(this.view.choices.map((one) => one.from));
  }

  targets() {
    const kinds = new Map();
    for (const one of this.view.choices.filter((one) => one.from === this.chosen && one.target !== null)) {
      if (kinds.get(one.target) !== "take") kinds.set(one.target, one.kind);
    }
    return kinds;
  }

  isPersonToMove() {
    return this.players[this.view.side === "w" ? 0 : 1] === 0;
  }

  async load() {
    this.view = await server.position(this.place);
    this.chosen = this.menu = null;
    this.hint = [];
    this.onChange();
    if (!this.view.over && !this.isPersonToMove()) await this.think();
  }

  async square(square) {
    if (this.view.over || !this.isPersonToMove()) return this.look(square);
    const found = this.view.choices.filter((one) => one.from === this.chosen && one.target === square);
    if (this.chosen !== null && found.length === 1) return this.move(found[0].text);
    if (this.chosen !== null && found.length > 1) {
      this.menu = found;
      return this.onChange();
    }
    this.chosen = square !== this.chosen && this.starts().has(square) ? square : null;
    this.menu = null;
    this.look(square);
  }

  look(square) {
    const code = this.view.squares[square];
    this.onChange(code >= 0 ? code >> 1 : null);
  }

  async move(text) {
    this.place.moves.push(text);
    await this.load();
  }

  pass() {
    return this.view.choices.find((one) => one.from === null);
  }

  // Takes back to the last position in which a person was to move.
  async undo() {
    this.stop();
    const persons = this.players.filter((one) => one === 0).length;
    this.place.moves.splice(Math.max(0, this.place.moves.length - (persons === 1 && this.isPersonToMove() ? 2 : 1)));
    this.scores.length = Math.min(this.scores.length, this.place.moves.length + 1);
    await this.load();
  }

  stop() {
    this.running?.abort();
    this.running = null;
  }

  async search(plan) {
    this.stop();
    const running = (this.running = new AbortController());
    try {
      const found = await server.search({ ...this.place, seed: this.seed, ...plan }, running.signal);
      return this.running === running ? found : null;
    } catch (error) {
      if (error.name === "AbortError") return null;
      throw error;
    } finally {
      if (this.running === running) this.running = null;
      this.onChange();
    }
  }

  async think() {
    const level = LEVELS[this.players[this.view.side === "w" ? 0 : 1]];
    const found = await this.search({ nodes: level.nodes, noise: level.noise });
    if (!found?.lines.length) return;
    this.note(found);
    await this.move(found.lines[0].moves[0]);
  }

  note(found) {
    const { cp, wins } = found.lines[0];
    this.scores[this.place.moves.length] = cp ?? Math.sign(wins) * 3000;
  }

  async askHint() {
    const found = await this.search({ nodes: 50000 });
    if (!found?.lines.length) return;
    this.hint = [found.lines[0].arrows[0]];
    this.onChange();
  }

  async analyse() {
    const found = await this.search({ nodes: 200000, lines: 3 });
    if (found?.lines.length) {
      this.note(found);
      this.onChange();
    }
    return found;
  }

  // Numbered moves as text, after the rules and the array.
  text() {
    const { place, view, rules } = this;
    const tag = (name, value) => `[${name} "${String(value).replace(/["\\]/g, "\\$&")}"]`;
    const who = (at) => (this.players[at] === 0 ? "a person" : `Tradewind, ${LEVELS[this.players[at]].name}`);
    const results = { w: "1-0", b: "0-1", draw: "1/2-1/2" };
    const result = view.over ? results[view.over[0]] : "*";
    const moves = view.played.map((one, at) => (at % 2 === 0 ? `${at / 2 + 1}. ` : "") + one.text).join(" ");
    return [tag("Event", "A game in the workshop"), tag("White", who(0)), tag("Black", who(1)), tag("Result", result), tag("Variant", rules.name), tag("Array", place.array), "", `${moves} ${result}`, ""].join("\n");
  }
}
