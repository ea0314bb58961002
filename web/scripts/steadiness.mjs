// Prints how much the times that the page shows vary: it opens fresh pages and presses Run in each of them, several
// times, and compares what was shown in the end. It needs the built site, and a machine with nothing else to do.

import { cpus, loadavg } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { launchBrowser, serveSite } from "./site.mjs";

const web = path.resolve(import.meta.dirname, "..");
const help = `node web/scripts/steadiness.mjs [options]

Opens fresh pages of the built site, presses Run in each, and prints for each pass that takes at least --least
microseconds (and each stage): the cold first run of the first page, the median of all times that were shown, their
range, by how much they vary (standard deviation by mean), the same without regard to pages (of each page's own
times), and how often the page called the time uncertain.

  --dist DIR    the built site (web/dist)
  --pages N     fresh pages (5)
  --presses N   presses of Run in each, besides the run that a page opens with (20)
  --least US    the shortest pass that is listed, in microseconds (20)
  --depth N     of ResNet (18)
  --aim PERCENT ends with an error if a pass varies by more (none)
  --port N      where the site is served (4398)
  --json        prints all times as JSON
  --help        prints this`;

const { values } = parseArgs({
  options: {
    dist: { type: "string", default: path.join(web, "dist") },
    pages: { type: "string", default: "5" },
    presses: { type: "string", default: "20" },
    least: { type: "string", default: "20" },
    depth: { type: "string", default: "18" },
    aim: { type: "string" },
    port: { type: "string", default: "4398" },
    json: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});

const median = (list) => {
  const sorted = [...list].sort((a, b) => a - b);
  const half = sorted.length >> 1;
  return sorted.length % 2 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
};
const mean = (list) => list.reduce((sum, one) => sum + one, 0) / list.length;
const variation = (list) =>
  list.length < 2
    ? 0
    : Math.sqrt(list.reduce((sum, one) => sum + (one - mean(list)) ** 2, 0) / (list.length - 1)) /
      mean(list);

/** In the page: the run whose times are steady, or can be measured no better. */
const shown = () => {
  const { trace, run } = document.querySelector("pc-app").app.store.state;
  if (run.kind !== "done" || !trace?.timing.final) return undefined;
  const { rows, timing } = trace;
  return {
    runId: trace.runId,
    names: rows.map(({ name, kind, stageId }) => (kind === "stage" ? `stage ${stageId}` : name)),
    levels: rows.map(({ level }) => level),
    us: timing.durationsUs,
    firstUs: timing.firstUs,
    states: timing.states,
    tickUs: timing.resolutionUs,
  };
};

const waitForTimes = async (page, than) => {
  const handle = await page.waitForFunction(
    ([source, last]) => {
      const found = new Function(`return (${source})()`)();
      return found && found.runId !== last ? found : undefined;
    },
    [shown.toString(), than],
    { timeout: 120_000, polling: 100 },
  );
  return handle.jsonValue();
};

/** All times that one page shows, one after the other. */
async function visit(browser, address) {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, bypassCSP: true });
  await page.goto(address);
  let times = await waitForTimes(page, -1);
  if (values.depth !== "18") await page.getByLabel("Depth").selectOption(values.depth);
  const all = values.depth === "18" ? [times] : [];
  for (let press = 0; press < Number(values.presses); press += 1) {
    await page.getByRole("button", { name: "Run", exact: true }).click();
    times = await waitForTimes(page, times.runId);
    all.push(times);
  }
  await page.close();
  return all;
}

function print(pages) {
  const [first] = pages[0];
  const runs = pages.flat();
  const rows = first.names.flatMap((name, i) => {
    const list = runs.map(({ us }) => us[i]);
    if (median(list) < Number(values.least)) return [];
    return [
      {
        name: "  ".repeat(first.levels[i]) + name,
        first: first.firstUs[i],
        median: median(list),
        from: Math.min(...list),
        to: Math.max(...list),
        varies: variation(list),
        within: Math.max(...pages.map((page) => variation(page.map(({ us }) => us[i])))),
        uncertain: runs.filter(({ states }) => states[i] !== "steady").length,
      },
    ];
  });
  const us = (value) =>
    value >= 999.5 ? `${(value / 1000).toFixed(2)} ms` : `${value.toFixed(1)} µs`;
  const percent = (value) => `${(value * 100).toFixed(1)} %`;
  const line = (...cells) =>
    `| ${cells.map((cell, i) => (i === 0 ? cell.padEnd(26) : cell.padStart(i === 3 ? 21 : 9))).join(" | ")} |`;
  console.log(
    `${pages.length} pages, ${runs.length} runs, a clock that ticks every ${us(first.tickUs)}; ${cpus().length} processors, load ${loadavg()[0].toFixed(1)}\n`,
  );
  console.log(line("pass", "first run", "median", "from to", "varies", "in a page", "uncertain"));
  console.log(line("---", "---:", "---:", "---:", "---:", "---:", "---:"));
  for (const row of rows) {
    console.log(
      line(
        row.name.replace(/^ +/, (spaces) => "· ".repeat(spaces.length / 2)),
        us(row.first),
        us(row.median),
        `${us(row.from)} to ${us(row.to)}`,
        percent(row.varies),
        percent(row.within),
        String(row.uncertain),
      ),
    );
  }
  const most = Math.max(...rows.map(({ varies }) => varies));
  console.log(`\nThe time that varies most does so by ${percent(most)}.`);
  if (values.aim !== undefined && most * 100 > Number(values.aim)) process.exitCode = 1;
}

async function main() {
  const { server, address } = serveSite(values.dist, values.port);
  const pages = [];
  try {
    for (let i = 0; i < Number(values.pages); i += 1) {
      // A browser of its own: nothing is left of what the one before had compiled.
      const browser = await launchBrowser();
      try {
        pages.push(await visit(browser, address));
      } finally {
        await browser.close();
      }
    }
  } finally {
    server.kill();
  }
  if (values.json) console.log(JSON.stringify(pages));
  else print(pages);
}

if (values.help) console.log(help);
else await main();
