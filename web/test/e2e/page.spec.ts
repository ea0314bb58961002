// The page as a whole: keyboard, assistive technology, dark mode, policy, network and memory.
import type { CDPSession } from "@playwright/test";
import { expectAccessible } from "./base";
import { expect, test } from "./page";

test("everything can be done with the keyboard alone", async ({ playground, page }) => {
  await playground.openAndRun();
  const focused = (): Promise<string> =>
    page.evaluate(() => {
      let at: Element | null = document.activeElement;
      while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
      return at?.getAttribute("aria-label") ?? at?.textContent?.trim().replace(/\s+/g, " ") ?? "";
    });
  const tabTo = async (name: RegExp): Promise<void> => {
    for (let i = 0; i < 150; i += 1) {
      if (name.test(await focused())) return;
      await page.keyboard.press("Tab");
    }
    throw new Error(`Tab does not lead to ${String(name)}`);
  };

  // Moves ConvertLayout to the front of its stage, and runs.
  await tabTo(/^Move ConvertLayout up$/);
  await page.keyboard.press("Alt+ArrowUp");
  await expect(page.getByRole("button", { name: "Move ConvertLayout up" })).toBeFocused();
  await page.keyboard.press("Control+Enter");
  await playground.finished();
  await expect
    .poll(async () => {
      const outline = await playground.outline();
      return outline.lastIndexOf("    FoldConstant") - outline.indexOf("    ConvertLayout");
    })
    .toBeGreaterThan(0);

  // The arrow keys move through the tree to ConvertLayout, and its diff follows. Tab leads to the selected row.
  await tabTo(/^ConvertLayout \d/);
  await page.keyboard.press("End");
  await page.keyboard.press("Home");
  for (let i = 0; i < 30; i += 1) {
    if (/^ConvertLayout/.test(await focused())) break;
    await page.keyboard.press("ArrowDown");
  }
  await expect(page.locator("[data-diff-of]")).toHaveAttribute("data-diff-of", "ConvertLayout");
  await expect(page.locator(".cm-merge-b")).toContainText("layout_transform");

  // Unfolds and folds its inner passes, then moves on to the tabs of the lower panel.
  const row = playground.row("ConvertLayout");
  await page.keyboard.press("ArrowRight");
  await expect(row).toHaveAttribute("aria-expanded", "true");
  await page.keyboard.press("ArrowLeft");
  await expect(row).toHaveAttribute("aria-expanded", "false");
  await tabTo(/^Before \/ after$/);
  await page.keyboard.press("ArrowRight");
  await expect(playground.tab("Graph")).toBeFocused();
  await expect(page.locator("pc-graph")).toBeVisible();
  await page.keyboard.press("ArrowRight");
  await expect(playground.tab("Operators")).toBeFocused();
  await expect(page.locator("pc-ops")).toBeVisible();
});

test.describe("kept", () => {
  test.use({ serviceWorkers: "allow" });

  test("needs nothing but its own folder, and nothing after it has loaded", async ({
    playground,
    page,
  }) => {
    await page.clock.install();
    await playground.openAndRun();
    const origin = new URL("./", page.url()).href;
    expect(playground.requests.filter((url) => !url.startsWith(origin))).toEqual([]);
    const loaded = playground.requests.length;
    // The page stores itself for use without a connection, some time after the first results.
    await page.clock.fastForward(10_000);
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await page.context().setOffline(true);
    await playground.row("ConvertLayout").click();
    await expect(page.locator(".cm-merge-b")).toBeVisible();
    await playground.tab("Operators").click();
    await page.getByLabel("Depth", { exact: true }).selectOption("34");
    await playground.runAgain();
    const later = playground.requests.slice(loaded);
    expect(later.filter((url) => !url.startsWith(origin))).toEqual([]);
  });
});

test("has no known accessibility problem, follows the system's dark mode, and declares a strict policy", async ({
  playground,
  page,
}) => {
  await playground.openAndRun();
  await expectAccessible(page);
  await playground.row("ConvertLayout").click();
  await expect(page.locator(".cm-merge-b")).toContainText("layout_transform");
  await expectAccessible(page);
  const html = page.locator("html");
  for (const [colorScheme, colour] of [
    ["light", "rgb(245, 246, 248)"],
    ["dark", "rgb(16, 20, 26)"],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(html).toHaveCSS("background-color", colour);
  }
  playground.expectNoComplaints();
  await test.step("its policy", async () => {
    const policy = await page
      .locator('meta[http-equiv="Content-Security-Policy"]')
      .getAttribute("content");
    expect(policy).toContain("default-src 'self'");
    expect(policy).not.toContain("'unsafe-");
    // Code in a string is refused and reported.
    const ran = await page.evaluate(async () => {
      try {
        // eslint-disable-next-line @typescript-eslint/no-implied-eval -- it is what the test is about.
        setTimeout("document.title = 'evaluated'");
      } catch {
        // Trusted Types refuse it immediately.
      }
      // Earlier timers have run by then.
      await new Promise((resolve) => setTimeout(resolve));
      return document.title === "evaluated";
    });
    expect(ran).toBe(false);
    await expect
      .poll(() => playground.complaints.join())
      .toMatch(/policy: (?:script-src|require-trusted-types-for)/);
    playground.mayComplain = true;
  });
});

/**
 * The bytes of objects that the page's scripts made: objects, arrays, strings, functions. Compiled code is left out,
 * because its amount depends on the browser's spare time. The browser's own data is left out too.
 */
async function bytesOfObjects(devtools: CDPSession): Promise<number> {
  const chunks: string[] = [];
  const gather = ({ chunk }: { chunk: string }): void => void chunks.push(chunk);
  devtools.on("HeapProfiler.addHeapSnapshotChunk", gather);
  await devtools.send("HeapProfiler.takeHeapSnapshot");
  devtools.off("HeapProfiler.addHeapSnapshotChunk", gather);
  const { snapshot, nodes } = JSON.parse(chunks.join("")) as {
    snapshot: { meta: { node_fields: string[]; node_types: [string[]] } };
    nodes: number[];
  };
  const fields = snapshot.meta.node_fields;
  const kinds = snapshot.meta.node_types[0];
  const [kind, size] = [fields.indexOf("type"), fields.indexOf("self_size")];
  let bytes = 0;
  for (let at = 0; at < nodes.length; at += fields.length) {
    const what = kinds[nodes[at + kind] ?? 0] ?? "";
    if (!["code", "native", "hidden"].includes(what)) bytes += nodes[at + size] ?? 0;
  }
  return bytes;
}

test("hundreds of runs leave the page's memory as it was", async ({ playground, page }) => {
  await playground.openAndRun();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Performance.enable");
  const taken = async (): Promise<Record<string, number>> => {
    const objects = await bytesOfObjects(devtools);
    const { metrics } = await devtools.send("Performance.getMetrics");
    return { objects, ...Object.fromEntries(metrics.map(({ name, value }) => [name, value])) };
  };
  const run = (times: number): Promise<void> =>
    page.locator("pc-app").evaluate(async (shell, count) => {
      interface State {
        readonly trace?: { readonly runId: number };
      }
      const { app } = shell as unknown as {
        app: {
          runs: { run(): Promise<void> };
          program: { setSource(source: object): void };
          store: { state: State };
        };
      };
      for (let i = 0; i < count; i += 1) {
        const text = `#[version = "0.0.5"]\ndef @main(%x: Tensor[(${1 + (i % 7)}), float32]) { add(nn.relu(%x), add(1f, 2f)) }`;
        app.program.setSource({ kind: "text", text, title: "small" });
        const before = app.store.state.trace?.runId;
        // The next run ends the repetitions of this one.
        void app.runs.run();
        while (app.store.state.trace?.runId === before) {
          await new Promise((resolve) => setTimeout(resolve, 1));
        }
      }
    }, times);
  await run(50);
  const early = await taken();
  await run(200);
  const late = await taken();
  const grown = (what: string): number => (late[what] ?? 0) / (early[what] ?? 1);
  expect(grown("objects")).toBeLessThan(1.15);
  expect(grown("Nodes")).toBeLessThan(1.15);
  expect(grown("JSEventListeners")).toBeLessThan(1.15);
});
