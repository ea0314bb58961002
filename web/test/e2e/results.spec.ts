// The first run and what it shows: the same results as TVM's tutorial, in every view.
import { clockMs } from "./machine";
import { test } from "./kept-page";
import { expect, golden } from "./page";

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

test("the first run shows the tutorial's program, passes, operators and profiles", async ({
  playground,
  page,
}) => {
  await playground.openProgram();
  await test.step("ResNet-18 as the text that TVM prints", async () => {
    await expect(page).toHaveTitle(/Passcope/);
    await expect(playground.line(1)).toContainText("def @main(%data: 1×3×224×224");
    expect(await playground.copied("Copy the program")).toBe(golden("instrument.resnet18.relay"));
  });
  await test.step("the passes nested as they ran, their own type inference folded", async () => {
    const folded = (line: string, i: number): boolean =>
      line.trim() !== "InferType" ||
      !/FoldConstant|CanonicalizeOps|Layout/.test(TUTORIAL[i - 1] ?? "");
    await playground.expectOutline(TUTORIAL.filter(folded));
    await page.getByRole("button", { name: "Type inference" }).click();
    await playground.expectOutline(TUTORIAL);
    await page.getByRole("button", { name: "Type inference" }).click();
    await playground.expectOutline(TUTORIAL.filter(folded));
  });
  await test.step("the operator changes as TVM's list and as a table", async () => {
    await playground.expectOpDiffs(JSON.parse(golden("instrument.op_diff.json")));
    const table = [
      ["Pass", "Net", "add", "expand_dims", "layout_transform", "nn.bias_add"],
      ["sequential", "+2", "+1", "", "+2", "−1"],
      ["CanonicalizeOps", "0", "+1", "", "", "−1"],
      ["ConvertLayout", "+24", "", "+1", "+23", ""],
      ["FoldConstant", "−22", "", "−1", "−21", ""],
      ["Net change", "+2", "+1", "0", "+2", "−1"],
    ];
    const rows = page.locator("pc-ops table tr");
    await expect(rows).toHaveCount(table.length);
    for (const [i, cells] of table.entries()) {
      await expect(rows.nth(i).locator("th, td")).toHaveText(cells);
    }
  });
  await test.step("the selection is followed into the operator table", async () => {
    await playground.row("ConvertLayout").click();
    await expect(page.locator("pc-ops tr.selected")).toContainText("ConvertLayout");
  });
  await test.step("the timing profiles in TVM's format", async () => {
    await playground.tab("As text").click();
    const profiles = page.locator("pc-timing pre");
    await expect
      .poll(async () => (await profiles.allTextContents()).map(blanked))
      .toEqual([
        golden("instrument.timing_profile.txt").trimEnd(),
        golden("instrument.timing_profile_layout.txt").trimEnd(),
      ]);
    const copied = await playground.copied("Copy the profile of stage 2");
    await expect.poll(() => profiles.nth(1).textContent()).toBe(copied);
  });
});

test("says how often it measured, and how coarse the clock is", async ({ playground, page }) => {
  await playground.open();
  await playground.measured();
  const measured = page.locator("[data-final=true]");
  await expect(measured).toContainText(
    /median of [\d,]+(?: to [\d,]+)? runs, clock ticks every [\d.,]+ (?:ms|µs|ns)/,
  );
  if (clockMs > 0) await expect(measured).toContainText(`clock ticks every ${clockMs} ms`);
  // Each part at least three times; the word before "runs" is the largest number.
  await expect(measured).toContainText(/(?:^|\D)(?:[3-9]|\d{2,}|\d[\d,]*,\d{3}) runs/);
});

test("shows a pass's program before and after as a diff", async ({ playground, page }) => {
  await playground.openAndRun();
  const [before, after] = [page.locator(".cm-merge-a"), page.locator(".cm-merge-b")];
  await playground.row("ConvertLayout").click();
  const added = after.locator(".cm-changedLine");
  await expect(added.filter({ hasText: "layout_transform(" }).first()).toBeVisible();
  await expect(before).not.toContainText("layout_transform(");
  await expect(page.locator("[data-diff-of]")).toContainText("+23 layout_transform");
  await test.step("side by side, with a button for each stretch of unchanged lines", async () => {
    await playground.row("FoldConstant").last().click();
    await expect(page.locator("[data-diff-of]")).toContainText("FoldConstant");
    await expect(page.locator("pc-pass-diff .lines")).toContainText("only renumbered");
    await expect(page.locator(".cm-mergeViewEditor")).toHaveCount(2);
    const [left, right] = [
      before.locator(".cm-fold-unchanged"),
      after.locator(".cm-fold-unchanged"),
    ];
    await expect(left).not.toHaveCount(0);
    // Both sides are folded in the same places.
    await expect.poll(async () => (await right.count()) - (await left.count())).toBe(0);
    const count = await left.count();
    await left.first().click();
    await expect(left).toHaveCount(count - 1);
    await expect(right).toHaveCount(count - 1);
  });
  await test.step("binding parameters made constants of them", async () => {
    await playground.row("bind_params_by_name").click();
    await expect(before).toContainText("%bn_data_gamma: 3");
    await expect(after).not.toContainText("%bn_data_gamma");
  });
  await test.step("it is said where a pass changed nothing", async () => {
    await playground.row("FoldScaleAxis").click();
    await expect(page.locator("pc-pass-diff")).toContainText("changed nothing");
  });
});

test("searches in the program", async ({ playground, page }) => {
  await playground.openProgram();
  await page.getByRole("button", { name: "Search" }).click();
  await expect(page.locator(".cm-search [main-field]")).toBeFocused();
  await page.keyboard.type("nn.dense");
  await page.keyboard.press("Enter");
  await expect(page.locator(".cm-searchMatch-selected")).toHaveText("nn.dense");
});
