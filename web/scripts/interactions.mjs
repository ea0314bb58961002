// Prints how long the page takes to answer a press, on its largest program: ResNet-152. It needs the built site.
//
//   node web/scripts/interactions.mjs [--dist web/dist] [--times 5] [--port 4399] [--profile] [--only presses|stops]
//
// For each interaction: from the press to the next frame, as the browser's Event Timing measures it (in steps of
// 8 ms), and to the frame in which what was asked for is seen; where a view with more to it then takes its place, to
// that, too. Each is done several times, every time on a page that was just opened; the table has the medians and,
// behind a slash, the worst. With --profile it also prints
// what the browser spent processor time on. A second table has how long Stop takes (stops.mjs).

import path from "node:path";
import { parseArgs } from "node:util";
import { watchPresses, whenShown } from "./presses.mjs";
import { launchBrowser, serveSite } from "./site.mjs";
import { measureStops, watchWorkers } from "./stops.mjs";

const web = path.resolve(import.meta.dirname, "..");
const help =
  "node web/scripts/interactions.mjs [--dist DIR] [--times N] [--port N] [--profile] [--only presses|stops]";

const { values } = parseArgs({
  options: {
    dist: { type: "string", default: path.join(web, "dist") },
    times: { type: "string", default: "5" },
    port: { type: "string", default: "4399" },
    profile: { type: "boolean", default: false },
    only: { type: "string" },
    help: { type: "boolean", default: false },
  },
});

const row = (page) => page.locator('[data-row][data-name="ConvertLayout"]').first();
const tab = (page, name) => page.getByRole("tab", { name, exact: true });

/**
 * What a user does, one after the other: what is pressed, what of it has to be seen, and, where that is not the end of
 * it, what comes after it. What comes before is done and awaited without being measured.
 */
const interactions = [
  {
    name: "choose the first row",
    press: row,
    shown: "pc-diff-preview .row",
    then: "pc-merge .cm-content",
  },
  { name: "back to the program", press: (page) => tab(page, "Program"), shown: "pc-program .line" },
  {
    name: "to the difference again",
    press: (page) => tab(page, "Before / after"),
    shown: "pc-diff-preview .row",
    then: "pc-merge .cm-content",
  },
  {
    name: "operators",
    press: (page) => tab(page, "Operators"),
    shown: "pc-ops td",
  },
  {
    name: "back to the program again",
    press: (page) => tab(page, "Program"),
    shown: "pc-program .line",
  },
  {
    name: "wrap the program's lines",
    press: (page) => page.locator("pc-program").getByRole("button", { name: "Wrap lines" }),
    shown: "pc-program .wrap .line",
  },
];

/** What the page's main thread did from the press on, by kind: milliseconds of processor time, without waiting. */
async function traced(session, act) {
  const events = [];
  session.on("Tracing.dataCollected", ({ value }) => events.push(...value));
  const ended = new Promise((resolve) => session.once("Tracing.tracingComplete", resolve));
  await session.send("Tracing.start", {
    transferMode: "ReportEvents",
    traceConfig: { includedCategories: ["devtools.timeline"] },
  });
  await act();
  await session.send("Tracing.end");
  await ended;
  const click = events.find(({ name, args }) => {
    return name === "EventDispatch" && args.data?.type === "click";
  });
  const thread = events
    .filter(({ ph, tid, pid, ts, tdur }) => {
      return ph === "X" && tdur && tid === click.tid && pid === click.pid && ts >= click.ts;
    })
    .sort((a, b) => a.ts - b.ts || b.dur - a.dur);
  const own = new Map();
  const open = [];
  const add = (name, us) => own.set(name, (own.get(name) ?? 0) + us / 1000);
  for (const { name, ts, dur, tdur } of thread) {
    while (open.length > 0 && open.at(-1).end <= ts) open.pop();
    if (open.length > 0) add(open.at(-1).name, -tdur);
    add(name, tdur);
    open.push({ name, end: ts + dur });
  }
  return [...own].filter(([, ms]) => ms >= 1).sort(([, a], [, b]) => b - a);
}

const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];
const figures = (list) => {
  const text = list.some(Number.isNaN)
    ? "not seen"
    : `${median(list).toFixed(0)} / ${Math.max(...list).toFixed(0)} ms`;
  return text.padStart(20);
};

/** A new page with its largest program. */
async function openLargest(browser, address) {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.addInitScript(watchPresses);
  await page.addInitScript(watchWorkers);
  await page.goto(address);
  await page.locator('[data-run="done"]').waitFor({ timeout: 60_000 });
  await page.getByRole("tab", { name: "Program" }).click();
  await page.getByLabel("Depth").selectOption("152");
  await page.getByRole("textbox", { name: /ResNet-152 as Relay text/ }).waitFor();
  return page;
}

async function measure(browser, address) {
  const page = await openLargest(browser, address);
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await page.locator('[data-run="measuring"], [data-run="done"]').first().waitFor();
  await page.locator('[data-run="done"]').waitFor({ timeout: 120_000 });
  const session = await page.context().newCDPSession(page);
  const results = [];
  for (const { name, press, shown, then } of interactions) {
    const target = press(page);
    // As a person does: the pointer comes first, and the press later.
    await target.hover();
    await page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
    let [shownMs, thenMs] = [0, 0];
    const act = async () => {
      const took = [shown, then ?? shown].map((what) => page.evaluate(whenShown, what));
      await target.click();
      [shownMs, thenMs] = await Promise.all(took);
    };
    const profile = values.profile ? await traced(session, act) : void (await act());
    // Entries of events are handed out after the frame.
    const pressMs = await page.evaluate(
      () =>
        new Promise((done) => {
          requestIdleCallback(() => done(Math.max(0, ...window.interactions.presses)));
        }),
    );
    results.push({ name, pressMs, shownMs, thenMs, profile });
  }
  await page.close();
  return results;
}

async function presses(browser, address) {
  const runs = [];
  for (let i = 0; i < Number(values.times); i += 1) runs.push(await measure(browser, address));
  console.log(
    `${"interaction".padEnd(28)}${"press to frame".padStart(20)}${"to shown".padStart(20)}`,
  );
  for (const [i, { name, then }] of interactions.entries()) {
    const column = (key) => figures(runs.map((run) => run[i][key]));
    const last = then ? ` then ${column("thenMs").trim()}` : "";
    console.log(name.padEnd(28) + column("pressMs") + column("shownMs") + last);
    const profile = runs.at(-1)[i].profile;
    if (profile) {
      for (const [what, ms] of profile) console.log(`    ${ms.toFixed(1)} ms ${what}`);
    }
  }
}

async function stops(browser, address) {
  const page = await openLargest(browser, address);
  console.log(
    `${"Stop of".padEnd(28)}${"press to shown".padStart(20)}${"to the end".padStart(20)}`,
  );
  await measureStops(page, Number(values.times), ({ name, shown, ended }) => {
    console.log(name.padEnd(28) + figures(shown) + figures(ended));
  });
  await page.close();
}

async function main() {
  const { server, address } = serveSite(values.dist, values.port);
  const browser = await launchBrowser();
  try {
    if (values.only !== "stops") await presses(browser, address);
    if (values.only !== "presses") await stops(browser, address);
  } finally {
    await browser.close();
    server.kill();
  }
}

if (values.help) console.log(help);
else await main();
