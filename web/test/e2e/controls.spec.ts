// What a user can change: passes on and off, their order, opt levels, the network.
import { expect, test } from "./page";

test("switching a pass off changes the result", async ({ playground, page }) => {
  await playground.openAndRun();
  await playground.step("ConvertLayout").getByRole("checkbox").uncheck();
  await expect(page.getByText("Changed since the last run")).toBeVisible();
  await playground.runAgain();
  expect(await playground.outline()).not.toContain("    ConvertLayout");
  expect(await playground.opDiffs()).toEqual([]);
});

test("without bound parameters there are no constants to fold", async ({ playground }) => {
  await playground.openAndRun();
  await playground.page.getByLabel("Bind parameters", { exact: true }).uncheck();
  await playground.runAgain();
  expect(await playground.outline()).not.toContain("bind parameters");
  const diffs = (await playground.opDiffs()) as [number, string, Record<string, number>][];
  expect(diffs.at(-1)?.[2]["layout_transform"]).toBe(23);
});

test("FoldScaleAxis runs its two halves from opt_level 3 on", async ({ playground }) => {
  await playground.openAndRun();
  await playground.optLevel(1).selectOption("3");
  await playground.runAgain();
  const outline = await playground.outline();
  expect(outline[0]).toBe("Stage 1 opt_level 3");
  expect(outline).toContain("    BackwardFoldScaleAxis");
  expect(outline).toContain("    ForwardFoldScaleAxis");
});

test("a Sequential leaves out passes above the opt level, and says so beforehand", async ({
  playground,
}) => {
  await playground.openAndRun();
  await playground.optLevel(2).selectOption("2");
  await expect(playground.step("ConvertLayout")).toContainText("left out: level 3");
  await playground.runAgain();
  expect(await playground.outline()).not.toContain("    ConvertLayout");
});

test("reordering by buttons changes the result, and Reset brings the default back", async ({
  playground,
  page,
}) => {
  await playground.openAndRun();
  const before = await playground.opDiffs();
  await page.getByRole("button", { name: "Move ConvertLayout up" }).click();
  await expect(page.getByRole("button", { name: "Move ConvertLayout up" })).toBeFocused();
  await page.getByRole("button", { name: "Move ConvertLayout down" }).click();
  await page.getByRole("button", { name: "Move ConvertLayout down" }).click();
  await playground.runAgain();
  expect(await playground.opDiffs()).not.toEqual(before);
  await page.getByRole("button", { name: "Reset" }).click();
  await playground.runAgain();
  expect(await playground.opDiffs()).toEqual(before);
});

test("reordering by drag moves a pass, also into another stage", async ({ playground, page }) => {
  await playground.openAndRun();
  const names = (stage: number): Promise<string[]> =>
    page
      .getByRole("list", { name: `Passes of stage ${stage}` })
      .locator(".step-name")
      .allInnerTexts();
  await playground
    .step("ConvertLayout")
    .locator(".grip")
    .dragTo(playground.step("FoldConstant").first().locator(".step-name"), {
      targetPosition: { x: 30, y: 2 },
    });
  await expect.poll(() => names(2)).toEqual(["ConvertLayout", "FoldConstant", "FoldConstant"]);
  await playground
    .step("InferType")
    .locator(".grip")
    .dragTo(playground.step("ConvertLayout").locator(".step-name"), {
      targetPosition: { x: 30, y: 2 },
    });
  await expect
    .poll(() => names(2))
    .toEqual(["InferType", "ConvertLayout", "FoldConstant", "FoldConstant"]);
  expect(await names(1)).toEqual(["FoldScaleAxis"]);
});

test("another depth is another program and another result", async ({ playground, page }) => {
  await playground.openAndRun();
  await page.getByLabel("Depth").selectOption("50");
  await expect(playground.program).toHaveAttribute("aria-label", /ResNet-50/);
  await expect(page.getByText("Changed since the last run")).toBeVisible();
  await playground.runAgain();
  const diffs = (await playground.opDiffs()) as [number, string, Record<string, number>][];
  const convert = diffs.find(([, name]) => name === "ConvertLayout");
  expect(convert?.[2]["layout_transform"]).toBeGreaterThan(50);
});

test("the batch size goes into the types, and what is no batch size is put right", async ({
  playground,
  page,
}) => {
  await playground.openAndRun();
  const batch = page.getByLabel("Batch");
  await batch.fill("8");
  await batch.press("Tab");
  await expect(playground.line(1)).toContainText("Tensor[(8, 3, 224, 224), float32]");
  await batch.fill("-3");
  await batch.press("Tab");
  await expect(batch).toHaveValue("1");
});

test("a pass of the catalogue can be added and removed", async ({ playground, page }) => {
  await playground.openAndRun();
  await playground.add("Add a pass to stage 1", "SimplifyInference");
  await playground.runAgain();
  expect(await playground.outline()).toContain("  SimplifyInference");
  await page.getByRole("button", { name: "Remove SimplifyInference" }).click();
  await playground.runAgain();
  expect(await playground.outline()).not.toContain("  SimplifyInference");
});

test("a stage can be added, filled, moved and removed", async ({ playground, page }) => {
  await playground.openAndRun();
  await page.getByRole("button", { name: "Add a stage" }).click();
  await playground.add("Add a pass to stage 3", "InferType");
  await page.getByRole("button", { name: "Move stage 3 up" }).click();
  await playground.runAgain();
  const outline = await playground.outline();
  expect(outline.indexOf("Stage 2 opt_level 2")).toBeGreaterThan(0);
  await page.getByRole("button", { name: "Remove stage 2" }).click();
  await playground.runAgain();
  expect(await playground.outline()).not.toContain("Stage 3 opt_level 3");
});

test("options that are no JSON are refused where they are typed", async ({ playground, page }) => {
  await playground.openAndRun();
  const options = await playground.optionsAsText("ConvertLayout");
  await options.fill('{"desired_layouts": ');
  await expect(playground.step("ConvertLayout")).toContainText("Not valid JSON");
  await playground.run.click();
  await expect(page.locator('[data-run="failed"]')).toBeVisible();
});

test("the engine's word on wrong options is shown at the pass", async ({ playground, page }) => {
  await playground.openAndRun();
  await (await playground.optionsAsText("ConvertLayout")).fill('{"no_such_option": 1}');
  await playground.run.click();
  const failure = playground.step("ConvertLayout").locator(".failure");
  await expect(failure).toContainText("no_such_option");
  await page.getByRole("button", { name: "Reset" }).click();
  await playground.runAgain();
  await expect(page.locator(".failure")).toHaveCount(0);
});

test("when every pass is switched off, the page says that nothing ran", async ({
  playground,
  page,
}) => {
  await playground.openAndRun();
  for (const box of await page.locator("pc-pipeline").getByRole("checkbox").all()) {
    await box.uncheck();
  }
  await playground.runAgain();
  await expect(page.getByText("No pass ran")).toBeVisible();
});

test("a crash of the engine costs only the run", async ({ playground, page }) => {
  // A worker that breaks down when it is to run with a batch of 7.
  await page.route(/assets\/main-[^/]*\.js$/, async (route) => {
    const response = await route.fetch();
    const trap =
      'addEventListener("message", ({data}) => { if (data.kind === "run" && data.body.source.options.batch_size === 7)' +
      ' throw new Error("memory access out of bounds"); });';
    await route.fulfill({ response, body: `${trap}\n${await response.text()}` });
  });
  await playground.openAndRun();
  await page.getByLabel("Batch").fill("7");
  await page.getByLabel("Batch").press("Tab");
  await playground.run.click();
  await expect(page.getByRole("alert")).toContainText("The engine crashed");
  await expect(page.getByRole("alert")).toContainText("memory access out of bounds");
  await page.getByLabel("Batch").fill("2");
  await page.getByLabel("Batch").press("Tab");
  await playground.runAgain();
  await expect(page.getByRole("alert")).toHaveCount(0);
});

test("says so when the engine does not load, and tries again on Run", async ({
  playground,
  page,
}) => {
  await page.route(/\.wasm$/, (route) => route.abort());
  await playground.open();
  await expect(page.getByRole("alert")).toContainText("The engine could not be loaded");
  await page.unroute(/\.wasm$/);
  await playground.runAgain();
  await expect(playground.program).toContainText("def @main");
  // The browser's own report of the request that failed.
  playground.complaints.length = 0;
});

test("Stop ends a run at once, and the next run works", async ({ playground, page }) => {
  await playground.openAndRun();
  await playground.row("ConvertLayout").click();
  await expect(page.locator(".cm-merge-b")).toBeVisible();
  await page.getByLabel("Depth").selectOption("152");
  // Both clicks at once: however fast the engine is, it is stopped in the middle.
  await page.evaluate(async () => {
    const bar = document.querySelector("pc-app")?.shadowRoot?.querySelector("pc-run")?.shadowRoot;
    const [run, stop] = bar?.querySelectorAll("button") ?? [];
    run?.click();
    await new Promise(requestAnimationFrame);
    stop?.click();
  });
  await expect(page.locator('[data-run="stopped"]')).toBeVisible();
  // The programs of the earlier run went with the engine.
  await playground.row("CanonicalizeOps").click();
  await expect(page.locator("pc-pass-diff")).toContainText("Run again");
  await page.getByLabel("Depth").selectOption("18");
  await playground.runAgain();
  await playground.row("CanonicalizeOps").click();
  await expect(page.locator(".cm-merge-b")).toBeVisible();
});

test("the border between the panels is moved by keys and by drag, and remembered", async ({
  playground,
  page,
}) => {
  await playground.openAndRun();
  const border = page.getByRole("separator", { name: "Height of the upper panel" });
  const top = async (): Promise<number> => (await border.boundingBox())?.y ?? 0;
  const usual = await top();
  await border.focus();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  const higher = await top();
  expect(higher).toBeLessThan(usual - 40);
  await page.mouse.move(700, higher + 8);
  await page.mouse.down();
  await page.mouse.move(700, higher + 108, { steps: 4 });
  await page.mouse.up();
  expect(Math.abs((await top()) - higher - 100)).toBeLessThan(10);
  const moved = await top();
  await page.reload();
  await playground.finished();
  expect(Math.abs((await top()) - moved)).toBeLessThan(3);
  await border.dblclick();
  expect(Math.abs((await top()) - usual)).toBeLessThan(3);
});
