// The graph of a large program, with repeated blocks as boxes.
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { firstRun, runAgain } from "../../../test/views/harness/app";
import { focus } from "../../../test/views/harness/matchers";
import { mount } from "../../../test/views/harness/mount";
import type { GraphView } from "./graph-view";
import "../../shell/detail-panel";

test("ResNet-152's graph can be read as a whole", async () => {
  const app = await firstRun();
  app.program.setSource({ kind: "model", name: "resnet", options: { num_layers: 152 } });
  app.layout.showDetail("graph");
  await runAgain(app);
  mount(app, "pc-detail");
  const graph = page.css("pc-graph");
  const pad = page.getByRole("listbox", { name: /Nodes of the graph/ });
  const nodes = (): number =>
    Number(pad.getByRole("option").first().query()?.getAttribute("aria-setsize") ?? Infinity);
  await expect.poll(nodes).toBeLessThan(30);
  await graph.getByRole("button", { name: "Show all" }).click();
  /** The vertical distance between the first two nodes, in pixels. */
  const step = (): number => {
    const view = graph.element() as unknown as GraphView;
    return (view.placeOf(1)?.y ?? 0) - (view.placeOf(0)?.y ?? 0);
  };
  await expect.poll(step).toBeGreaterThan(25);
  // Keys open and close a box.
  const before = nodes();
  await page.getByRole("searchbox", { name: "Search nodes" }).fill("block ×35");
  await userEvent.keyboard("{Enter}");
  const card = page.getByRole("region", { name: "Selected node" });
  await expect.element(card.getByRole("heading")).toHaveText("block + block ×35");
  await focus(pad);
  await userEvent.keyboard("[Space]");
  await expect.poll(nodes).toBeGreaterThan(before);
  await card.getByRole("button", { name: "Close block" }).click();
  await expect.poll(nodes).toBe(before);
  await graph.getByRole("button", { name: "Fold repeats" }).click();
  await expect.poll(nodes).toBeGreaterThan(600);
});
