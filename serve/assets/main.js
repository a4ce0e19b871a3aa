// The page.

import { choosing } from "./arrays.js";
import { Board } from "./board.js";
import { CONTROLS } from "./clock.js";
import { find, guarded, made } from "./dom.js";
import { Editor } from "./editor.js";
import { element, figure } from "./figures.js";
import { LEVELS, Play } from "./play.js";
import * as server from "./server.js";

const option = (value, text) => made("option", text, { value });

const play = new Play(show, showTimes);
const board = new Board(find("board"), (square, isDragged) => guarded(() => (isDragged ? play.take(square) : play.square(square))));
const editor = new Editor(showDraft, saved);
let list = [];
let settings = [];
let lines = null;
let analysed = null;

// The chosen rules with their options.
function chosenRules() {
  const id = find("rules").value;
  const entry = list.find((one) => one.id === id);
  if (entry?.fault) throw new Error(entry.fault);
  return { rules: id, settings };
}

async function begin(view) {
  const chosen = chosenRules();
  const rules = view ?? (await server.rulesView(chosen));
  await play.start({ ...chosen, array: Number(find("array").value || 0) }, rules);
}

async function chooseRules() {
  settings = [];
  find("about-game").hidden = true;
  if (editor.isOpen) closeEditor();
  const chosen = chosenRules();
  const rules = await server.rulesView(chosen);
  find("array").replaceChildren(...rules.arrays.map((one) => option(one, String(one))));
  const options = rules.options.map((one) => {
    const label = made("label", `${one.name.replaceAll("_", " ")} `, { title: one.help });
    const choice = made("select", "", { "data-name": one.name });
    choice.append(...one.values.map((value) => option(value, value)));
    choice.value = one.chosen;
    choice.addEventListener("change", () => guarded(async () => {
      settings = [...find("options").querySelectorAll("select")].map((select) => [select.dataset.name, select.value]);
      await begin();
    }));
    label.append(choice);
    return label;
  });
  find("options").replaceChildren(...options);
  location.hash = `rules=${encodeURIComponent(chosen.rules)}`;
  await begin(rules);
}

// The first array of a draft, until the next game.
function showDraft(draft) {
  play.stop();
  board.setRules(draft.view);
  find("hand-far").hidden = find("hand-near").hidden = true;
  board.draw(draft.squares);
  find("status").textContent = `The first array of ${draft.view.name}`;
}

async function saved(id, isPlayed) {
  await listRules(id);
  if (!isPlayed) return;
  closeEditor();
  await guarded(chooseRules);
}

function closeEditor() {
  editor.close();
  find("editor").hidden = true;
  find("edit").setAttribute("aria-expanded", "false");
  find("edit").textContent = "Edit rules";
}

async function toggleEditor() {
  if (editor.isOpen) {
    if (editor.isChanged() && !confirm("Close the editor without saving?")) return;
    closeEditor();
    return show();
  }
  find("editor").hidden = false;
  find("edit").setAttribute("aria-expanded", "true");
  find("edit").textContent = "Close editor";
  await editor.open(find("rules").value);
  find("text").focus();
}

async function listRules(chosen) {
  list = await server.rulesList();
  const name = (one) => `${one.fault ? "⚠ " : ""}${one.name}${one.board ? `, ${one.board}` : ""}${one.built_in ? "" : ` (${one.id})`}`;
  find("rules").replaceChildren(...list.map((one) => option(one.id, name(one))));
  const ids = [chosen, "scirocco-2009", list[0].id];
  find("rules").value = ids.find((id) => list.some((one) => one.id === id));
}

function status() {
  const { view } = play;
  const side = view.side === "w" ? "White" : "Black";
  if (view.over) {
    const [result, ending] = view.over;
    return `${result === "draw" ? "Draw" : `${result === "w" ? "White" : "Black"} wins`}: ${ending}`;
  }
  if (play.running && !play.isPersonToMove()) return `${side} is thinking …`;
  return `${side} to move${view.is_check ? ", in check" : ""}${play.walls ? ": choose the square of the wall" : ""}`;
}

function show(piece) {
  const { view, rules } = play;
  if (!view || editor.isOpen) return;
  board.setRules(rules);
  const last = view.played[view.played.length - 1];
  const arrows = play.hint.length ? play.hint : find("analysis").checked && lines ? lines.lines.map((one) => one.arrows[0]) : [];
  board.draw(view.squares, { chosen: play.chosen, changed: last?.changed ?? [], targets: play.targets(), arrows });
  showHands();
  find("status").textContent = status();
  find("undo").disabled = play.ply === 0;
  if (document.activeElement !== find("fen")) find("fen").value = view.fen;
  find("hint").disabled = Boolean(view.over) || !play.isPersonToMove();
  find("pass").hidden = !play.pass() || !play.isPersonToMove();
  showMenu();
  showMoves();
  showSteps();
  showLines();
  showCurve();
  showTimes();
  showChoosing();
  if (typeof piece === "number") showPiece(piece);
  else if (find("about").dataset.rules !== play.place.rules) showPieces();
  if (find("analysis").checked && analysed !== view && !play.running && !view.over) analyse();
}

// The hands beside the board, each on its side.
function showHands() {
  const { view, rules } = play;
  const places = board.isTurned ? ["hand-near", "hand-far"] : ["hand-far", "hand-near"];
  for (const [at, id] of places.entries()) {
    const [owner, name] = at === 0 ? [1, "Black"] : [0, "White"];
    const row = find(id);
    const had = row.contains(document.activeElement) && document.activeElement.dataset.place;
    row.hidden = !rules.hands;
    row.replaceChildren(made("span", `${name}’s hand${view.hands[owner].length ? "" : ": empty"}`, { class: "muted" }));
    for (const [place, piece, count] of view.hands[owner]) {
      const isOwn = owner === play.player();
      const attributes = { "data-place": place, "aria-label": `${rules.pieces[piece].name}, ${count} in ${name}’s hand`, draggable: isOwn };
      const button = made("button", "", attributes);
      button.append(picture(rules.pieces[piece], owner === 1), String(count));
      button.setAttribute("aria-pressed", isOwn && play.chosen === place);
      button.addEventListener("click", () => guarded(() => (isOwn ? play.square(place) : play.look(place))));
      button.addEventListener("dragstart", (event) => event.dataTransfer.setData("text/plain", place));
      row.append(button);
      if (had === String(place)) button.focus();
    }
  }
}

function showTimes() {
  for (const player of [0, 1]) {
    const time = find(`time-${player}`);
    time.hidden = !play.clock;
    time.textContent = play.clock?.text(player) ?? "";
  }
}

// Before the first move of a game from an array.
function showChoosing() {
  const { place, rules, view } = play;
  const isOffered = Boolean(rules.choosing) && place.moves.length === 0 && !place.fen;
  find("choosing").hidden = !isOffered;
  if (!isOffered || !find("choosing").open) return find("choices").replaceChildren();
  const had = [...find("choices").querySelectorAll("button")].indexOf(document.activeElement);
  find("choices").replaceChildren(...choosing(rules, board, view.squares, place.array, (array) => guarded(() => chooseArray(array))));
  if (had >= 0) find("choices").querySelectorAll("button")[had]?.focus();
}

async function chooseArray(array) {
  const select = find("array");
  if (![...select.options].some((one) => Number(one.value) === array)) select.append(option(array, String(array)));
  select.value = array;
  await begin(play.rules);
}

function showMenu() {
  const menu = find("menu");
  const wasHidden = menu.hidden;
  menu.hidden = !play.menu;
  if (!play.menu) return menu.replaceChildren();
  const buttons = play.menu.map((one) => {
    const button = made("button", one.label);
    button.addEventListener("click", () => guarded(() => play.choose(one.alike)));
    return button;
  });
  const none = made("button", "none of these");
  const close = () => {
    play.menu = null;
    show();
  };
  none.addEventListener("click", close);
  menu.replaceChildren(...buttons, none);
  menu.onkeydown = (event) => event.key === "Escape" && close();
  if (wasHidden) buttons[0].focus();
}

function showMoves() {
  const items = [];
  play.place.moves.forEach((text, at) => {
    if (at % 2 === 0) items.push(made("li"));
    const isShown = at === play.ply - 1;
    const one = made("button", text, isShown ? { class: "now", "aria-current": "step" } : {});
    one.addEventListener("click", () => guarded(() => play.go(at + 1)));
    items[items.length - 1].append(one);
  });
  const list = find("moves");
  list.replaceChildren(...items);
  const now = list.querySelector(".now");
  list.scrollTop = now ? now.offsetTop - list.offsetTop - list.clientHeight / 2 : 0;
}

function showSteps() {
  const [first, back, on, last] = find("steps").querySelectorAll("button");
  const [ply, plies] = [play.ply, play.place.moves.length];
  find("steps").hidden = plies === 0;
  first.disabled = back.disabled = ply === 0;
  on.disabled = last.disabled = ply === plies;
}

function step(to) {
  const { ply, place } = play;
  return play.go({ first: 0, back: ply - 1, on: ply + 1, last: place.moves.length }[to]);
}

// A recorded game, from its beginning.
async function openGame(run, number) {
  const record = await server.game(run, number);
  find("rules").append(option(record.rules, `${record.name}, game ${number}`));
  find("rules").value = record.rules;
  settings = [];
  const place = { rules: record.rules, settings, array: record.array, fen: record.fen, leaves_claims: true };
  play.players = [0, 0];
  find("white").value = find("black").value = 0;
  const rules = await server.rulesView(place);
  find("options").replaceChildren();
  find("array").replaceChildren(option(record.array, String(record.array)));
  find("about-game").textContent = [`${record.white} against ${record.black}`, record.odds, `${record.result}, ${record.ending}`].filter(Boolean).join(" · ");
  find("about-game").hidden = false;
  await play.start(place, rules, record);
}

const scoreText = ({ cp, wins }) =>
  wins ? `${wins > 0 ? "White" : "Black"} wins in ${Math.abs(wins)} plies` : `${cp > 0 ? "+" : ""}${(cp / 100).toFixed(2)}`;

function showLines() {
  const isOn = find("analysis").checked;
  const all = isOn && lines ? lines.lines : [];
  find("lines").replaceChildren(...all.map((one) => made("p", `${scoreText(one)}, depth ${one.depth}: ${one.moves.slice(0, 8).join(" ")}`)));
}

function showCurve() {
  const curve = find("curve");
  const known = play.scores.map((score, at) => [at, score]).filter(([, score]) => score !== undefined);
  curve.toggleAttribute("hidden", known.length < 2);
  if (known.length < 2) return;
  const most = Math.max(200, ...known.map(([, score]) => Math.min(1500, Math.abs(score))));
  const last = known[known.length - 1][0];
  curve.onclick = (event) => {
    const { left, width } = curve.getBoundingClientRect();
    guarded(() => play.go(Math.round(((event.clientX - left) / width) * last)));
  };
  const points = known.map(([at, score]) => `${(at / last) * 300},${50 - (Math.max(-most, Math.min(most, score)) / most) * 46}`);
  curve.setAttribute("viewBox", "0 0 300 100");
  curve.setAttribute("preserveAspectRatio", "none");
  curve.replaceChildren(
    element("line", { x1: 0, y1: 50, x2: 300, y2: 50, stroke: "var(--line)" }),
    element("polyline", { points: points.join(" "), fill: "none", stroke: "var(--move)", "stroke-width": 2, "vector-effect": "non-scaling-stroke" }),
    element("line", { x1: (play.ply / last) * 300, x2: (play.ply / last) * 300, y1: 0, y2: 100, stroke: "var(--muted)", "vector-effect": "non-scaling-stroke" }),
  );
}

function picture(piece, isBlack) {
  const svg = element("svg", { viewBox: "0 0 40 40", "aria-hidden": "true" });
  svg.append(figure(piece, isBlack));
  return svg;
}

function valueText(piece) {
  if (piece.royal) return "It has no value: its loss loses the game.";
  if (piece.value) {
    const [value, low, high] = piece.value.map((one) => one.toFixed(2));
    return value === low && value === high ? `It is the unit of values.` : `It is worth ${value} pawns [${low}, ${high}], in the games that trained its player.`;
  }
  return piece.theory ? `It is worth about ${piece.theory.toFixed(1)} pawns by its mobility; it is not measured.` : "";
}

function showPieces() {
  const about = find("about");
  about.dataset.rules = play.place.rules;
  find("about-title").textContent = `Pieces of ${play.rules.name}`;
  const items = play.rules.pieces.map((piece, at) => {
    const button = made("button");
    button.append(picture(piece, false), made("span", piece.name));
    button.addEventListener("click", () => showPiece(at));
    const item = made("li");
    item.append(button);
    return item;
  });
  const all = made("ul");
  all.append(...items);
  about.replaceChildren(made("p", play.rules.summary), all, made("p", `The game ends: ${play.rules.end}.`, { class: "muted" }));
}

function showPiece(at) {
  const piece = play.rules.pieces[at];
  const about = find("about");
  about.dataset.rules = play.place.rules;
  find("about-title").textContent = `${piece.name} (${piece.text})`;
  const drawing = made("img", "", { src: `/api/piece.svg?${server.query(play.place)}&piece=${at}`, alt: `How the ${piece.name} moves: ${piece.words}` });
  const back = made("button", "all pieces");
  back.addEventListener("click", showPieces);
  const legend = made("ul", "", { class: "legend" });
  for (const [kind, text] of [["move", "can move here"], ["take", "can capture"], ["stay", "can capture without moving"]]) {
    const item = made("li");
    item.append(made("i", "", { class: kind }), text);
    legend.append(item);
  }
  about.replaceChildren(made("p", piece.words), made("p", valueText(piece)), drawing, made("p", "On the board, after a click on a piece of the side to move:", { class: "muted" }), legend, back);
}

async function analyse() {
  analysed = play.view;
  await guarded(async () => {
    lines = null;
    lines = await play.analyse();
    show();
  });
}

function listen() {
  for (const [at, id] of ["white", "black"].entries()) {
    find(id).append(...LEVELS.map((level, number) => option(number, level.name)));
    find(id).value = play.players[at];
    find(id).addEventListener("change", () => guarded(() => {
      play.players[at] = Number(find(id).value);
      return play.load();
    }));
  }
  find("rules").addEventListener("change", () => guarded(chooseRules));
  find("array").addEventListener("change", () => guarded(() => begin()));
  find("clock").append(...CONTROLS.map((one, at) => option(at, one.name)));
  find("clock").addEventListener("change", () => guarded(async () => {
    const control = CONTROLS[find("clock").value];
    play.control = control.minutes ? control : null;
    if (play.place.moves.length === 0 && !play.place.fen) await begin(play.rules);
  }));
  find("choosing").addEventListener("toggle", showChoosing);
  find("new").addEventListener("click", () => guarded(() => begin()));
  find("undo").addEventListener("click", () => guarded(() => play.undo()));
  find("hint").addEventListener("click", () => guarded(() => play.askHint()));
  find("pass").addEventListener("click", () => guarded(() => play.move(play.pass().text)));
  find("turn").addEventListener("click", () => {
    board.isTurned = !board.isTurned;
    show();
  });
  for (const button of find("steps").querySelectorAll("button")) button.addEventListener("click", () => guarded(() => step(button.dataset.to)));
  find("set").addEventListener("click", () => guarded(async () => {
    await play.start({ rules: play.place.rules, settings: play.place.settings, fen: find("fen").value.trim() }, play.rules);
    location.hash = new URLSearchParams({ rules: play.place.rules, fen: play.place.fen });
  }));
  // A piece that is dragged from a hand is clicked, and then its target.
  find("board").addEventListener("dragover", (event) => event.preventDefault());
  find("board").addEventListener("drop", (event) => guarded(async () => {
    event.preventDefault();
    const target = event.target.closest(".square");
    const place = Number(event.dataTransfer.getData("text/plain"));
    if (!target || !play.starts().has(place)) return;
    await play.take(place);
    await play.square(Number(target.dataset.square));
  }));
  find("edit").addEventListener("click", () => guarded(toggleEditor));
  find("pgn").addEventListener("click", () => guarded(() => navigator.clipboard.writeText(play.text())));
  find("analysis").addEventListener("change", () => {
    lines = analysed = null;
    show();
  });
}

await guarded(async () => {
  listen();
  const asked = new URLSearchParams(location.hash.slice(1));
  await listRules(asked.get("rules"));
  if (asked.has("game")) return openGame(asked.get("run"), asked.get("game"));
  await chooseRules();
  if (asked.has("fen")) await play.start({ ...chosenRules(), fen: asked.get("fen") }, play.rules);
});
