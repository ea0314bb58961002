// The times of a run: the table, the icicle chart, the export.
import { readFileSync } from "node:fs";
import type { Locator, Page } from "@playwright/test";
import { expectAccessible, expectFits } from "./base";
import type { TimeState } from "../../src/core/protocol/messages";
import { test } from "./kept-page";
import { expect, expectFocused, focused, type Shell } from "./page";

const names = (page: Page): Promise<string[]> =>
  page
    .locator("pc-timing-table tbody tr")
    .evaluateAll((rows) => rows.map((row) => row.getAttribute("data-name") ?? ""));

const bar = (page: Page, name: string): Locator =>
  page.getByRole("treeitem", { name: new RegExp(`^${name},`) });

/** A measured time as the page writes it, whatever the machine and its clock: "18.2 ms", "≈ 18.2 ms", "< 1 µs". */
const TIME = String.raw`(?:[≈<] )?[\d.,]+ (?:ns|µs|ms|s)`;

/** Presses Tab until the focus is on an element with this attribute. */
async function tabTo(page: Page, attribute: string): Promise<void> {
  for (let i = 0; i < 20 && (await focused(page, attribute)) === null; i += 1) {
    await page.keyboard.press("Tab");
  }
  expect(await focused(page, attribute), `Tab leads to ${attribute}`).not.toBeNull();
}

test("the table sorts by every column, adds up, is searched and follows the selection", async ({
  playground,
  page,
}) => {
  await playground.open();
  // Its order is that of the times, which stand still once they are steady.
  await playground.measured();
  await playground.tab("Table").click();
  const table = page.getByRole("grid", { name: "Times of passes" });
  const rows = table.locator("tbody tr");
  await expect(rows).toHaveCount(15);
  await test.step("sorted by every column", async () => {
    // By own time at first: folding constants is what takes the time.
    await expect(rows.first()).toHaveAttribute("data-name", "FoldConstant");
    const head = (name: string): Locator => table.getByRole("columnheader", { name, exact: true });
    await expect(head("Own")).toHaveAttribute("aria-sort", "descending");
    const sorted = (await names(page)).sort((a, b) => a.localeCompare(b, "en"));
    await head("Pass").getByRole("button").click();
    await expect.poll(() => names(page)).toEqual(sorted);
    await head("Pass").getByRole("button").click();
    await expect(head("Pass")).toHaveAttribute("aria-sort", "descending");
    await expect.poll(() => names(page)).toEqual([...sorted].reverse());
    await head("#").getByRole("button").click();
    await expect
      .poll(async () => (await names(page)).slice(0, 3))
      .toEqual(["InferType", "FoldScaleAxis", "FoldConstant"]);
    for (const name of ["Total", "% of total", "% of parent", "First run", "Spread"]) {
      await head(name).getByRole("button").click();
      await expect(head(name)).toHaveAttribute("aria-sort", "descending");
      await expect(table.locator("[aria-sort]")).toHaveCount(1);
    }
  });
  await test.step("the selection is that of the trace", async () => {
    await table.locator('[data-name="ConvertLayout"]').click();
    await expect(page.locator("[data-diff-of]")).toHaveAttribute("data-diff-of", "ConvertLayout");
    await expect(table.locator('[aria-selected="true"]')).toHaveAttribute(
      "data-name",
      "ConvertLayout",
    );
    await playground.tab("Passes").click();
    await expect(page.locator('[data-row][aria-selected="true"]')).toHaveAttribute(
      "data-name",
      "ConvertLayout",
    );
    await playground.tab("Table").click();
  });
  await test.step("facts stand above it, and the search of the timeline holds for it", async () => {
    await expect(rows).toHaveCount(15);
    const facts = page.locator("pc-timing-table .facts");
    await expect(facts).toContainText(new RegExp(`Total\\s*${TIME}`));
    await expect(facts).toContainText(new RegExp(`InferType\\s*${TIME} \\([\\d.]+ %\\)`));
    const first = new RegExp(`First run\\s*${TIME} \\+ ${TIME} \\([\\d.]+ %\\) of instruments`);
    await expect(facts).toContainText(first);
    await expect(facts).toContainText(/Clock tick\s*[\d.,]+ (ms|µs|ns)/);
    const search = page.getByRole("searchbox", { name: "Show passes by name" });
    await search.fill("fold");
    await expect(rows).toHaveCount(4);
    await search.fill("no such pass");
    await expect(page.locator("pc-timing-table")).toContainText("No pass that ran fits");
    await page.getByRole("button", { name: "Show all" }).click();
    await expect(rows).toHaveCount(15);
    await page.getByRole("button", { name: "Hide unchanged" }).click();
    await expect(page.locator('pc-timing-table [data-name="FoldScaleAxis"]')).toHaveCount(0);
    await page.getByRole("button", { name: "Hide unchanged" }).click();
    await expect(rows).toHaveCount(15);
  });
  await test.step("added up by pass", async () => {
    await page.getByRole("button", { name: "By pass" }).click();
    await expect
      .poll(async () =>
        (
          await rows.evaluateAll((all) =>
            all.map(
              (row) =>
                `${row.getAttribute("data-name")} ${row.firstElementChild?.textContent?.trim()}`,
            ),
          )
        ).sort(),
      )
      .toEqual([
        "CanonicalizeOps 1",
        "ConvertLayout 1",
        "FoldConstant 3",
        "FoldScaleAxis 1",
        "InferType 7",
        "bind parameters 1",
        "sequential 1",
      ]);
    // Each click goes on to the next call of the pass.
    const infer = table.locator('[data-name="InferType"]');
    await infer.click();
    await expect(page.locator("[data-diff-of]")).toContainText("in Stage 1");
    for (let i = 0; i < 3; i += 1) await infer.click();
    await expect(page.locator("[data-diff-of]")).toContainText("in Stage 2");
  });
});

test("the table by keyboard alone", async ({ playground, page }) => {
  await playground.openAndRun();
  await playground.deselect();
  await playground.tab("Table").focus();
  await page.keyboard.press("Enter");
  await page.locator("pc-timing-table table").waitFor();
  await tabTo(page, "data-sort");
  await expectFocused(page, "data-sort", "own");
  await page.keyboard.press("Home");
  await expectFocused(page, "data-sort", "order");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await expect(page.locator("pc-timing-table th.name[aria-sort]")).toHaveAttribute(
    "aria-sort",
    "ascending",
  );
  await page.keyboard.press("ArrowDown");
  await expectFocused(page, "data-name", "bind parameters");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await expectFocused(page, "data-name", "ConvertLayout");
  await page.keyboard.press("Enter");
  await expect(page.locator("[data-diff-of]")).toHaveAttribute("data-diff-of", "ConvertLayout");
  await page.keyboard.press("End");
  await expectFocused(page, "data-name", "sequential");
});

test("the icicle chart by mouse and by keyboard alone", async ({ playground, page }) => {
  await playground.openAndRun();
  await playground.deselect();
  await playground.tab("Icicle").focus();
  await page.keyboard.press("Enter");
  const chart = page.getByRole("tree", { name: /Passes by time/ });
  const path = page.getByRole("navigation", { name: "Zoomed to" });
  await expect(bar(page, "Stage 2")).toBeVisible();
  await test.step("keys go through it and zoom", async () => {
    await tabTo(page, "data-bar");
    await expectFocused(page, "aria-label", /^ResNet-18, /);
    await page.keyboard.press("ArrowDown");
    await expectFocused(page, "aria-label", /^Stage 2, /);
    await page.keyboard.press("ArrowLeft");
    await expectFocused(page, "aria-label", /^bind parameters, .* of total/);
    await page.keyboard.press("ArrowLeft");
    await expectFocused(page, "aria-label", /^Stage 1, /);
    await page.keyboard.press("Enter");
    await expect(path).toContainText("Stage 1");
    await page.keyboard.press("ArrowDown");
    await expect(page.locator("pc-icicle .detail")).toContainText("own");
    await page.keyboard.press("Space");
    await expect(page.locator("[data-diff-of]")).toBeVisible();
    await page.keyboard.press("Escape");
    await expectFocused(page, "aria-label", /^ResNet-18, /);
    await expect(bar(page, "Stage 2")).toHaveCount(1);
  });
  await test.step("the mouse zooms, and the path leads back", async () => {
    await bar(page, "sequential").dblclick();
    await expect
      .poll(async () => {
        const [whole, zoomed] = await Promise.all([
          chart.boundingBox(),
          bar(page, "sequential").boundingBox(),
        ]);
        return (zoomed?.width ?? 0) / (whole?.width ?? 1);
      })
      .toBeGreaterThan(0.98);
    // What lies outside is not there any more; what is around it fills the width.
    await expect(bar(page, "bind parameters")).toHaveCount(0);
    await expect(page.locator("[data-diff-of]")).toHaveAttribute("data-diff-of", "sequential");
    await expect(path.getByRole("button")).toHaveText(["ResNet-18", "Stage 2", "sequential"]);
    await path.getByRole("button", { name: "ResNet-18" }).click();
    await expect(bar(page, "bind parameters")).toHaveCount(1);
  });
  await test.step("what took no time that the clock could see can be zoomed to, and left", async () => {
    await untimed(page);
    await bar(page, "Stage 1").focus();
    await page.keyboard.press("Enter");
    await expect(path).toContainText("Stage 1");
    await page.keyboard.press("ArrowDown");
    await expectFocused(page, "aria-label", /^InferType, </);
    await expect(bar(page, "FoldScaleAxis")).toHaveCount(1);
    await expect(bar(page, "sequential")).toHaveCount(0);
    // What is inside of it shares its width, as if each pass at the bottom had taken the same time.
    const [whole, within] = await Promise.all([
      chart.boundingBox(),
      bar(page, "FoldScaleAxis").boundingBox(),
    ]);
    expect((within?.width ?? 0) / (whole?.width ?? 1)).toBeCloseTo(0.5, 2);
    await page.keyboard.press("Escape");
    await expect(bar(page, "sequential")).toHaveCount(1);
  });
});

test("exports a Chrome trace, JSON, CSV and text, by keyboard too", async ({
  playground,
  page,
}) => {
  await playground.openAndRun();
  const save = async (format: RegExp): Promise<{ name: string; text: string }> => {
    await page.getByRole("button", { name: "Export" }).click();
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: format }).click();
    const file = await download;
    return { name: file.suggestedFilename(), text: readFileSync(await file.path(), "utf8") };
  };
  const trace = await save(/^Chrome trace/);
  expect(trace.name).toBe("resnet-18.trace.json");
  const { traceEvents } = JSON.parse(trace.text) as {
    traceEvents: {
      name: string;
      ph: string;
      ts: number;
      dur?: number;
      args: Record<string, number>;
    }[];
  };
  expect(traceEvents.filter(({ ph }) => ph === "X").length).toBe(17);
  const counters = traceEvents.filter(({ ph, name }) => ph === "C" && name === "operators");
  expect(counters.length).toBeGreaterThan(0);
  for (const { args } of counters)
    expect(Math.min(...Object.values(args))).toBeGreaterThanOrEqual(0);
  const json = await save(/^JSON/);
  expect(json.name).toBe("resnet-18.timing.json");
  expect((JSON.parse(json.text) as { rows: unknown[] }).rows.length).toBeGreaterThan(15);
  const csv = await save(/^CSV/);
  expect(csv.name).toBe("resnet-18.timing.csv");
  expect(csv.text).toMatch(/^index,parent,.*\r\n/);
  const text = await save(/^Text/);
  expect(text.text).toMatch(/^InferType: \d+us \[\d+us\]/);
  await test.step("by keyboard alone", async () => {
    const button = page.getByRole("button", { name: "Export" });
    await button.focus();
    await page.keyboard.press("Enter");
    await expect(button).toHaveAttribute("aria-expanded", "true");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await expect(page.getByRole("button", { name: /^JSON/ })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(button).toBeFocused();
    await expect(button).toHaveAttribute("aria-expanded", "false");
    await page.keyboard.press("ArrowDown");
    const download = page.waitForEvent("download");
    await page.keyboard.press("Enter");
    expect((await download).suggestedFilename()).toBe("resnet-18.trace.json");
    await expect(button).toBeFocused();
  });
});

/**
 * Sets how well the page knows the times of its latest run, as a busy machine would: 1 ms for each row without those
 * inside of it, read from a clock that is fine enough, however fast this machine and coarse its clock.
 */
async function pretend(page: Page, state: TimeState, spread = 1): Promise<void> {
  await page.locator("pc-app").evaluate(
    (shell, [known, width]) => {
      const { store } = (shell as unknown as Shell).app;
      const { trace } = store.state;
      if (!trace) throw new Error("there is no trace");
      const { timing, rows } = trace;
      const states = rows.map(() => known);
      const durationsUs = rows.map(() => 1000);
      for (let row = rows.length - 1; row > 0; row--) {
        const parent = rows[row]?.parent ?? -1;
        if (parent >= 0) durationsUs[parent] = (durationsUs[parent] ?? 0) + (durationsUs[row] ?? 0);
      }
      const grainUs = rows.map(() => 1);
      const quartilesUs = durationsUs.map((us) => [us / width, us * width] as const);
      const pretended = { ...timing, states, durationsUs, grainUs, quartilesUs };
      store.update({ trace: { ...trace, timing: pretended } });
    },
    [state, spread] as const,
  );
}

/** The latest run's first stage, and what it ran, took no time that the clock could see. */
async function untimed(page: Page): Promise<void> {
  await page.locator("pc-app").evaluate((shell) => {
    const { store } = (shell as unknown as Shell).app;
    const { trace } = store.state;
    if (!trace) throw new Error("there is no trace");
    const second = trace.rows.findIndex((row, at) => at > 0 && row.parent < 0);
    const durationsUs = trace.timing.durationsUs.map((us, row) => (row < second ? 0 : us));
    store.update({ trace: { ...trace, timing: { ...trace.timing, durationsUs } } });
  });
}

test("times that are not certain do not look certain, and the page says why", async ({
  playground,
  page,
}) => {
  await playground.openAndRun();
  const notice = page.locator("pc-timing-notice");
  const times = page.locator("pc-tree .item .number:not(.own)");
  await test.step("a first run whose measuring was stopped", async () => {
    await pretend(page, "first");
    await expect(notice).toContainText("times of a cold first run");
    await expect(times.first()).toContainText(/^\s*≈ /);
    await expect(times.first()).toHaveAttribute("title", /code and caches are cold/);
  });
  await test.step("times that still varied", async () => {
    await pretend(page, "rough");
    await expect(notice.getByRole("status")).toContainText("≈ marks uncertain times");
    await expect(times.first()).toHaveAttribute("title", /^Uncertain/);
    await playground.tab("Table").click();
    await expect(page.locator("pc-timing-table .facts")).toContainText(/Total\s*≈ /);
    await playground.tab("Icicle").click();
    await expect(bar(page, "Stage 2")).toHaveAttribute("aria-label", /^Stage 2, ≈ /);
    await expectAccessible(page);
    await playground.tab("Passes").click();
  });
  await test.step("times that spread by more than passes differ", async () => {
    await pretend(page, "steady", 1000);
    await expect(notice).toContainText("spread by more than passes differ");
  });
  await test.step("certain ones have no mark, and the cold first run beside them", async () => {
    await pretend(page, "steady", 1);
    await expect(notice.locator("p")).toHaveCount(0);
    await expect(page.locator("pc-tree .item .number").filter({ hasText: "≈" })).toHaveCount(0);
  });
  await test.step("measuring again", async () => {
    await pretend(page, "rough");
    await notice.getByRole("button", { name: "Measure again" }).click();
    await playground.measured();
    await expect(page.locator("pc-tree .first").last()).toContainText(
      new RegExp(`^first ${TIME}$`),
    );
  });
});

test("the user's code runs once unless the user allows more", async ({ playground, page }) => {
  await playground.open();
  await playground.finished();
  await page.locator("pc-app").evaluate((shell) => {
    const { app } = shell as unknown as Shell;
    app.store.update({
      code: `import { transform } from "passcope";
let runs = 0;
export const Mine = transform.modulePass({ optLevel: 0, name: "Mine" }, (mod) => {
  runs += 1;
  console.log("run", runs);
  return mod;
});`,
      exports: ["Mine"],
    });
    const [stage] = app.store.state.pipeline;
    if (stage?.kind !== "passes") throw new Error("there is no stage");
    const step = { kind: "code", id: "mine", name: "Mine", enabled: true } as const;
    app.pipeline.set([{ ...stage, passes: [...stage.passes, step] }]);
  });
  await playground.run.click();
  await playground.measured();
  const notice = page.locator("pc-timing-notice");
  await expect(notice).toContainText("Stage 1 ran once, since repeating would run your code again");
  await expect(page.locator("pc-tree .once")).toHaveText("ran once");
  // One run only bounds what takes less than a tick of the clock.
  await expect(playground.row("Mine").locator(".number").first()).toContainText(/[≈<]/);
  await expectAccessible(page);
  const allow = notice.getByRole("button", { name: "Repeat my code, too" });
  await expect(allow).toHaveAttribute("aria-pressed", "false");
  await allow.click();
  await playground.measured();
  await expect(page.locator("pc-tree .once")).toHaveCount(0);
  await expect(allow).toHaveAttribute("aria-pressed", "true");
  // What it prints while it is repeated is not shown.
  await playground.tab("Console").click();
  await expect(page.locator("pc-console")).toContainText("run 1");
  await expect(page.locator("pc-console")).not.toContainText("run 2");
});

test("times are accessible, at 380 px too", async ({ playground, page }) => {
  await page.setViewportSize({ width: 380, height: 800 });
  await playground.openAndRun();
  for (const tab of ["Table", "Icicle", "As text"]) {
    await test.step(tab, async () => {
      await playground.tab(tab).click();
      await expect(page.locator("pc-timing .facts")).toBeVisible();
      if (tab === "Table") await page.locator('pc-timing-table [data-name="sequential"]').click();
      if (tab === "Icicle") await bar(page, "sequential").click();
      await expectAccessible(page, { view: page.locator("pc-timing") });
      await expectFits(page);
    });
  }
  await page.getByRole("button", { name: "Export" }).click();
  const list = page.getByRole("list", { name: "Formats" });
  await expect(async () => {
    const place = await list.boundingBox();
    if (!place) throw new Error("the list has no place");
    expect(place.x).toBeGreaterThanOrEqual(0);
    expect(place.x + place.width).toBeLessThanOrEqual(380);
  }).toPass();
});
