// The page is quick with large programs, too.
import type { Locator } from "@playwright/test";
import { expect, test, type Shell } from "./page";
import { expectWithin, longestTask } from "./yardstick";

test("shows the first results soon after it is opened", async ({ playground, page }) => {
  await playground.openAndRun();
  await expectWithin(page, 30, "first results", async () => {
    await page.reload();
    await page.locator("[data-row]").first().waitFor();
    return page.evaluate(() => performance.now());
  });
});

test("ResNet-152 stays fluid: its diffs, its graph", async ({ playground, page }) => {
  await playground.openProgram();
  await page.getByLabel("Depth").selectOption("152");
  await expect(playground.program).toHaveAttribute("aria-label", /ResNet-152/);
  await playground.runAgain();
  const show = async (name: string): Promise<void> => {
    await playground.row(name).click();
    await expect(page.locator("[data-diff-of]")).toHaveAttribute("data-diff-of", name);
    await expect(page.locator("pc-merge .cm-line").first()).toBeVisible();
  };
  await show("ConvertLayout");
  await expect(page.locator(".cm-merge-b")).toContainText("layout_transform");
  await expectWithin(page, 10, "a step through the tree", () =>
    longestTask(page, async () => {
      for (const name of ["sequential", "bind_params_by_name", "CanonicalizeOps"]) await show(name);
      await show("ConvertLayout");
    }),
  );
  await page.locator("pc-app").evaluate((shell) => {
    (shell as unknown as Shell).app.layout.showDetail("graph");
  });
  const options: Locator = page.getByRole("listbox", { name: /Nodes of the graph/ });
  interface GraphView {
    readonly layoutMs: number;
    drawMs(frames: number): Promise<number>;
  }
  const graph = page.locator("pc-graph");
  const nodes = async (): Promise<number> =>
    Number(await options.getByRole("option").first().getAttribute("aria-setsize"));
  await expect.poll(nodes).toBeGreaterThan(0);
  await expectWithin(page, 30, "a layout of its graph with folded blocks", async () => {
    await graph.getByRole("button", { name: "Shapes" }).click();
    return graph.evaluate((view) => (view as unknown as GraphView).layoutMs);
  });
  await graph.getByRole("button", { name: "Fold repeats" }).click();
  await expect.poll(nodes).toBeGreaterThan(600);
  await expect(page.getByText(/^Laying out/)).toHaveCount(0);
  await expectWithin(page, 100, "a layout of its graph", async () => {
    const before = await nodes();
    await graph.getByRole("button", { name: "Weights" }).click();
    await expect.poll(nodes).not.toBe(before);
    return graph.evaluate((view) => (view as unknown as GraphView).layoutMs);
  });
  await expectWithin(page, 0.8, "a frame of its graph", () =>
    graph.evaluate((view) => (view as unknown as GraphView).drawMs(60)),
  );
});
