// The sandbox: all ways out and all ways to block the page are tried, and all must fail.
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Frame, Page, Worker } from "@playwright/test";
import { CodePage, probe } from "./code-page";
import { expect, test as base } from "./page";
import { FROM_CODE, FROM_FRAME } from "./ways-out";

/** A foreign server that records all requests. */
const test = base.extend<{ code: CodePage; outside: { url: string; seen: string[] } }>({
  code: async ({ playground }, use) => use(new CodePage(playground)),
  // eslint-disable-next-line no-empty-pattern -- fixtures must take their arguments apart.
  outside: async ({}, use) => {
    const seen: string[] = [];
    const server: Server = createServer((request, response) => {
      seen.push(request.url ?? "");
      response.writeHead(200, { "access-control-allow-origin": "*" }).end("export default 1;");
    });
    server.on("upgrade", (request, socket) => {
      seen.push(request.url ?? "");
      socket.destroy();
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    await use({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/leak`, seen });
    server.closeAllConnections();
    server.close();
  },
});

/** The frame with an opaque origin in which the code runs. */
const innerFrame = (page: Page): Frame | undefined =>
  page.frames().find((frame) => frame.parentFrame()?.url().endsWith("/sandbox.html"));

const tryAll = (out: string, site: string): string =>
  probe(`
const out = ${JSON.stringify(out)}, site = ${JSON.stringify(site)};
const blob = (text) => URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
const started = (worker) => new Promise((resolve, reject) => {
  worker.onmessage = ({ data }) => resolve(data); worker.onerror = () => reject(new Error("refused"));
});
const worker = (text) => started(new Worker(blob(text.replace("OUT", JSON.stringify(out)))));
const hidden = (text) => started(new Worker(blob("import(" + JSON.stringify(blob(text)) + ").then(() => postMessage('ok'), () => postMessage('refused'))")));
const attempts = {
${Object.entries(FROM_CODE)
  .map(([name, { does }]) => `${JSON.stringify(name)}: async () => { ${does} },`)
  .join("\n")}
};
// Some ways answer nothing at all; whether they lead out, the server knows.
const silence = new Promise((resolve) => setTimeout(resolve, 5000, "refused in silence"));
await Promise.all(Object.entries(attempts).map(async ([name, attempt]) => {
  let outcome;
  try { outcome = await Promise.race([attempt(), silence]); } catch (error) { outcome = "failed: " + error; }
  console.log(name + " = " + outcome);
}));`);

test("code gets nothing out and nothing in", async ({ playground, page, code, outside }) => {
  // Refusals appear in the developer's console.
  playground.mayComplain = true;
  // A refused request appears as a failed request. Only a request with an answer has left.
  const answered: string[] = [];
  page.on("response", (response) => answered.push(response.url()));
  await playground.openAndRun();
  await page.evaluate(() => {
    const heard: unknown[] = [];
    Reflect.set(window, "heard", heard);
    new BroadcastChannel("leak").onmessage = (event) => heard.push(event.data);
    addEventListener("message", (event) => heard.push(event.data));
  });
  const address = page.url();
  await code.write(tryAll(outside.url, new URL("./favicon.svg?leak", address).href));
  await code.addPass("probe");
  await playground.runAgain();
  const printed = await code.console();
  const outcomes = async (): Promise<Map<string, string>> =>
    new Map(
      (await printed.allInnerTexts())
        .filter((line) => line.includes(" = "))
        .map((line) => line.split(" = ", 2) as [string, string]),
    );
  await expect
    .poll(async () => [...(await outcomes()).keys()].sort())
    .toEqual(Object.keys(FROM_CODE).sort());
  const said = [...(await outcomes())];
  expect(said.filter(([, outcome]) => /^ok/.test(outcome))).toEqual([]);
  // Things that the table calls absent must be absent.
  const there = said.filter(
    ([name, outcome]) =>
      FROM_CODE[name]?.meets === "absent" &&
      !/is not defined|is not a function|undefined|has only a getter|^refused/.test(outcome),
  );
  expect(there).toEqual([]);
  expect(outside.seen).toEqual([]);
  expect(answered.filter((url) => url.includes("leak"))).toEqual([]);
  // The page's state is only in the fragment of the address.
  expect(page.url().replace(/#.*/, "")).toBe(address);
  expect(await page.evaluate(() => Reflect.get(window, "heard") as unknown)).toEqual([]);
});

test("neither does the frame around it", async ({ playground, page, code, outside }) => {
  await playground.openAndRun();
  await code.write(probe(""));
  await code.addPass("probe");
  await playground.runAgain();
  const frame = innerFrame(page) as Frame;
  const address = page.url();
  const said = (pattern: RegExp): Promise<void> =>
    expect.poll(() => playground.complaints.join("\n")).toMatch(pattern);
  // By the browser's own tools, which the frame's policy does not restrict.
  const outcomes = await frame.evaluate<Record<string, string>>(`(async () => {
    const out = ${JSON.stringify(outside.url)};
    const element = (name, fields) => {
      const made = document.createElement(name);
      for (const [field, value] of Object.entries(fields)) made.setAttribute(field, value);
      return made;
    };
    const loads = (name, fields, event = "load") => new Promise((resolve, reject) => {
      const made = element(name, fields);
      made.addEventListener(event, resolve);
      made.addEventListener("error", () => reject(new Error("refused")));
      document.body.append(made);
    });
    const inline = (type, text) => {
      const script = element("script", { type });
      script.textContent = text;
      document.body.append(script);
      return "ran" in window ? "ok" : "refused";
    };
    const ways = {
${Object.entries(FROM_FRAME)
  .map(([name, { does }]) => `${JSON.stringify(name)}: async () => { ${does} },`)
  .join("\n")}
    };
    const tried = {};
    for (const [name, way] of Object.entries(ways)) {
      try { tried[name] = await way(); } catch (error) { tried[name] = "failed: " + error; }
    }
    return tried;
  })()`);
  expect(await frame.evaluate(() => self.origin)).toBe("null");
  expect(Object.keys(outcomes)).toEqual(Object.keys(FROM_FRAME));
  expect(Object.entries(outcomes).filter(([, outcome]) => outcome === "ok")).toEqual([]);
  // Beacons report success even if they are refused.
  await frame.evaluate((out) => navigator.sendBeacon(out), outside.url).catch(() => undefined);
  // The frame cannot navigate either.
  await frame.evaluate((out) => location.assign(out), outside.url).catch(() => undefined);
  // The browser reports its refusals. A request that is not refused by then has left.
  await said(/beacon|connect-src/);
  await said(/frame-src/);
  expect(outside.seen).toEqual([]);
  expect(page.url()).toBe(address);
  playground.complaints.length = 0;
});

test("the frame's page starts nothing where it has the site's origin", async ({
  page,
  playground,
}) => {
  await playground.open();
  await page.goto("./sandbox.html");
  const workers: Worker[] = [];
  page.on("worker", (worker) => workers.push(worker));
  await page.evaluate(() => {
    const { port1, port2 } = new MessageChannel();
    postMessage({ script: "", engine: [new ArrayBuffer(8), new ArrayBuffer(8)] }, "*", [
      port1,
      port2,
    ]);
  });
  // This message comes after the first one, and its worker is reported after any worker that the first one starts.
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        addEventListener("message", ({ data }) => {
          if (data !== "later") return;
          const script = new Blob([""], { type: "text/javascript" });
          Reflect.set(window, "mine", new Worker(URL.createObjectURL(script)));
          resolve();
        });
        postMessage("later", "*");
      }),
  );
  await expect.poll(() => workers.length).toBeGreaterThan(0);
  expect(workers).toHaveLength(1);
  playground.complaints.length = 0;
});

for (const [where, source] of [
  ["when it is loaded", probe("console.log('begun');\nfor (;;);")],
  [
    "in a hook",
    'import { transform } from "passcope";\n' +
      'export const probe = transform.modulePass({ optLevel: 0, name: "probe" }, () => {\n' +
      "  console.log('begun');\n  for (;;);\n});\n",
  ],
  ["and prints", probe("for (;;) console.log('again');")],
] as const) {
  test(`Stop ends code that never ends ${where}`, async ({ playground, page, code }) => {
    await playground.openAndRun();
    await code.write(source);
    await code.addPass("probe");
    const spawned = page.waitForEvent("worker", (worker) => worker.url().startsWith("blob:"));
    await playground.run.click();
    const worker = await spawned;
    // The worker is in its loop: its earlier output has arrived, and it has not ended.
    await expect(playground.tab("Console")).toHaveText(/Console \([\d,]+\)/);
    await expect(page.locator('[data-run="running"]')).toBeVisible();
    const gone = worker.waitForEvent("close");
    // Immediately: with the next frame.
    const after = await page.evaluate(async () => {
      const bar = document.querySelector("pc-app")?.shadowRoot?.querySelector("pc-run")?.shadowRoot;
      bar?.querySelectorAll("button")[1]?.click();
      await new Promise(requestAnimationFrame);
      return bar?.querySelector("[data-run]")?.getAttribute("data-run");
    });
    expect(after).toBe("stopped");
    await gone;
    await playground.step("probe").getByRole("checkbox").uncheck();
    await playground.runAgain();
  });
}

for (const [what, script, said] of [
  [
    "floods the page",
    `setTimeout(() => { for (let i = 0; i < 200000; i += 1)
       port.postMessage({ id, kind: "progress", progress: { kind: "step", done: 1, name: "x" } }); });`,
    "more messages than the page accepts",
  ],
  [
    "prints without end",
    `const text = "x".repeat(1e6); for (let i = 0; i < 50; i += 1) port.postMessage({ id, kind: "progress",
       progress: { kind: "console", entries: [{ level: "log", text }] } });`,
    "printed more than the page accepts",
  ],
  [
    "answers with something else",
    `port.postMessage({ id, kind: "done", value: { __proto__: null, toString: 1 } });`,
    "a message that is not a reply",
  ],
  [
    "answers with nothing of the sort",
    `port.postMessage([JSON.parse('{"__proto__": {"polluted": 1}}')]);`,
    "a message that is not a reply",
  ],
] as const) {
  test(`a sandbox that ${what} is ended`, async ({ playground, page, code }) => {
    // As if code had taken over its whole worker.
    await page.route(/code-main[^/]*\.js$/, (route) =>
      route.fulfill({
        contentType: "text/javascript",
        body: `const { port } = self.start; port.onmessage = ({ data: { id } }) => { ${script} };`,
      }),
    );
    await playground.openAndRun();
    await code.write(probe(""));
    await code.addPass("probe");
    await playground.run.click();
    await expect(page.getByRole("alert")).toContainText("The code was stopped");
    await expect(page.getByRole("alert")).toContainText(said);
    expect(await page.evaluate(() => Reflect.get({}, "polluted") as unknown)).toBeUndefined();
    // The page's own engine is separate.
    await playground.step("probe").getByRole("checkbox").uncheck();
    await playground.runAgain();
  });
}

test("says so when the sandbox does not load, and tries again on Run", async ({
  playground,
  page,
  code,
}) => {
  await playground.openAndRun();
  await code.write(probe(""));
  await code.addPass("probe");
  await page.route(/code-main[^/]*\.js$/, (route) => route.abort());
  await playground.run.click();
  await expect(page.getByRole("alert")).toContainText("could not be fetched");
  await page.unroute(/code-main[^/]*\.js$/);
  await playground.runAgain();
  playground.complaints.length = 0;
});

test("each run begins with nothing of the one before", async ({ playground, page, code }) => {
  await playground.openAndRun();
  await code.write(
    probe("globalThis.runs = (globalThis.runs ?? 0) + 1;\nconsole.log('run', globalThis.runs);"),
  );
  await code.addPass("probe");
  for (let i = 0; i < 3; i += 1) {
    await playground.runAgain();
    await expect(await code.console()).toHaveText(["run 1"]);
  }
  const frames = (): Frame[] =>
    page.frames().filter((frame) => frame.url().endsWith("/sandbox.html"));
  await expect.poll(() => frames().length).toBe(1);
  // The sandbox has the programs of the run.
  await playground.row("ConvertLayout").click();
  await expect(page.locator(".cm-merge-b")).toContainText("layout_transform");
});
