// A game: its position, the player to move, what was clicked, clocks and searches.

import { Clock } from "./clock.js";
import * as server from "./server.js";

// Players of the program, from weak to strong.
export const LEVELS = [
  { name: "a person" },
  { name: "random moves" },
  { name: "beginner", nodes: 30, noise: 150 },
  { name: "easy", nodes: 150, noise: 60 },
  { name: "medium", nodes: 1000, noise: 20 },
  { name: "strong", nodes: 20000, noise: 0 },
  { name: "full", nodes: 1000000, noise: 0 },
];

export class Play {
  // `onTick` is called while a clock runs.
  constructor(onChange, onTick) {
    this.onChange = onChange;
    this.onTick = onTick;
    this.players = [0, 4];
    this.chosen = null;
    this.menu = this.walls = null;
    this.hint = [];
    this.scores = [];
    this.seed = Math.floor(Math.random() * 1e9);
    this.running = null;
    // The clock of the next game, and that of this one; and who has lost on time, 0 or 1.
    this.control = null;
    this.clock = null;
    this.fallen = null;
  }

  // Starts a game of a place with these rules, or shows a recorded one from its beginning.
  async start(place, rules, record = null) {
    this.stop();
    this.place = { ...place, moves: record?.moves ?? [] };
    this.ply = 0;
    this.rules = rules;
    this.record = record;
    this.scores = (record?.scores ?? []).map((score) => score ?? undefined);
    this.clock?.stop();
    this.fallen = null;
    this.clock = record || !this.control ? null : new Clock(this.control, this.onTick, (player) => this.fall(player));
    await this.load();
  }

  // The position that is shown.
  shown() {
    return { ...this.place, moves: this.place.moves.slice(0, this.ply) };
  }

  async go(ply) {
    this.stop();
    this.ply = Math.max(0, Math.min(ply, this.place.moves.length));
    await this.load();
  }

  // The squares and the places in hand with moves.
  starts() {
    return new Set(this.view.choices.map((one) => one.from));
  }

  targets() {
    if (this.walls) return new Map(this.walls.map((one) => [one.wall, "move"]));
    const kinds = new Map();
    for (const one of this.view.choices.filter((one) => one.from === this.chosen && one.target !== null)) {
      if (kinds.get(one.target) !== "take") kinds.set(one.target, one.kind);
    }
    return kinds;
  }

  // The player to move, 0 or 1.
  player() {
    return this.view.side === "w" ? 0 : 1;
  }

  isPersonToMove() {
    return this.players[this.player()] === 0;
  }

  async fall(player) {
    this.stop();
    this.fallen = player;
    await this.load();
  }

  async load() {
    this.view = await server.position(this.shown());
    this.chosen = this.menu = this.walls = null;
    this.hint = [];
    const isLast = this.ply === this.place.moves.length;
    if (isLast && this.fallen !== null) {
      this.view.over ??= [this.fallen === 0 ? "b" : "w", "time"];
      this.view.choices = [];
    }
    // It begins with the first move.
    if (isLast && this.ply > 0 && !this.view.over) this.clock?.run(this.player());
    else this.clock?.stop();
    this.onChange();
    if (isLast && !this.view.over && !this.isPersonToMove()) await this.think();
  }

  async square(square) {
    if (this.view.over || !this.isPersonToMove()) return this.look(square);
    const wall = this.walls?.find((one) => one.wall === square);
    if (wall) return this.move(wall.text);
    const found = this.view.choices.filter((one) => one.from === this.chosen && one.target === square);
    if (this.chosen !== null && found.length > 0 && !this.walls) return this.choose(found);
    this.chosen = square !== this.chosen && this.starts().has(square) ? square : null;
    this.menu = this.walls = null;
    this.look(square);
  }

  // Plays the one of some moves with the same squares, or asks for more: the words of a menu, then the square of a wall.
  choose(found) {
    if (found.length === 1) return this.move(found[0].text);
    const groups = Map.groupBy(found, (one) => one.label);
    this.menu = groups.size > 1 ? [...groups].map(([label, alike]) => ({ label, alike })) : null;
    this.walls = this.menu ? null : found;
    return this.onChange();
  }

  // Takes a piece that is dragged: it is chosen, whatever was chosen before.
  take(square) {
    this.chosen = null;
    return this.square(square);
  }

  look(square) {
    const code = this.view.squares[square];
    const inHand = this.view.hands.flat().find(([place]) => place === square);
    this.onChange(inHand ? inHand[1] : code >= 0 ? code >> 1 : null);
  }

  // A move from an earlier position begins a variation, and the moves after it are gone.
  async move(text) {
    this.clock?.press();
    this.place.moves = [...this.shown().moves, text];
    this.scores.length = Math.min(this.scores.length, this.ply + 1);
    this.ply += 1;
    await this.load();
  }

  pass() {
    return this.view.choices.find((one) => one.from === null);
  }

  // Takes back to the last position in which a person was to move. After a loss on time the game goes on without a clock.
  async undo() {
    this.stop();
    if (this.fallen !== null) this.fallen = this.clock = null;
    const persons = this.players.filter((one) => one === 0).length;
    this.ply = Math.max(0, this.ply - (persons === 1 && this.isPersonToMove() ? 2 : 1));
    this.place.moves = this.shown().moves;
    this.scores.length = Math.min(this.scores.length, this.ply + 1);
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
      const found = await server.search({ ...this.shown(), seed: this.seed, ...plan }, running.signal);
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
    const level = LEVELS[this.players[this.player()]];
    if (!level.nodes) return this.moveAtRandom();
    const clock = this.clock && [Math.round(this.clock.left(this.player())), this.clock.increment];
    const found = await this.search({ nodes: level.nodes, noise: level.noise, clock });
    if (!found?.lines.length) return;
    this.note(found);
    await this.move(found.lines[0].moves[0]);
  }

  // After a moment, so that the moves can be seen.
  async moveAtRandom() {
    const running = (this.running = new AbortController());
    await new Promise((resolve) => setTimeout(resolve, 150));
    if (this.running !== running) return;
    this.running = null;
    const { choices } = this.view;
    await this.move(choices[Math.floor(Math.random() * choices.length)].text);
  }

  note(found) {
    const { cp, wins } = found.lines[0];
    this.scores[this.ply] = cp ?? Math.sign(wins) * 3000;
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
    const { place, view, rules, record } = this;
    const tag = (name, value) => `[${name} "${String(value).replace(/["\\]/g, "\\$&")}"]`;
    const who = (at) => (this.players[at] === 0 ? "a person" : `Tradewind, ${LEVELS[this.players[at]].name}`);
    const results = { w: "1-0", b: "0-1", draw: "1/2-1/2" };
    const result = record?.result ?? (view.over ? results[view.over[0]] : "*");
    const moves = place.moves.map((text, at) => (at % 2 === 0 ? `${at / 2 + 1}. ` : "") + text).join(" ");
    return [tag("Event", "A game in the workshop"), tag("White", record?.white ?? who(0)), tag("Black", record?.black ?? who(1)), tag("Result", result), tag("Variant", rules.name), tag("Array", place.array), ...(this.clock ? [tag("TimeControl", this.clock.control)] : []), "", `${moves} ${result}`, ""].join("\n");
  }
}
