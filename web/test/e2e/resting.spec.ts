// Code that goes on when its run has ended, or says that it has ended. It occupies no processor, Stop ends it, and
// nothing that it says is believed.
import type { Browser, Page } from "@playwright/test";
import { CodePage, probe } from "./code-page";
import { expect, test as base } from "./page";

const test = base.extend<{ code: CodePage }>({
  code: async ({ playground }, use) => use(new CodePage(playground)),
});

const blobWorker = (body: string): string =>
  `new Worker(URL.createObjectURL(new Blob([${JSON.stringify(body)}])))`;

/** Busy without end, in tasks of some milliseconds. */
const WORK = `const work = () => { const until = performance.now() + 20; while (performance.now() < until); };`;

/** What code may leave behind. Each keeps a processor busy. */
const LEFT: Readonly<Record<string, string>> = {
  "an interval": `${WORK} setInterval(work, 0);`,
  "a chain of timers": `${WORK} const next = () => { work(); setTimeout(next); }; next();`,
  "a worker": `${blobWorker("while (true);")};`,
  "a worker in a worker": `${blobWorker(`${blobWorker("while (true);")}; setInterval(() => {}, 1);`)};`,
  "frames in a worker": `${blobWorker(`${WORK} const next = () => { work(); requestAnimationFrame(next); }; next();`)};`,
  "workers by the constructor of their prototype": `new Worker.prototype.constructor(URL.createObjectURL(new Blob(["while (true);"])));`,
  "a channel that answers itself": `${WORK}
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => { work(); port2.postMessage(0); };
    port2.postMessage(0);`,
  "a channel to all": `${WORK}
    const [a, b] = [new BroadcastChannel("x"), new BroadcastChannel("x")];
    a.onmessage = () => { work(); b.postMessage(0); };
    b.postMessage(0);`,
  "reads of a blob": `${WORK} const next = () => { work(); new Blob(["x"]).text().then(next); }; next();`,
  compilations: `${WORK}
    const bytes = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]);
    const next = () => { work(); WebAssembly.compile(bytes).then(next); };
    next();`,
  "rejections that nobody handles": `${WORK}
    addEventListener("unhandledrejection", () => { work(); void Promise.reject(0); });
    void Promise.reject(0);`,
  "errors that nobody handles": `${WORK}
    addEventListener("error", () => { work(); setTimeout(() => { throw 0; }); });
    setTimeout(() => { throw 0; });`,
};

async function processorTime(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  await session.detach();
  return processInfo
    .filter(({ type }) => type === "renderer")
    .reduce((sum, { cpuTime }) => sum + cpuTime, 0);
}

/** The share of a processor that the page's processes use during a second. */
async function load(browser: Browser, page: Page): Promise<number> {
  const [before, began] = [await processorTime(browser), performance.now()];
  await page.evaluate(() => new Promise((done) => setTimeout(done, 1000)));
  const used = (await processorTime(browser)) - before;
  return used / ((performance.now() - began) / 1000);
}

async function write(page: Page, source: string): Promise<void> {
  await page.locator("pc-app").evaluate((shell, text) => {
    (shell as unknown as { app: { code: { set(code: string): void } } }).app.code.set(text);
  }, source);
}

test("what code leaves behind ends with its run, and the trace stays", async ({
  playground,
  page,
  code,
  browser,
}) => {
  test.slow();
  playground.mayComplain = true;
  await playground.openAndRun();
  await code.write(probe(""));
  await code.addPass("probe");
  await playground.runAgain();
  for (const [name, source] of Object.entries(LEFT)) {
    await test.step(name, async () => {
      await write(page, probe(source));
      await playground.runAgain();
      await expect.poll(() => load(browser, page)).toBeLessThan(0.05);
      // The engine of the trace still answers.
      await playground.tab("Before / after").click();
      await playground.row("ConvertLayout").click();
      await expect(page.locator("pc-diff")).toContainText("layout_transform");
      await playground.row("probe").click();
      await expect(page.getByRole("alert")).toHaveCount(0);
    });
  }
});

test("code that says it is done is not believed, and Stop ends it", async ({
  playground,
  page,
  code,
}) => {
  await playground.openAndRun();
  await code.write(probe(""));
  await code.addPass("probe");
  const stop = page.getByRole("button", { name: "Stop" });
  const says = [
    `self.postMessage({ kind: "done", id: ID });`,
    `self.postMessage({ kind: "done", id: ID, value: undefined });`,
    `self.postMessage({ kind: "failed", id: ID, failure: { name: "x", message: "forged", rendered: [], fatal: true } });`,
    `self.postMessage({ kind: "progress", id: ID, progress: { kind: "step", done: 1, name: "forged" } });`,
    `self.postMessage({ kind: "rests", turn: ID });`,
    `new BroadcastChannel("x").postMessage({ kind: "done", id: ID });`,
  ];
  const forging = `for (let id = 0; id < 20; id += 1) { ${says.join("\n").replaceAll("ID", "id")} }`;
  await write(page, probe(`${forging} while (true);`));
  await playground.run.click();
  await expect(page.locator('[data-run="running"]')).toBeVisible();
  // A run with code is marked from its start.
  await expect(page.locator("[data-of-code]")).toBeVisible();
  await expect(stop).toBeEnabled();
  await stop.click();
  await expect(page.locator('[data-run="stopped"]')).toBeVisible();
  await expect(page.locator("[data-of-code]")).toBeVisible();
  await expect(page.locator("pc-run")).not.toContainText("forged");
  await expect(page.getByRole("alert")).toHaveCount(0);
});

test("Stop ends code that does not let its run finish", async ({ playground, page, code }) => {
  await playground.openAndRun();
  await code.write(probe(""));
  await code.addPass("probe");
  await write(
    page,
    `import { transform } from "passcope";
     const spin = () => Promise.resolve().then(spin);
     export const probe = transform.modulePass({ optLevel: 0, name: "probe" }, (mod) => { spin(); return mod; });`,
  );
  await playground.run.click();
  await expect(page.locator('[data-run="measuring"]')).toBeVisible();
  await page.getByRole("button", { name: "Stop" }).click();
  await expect(page.locator('[data-run="stopped"]')).toBeVisible();
});
