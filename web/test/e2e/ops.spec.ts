// The matrix of pass × operator.
import type { Page } from "@playwright/test";
import { expectAccessible, expectFits } from "./base";
import { test } from "./kept-page";
import { expect, type Playground, type Shell } from "./page";

const rowNames = (page: Page): Promise<string[]> =>
  page
    .locator("pc-ops tbody [data-op-row]")
    .evaluateAll((rows) => rows.map((row) => row.textContent?.trim() ?? ""));

const expectRows = (page: Page, names: readonly string[]): Promise<void> =>
  expect.poll(() => rowNames(page)).toEqual(names);

const ALL = ["sequential", "CanonicalizeOps", "ConvertLayout", "FoldConstant"];

async function open(playground: Playground): Promise<void> {
  await playground.openAndRun();
  await playground.tab("Operators").click();
  await playground.page.locator("pc-ops table").waitFor();
}

test("the matrix filters by depth and by operator, is copied, and works by keyboard alone", async ({
  playground,
  page,
}) => {
  await open(playground);
  await test.step("filters", async () => {
    await expectRows(page, ALL);
    await page.getByLabel("Passes by depth").selectOption("outermost only");
    await expectRows(page, ["sequential"]);
    // What the run changed as a whole stays.
    await expect(page.locator("pc-ops tfoot td")).toHaveText(["+2", "+1", "0", "+2", "−1"]);
    await page.getByLabel("Passes by depth").selectOption("all depths");
    const filter = page.getByRole("searchbox", { name: /Operators with this/ });
    await filter.fill("layout");
    await expect(page.locator("pc-ops thead th")).toHaveText(["Pass", "Net", "layout_transform"]);
    await expectRows(page, ["sequential", "ConvertLayout", "FoldConstant"]);
    await filter.fill("softmax");
    await expect(page.locator("pc-ops")).toContainText("No operator that changes has “softmax”");
    await page.getByRole("button", { name: "Show all operators" }).click();
    await expectRows(page, ALL);
  });
  await test.step("is copied for spreadsheets", async () => {
    const text = await playground.copied("Copy the matrix for spreadsheets");
    expect(text.split("\n")).toEqual([
      "Pass\tNet\tadd\texpand_dims\tlayout_transform\tnn.bias_add",
      "sequential\t2\t1\t0\t2\t-1",
      "  CanonicalizeOps\t0\t1\t0\t0\t-1",
      "  ConvertLayout\t24\t0\t1\t23\t0",
      "  FoldConstant\t-22\t0\t-1\t-21\t0",
      "Net change\t2\t1\t0\t2\t-1",
      "",
    ]);
    await expect(page.locator("pc-ops td.plus-4")).toHaveText("+23");
  });
  await test.step("by keyboard alone", async () => {
    const button = (name: string) => page.locator("pc-ops").getByRole("button", { name });
    await button("sequential").focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await expect(button("ConvertLayout")).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(button("ConvertLayout")).toHaveAttribute("aria-pressed", "true");
    await page.keyboard.press("End");
    await expect(button("FoldConstant")).toBeFocused();
    await page.keyboard.press("Home");
    await expect(button("sequential")).toBeFocused();
  });
});

test("a large matrix renders what is in sight, with its head and totals", async ({
  playground,
  page,
}) => {
  await open(playground);
  await page.evaluate(() => {
    const { store } = (document.querySelector("pc-app") as unknown as Shell).app;
    const { trace } = store.state;
    const [stage] = trace?.rows.filter((row) => row.kind === "stage") ?? [];
    if (!trace || !stage) throw new Error("there is no trace");
    const rows = Array.from({ length: 1000 }, (_, i) => ({
      ...stage,
      kind: "pass" as const,
      parent: 0,
      level: 1,
      name: `Pass${i}`,
      opDiff: { [`op${i % 60}`]: i + 1, add: -1 },
    }));
    const numbers = [1, ...rows.map(() => 1)];
    store.update({
      trace: {
        ...trace,
        rows: [stage, ...rows],
        timing: {
          ...trace.timing,
          durationsUs: numbers,
          quartilesUs: numbers.map(() => [1, 1] as const),
          runs: numbers,
        },
      },
    });
  });
  await expect(page.locator("pc-ops thead th")).toHaveCount(63);
  await expect.poll(async () => (await rowNames(page)).length).toBeLessThan(200);
  const region = page.getByRole("region", { name: "Operator changes" });
  await region.evaluate((element) => element.scrollTo(3000, 14_000));
  await expect.poll(() => rowNames(page)).toContain("Pass505");
  // Its head and its totals stay in sight.
  await expect(async () => {
    const box = await region.boundingBox();
    const head = await page.locator("pc-ops thead th").first().boundingBox();
    const foot = await page.locator("pc-ops tfoot th").boundingBox();
    if (!box || !head || !foot) throw new Error("the matrix has no place");
    expect(Math.abs(head.y - box.y)).toBeLessThan(3);
    expect(Math.abs(head.x - box.x)).toBeLessThan(3);
    expect(foot.y + foot.height).toBeLessThanOrEqual(box.y + box.height + 2);
  }).toPass();
  // Far away by keyboard.
  await page.locator("pc-ops [data-op-row]").first().focus();
  await page.keyboard.press("End");
  await expect(page.locator("pc-ops").getByRole("button", { name: "Pass999" })).toBeFocused();
});

test("the matrix is accessible, at 380 px too", async ({ playground, page }) => {
  await page.setViewportSize({ width: 380, height: 800 });
  await open(playground);
  await page.locator("pc-ops").getByRole("button", { name: "ConvertLayout" }).click();
  await expectAccessible(page, { view: page.locator("pc-ops") });
  await expectFits(page);
});
