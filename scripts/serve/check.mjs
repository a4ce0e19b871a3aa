// Plays a whole game of every rule set in a browser, by clicks alone; edits a rule file; watches a run from its start to its
// end and steps through its games; takes screenshots.
//
// node scripts/serve/check.mjs PROGRAM FOLDER [PICTURES]
//
// FOLDER has node_modules with playwright-core, and gets the screenshots; PICTURES, such as docs/images, those of the guide.

import { spawn, spawnSync } from "node:child_process";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { watchRuns } from "./runs.mjs";
import { playAtTable } from "./table.mjs";

const [program, folder, pictures] = process.argv.slice(2).map((one) => path.resolve(one));
const { chromium } = createRequire(path.join(folder, "x.js"))("playwright-core");

// The folder that is served: experiments, and the rule file that is edited.
const served = path.join(await mkdtemp(path.join(os.tmpdir(), "workshop-")), "workshop");
await cp(new URL("workshop", import.meta.url), served, { recursive: true });
for (const name of ["crazyhouse.toml", "duck.toml"]) await cp(new URL(`../variants/${name}`, import.meta.url), path.join(served, name));
const learning = ["tune", "loop", new URL("learning.toml", import.meta.url).pathname, "--out", path.join(served, "learning")];
const trained = spawnSync(program, learning, { encoding: "utf8" });
if (trained.status) throw new Error(trained.stderr);
const server = spawn(program, ["serve", served, "--port", "0"], { stdio: ["ignore", "pipe", "inherit"] });
const root = await new Promise((resolve) => server.stdout.once("data", (data) => resolve(String(data).trim())));
const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
const faults = [];

async function open(address, viewport, colorScheme, ready = "#board svg") {
  const page = await browser.newPage({ viewport, colorScheme });
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
  await page.goto(root + address);
  await page.waitForSelector(ready);
  return page;
}

// Plays random moves to the end of the game, within the page. Returns the number of plies and the status.
const playOut = async (most) => {
  const wait = (done) => new Promise((resolve, reject) => {
    const begun = performance.now();
    const look = () => done() ? resolve() : performance.now() - begun > 20000 ? reject(new Error(`nothing happens: ${document.getElementById("status").textContent}`)) : setTimeout(look, 1);
    look();
  });
  const click = (one) => one.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  const any = (all) => all[Math.floor(Math.random() * all.length)];
  const status = () => document.getElementById("status").textContent;
  const played = () => document.querySelectorAll("#moves button").length;
  const squares = () => [...document.querySelectorAll("#board .square")];
  for (let ply = played(); ply < most; ply++) {
    if (!status().includes(" to move")) return [ply, status()];
    const side = status().split(" ")[0];
    const isOwn = (one) => one.getAttribute("aria-label").includes(`, ${side} `) || one.getAttribute("aria-label").includes(` ${side}’s hand`);
    const places = [...squares(), ...document.querySelectorAll(".hand button")].filter(isOwn);
    const starts = places.map((one) => (one.dataset.square ? `#board [data-square="${one.dataset.square}"]` : `.hand [data-place="${one.dataset.place}"][draggable=true]`));
    let targets = [];
    while (!targets.length && starts.length) {
      const [start] = starts.splice(Math.floor(Math.random() * starts.length), 1);
      click(document.querySelector(start));
      targets = squares().filter((one) => /, can (move|be captured)/.test(one.getAttribute("aria-label")));
    }
    if (targets.length) click(any(targets));
    else click(document.getElementById("pass"));
    const menu = document.getElementById("menu");
    if (!menu.hidden) click(any([...menu.querySelectorAll("button")].slice(0, -1)));
    if (status().includes("square of the wall")) click(any(squares().filter((one) => one.getAttribute("aria-label").includes(", can move"))));
    await wait(() => played() > ply || !document.getElementById("fault").hidden);
    if (!document.getElementById("fault").hidden) throw new Error(document.getElementById("fault").textContent);
  }
  return [most, "cut short"];
};

try {
  const page = await open("", { width: 1400, height: 900 }, "light");
  const ids = await page.$$eval("#rules option", (all) => all.map((one) => one.value));
  await page.selectOption("#white", "0");
  await page.selectOption("#black", "0");
  for (const id of ids) {
    await page.selectOption("#rules", id);
    await page.waitForFunction(() => document.querySelectorAll("#moves button").length === 0);
    await page.waitForTimeout(200);
    const [plies, status] = await page.evaluate(playOut, 3000);
    console.log(`${id}: ${plies} plies, ${status}`);
    if (status === "cut short") faults.push(`${id}: no end`);
  }
  // By keyboard alone: the focus stays on the board.
  await page.selectOption("#rules", "chess");
  await page.waitForFunction(() => document.getElementById("status").textContent === "White to move");
  await page.focus('#board [data-square="0"]');
  for (const key of [...Array(4).fill("ArrowRight"), "ArrowUp", "Enter", "ArrowUp", "ArrowUp", "Enter"]) await page.keyboard.press(key);
  await page.waitForFunction(() => document.getElementById("moves").textContent.includes("e2e4"), null, { timeout: 5000 });
  // By dragging.
  await page.click("#new");
  await page.waitForFunction(() => document.querySelectorAll("#moves button").length === 0);
  await page.hover('#board [data-square="12"]');
  await page.mouse.down();
  await page.hover('#board [data-square="28"]', { force: true });
  await page.mouse.up();
  await page.waitForFunction(() => document.getElementById("moves").textContent === "e2e4", null, { timeout: 5000 });
  await page.click("#edit");
  await page.waitForFunction(() => document.getElementById("draft").textContent.includes("no faults"));
  const text = await page.inputValue("#text");
  await page.fill("#text", `${text}[[piece]]\ntext = "N"\nmoves = "NE"\n`);
  await page.waitForFunction(() => document.getElementById("draft-fault").textContent.includes("Betza atom"));
  await page.screenshot({ path: path.join(folder, "workshop-fault.png") });
  await page.fill("#text", `${text}[[piece]]\ntext = "N"\nmoves = "NW"\n`);
  await page.waitForFunction(() => document.querySelector("#changes img") && document.getElementById("draft").textContent.includes("no faults"));
  await page.screenshot({ path: path.join(folder, "workshop-draft.png") });
  await page.click("#save-play");
  await page.waitForFunction(() => document.getElementById("rules").value.endsWith("/my-chess.toml") && document.getElementById("status").textContent === "White to move");
  const [plies, status] = await page.evaluate(playOut, 3000);
  console.log(`an edited rule file: ${plies} plies, ${status}`);
  // What was saved before can be taken back, once the editor has the file again.
  await page.$eval("#text", (area) => { area.value = ""; });
  await page.click("#edit");
  await page.waitForFunction(() => document.getElementById("text").value !== "");
  await page.fill("#text", `${text}[[piece]]\ntext = "N"\nmoves = "NF"\n`);
  await page.click("#save");
  await page.waitForSelector("#earlier:not([hidden])");
  await page.selectOption("#versions", { index: 1 });
  await page.waitForFunction(() => document.getElementById("text").value.includes("NW"));
  await page.selectOption("#versions", { index: 0 });
  await page.waitForFunction(() => document.getElementById("text").value.includes("NF"));
  // A diagram of another site is pasted into the editor, which is still open, and played.
  const diagram = "files=10\nranks=8\npromoZone=1\npromoChoice=QRBNAC\nsymmetry=mirror\npawn:P:fmWfceFifmnD:pawn:a2-j2\nknight:N:N:knight:b1,i1\nbishop:B:B:bishop:d1,g1\nrook:R:R:rook:a1,j1\nqueen:Q:Q:queen:e1\narchbishop:A:BN:archbishop:c1\nchancellor:C:RN:chancellor:h1\nking:K:KisO3:king:f1\n";
  await page.$eval("#text", (area, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", text);
    area.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, diagram);
  await page.waitForFunction(() => document.getElementById("draft").textContent.includes("8 piece types") && document.getElementById("warnings").textContent.includes("the same game"));
  await page.screenshot({ path: path.join(folder, "workshop-pasted.png") });
  await page.click("#save-play");
  await page.waitForFunction(() => document.getElementById("rules").value.endsWith("/imported.toml") && document.getElementById("status").textContent === "White to move");
  const [pastedPlies, pastedStatus] = await page.evaluate(playOut, 3000);
  console.log(`a pasted diagram: ${pastedPlies} plies, ${pastedStatus}`);
  await playAtTable(page);
  await page.close();
  const runs = await open("runs", { width: 1400, height: 900 }, "light", "#experiments button");
  await watchRuns(runs, path.join(folder, "workshop-run.png"));
  await runs.close();
  const pages = { play: ["#rules=typhoon", "#board svg"], game: ["#run=workshop/out/typhoon&game=1", "#moves button"], runs: ["runs#run=workshop/out/shatranj", "#cells td"], compare: ["compare#run-one=workshop/out/shatranj&run-other=workshop/learning/generation-001/self-play", "#scores td"], training: ["runs#training=workshop/learning", "#curves svg"] };
  for (const [name, [address, ready]] of Object.entries(pages))
    for (const width of [390, 820, 1400])
      for (const scheme of ["light", "dark"]) {
        const page = await open(address, { width, height: 900 }, scheme, ready);
        const needed = await page.evaluate(() => document.documentElement.scrollWidth);
        if (needed > width) faults.push(`${name}, ${width}: the page is ${needed} wide`);
        await page.screenshot({ path: path.join(folder, `workshop-${name}-${width}-${scheme}.png`) });
        await page.close();
      }
  if (pictures) {
    await cp(path.join(folder, "workshop-play-1400-light.png"), path.join(pictures, "workshop.png"));
    await cp(path.join(folder, "workshop-run.png"), path.join(pictures, "workshop-run.png"));
  }
} finally {
  await browser.close();
  server.kill();
  await rm(path.dirname(served), { recursive: true });
}
if (faults.length) {
  console.error(faults.join("\n"));
  process.exit(1);
}
