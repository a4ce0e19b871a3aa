"use strict";
// Tables: a click on a heading sorts, a second one turns the order round.
for (const table of document.querySelectorAll("table")) {
  const headings = [...table.tHead.rows[0].cells];
  headings.forEach((heading, column) => {
    const button = heading.querySelector("button");
    if (!button) return;
    button.addEventListener("click", () => {
      const falls = heading.getAttribute("aria-sort") === "descending";
      // Chances and counts with words are sorted as the numbers that they begin with.
      const number = (cell) => parseFloat(cell.dataset.value ?? cell.textContent.replace(/[,<>\s]/g, ""));
      const cells = [...table.tBodies[0].rows].map((row) => row.cells[column]);
      const isNumber = cells.some((cell) => !Number.isNaN(number(cell))) &&
        cells.every((cell) => !Number.isNaN(number(cell)) || /^(|–|-|over .*)$/.test(cell.textContent.trim()));
      const rising = isNumber ? falls : heading.getAttribute("aria-sort") !== "ascending";
      headings.forEach((other) => other.removeAttribute("aria-sort"));
      heading.setAttribute("aria-sort", rising ? "ascending" : "descending");
      const key = (row) => {
        const cell = row.cells[column];
        if (!isNumber) return cell.textContent.trim().toLowerCase();
        const own = number(cell);
        // What is not known stands last either way.
        return Number.isNaN(own) ? (rising ? Infinity : -Infinity) : own;
      };
      const rows = [...table.tBodies[0].rows];
      rows.sort((one, other) => {
        const [a, b] = [key(one), key(other)];
        const order = a < b ? -1 : a > b ? 1 : 0;
        return rising ? order : -order;
      });
      table.tBodies[0].append(...rows);
    });
  });
}

// What is folded is printed too.
addEventListener("beforeprint", () => {
  for (const folded of document.querySelectorAll("details:not([open])")) {
    folded.open = true;
    folded.dataset.printed = "";
  }
});
addEventListener("afterprint", () => {
  for (const folded of document.querySelectorAll("details[data-printed]")) {
    folded.open = false;
    delete folded.dataset.printed;
  }
});

// Recorded games on a drawn board.
const escaped = (text) =>
  String(text).replace(/[&<>"]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[sign]);

function player(place, all) {
  const find = (name) => place.querySelector(name);
  const [rulesChoice, gameChoice] = [find(".rules"), find(".game")];
  const [board, about, moves, slider, now] = [find(".board"), find(".about"), find(".moves"), find("input"), find(".now-at")];
  const drawn = new Board(board, () => {});
  let rules, game, positions, ply;

  rulesChoice.innerHTML = all.map((one, at) => `<option value="${at}">${escaped(one.title)}</option>`).join("");

  function chooseRules(at) {
    rules = all[at];
    gameChoice.innerHTML = rules.games
      .map((one, at) => `<option value="${at}">game ${one.number}: ${escaped(one.result)}, ${escaped(one.ending)}, ${one.moves.length} plies</option>`)
      .join("");
    chooseGame(0);
  }

  function chooseGame(at) {
    game = rules.games[at];
    const first = new Array(rules.files.length * rules.ranks).fill(-1);
    for (const [square, code] of game.start) first[square] = code;
    positions = [first];
    for (const changes of game.changes) {
      const next = positions[positions.length - 1].slice();
      for (let i = 0; i < changes.length; i += 2) next[changes[i]] = changes[i + 1];
      positions.push(next);
    }
    slider.max = game.moves.length;
    about.textContent =
      `White: ${game.white}. Black: ${game.black}. Array ${game.array}` +
      (game.odds ? `, odds ${game.odds}` : "") +
      (game.opening ? `. The first ${game.opening} plies were drawn at random.` : ".");
    moves.innerHTML = game.moves
      .map((text, at) => {
        const white = (at + game.black_begins) % 2 === 0;
        const number = white || at === 0 ? `<i>${Math.floor((at + game.black_begins) / 2) + 1}.${white ? "" : ".."}</i>` : "";
        return `${number}<span data-ply="${at + 1}">${escaped(text)}</span> `;
      })
      .join("");
    show(0);
  }

  function show(at) {
    ply = Math.max(0, Math.min(game.moves.length, at));
    slider.value = ply;
    const changed = ply > 0 ? game.changes[ply - 1].filter((_, at) => at % 2 === 0) : [];
    drawn.setRules(rules);
    drawn.draw(positions[ply], { changed });
    for (const old of moves.querySelectorAll(".now")) old.classList.remove("now");
    const current = moves.querySelector(`[data-ply="${ply}"]`);
    if (current) {
      current.classList.add("now");
      moves.scrollTop = current.offsetTop - moves.offsetTop - moves.clientHeight / 2;
    }
    const score = ply > 0 ? game.scores[ply - 1] : null;
    now.textContent = `ply ${ply} of ${game.moves.length}${ply > 0 ? `, ${game.moves[ply - 1]}` : ""}${thought(score)}`;
    place.dataset.ply = ply;
  }

  // What the player thought: centipawns for White, a win in n plies as 30 000 less n.
  function thought(score) {
    if (score === null || score === undefined) return "";
    const plies = 30000 - Math.abs(score);
    if (plies < 1000) return `, ${score > 0 ? "White" : "Black"} wins within ${plies} ${plies === 1 ? "ply" : "plies"}`;
    return `, White ${score > 0 ? "+" : ""}${(score / 100).toFixed(2)}`;
  }

  rulesChoice.addEventListener("change", () => chooseRules(+rulesChoice.value));
  gameChoice.addEventListener("change", () => chooseGame(+gameChoice.value));
  slider.addEventListener("input", () => show(+slider.value));
  moves.addEventListener("click", (event) => {
    if (event.target.dataset.ply) show(+event.target.dataset.ply);
  });
  const steps = { first: () => 0, back: () => ply - 1, on: () => ply + 1, last: () => game.moves.length };
  for (const button of place.querySelectorAll(".keys button"))
    button.addEventListener("click", () => show(steps[button.dataset.step]()));
  const keys = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" };
  addEventListener("keydown", (event) => {
    const isTyped = /^(select|input|textarea)$/i.test(event.target.tagName);
    if (isTyped || event.ctrlKey || event.metaKey || event.altKey || !keys[event.key]) return;
    const { top, bottom } = place.getBoundingClientRect();
    const isSeen = top < innerHeight && bottom > 0;
    // Home and End go through the page unless the board is what is looked at.
    const isAsked = event.key.startsWith("Arrow") || place.contains(document.activeElement);
    if (!isSeen || !isAsked) return;
    event.preventDefault();
    show(steps[keys[event.key]]());
  });
  chooseRules(0);
}

const data = JSON.parse(document.getElementById("data").textContent);
const places = document.querySelectorAll(".player");
places.forEach((place) => player(place, data.games));
