// Runs in a browser: one is started and watched to its end, one is stopped and resumed, and games are stepped through.

const wait = (page, done, argument) => page.waitForFunction(done, argument, { timeout: 120000 });

// The widths of the interval that is shown, while the run plays.
async function widths(page) {
  const found = [];
  for (;;) {
    const [label, state] = await page.evaluate(() => [document.getElementById("path").getAttribute("aria-label"), document.getElementById("state").textContent]);
    const ends = label?.match(/: (.*) to (.*)$/);
    if (ends) {
      const width = Number(ends[2]) - Number(ends[1]);
      if (found.at(-1) !== width) found.push(width);
    }
    if (state.includes("finished")) return found;
    await page.waitForTimeout(200);
  }
}

export async function watchRuns(page, screenshot) {
  await page.click('[aria-label="Start Shatranj"]');
  await page.waitForSelector("#run:not([hidden])");
  const found = await widths(page);
  console.log(`a run was watched: intervals ${found.map((width) => width.toFixed(1)).join(", ")} points wide`);
  if (found.length < 3 || found.at(-1) > found[0] / 1.5) throw new Error("the interval did not shrink");
  await wait(page, () => document.querySelectorAll("#plots img").length > 0 || document.getElementById("state").textContent.includes("finished"));
  await page.screenshot({ path: screenshot, fullPage: true });

  await page.click('[aria-label="Start A contest"]');
  await wait(page, () => document.getElementById("test").textContent.includes("Sequential test"));
  await page.click('[aria-label="Stop A contest"]');
  await page.waitForSelector('[aria-label="Resume A contest"]');
  console.log(`a match was stopped: ${await page.textContent("#state")}`);

  await page.goto(new URL("/#rules=workshop/mine.toml", page.url()).href);
  await page.click("#edit");
  await page.click("#save-try");
  await wait(page, () => document.querySelector("#cells td:nth-child(2)")?.textContent.includes("["));
  console.log(`a rule file was tried: ${await page.textContent("#state")}`);
  await page.click('[aria-label="Stop Trial of workshop/mine.toml"]');
  await page.waitForSelector('[aria-label="Resume Trial of workshop/mine.toml"]');

  await page.click('[aria-label="Start Typhoon"]');
  await wait(page, () => document.getElementById("title").textContent === "Typhoon" && document.getElementById("state").textContent.includes("finished"));
  await page.click("#games a");
  await page.waitForSelector("#moves button");
  const plies = await page.$$eval("#moves button", (all) => all.length);
  for (let ply = 1; ply <= plies; ply++) {
    await page.click('#steps [data-to="on"]');
    await wait(page, (ply) => document.querySelector("#moves .now") === document.querySelectorAll("#moves button")[ply - 1], ply);
  }
  console.log(`a game of Typhoon was stepped through: ${plies} plies, ${await page.textContent("#status")}`);
  const fault = await page.$eval("#fault", (one) => (one.hidden ? "" : one.textContent));
  if (fault) throw new Error(fault);
}
