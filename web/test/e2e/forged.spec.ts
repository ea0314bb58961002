// Code that has taken over its worker and sends forged messages to the page.
import type { Page } from "@playwright/test";
import { CodePage, probe } from "./code-page";
import { heapOf, takeOver } from "./forging";
import { expect, test as base } from "./page";

const test = base.extend<{ code: CodePage }>({
  code: async ({ playground }, use) => use(new CodePage(playground)),
});

interface Attack {
  /** The script of the worker for a run: it can use `request` and the names of forging.ts. */
  readonly does: string;
  /** The message that the page then shows. */
  readonly said: string | RegExp;
}

const NO_ANSWER = "a message that is not a reply";
const FLOODED = "more messages than the page accepts";

/** A failure whose message is nested to this depth; -1 makes a cycle. */
const failed = (depth: number): string => `
  const argument = { name: "x", text: "x" };
  const inner = { text: "x", pattern: "{x}", arguments: [argument] };
  let worded = inner;
  for (let i = 0; i < ${depth}; i += 1) worded = { text: "x", pattern: "{x}", arguments: [{ name: "x", text: "x", message: worded }] };
  if (${depth} < 0) argument.message = inner;
  port.postMessage({ id: request.id, kind: "failed", failure: { name: "x", message: "x", worded, rendered: [], fatal: false } });`;

/** A trace with a change. */
const traceWith = (change: string, rows = 3): string => `
  const trace = traceOf(request, ${rows});
  ${change}
  progress(request.id, { kind: "trace", trace });`;

const ATTACKS: Readonly<Record<string, Attack>> = {
  "a flood of progress": {
    does: `for (let i = 0; i < 100000; i += 1) progress(request.id, { kind: "step", done: 1, name: "x" });`,
    said: FLOODED,
  },
  "a flood of answers that nobody waits for": {
    does: `for (let i = 0; i < 100000; i += 1) done(1e9 + i, undefined);`,
    said: FLOODED,
  },
  "a flood of timings": {
    does: `run(request, 200); const timing = times(200); for (let i = 0; i < 100000; i += 1) progress(request.id, { kind: "timing", timing });`,
    said: FLOODED,
  },
  "a flood past the port": {
    does: `for (let i = 0; i < 100000; i += 1) postMessage({ id: 1e9, kind: "done" });`,
    said: FLOODED,
  },
  "a list of millions": {
    does: traceWith(`trace.rows = Array(5e6).fill(trace.rows[0]);`),
    said: NO_ANSWER,
  },
  "lists of lists of millions": {
    does: traceWith(
      `trace.opDiffs = Array(1e5).fill([0, "x", Object.fromEntries(Array.from({ length: 100 }, (_, i) => ["o" + i, i]))]);`,
    ),
    said: NO_ANSWER,
  },
  "a trace of 100,000 rows": { does: traceWith("", 100_000), said: NO_ANSWER },
  "a text of hundreds of megabytes": {
    does: `port.postMessage({ id: request.id, kind: "failed", failure: { name: "x", message: "x".repeat(4e8), rendered: [], fatal: false } });`,
    said: NO_ANSWER,
  },
  "many texts of a megabyte": {
    does: `port.postMessage({ id: request.id, kind: "failed", failure: { name: "x", message: "x", rendered: Array(200).fill("x".repeat(1e6)), fatal: false } });`,
    said: NO_ANSWER,
  },
  "a message in messages": { does: failed(300), said: NO_ANSWER },
  "a message in itself": { does: failed(-1), said: NO_ANSWER },
  "thousands of channels": {
    does: `const channels = Array.from({ length: 3000 }, () => new MessageChannel().port1);
      port.postMessage({ id: request.id, kind: "done" }, channels);`,
    said: "sent channels",
  },
  "a stream": {
    does: `const stream = new ReadableStream(); port.postMessage(stream, [stream]);`,
    said: /sent channels|not a reply/,
  },
  "a gigabyte of memory": {
    does: `const buffers = Array.from({ length: 8 }, () => new ArrayBuffer(1 << 27)); port.postMessage(buffers, buffers);`,
    said: NO_ANSWER,
  },
  "times that are no numbers": {
    does: traceWith(`trace.timing.durationsUs[1] = NaN;`),
    said: NO_ANSWER,
  },
  "times without end": {
    does: traceWith(`trace.timing.durationsUs[1] = Infinity;`),
    said: NO_ANSWER,
  },
  "times less than nothing": {
    does: traceWith(`trace.timing.durationsUs[1] = -1e300;`),
    said: NO_ANSWER,
  },
  "times of other rows": { does: traceWith(`trace.timing = times(2);`), said: NO_ANSWER },
  "rows in circles": {
    does: traceWith(`trace.rows[1].parent = 2; trace.rows[2].parent = 1;`),
    said: NO_ANSWER,
  },
  "a second trace": { does: `{ ${traceWith("")} } { ${traceWith("")} }`, said: NO_ANSWER },
  "an error of hundreds of megabytes": {
    does: `setTimeout(() => { throw new Error("x".repeat(3e8)); });`,
    said: /xxxxx|sandbox failed/,
  },
};

/** The script that answers with the attack that the code names. */
const script = `function asked(request) {
  if (request.kind !== "run") return;
  const attacks = {
${Object.entries(ATTACKS)
  .map(([name, { does }]) => `${JSON.stringify(name)}() { ${does} },`)
  .join("\n")}
    honest() { run(request); },
  };
  attacks[/attack: (.*)/.exec(request.body.code)[1]]();
}`;

/** Waits until the page has drawn a frame. */
const answers = (page: Page): Promise<unknown> =>
  page.evaluate(() => new Promise((drawn) => requestAnimationFrame(drawn)));

test("whatever the worker of the code says, the page stands", async ({
  playground,
  page,
  code,
}) => {
  test.slow();
  // Errors of the worker go to the developer's console.
  playground.mayComplain = true;
  await takeOver(page, script);
  await playground.openAndRun();
  await code.write(probe("// attack: honest"));
  await code.addPass("probe");
  await playground.runAgain();
  const before = await heapOf(page);
  for (const [name, { said }] of Object.entries(ATTACKS)) {
    await test.step(name, async () => {
      await page.locator("pc-app").evaluate(
        (shell, text) => {
          (shell as unknown as { app: { code: { set(code: string): void } } }).app.code.set(text);
        },
        probe(`// attack: ${name}`),
      );
      await playground.run.click();
      await expect(page.getByRole("alert")).toContainText(said);
      await expect(page.locator("[data-of-code]")).toBeVisible();
      await answers(page);
    });
  }
  // The sandboxes are gone, and their messages do not occupy memory.
  await expect(page.locator('iframe[src*="sandbox.html"]')).toHaveCount(0);
  expect((await heapOf(page)) - before).toBeLessThan(64 * 1024 * 1024);
  // Nothing of an attack affects the next run.
  await playground.step("probe").getByRole("checkbox").uncheck();
  await playground.runAgain();
  await expect(page.locator("[data-of-code]")).toHaveCount(0);
});

test("long lines and long lists of what it says are cut, and said to be", async ({
  playground,
  page,
  code,
}) => {
  await takeOver(
    page,
    `function asked(request) {
      if (request.kind === "run") run(request, 30000);
      else if (request.kind === "text") done(request.id, request.body.snapshot + "x".repeat(16e6));
    }`,
  );
  await playground.openAndRun();
  await code.write(probe(""));
  await code.addPass("probe");
  await playground.tab("Before / after").click();
  await playground.runAgain();
  await expect(page.locator("pc-diff")).toContainText("long lines are cut");
  await expect(page.locator("[data-row]")).toHaveCount(500);
  await expect(page.locator("pc-tree")).toContainText("29,500 rows after these.");
  await page.locator("pc-tree").getByRole("button", { name: "Show these rows" }).click();
  await expect(page.locator('[data-row="500"]')).toHaveAttribute("aria-selected", "true");
  await expect(page.locator("pc-tree")).toContainText("before these.");
  await page.locator('[data-row="500"]').press("End");
  await expect(page.locator('[data-row="29999"]')).toHaveAttribute("aria-selected", "true");
});

test("a text of 50 MB in one line ends the sandbox", async ({ playground, page, code }) => {
  await takeOver(
    page,
    `function asked(request) {
      if (request.kind === "run") run(request);
      else if (request.kind === "text") done(request.id, "x".repeat(5e7));
    }`,
  );
  await playground.openAndRun();
  await code.write(probe(""));
  await code.addPass("probe");
  await playground.tab("Before / after").click();
  await playground.runAgain();
  await expect(page.getByRole("alert")).toContainText("a message that is not a reply");
  await answers(page);
});

/** Asks for the port of the session through a getter that a message handler may use, and answers first. */
const THIEF = `
const { get } = Object.getOwnPropertyDescriptor(MessageEvent.prototype, "data");
Object.defineProperty(MessageEvent.prototype, "data", { get() {
  const data = get.call(this);
  if (data.kind === "text") this.target.postMessage({ id: data.id, kind: "done", value: "def @stolen() { 1 }" });
  return data;
} });`;

/** Replaces a function of the package, which the session shares. */
const FORGER = `
import { IRModule } from "passcope";
let texts = 0;
IRModule.prototype.astext = () => "def @forged" + (texts += 1) + "() { 1 }";`;

test("code does not get the port of the session", async ({ playground, page, code }) => {
  await playground.openAndRun();
  await code.write(probe(THIEF));
  await code.addPass("probe");
  await playground.tab("Before / after").click();
  await playground.runAgain();
  await playground.row("ConvertLayout").click();
  await expect(page.locator("pc-diff")).toContainText("layout_transform");
  await expect(page.locator("pc-diff")).not.toContainText("@stolen");
});

test("what code forges in the engine is shown as that of code", async ({
  playground,
  page,
  code,
}) => {
  await playground.openAndRun();
  await expect(page.locator("[data-of-code]")).toHaveCount(0);
  await code.write(probe(FORGER));
  await code.addPass("probe");
  await playground.tab("Before / after").click();
  await playground.runAgain();
  await playground.row("ConvertLayout").click();
  await expect(page.locator("pc-diff")).toContainText("@forged");
  await expect(page.locator("[data-of-code]")).toHaveText("with your code");
  await expect(page.locator("[data-of-code]")).toHaveAttribute(
    "title",
    /trust them as you trust the code/,
  );
});

test("the graph of a run with code is that of its programs", async ({ playground, page, code }) => {
  await playground.openAndRun();
  await code.write(probe(""));
  await code.addPass("probe");
  await playground.runAgain();
  await playground.row("ConvertLayout").click();
  await playground.tab("Graph").click();
  await expect(
    page.locator("pc-graph [role=application], pc-graph canvas.graph").first(),
  ).toBeVisible();
  await expect(page.locator("pc-graph")).toContainText("layout_transform");
});
