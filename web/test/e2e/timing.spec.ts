// The times of a run: the table, the icicle chart, the export.
import { readFileSync } from "node:fs";
import AxeBuilder from "@axe-core/playwright";
import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./page";

const names = (page: Page): Promise<string[]> =>
  page
    .locator("pc-timing-table tbody tr")
    .evaluateAll((rows) => rows.map((row) => row.getAttribute("data-name") ?? ""));

const focused = (page: Page, attribute: string): Promise<string | null> =>
  page.evaluate((name) => {
    let at: Element | null = document.activeElement;
    while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
    return at?.getAttribute(name) ?? null;
  }, attribute);

const bar = (page: Page, name: string): Locator =>
  page.getByRole("treeitem", { name: new RegExp(`^${name},`) });

test("the table sorts by every column, and follows the trace's selection", async ({
  playground,
  page,
}) => {
  await playground.openAndRun();
  await playground.tab("Table").click();
  const table = page.getByRole("grid", { name: "Times of passes" });
  await expect(table.locator("tbody tr")).toHaveCount(15);
  // By own time at first: folding constants is what takes the time.
  expect((await names(page))[0]).toBe("FoldConstant");
  const head = (name: string): Locator => table.getByRole("columnheader", { name, exact: true });
  await expect(head("Own")).toHaveAttribute("aria-sort", "descending");
  await head("Pass").getByRole("button").click();
  const sorted = await names(page);
  expect(sorted).toEqual([...sorted].sort((a, b) => a.localeCompare(b, "en")));
  await head("Pass").getByRole("button").click();
  await expect(head("Pass")).toHaveAttribute("aria-sort", "descending");
  expect(await names(page)).toEqual([...sorted].reverse());
  await head("#").getByRole("button").click();
  expect((await names(page)).slice(0, 3)).toEqual(["InferType", "FoldScaleAxis", "FoldConstant"]);
  for (const name of ["Total", "% of total", "% of parent", "Spread"]) {
    await head(name).getByRole("button").click();
    await expect(head(name)).toHaveAttribute("aria-sort", "descending");
    await expect(table.locator("[aria-sort]")).toHaveCount(1);
  }

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
});

test("the table adds up by pass", async ({ playground, page }) => {
  await playground.openAndRun();
  await playground.tab("Table").click();
  await page.getByRole("button", { name: "By pass" }).click();
  const table = page.getByRole("grid", { name: "Times of passes" });
  const calls = await table
    .locator("tbody tr")
    .evaluateAll((rows) =>
      rows.map(
        (row) => `${row.getAttribute("data-name")} ${row.firstElementChild?.textContent?.trim()}`,
      ),
    );
  expect(calls.sort()).toEqual([
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

test("facts stand above the table, and the search of the timeline holds for it", async ({
  playground,
  page,
}) => {
  await playground.openAndRun();
  await playground.tab("Table").click();
  const facts = page.locator("pc-timing-table .facts");
  await expect(facts).toContainText(/Total\s*[\d.]+ m?s/);
  await expect(facts).toContainText(/InferType\s*[<\d.]+ (µs|ms) \([\d.]+ %\)/);
  await expect(facts).toContainText(/Instruments\s*[\d.]+ (µs|ms|s) \([\d.]+ %\)/);
  await expect(facts).toContainText(/Clock tick\s*[\d.]+ (ms|µs|ns)/);
  await page.getByRole("searchbox", { name: "Show passes by name" }).fill("fold");
  await expect(page.locator("pc-timing-table tbody tr")).toHaveCount(4);
  await page.getByRole("searchbox", { name: "Show passes by name" }).fill("no such pass");
  await expect(page.locator("pc-timing-table")).toContainText("No pass that ran fits");
  await page.getByRole("button", { name: "Show all" }).click();
  await expect(page.locator("pc-timing-table tbody tr")).toHaveCount(15);
  await page.getByRole("button", { name: "Hide unchanged" }).click();
  await expect(page.locator('pc-timing-table [data-name="FoldScaleAxis"]')).toHaveCount(0);
});

test("the table by keyboard alone", async ({ playground, page }) => {
  await playground.openAndRun();
  await playground.tab("Table").focus();
  await page.keyboard.press("Enter");
  await page.locator("pc-timing-table table").waitFor();
  for (let i = 0; i < 20 && (await focused(page, "data-sort")) === null; i += 1) {
    await page.keyboard.press("Tab");
  }
  expect(await focused(page, "data-sort")).toBe("own");
  await page.keyboard.press("Home");
  expect(await focused(page, "data-sort")).toBe("order");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await expect(page.locator("pc-timing-table th.name[aria-sort]")).toHaveAttribute(
    "aria-sort",
    "ascending",
  );
  await page.keyboard.press("ArrowDown");
  expect(await focused(page, "data-name")).toBe("bind parameters");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  expect(await focused(page, "data-name")).toBe("ConvertLayout");
  await page.keyboard.press("Enter");
  await expect(page.locator("[data-diff-of]")).toHaveAttribute("data-diff-of", "ConvertLayout");
  await page.keyboard.press("End");
  expect(await focused(page, "data-name")).toBe("sequential");
});

test("the icicle chart zooms by mouse, and back by its path", async ({ playground, page }) => {
  await playground.openAndRun();
  await playground.tab("Icicle").click();
  const chart = page.getByRole("tree", { name: /Passes by time/ });
  await expect(bar(page, "Stage 2")).toBeVisible();
  const width = (await chart.boundingBox())?.width ?? 0;
  await bar(page, "sequential").dblclick();
  await expect
    .poll(async () => (await bar(page, "sequential").boundingBox())?.width ?? 0)
    .toBeGreaterThan(width * 0.98);
  // What lies outside is not there any more; what is around it fills the width.
  await expect(bar(page, "bind parameters")).toHaveCount(0);
  await expect(page.locator("[data-diff-of]")).toHaveAttribute("data-diff-of", "sequential");
  const path = page.getByRole("navigation", { name: "Zoomed to" });
  await expect(path.getByRole("button")).toHaveText(["ResNet-18", "Stage 2", "sequential"]);
  await path.getByRole("button", { name: "ResNet-18" }).click();
  await expect(bar(page, "bind parameters")).toHaveCount(1);
});

test("the icicle chart by keyboard alone", async ({ playground, page }) => {
  await playground.openAndRun();
  await playground.tab("Icicle").focus();
  await page.keyboard.press("Enter");
  await page.locator("pc-icicle .chart").waitFor();
  for (let i = 0; i < 20 && (await focused(page, "data-bar")) === null; i += 1) {
    await page.keyboard.press("Tab");
  }
  const label = (): Promise<string | null> => focused(page, "aria-label");
  expect(await label()).toMatch(/^ResNet-18, /);
  await page.keyboard.press("ArrowDown");
  expect(await label()).toMatch(/^Stage 2, /);
  await page.keyboard.press("ArrowLeft");
  expect(await label()).toMatch(/^bind parameters, .* of total/);
  await page.keyboard.press("ArrowLeft");
  expect(await label()).toMatch(/^Stage 1, /);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("navigation", { name: "Zoomed to" })).toContainText("Stage 1");
  await page.keyboard.press("ArrowDown");
  await expect(page.locator("pc-icicle .detail")).toContainText("own");
  await page.keyboard.press("Space");
  await expect(page.locator("[data-diff-of]")).toBeVisible();
  await page.keyboard.press("Escape");
  expect(await label()).toMatch(/^ResNet-18, /);
  await expect(bar(page, "Stage 2")).toHaveCount(1);
});

test("exports a Chrome trace, JSON, CSV and text", async ({ playground, page }) => {
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
    traceEvents: { name: string; ph: string; ts: number; dur?: number }[];
  };
  expect(traceEvents.filter(({ ph }) => ph === "X").length).toBe(17);
  expect(traceEvents.some(({ ph, name }) => ph === "C" && name === "operators")).toBe(true);
  const json = await save(/^JSON/);
  expect(json.name).toBe("resnet-18.timing.json");
  expect((JSON.parse(json.text) as { rows: unknown[] }).rows.length).toBeGreaterThan(15);
  const csv = await save(/^CSV/);
  expect(csv.name).toBe("resnet-18.timing.csv");
  expect(csv.text).toMatch(/^index,parent,.*\r\n/);
  const text = await save(/^Text/);
  expect(text.text).toMatch(/^InferType: \d+us \[\d+us\]/);
});

test("the export's list by keyboard alone", async ({ playground, page }) => {
  await playground.openAndRun();
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

for (const colorScheme of ["light", "dark"] as const) {
  test(`times are accessible, at 380 px too (${colorScheme})`, async ({ playground, page }) => {
    test.slow();
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width: 380, height: 800 });
    await playground.openAndRun();
    for (const tab of ["Table", "Icicle", "As text"]) {
      await playground.tab(tab).click();
      await expect(page.locator("pc-timing .facts")).toBeVisible();
      if (tab === "Table") await page.locator('pc-timing-table [data-name="sequential"]').click();
      if (tab === "Icicle") await bar(page, "sequential").click();
      const { violations } = await new AxeBuilder({ page }).include("pc-app").analyze();
      expect(violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.html).join()}`)).toEqual([]);
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - window.innerWidth,
      );
      expect(overflow).toBeLessThanOrEqual(0);
    }
    await page.getByRole("button", { name: "Export" }).click();
    const list = await page.getByRole("list", { name: "Formats" }).boundingBox();
    expect(list?.x).toBeGreaterThanOrEqual(0);
    expect((list?.x ?? 0) + (list?.width ?? 0)).toBeLessThanOrEqual(380);
  });
}
