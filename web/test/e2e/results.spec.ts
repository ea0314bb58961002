// The first run and its results: the first change, and the same results as TVM's tutorial in each view.
import { clockMs } from "./machine";
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

test("the first run shows the tutorial's program, passes, operators and profiles", async ({
  playground,
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await playground.openAndRun();
  await test.step("the first step that changed operators is shown", async () => {
    const selected = page.locator('[data-row][aria-selected="true"]');
    await expect(selected).toHaveAttribute("data-name", "ConvertLayout");
    await expect(selected).toBeInViewport({ ratio: 1 });
    await expect(playground.tab("Before / after")).toHaveAttribute("aria-selected", "true");
    const change = page.locator("pc-diff-preview .changed").first();
    await expect(change).toContainText("layout_transform");
    await expect(change).toBeInViewport();
    await expect(change.locator(".after")).toBeInViewport();
  });
  await test.step("and whoever turns to it gets all of it, at the same place", async () => {
    await page.locator("pc-diff-preview").hover();
    await expect(page.locator("pc-merge .cm-changedLine").first()).toBeInViewport();
    await expect(page.locator("pc-diff-preview")).toHaveCount(0);
  });
  await page.setViewportSize({ width: 1440, height: 900 });
  await playground.showProgram();
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
  await test.step("and says how often it measured, and how coarse the clock is", async () => {
    await playground.run.click();
    await playground.measured();
    const measured = page.locator("[data-final=true]");
    await expect(measured).toContainText(
      /median of [\d,]+(?: to [\d,]+)? runs.*, clock ticks every [\d.,]+ (?:ms|µs|ns)/,
    );
    if (clockMs > 0) await expect(measured).toContainText(`clock ticks every ${clockMs} ms`);
    // Each part ran at least three times. The word before "runs" is the largest number.
    await expect(measured).toContainText(/(?:^|\D)(?:[3-9]|\d{2,}|\d[\d,]*,\d{3}) runs/);
  });
});
