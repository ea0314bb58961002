// The first run and what it shows: the same results as TVM's tutorial, in every view.
import { expect, golden, test } from "./page";

const TUTORIAL = [
  "Stage 1 opt_level 2",
  "  InferType",
  "  FoldScaleAxis",
  "    BackwardFoldScaleAxis (opt level 3 > 2)",
  "    ForwardFoldScaleAxis (opt level 3 > 2)",
  "    FoldConstant",
  "      InferType",
  "bind parameters",
  "Stage 2 opt_level 3",
  "  sequential",
  "    FoldConstant",
  "      InferType",
  "    InferType",
  "    CanonicalizeOps",
  "      InferType",
  "    ConvertLayout",
  "      InferType",
  "    FoldConstant",
  "      InferType",
];

const blanked = (profile: string): string =>
  profile
    .replace(/\d+us/g, "<us>us")
    .replace(/\d+\.\d\d%/g, "<pct>%")
    .trimEnd();

test("opens with ResNet-18 as the text that TVM prints", async ({ playground, page }) => {
  await playground.openAndRun();
  await expect(page).toHaveTitle(/Passcope/);
  await expect(playground.line(1)).toContainText("def @main(%data: Tensor[(1, 3, 224");
  expect(await playground.copied("Copy the program")).toBe(golden("instrument.resnet18.relay"));
});

test("runs by itself and shows the passes nested as they ran", async ({ playground }) => {
  await playground.openAndRun();
  expect(await playground.outline()).toEqual(TUTORIAL);
});

test("renders the first run soon after opening the page", async ({ playground, page }) => {
  const times: number[] = [];
  for (let i = 0; i < 3; i += 1) {
    await playground.open();
    await page.locator("[data-row]").first().waitFor();
    times.push(await page.evaluate(() => performance.now()));
  }
  const best = Math.min(...times);
  test.info().annotations.push({ type: "first run", description: `${best.toFixed(0)} ms` });
  // The aim is one second on a quiet machine; here other tests run beside this one.
  expect(best).toBeLessThan(3000);
});

test("prints the timing profiles in TVM's format", async ({ playground, page }) => {
  await playground.openAndRun();
  await playground.tab("As text").click();
  const profiles = await page.locator("pc-timing pre").allTextContents();
  expect(profiles.map(blanked)).toEqual([
    golden("instrument.timing_profile.txt").trimEnd(),
    golden("instrument.timing_profile_layout.txt").trimEnd(),
  ]);
  expect(await playground.copied("Copy the profile of stage 2")).toBe(profiles[1]);
});

test("says how often it measured, and how coarse the clock is", async ({ playground, page }) => {
  await playground.openAndRun();
  await expect(page.locator("[data-final=true]")).toContainText(
    /median of [\d to]+ runs, clock ticks every [\d.]+ (ms|µs|ns)/,
  );
  const words = await page.locator("[data-final]").innerText();
  expect(Number(/(\d+) runs/.exec(words)?.[1])).toBeGreaterThan(2);
});

test("lists the operator changes as a table and as TVM's list", async ({ playground, page }) => {
  await playground.openAndRun();
  expect(await playground.opDiffs()).toEqual(JSON.parse(golden("instrument.op_diff.json")));
  const rows = await page
    .locator("pc-ops table tr")
    .evaluateAll((trs) => trs.map((tr) => [...tr.children].map((c) => c.textContent?.trim())));
  expect(rows).toEqual([
    ["Pass", "Net", "add", "expand_dims", "layout_transform", "nn.bias_add"],
    ["sequential", "+2", "+1", "", "+2", "−1"],
    ["CanonicalizeOps", "0", "+1", "", "", "−1"],
    ["ConvertLayout", "+24", "", "+1", "+23", ""],
    ["FoldConstant", "−22", "", "−1", "−21", ""],
    ["Net change", "+2", "+1", "0", "+2", "−1"],
  ]);
});

test("shows a pass's program before and after as a diff", async ({ playground, page }) => {
  await playground.openAndRun();
  await playground.row("ConvertLayout").click();
  const added = page.locator(".cm-merge-b .cm-changedLine");
  await expect(added.filter({ hasText: "layout_transform(" }).first()).toBeVisible();
  await expect(page.locator(".cm-merge-a")).not.toContainText("layout_transform(");
  await expect(page.locator("[data-diff-of]")).toContainText("+23 layout_transform");
  // Side by side, with a button for each stretch of unchanged lines.
  await playground.row("FoldConstant").last().click();
  await expect(page.locator("[data-diff-of]")).toContainText("FoldConstant");
  await expect(page.locator("pc-merge")).toContainText("only renumbered");
  await expect(page.locator(".cm-mergeViewEditor")).toHaveCount(2);
  const folds = page.locator(".cm-merge-a .cm-fold-unchanged");
  await expect(folds.first()).toBeVisible();
  const count = await folds.count();
  expect(count).toBeGreaterThan(0);
  await folds.first().click();
  await expect(folds).toHaveCount(count - 1);
  await expect(page.locator(".cm-merge-b .cm-fold-unchanged")).toHaveCount(count - 1);
});

test("shows that binding parameters made constants of them", async ({ playground, page }) => {
  await playground.openAndRun();
  await playground.row("bind_params_by_name").click();
  await expect(page.locator(".cm-merge-a")).toContainText("%bn_data_gamma: Tensor[(3), float32]");
  await expect(page.locator(".cm-merge-b")).not.toContainText("%bn_data_gamma");
});

test("says so where a pass changed nothing", async ({ playground, page }) => {
  await playground.openAndRun();
  await playground.row("FoldScaleAxis").click();
  await expect(page.locator("pc-pass-diff")).toContainText("changed nothing");
});

test("follows the opened page's selection into the operator table", async ({
  playground,
  page,
}) => {
  await playground.openAndRun();
  await playground.tab("Operators").click();
  await playground.row("ConvertLayout").click();
  await expect(page.locator("pc-ops tr.selected")).toContainText("ConvertLayout");
});

test("searches in the program", async ({ playground, page }) => {
  await playground.openAndRun();
  await page.getByRole("button", { name: "Search" }).click();
  await expect(page.locator(".cm-search [main-field]")).toBeFocused();
  await page.keyboard.type("nn.dense");
  await page.keyboard.press("Enter");
  await expect(page.locator(".cm-searchMatch-selected")).toHaveText("nn.dense");
});
