// Prints how long the page takes to answer a press, on its largest program: ResNet-152. It needs the built site.
//
//   node web/scripts/interactions.mjs [--dist web/dist] [--times 5] [--port 4399] [--profile]
//
// For each interaction: from the press to the next frame, as the browser's Event Timing measures it (in steps of
// 8 ms), and to the frame in which what was asked for is seen; where a view with more to it then takes its place, to
// that, too. Each is done several times, every time on a page that was just opened; the table has the medians and,
// behind a slash, the worst. With --profile it also prints
// what the browser spent processor time on.

import path from "node:path";
import { parseArgs } from "node:util";
import { launchBrowser, serveSite } from "./site.mjs";

const web = path.resolve(import.meta.dirname, "..");
const help = "node web/scripts/interactions.mjs [--dist DIR] [--times N] [--port N] [--profile]";

const { values } = parseArgs({
  options: {
    dist: { type: "string", default: path.join(web, "dist") },
    times: { type: "string", default: "5" },
    port: { type: "string", default: "4399" },
    profile: { type: "boolean", default: false },
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

/** In the page: notes the events' times, and when something is seen after the next press. */
function watchPresses() {
  const seen = { presses: [], shownAt: 0, pressedAt: 0 };
  window.interactions = seen;
  new PerformanceObserver((list) => {
    for (const { name, duration } of list.getEntries()) {
      if (/^(?:pointer(?:down|up)|click|mouse(?:down|up))$/.test(name)) seen.presses.push(duration);
    }
  }).observe({ type: "event", durationThreshold: 16 });
  addEventListener("click", (event) => (seen.pressedAt = event.timeStamp), true);
}

/** In the page: resolves with how long after the press the frame with `selector` was presented. */
function whenShown(selector) {
  const find = (root, parts) => {
    const [first, ...rest] = parts;
    const inShadow = [...root.querySelectorAll("*")].filter((one) => one.shadowRoot);
    const found = [...root.querySelectorAll(first)].some(
      (one) =>
        rest.length === 0 ||
        find(one.shadowRoot ?? one, rest) ||
        (one.shadowRoot !== null && find(one, rest)),
    );
    return found || inShadow.some((one) => find(one.shadowRoot, parts));
  };
  const { interactions: seen } = window;
  seen.presses.length = 0;
  const before = seen.pressedAt;
  return new Promise((resolve) => {
    const look = () => {
      if (seen.pressedAt > before && find(document, selector.split(" "))) {
        // The frame that follows this callback, and the first moment after it.
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => resolve(performance.now() - seen.pressedAt);
          port2.postMessage(null);
        });
      } else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}

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

async function measure(browser, address) {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.addInitScript(watchPresses);
  await page.goto(address);
  await page.locator('[data-run="done"]').waitFor({ timeout: 60_000 });
  await page.getByRole("tab", { name: "Program" }).click();
  await page.getByLabel("Depth").selectOption("152");
  await page.getByRole("textbox", { name: /ResNet-152 as Relay text/ }).waitFor();
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

async function main() {
  const { server, address } = serveSite(values.dist, values.port);
  const browser = await launchBrowser();
  try {
    const runs = [];
    for (let i = 0; i < Number(values.times); i += 1) {
      runs.push(await measure(browser, address));
    }
    console.log(
      `${"interaction".padEnd(28)}${"press to frame".padStart(20)}${"to shown".padStart(20)}`,
    );
    for (const [i, { name, then }] of interactions.entries()) {
      const column = (key) => {
        const list = runs.map((run) => run[i][key]);
        return `${median(list).toFixed(0)} / ${Math.max(...list).toFixed(0)} ms`.padStart(20);
      };
      const last = then ? ` then ${column("thenMs").trim()}` : "";
      console.log(name.padEnd(28) + column("pressMs") + column("shownMs") + last);
      const profile = runs.at(-1)[i].profile;
      if (profile) {
        for (const [what, ms] of profile) console.log(`    ${ms.toFixed(1)} ms ${what}`);
      }
    }
  } finally {
    await browser.close();
    server.kill();
  }
}

if (values.help) console.log(help);
else await main();
