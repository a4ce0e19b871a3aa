// What belongs to a game besides its moves, in a browser: arrays that the players choose, and clocks.

const wait = (page, done, argument) => page.waitForFunction(done, argument, { timeout: 10000 });
const begun = (page, rules) => wait(page, (rules) => document.getElementById("board").innerHTML.includes(`Board of ${rules}`) && document.getElementById("status").textContent === "White to move", rules);
const at = (page, square) => page.getAttribute(`#board [data-square="${square}"]`, "aria-label");

export async function playAtTable(page) {
  await page.selectOption("#rules", "scirocco-2009");
  await begun(page, "Scirocco");
  await page.selectOption("#white", "0");
  await page.selectOption("#black", "0");
  await page.click("#choosing summary");
  const before = [await at(page, 13), await at(page, 16), await at(page, 83)];
  await page.click("#choices button:has-text('turned half around')");
  await page.waitForSelector("#choices button:has-text('mirror White')");
  await page.click("#choices button:has-text('d2 ')");
  await wait(page, () => document.getElementById("array").value === "320");
  // The board follows the number of the array.
  await wait(page, (label) => document.querySelector('#board [data-square="13"]').getAttribute("aria-label") !== label, before[0]);
  const after = [await at(page, 13), await at(page, 16), await at(page, 83)];
  const piece = (label) => label.split(", ")[1].replace(/^(White|Black) /, "");
  if (piece(before[0]) !== piece(after[1]) || piece(after[0]) !== piece(after[2])) throw new Error(`the array is ${after}, and was ${before}`);
  console.log(`an array was chosen: 320, with ${after.join("; ")}`);

  await page.selectOption("#rules", "shatranj");
  await begun(page, "Shatranj");
  await page.selectOption("#clock", "1");
  await page.clock.install();
  await page.click('#board [data-square="8"]');
  await page.click('#board [data-square="16"]');
  await wait(page, () => document.getElementById("status").textContent === "Black to move");
  await page.clock.runFor(60_000);
  const times = await page.$$eval(".time", (all) => all.map((one) => one.textContent));
  if (times.join() !== "3:00,2:00") throw new Error(`the clocks show ${times}`);
  await page.clock.runFor(121_000);
  await wait(page, () => document.getElementById("status").textContent === "White wins: time");
  await page.click("#undo");
  await wait(page, () => document.getElementById("status").textContent === "White to move" && document.getElementById("time-0").hidden);
  console.log("a game was lost on time, and went on without a clock");
}
