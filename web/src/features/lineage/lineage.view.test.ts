// Lineage in changes, in the editor, in the table of operators and in the graph, by pointer and by keyboard.
import { expect, test } from "vitest";
import { page, userEvent, type Locator } from "vitest/browser";
import "../../shell/detail-panel";
import "../timing/timing-panel";
import { firstRun, runAgain } from "../../../test/views/harness/app";
import { expectAccessible } from "../../../test/views/harness/axe";
import { expectCount, focus } from "../../../test/views/harness/matchers";
import { mount } from "../../../test/views/harness/mount";
import { setSmall } from "../../../test/views/harness/shell";
import { row } from "../../../test/views/harness/tree";

const detail = page.css("pc-detail");
const diff = page.css("pc-diff");
const shown = page.css("pc-diff [data-diff-of]");
const merge = page.css("pc-merge");

test("a line, an operator or a node is asked about, and the strip leads through the passes", async () => {
  const app = await firstRun();
  setSmall(
    app,
    "def @main(%x: Tensor[(1, 3, 8, 8), float32]) {\n" +
      "  %0 = nn.relu(%x);\n" +
      "  %1 = multiply(%0, multiply(2f, 3f));\n" +
      "  tanh(%1)\n}",
    ["InferType", "FoldConstant", "FuseOps"],
    { optLevel: 4 },
  );
  await runAgain(app);
  mount(app, "pc-timing", "pc-detail");
  const strip = page.css("pc-lineage");
  const steps = strip.getByRole("listitem").getByRole("button");
  const fused = steps.filter({ hasText: "FuseOps" }).first();
  const ask = (key: string): Promise<void> => userEvent.keyboard(key);

  // A press on an operator requests its lineage.
  await row("FoldConstant").click();
  await expect.element(shown).toHaveAttribute("data-diff-of", "FoldConstant");
  await diff.hover();
  await merge.css(".cm-merge-a .cm-line").filter({ hasText: "multiply(2f" }).click();
  await expect.element(strip).toContainText("multiply(");
  await expect.element(steps.filter({ hasText: "FoldConstant" })).toContainText("folded");
  await expect.element(merge.css(".cm-merge-a .cm-relative").first()).toBeVisible();
  await expectAccessible(detail);

  // A press on a pass of the strip shows its changes, with relatives marked.
  await merge.css(".cm-merge-a .cm-line").filter({ hasText: "tanh(" }).click();
  await expect.element(strip).toContainText("tanh(");
  await fused.click();
  await expect.element(shown).toHaveAttribute("data-diff-of", "FuseOps");
  await expect.element(fused).toHaveAttribute("aria-current", "true");
  await diff.hover();
  await expect.element(merge.css(".cm-relative").first()).toBeVisible();

  // The same by keyboard, which also closes the strip.
  await focus(merge.css(".cm-merge-b .cm-content"));
  await ask("{Control>}{Home}{/Control}{Alt>}l{/Alt}");
  await expect.element(strip).not.toContainText("tanh(");
  await focus(strip.getByRole("button", { name: "Close the lineage" }));
  await ask("{Escape}");
  await expectCount(strip, 0);

  // The same from the program's editor, by keyboard and by a button.
  app.layout.showDetail("program");
  await page.css("pc-program").hover();
  const editor = page.css("pc-editor");
  await editor.css(".cm-line").filter({ hasText: "nn.relu(" }).click();
  await expectCount(strip, 0);
  await ask("{Alt>}l{/Alt}");
  await expect.element(strip).toContainText("nn.relu(");
  await expect.element(fused).toBeVisible();
  await expect.element(editor.css(".cm-relative").first()).toContainText("nn.relu(");
  await editor.css(".cm-line").filter({ hasText: "tanh(" }).click();
  await focus(page.getByRole("button", { name: "Trace this operator" }));
  await ask("{Enter}");
  await expect.element(strip).toContainText("tanh(");
  await expectAccessible(detail);

  // The same from a change in the table of operators.
  app.layout.showDetail("ops");
  const change = page.css("pc-ops tbody tr").filter({ hasText: "FoldConstant" });
  await focus(change.getByRole("button", { name: "FoldConstant" }));
  await ask("{ArrowRight}{Enter}");
  await expect.element(strip).toContainText("multiply(");
  await expect.element(steps.filter({ hasText: "FoldConstant" })).toContainText("folded");
  await expectAccessible(detail);

  // The same from a node of the graph.
  app.layout.showDetail("graph");
  const nodes = page.getByRole("listbox", { name: /Nodes of the graph/ });
  await expect.poll(() => nodes.getByRole("option").elements().length).toBeGreaterThan(0);
  await focus(nodes);
  await ask("{End}");
  await page.css("pc-graph").getByRole("button", { name: "Where it came from" }).click();
  await expect.element(strip).toContainText("Lineage of this operator");
});

test("what a line has become stands beside it, and what is only renumbered is not marked", async () => {
  const app = await firstRun();
  setSmall(
    app,
    "def @main(%x: Tensor[(1, 3, 8, 8), float32]) {\n" +
      "  %0 = nn.dropout(%x);\n" +
      "  %1 = tanh(%0.0);\n" +
      "  %2 = negative(%1);\n" +
      "  nn.relu(%2)\n}",
    ["SimplifyInference", "FastMath"],
    { optLevel: 4 },
  );
  await runAgain(app);
  mount(app, "pc-timing", "pc-detail");
  const changed = (side: "a" | "b"): Locator => merge.css(`.cm-merge-${side} .cm-changedLine`);

  // FastMath replaces an operator, and only the operator is marked. The texts of the two lines have nothing in common.
  // By lineage they are one line whose operator changed, with a type that is not known yet.
  await row("FastMath").click();
  await diff.hover();
  await expect.element(changed("a").css(".cm-changedText").first()).toHaveText("tanh");
  await expect.element(changed("b").css(".cm-changedText").first()).toHaveText("fast_tanh");
  await expectCount(changed("b"), 1);

  // Lines after a removed line are only renumbered.
  await row("SimplifyInference").click();
  await diff.hover();
  await expectCount(changed("a").filter({ hasText: "nn.dropout" }), 1);
  for (const side of ["a", "b"] as const) {
    await expectCount(changed(side).filter({ hasText: "negative" }), 0);
    await expectCount(changed(side).filter({ hasText: "nn.relu" }), 0);
  }
});
