// What a user can change: passes on and off, their order, opt levels, the network.
import type { Locator } from "@playwright/test";
import { test } from "./kept-page";
import { expect, golden } from "./page";

const TUTORIAL_DIFFS = JSON.parse(golden("instrument.op_diff.json")) as unknown;

test("what is switched and chosen is what runs", async ({ playground, page }) => {
  await playground.openAndRun();
  await test.step("a pass switched off", async () => {
    await playground.step("ConvertLayout").getByRole("checkbox").uncheck();
    await expect(page.getByText("Changed since the last run")).toBeVisible();
    await playground.runAgain();
    await playground.expectRows(["    FoldConstant"], ["    ConvertLayout"]);
    await playground.expectOpDiffs([]);
    await playground.step("ConvertLayout").getByRole("checkbox").check();
  });
  await test.step("parameters that are not bound", async () => {
    await page.getByLabel("Bind parameters", { exact: true }).uncheck();
    await playground.runAgain();
    await playground.expectRows(["Stage 1 opt_level 2"], ["bind parameters"]);
  });
  await test.step("a higher opt level, at which FoldScaleAxis runs its halves", async () => {
    await playground.optLevel(1).selectOption("3");
    await playground.runAgain();
    await playground.expectRows([
      "Stage 1 opt_level 3",
      "    BackwardFoldScaleAxis",
      "    ForwardFoldScaleAxis",
    ]);
  });
  await test.step("a lower one, which leaves passes out and says so beforehand", async () => {
    await playground.optLevel(2).selectOption("2");
    await expect(playground.step("ConvertLayout")).toContainText("left out: level 3");
    await playground.runAgain();
    await playground.expectRows(["Stage 1 opt_level 3"], ["    ConvertLayout"]);
  });
  await test.step("nothing at all", async () => {
    for (const box of await page.locator("pc-pipeline").getByRole("checkbox").all()) {
      await box.uncheck();
    }
    await playground.runAgain();
    await expect(page.getByText("No pass ran")).toBeVisible();
  });
});

test("reordering by buttons changes the result, and Reset brings the default back", async ({
  playground,
  page,
}) => {
  await playground.openAndRun();
  await playground.expectOpDiffs(TUTORIAL_DIFFS);
  await page.getByRole("button", { name: "Move ConvertLayout up" }).click();
  await expect(page.getByRole("button", { name: "Move ConvertLayout up" })).toBeFocused();
  await page.getByRole("button", { name: "Move ConvertLayout down" }).click();
  await page.getByRole("button", { name: "Move ConvertLayout down" }).click();
  await playground.runAgain();
  // There is nothing left to fold for the pass that comes before it now.
  await expect.poll(async () => (await playground.outline()).at(-1)).toEqual("    ConvertLayout");
  await expect
    .poll(async () => JSON.parse(await page.locator("pc-ops pre").innerText()) as unknown)
    .not.toEqual(TUTORIAL_DIFFS);
  await page.getByRole("button", { name: "Reset" }).click();
  await playground.runAgain();
  await playground.expectOpDiffs(TUTORIAL_DIFFS);
});

test("reordering by drag moves a pass, also into another stage", async ({ playground, page }) => {
  // What the run tells of each pass makes room for itself, which would move what is dragged onto.
  await playground.openAndRun();
  const names = (stage: number): Locator =>
    page.getByRole("list", { name: `Passes of stage ${stage}` }).locator(".step-name");
  const drag = (pass: string, onto: Locator): Promise<void> =>
    playground
      .step(pass)
      .locator(".grip")
      .dragTo(onto.locator(".step-name"), { targetPosition: { x: 30, y: 2 } });
  await drag("ConvertLayout", playground.step("FoldConstant").first());
  await expect(names(2)).toHaveText(["ConvertLayout", "FoldConstant", "FoldConstant"]);
  await drag("InferType", playground.step("ConvertLayout"));
  await expect(names(2)).toHaveText(["InferType", "ConvertLayout", "FoldConstant", "FoldConstant"]);
  await expect(names(1)).toHaveText(["FoldScaleAxis"]);
});

test("another depth is another program, and the batch size goes into its types", async ({
  playground,
  page,
}) => {
  await playground.openProgram();
  await page.getByLabel("Depth").selectOption("50");
  await expect(playground.program).toHaveAttribute("aria-label", /ResNet-50/);
  await expect(page.getByText("Changed since the last run")).toBeVisible();
  await playground.runAgain();
  await expect(playground.row("ConvertLayout")).toBeVisible();
  await expect(page.getByText("Changed since the last run")).toHaveCount(0);
  const batch = page.getByLabel("Batch");
  await batch.fill("8");
  await batch.press("Tab");
  await expect(playground.line(1)).toContainText("%data: 8×3×224×224");
  await batch.fill("-3");
  await batch.press("Tab");
  await expect(batch).toHaveValue("1");
});

test("passes of the catalogue and stages can be added, filled, moved and removed", async ({
  playground,
  page,
}) => {
  await playground.openAndRun();
  await playground.add("Add a pass to stage 1", "SimplifyInference");
  await page.getByRole("button", { name: "Add a stage" }).click();
  await playground.add("Add a pass to stage 3", "InferType");
  await page.getByRole("button", { name: "Move stage 3 up" }).click();
  await playground.runAgain();
  await playground.expectRows([
    "  SimplifyInference",
    "Stage 2 opt_level 2",
    "Stage 3 opt_level 3",
  ]);
  await page.getByRole("button", { name: "Remove SimplifyInference" }).click();
  await page.getByRole("button", { name: "Remove stage 2" }).click();
  await playground.runAgain();
  await playground.expectRows(
    ["Stage 2 opt_level 3"],
    ["  SimplifyInference", "Stage 3 opt_level 3"],
  );
});

test("wrong options are refused where they are typed, or by the engine's word at the pass", async ({
  playground,
  page,
}) => {
  await playground.openAndRun();
  const options = await playground.optionsAsText("ConvertLayout");
  await options.fill('{"desired_layouts": ');
  await expect(playground.step("ConvertLayout")).toContainText("Not valid JSON");
  await playground.run.click();
  await expect(page.locator('[data-run="failed"]')).toBeVisible();
  await options.fill('{"no_such_option": 1}');
  await playground.run.click();
  const failure = playground.step("ConvertLayout").locator(".failure");
  await expect(failure).toContainText("no_such_option");
  await page.getByRole("button", { name: "Reset" }).click();
  await playground.runAgain();
  await expect(page.locator(".failure")).toHaveCount(0);
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
  await playground.tab("Program").click();
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
  await playground.open();
  const border = page.getByRole("separator", { name: "Height of the upper panel" });
  const top = async (): Promise<number> => (await border.boundingBox())?.y ?? NaN;
  /** The border comes to be there, but for roundings. */
  const expectTop = (place: number, within = 3): Promise<void> =>
    expect.poll(async () => Math.abs((await top()) - place)).toBeLessThan(within);
  await playground.finished();
  const usual = await top();
  await border.focus();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await expect.poll(top).toBeLessThan(usual - 40);
  const higher = await top();
  await page.mouse.move(700, higher + 8);
  await page.mouse.down();
  await page.mouse.move(700, higher + 108, { steps: 4 });
  await page.mouse.up();
  await expectTop(higher + 100, 10);
  const moved = await top();
  await page.reload();
  await playground.finished();
  await expectTop(moved);
  await border.dblclick();
  await expectTop(usual);
});
