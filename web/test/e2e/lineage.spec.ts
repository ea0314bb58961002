// Where an expression came from and what became of it: asked by pointer and by keyboard, in changes and in the graph.
import { expectAccessible } from "./base";
import { test } from "./kept-page";
import { expect, type Shell } from "./page";

test("a line, an operator or a node is asked about, and the strip leads through the passes", async ({
  playground,
  page,
}) => {
  await playground.openAndRun();
  await page.locator("pc-app").evaluate((shell) => {
    const { app } = shell as unknown as Shell;
    const text =
      '#[version = "0.0.5"]\n' +
      "def @main(%x: Tensor[(1, 3, 8, 8), float32]) {\n" +
      "  %0 = nn.relu(%x);\n" +
      "  %1 = multiply(%0, multiply(2f, 3f));\n" +
      "  tanh(%1)\n}";
    app.program.setSource({ kind: "text", text, title: "small" });
    const [stage] = app.store.state.pipeline;
    if (stage?.kind !== "passes") throw new Error("there is no stage");
    const pass = (name: string) =>
      ({ kind: "pass", id: name, name, enabled: true, options: "" }) as const;
    const passes = [pass("InferType"), pass("FoldConstant"), pass("FuseOps")];
    app.pipeline.set([{ ...stage, optLevel: 4, passes }]);
  });
  await playground.runAgain();
  const strip = page.locator("pc-lineage");
  const steps = strip.getByRole("listitem").getByRole("button");

  await test.step("a press on an operator", async () => {
    await playground.row("FoldConstant").click();
    await expect(page.locator("pc-diff [data-diff-of]")).toHaveAttribute(
      "data-diff-of",
      "FoldConstant",
    );
    await page.locator("pc-diff").hover();
    await page.locator("pc-merge .cm-merge-a .cm-line", { hasText: "multiply(2f" }).click();
    await expect(strip).toContainText("multiply(");
    await expect(steps.filter({ hasText: "FoldConstant" })).toContainText("folded");
    await expect(page.locator("pc-merge .cm-merge-a .cm-relative").first()).toBeVisible();
    await expectAccessible(page);
  });
  await test.step("a pass of the strip shows its changes, with relatives marked", async () => {
    await page.locator("pc-merge .cm-merge-a .cm-line", { hasText: "tanh(" }).click();
    await expect(strip).toContainText("tanh(");
    await steps.filter({ hasText: "FuseOps" }).first().click();
    await expect(page.locator("pc-diff [data-diff-of]")).toHaveAttribute("data-diff-of", "FuseOps");
    await expect(steps.filter({ hasText: "FuseOps" }).first()).toHaveAttribute(
      "aria-current",
      "true",
    );
    await page.locator("pc-diff").hover();
    await expect(page.locator("pc-merge .cm-relative").first()).toBeVisible();
  });
  await test.step("by keyboard, and put away by it", async () => {
    await page.locator("pc-merge .cm-merge-b .cm-content").focus();
    await page.keyboard.press("Control+Home");
    await page.keyboard.press("Alt+l");
    await expect(strip).not.toContainText("tanh(");
    await strip.getByRole("button", { name: "Close the lineage" }).focus();
    await page.keyboard.press("Escape");
    await expect(strip).toHaveCount(0);
  });
  await test.step("from the program's editor, by keyboard and by a button, and marked there", async () => {
    await playground.tab("Program").click();
    await page.locator("pc-program").hover();
    const editor = page.locator("pc-editor");
    await editor.locator(".cm-line", { hasText: "nn.relu(" }).click();
    await expect(strip).toHaveCount(0);
    await page.keyboard.press("Alt+l");
    await expect(strip).toContainText("nn.relu(");
    await expect(steps.filter({ hasText: "FuseOps" }).first()).toBeVisible();
    await expect(editor.locator(".cm-relative")).toContainText("nn.relu(");
    await editor.locator(".cm-line", { hasText: "tanh(" }).click();
    await page.getByRole("button", { name: "What became of it" }).press("Enter");
    await expect(strip).toContainText("tanh(");
    await expectAccessible(page);
  });
  await test.step("from a change in the table of operators", async () => {
    await playground.tab("Operators").click();
    const row = page.locator("pc-ops tbody tr", { hasText: "FoldConstant" });
    await row.getByRole("button", { name: "FoldConstant" }).focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await expect(strip).toContainText("multiply(");
    await expect(steps.filter({ hasText: "FoldConstant" })).toContainText("folded");
    await expectAccessible(page);
  });
  await test.step("from a node of the graph", async () => {
    await playground.tab("Graph").click();
    const nodes = page.getByRole("listbox", { name: /Nodes of the graph/ });
    await expect(nodes.getByRole("option").first()).toBeAttached();
    await nodes.focus();
    await page.keyboard.press("End");
    const ask = page.locator("pc-graph").getByRole("button", { name: "Where it came from" });
    await ask.click();
    await expect(strip).toContainText("Where it came from, what became of it");
  });
});

test("what a line has become stands beside it, and what is only renumbered is not marked", async ({
  playground,
  page,
}) => {
  await playground.openAndRun();
  await page.locator("pc-app").evaluate((shell) => {
    const { app } = shell as unknown as Shell;
    const text =
      '#[version = "0.0.5"]\n' +
      "def @main(%x: Tensor[(1, 3, 8, 8), float32]) {\n" +
      "  %0 = nn.dropout(%x);\n" +
      "  %1 = tanh(%0.0);\n" +
      "  %2 = negative(%1);\n" +
      "  nn.relu(%2)\n}";
    app.program.setSource({ kind: "text", text, title: "small" });
    const [stage] = app.store.state.pipeline;
    if (stage?.kind !== "passes") throw new Error("there is no stage");
    const pass = (name: string) =>
      ({ kind: "pass", id: name, name, enabled: true, options: "" }) as const;
    app.pipeline.set([
      { ...stage, optLevel: 4, passes: [pass("SimplifyInference"), pass("FastMath")] },
    ]);
  });
  await playground.runAgain();
  const merge = page.locator("pc-merge");
  const changed = (side: "a" | "b") => merge.locator(`.cm-merge-${side} .cm-changedLine`);

  await test.step("an operator that became another one is marked by itself", async () => {
    await playground.row("FastMath").click();
    await page.locator("pc-diff").hover();
    // By the texts alone the two lines have nothing in common.
    // By lineage they are one, of which the operator has changed, and the type is not known yet.
    await expect(changed("a").locator(".cm-changedText").first()).toHaveText(/^ ?tanh$/);
    await expect(changed("b").locator(".cm-changedText").first()).toHaveText(/^ ?fast_tanh$/);
    await expect(changed("b")).toHaveCount(1);
  });
  await test.step("lines behind what was taken out are renumbered", async () => {
    await playground.row("SimplifyInference").click();
    await page.locator("pc-diff").hover();
    await expect(changed("a").filter({ hasText: "nn.dropout" })).toHaveCount(1);
    for (const side of ["a", "b"] as const) {
      await expect(changed(side).filter({ hasText: "negative" })).toHaveCount(0);
      await expect(changed(side).filter({ hasText: "nn.relu" })).toHaveCount(0);
    }
  });
});
