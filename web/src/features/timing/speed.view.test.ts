// The views are fast with large programs.
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import "../../shell/detail-panel";
import "./timing-panel";
import type { GraphView } from "../graph/graph-view";
import { finished, firstRun } from "../../../test/views/harness/app";
import { expectCount } from "../../../test/views/harness/matchers";
import { mount } from "../../../test/views/harness/mount";
import { row } from "../../../test/views/harness/tree";
import { expectWithin, longestTask } from "../../../test/views/harness/yardstick";

test("ResNet-152 stays fluid: its diffs, its graph", async () => {
  const app = await firstRun();
  app.program.setSource({
    kind: "model",
    name: "resnet",
    options: { num_layers: 152, batch_size: 1 },
  });
  void app.runs.press();
  await finished(app);
  mount(app, "pc-timing", "pc-detail");
  const diffOf = page.css("[data-diff-of]");
  const show = async (name: string): Promise<void> => {
    await row(name).click();
    await expect.element(diffOf).toHaveAttribute("data-diff-of", name);
    await expect.element(page.css("pc-merge .cm-line").first()).toBeVisible();
  };
  await show("ConvertLayout");
  await expect.element(page.css(".cm-merge-b")).toContainText("layout_transform");
  await expectWithin(10, "a step through the tree", () =>
    longestTask(async () => {
      for (const name of ["sequential", "bind_params_by_name", "CanonicalizeOps"]) await show(name);
      await show("ConvertLayout");
    }),
  );
  app.layout.showDetail("graph");
  const option = page
    .getByRole("listbox", { name: /Nodes of the graph/ })
    .getByRole("option")
    .first();
  const nodes = (): number => Number(option.query()?.getAttribute("aria-setsize"));
  const graph = page.css("pc-graph");
  const view = (): GraphView => graph.element() as GraphView;
  await expect.poll(nodes).toBeGreaterThan(0);
  await expectWithin(30, "a layout of its graph with folded blocks", async () => {
    await graph.getByRole("button", { name: "Shapes" }).click();
    return view().layoutMs;
  });
  await graph.getByRole("button", { name: "Fold repeats" }).click();
  await expect.poll(nodes).toBeGreaterThan(600);
  await expectCount(page.getByText(/^Laying out/), 0);
  await expectWithin(100, "a layout of its graph", async () => {
    const before = nodes();
    await graph.getByRole("button", { name: "Weights" }).click();
    await expect.poll(nodes).not.toBe(before);
    return view().layoutMs;
  });
  await expectWithin(0.8, "a frame of its graph", () => view().drawMs(60));
});
