// Undo and redo: by keys, buttons and the offer after something was removed; Back and Forward go through the same
// steps.
import type { Locator, Page } from "@playwright/test";
import { expect, expectFocused, test } from "./page";

const names = (page: Page, stage: number): Locator =>
  page.getByRole("list", { name: `Passes of stage ${stage}` }).locator(".step-name");

test("every change of the pipeline is undone and done again by keys", async ({
  playground,
  page,
}) => {
  await playground.openAndRun();
  await playground.add("Add a pass to stage 1", "SimplifyInference");
  await page.getByRole("button", { name: "Move SimplifyInference up" }).click();
  await playground.step("InferType").getByRole("checkbox").uncheck();
  await playground.optLevel(2).selectOption("1");
  await page.getByRole("button", { name: "Remove ConvertLayout" }).click();
  const steps = [
    async () => expect(playground.optLevel(2)).toHaveValue("3"),
    async () => expect(playground.step("InferType").getByRole("checkbox")).toBeChecked(),
    async () =>
      expect(names(page, 1)).toHaveText(["InferType", "FoldScaleAxis", "SimplifyInference"]),
    async () => expect(names(page, 1)).toHaveText(["InferType", "FoldScaleAxis"]),
  ];
  await page.keyboard.press("Control+z");
  await expect(playground.step("ConvertLayout")).toBeVisible();
  for (const step of steps) {
    await page.keyboard.press("Control+z");
    await step();
  }
  // It is what ran, and nothing says that it was changed.
  await expect(page.locator('[data-run="done"]')).toContainText("Done");
  await expect(page.getByRole("button", { name: "Undo (Ctrl+Z)" })).toHaveAttribute(
    "aria-disabled",
    "true",
  );
  await page.keyboard.press("Control+z");
  await expect(names(page, 1)).toHaveText(["InferType", "FoldScaleAxis"]);
  for (const key of ["Control+Shift+z", "Control+y", "Control+Shift+Z", "Control+y"]) {
    await page.keyboard.press(key);
  }
  await expect(playground.optLevel(2)).toHaveValue("1");
  await page.getByRole("button", { name: "Do again (Ctrl+Shift+Z)" }).click();
  await expect(playground.step("ConvertLayout")).toHaveCount(0);
});

test("what is removed is offered to be undone, and what was undone to be done again", async ({
  playground,
  page,
}) => {
  await page.clock.install();
  await playground.openAndRun();
  await page.getByRole("button", { name: "Remove stage 2" }).click();
  const offer = page.locator("pc-offer").getByRole("status");
  await expect(offer).toContainText("Removed stage 2");
  await offer.getByRole("button", { name: "Undo" }).click();
  await expect(playground.step("ConvertLayout")).toBeVisible();
  await expect(offer).toContainText("Undone: Removed stage 2");
  await offer.getByRole("button", { name: "Redo" }).click();
  await expect(playground.step("ConvertLayout")).toHaveCount(0);
  await expect(offer).toContainText("Done again: Removed stage 2");
  await offer.getByRole("button", { name: "Undo" }).click();
  // It goes by itself, but not while somebody is at it.
  await page.clock.fastForward(20_000);
  await expect(offer).toContainText("Undone");
  await page.mouse.move(700, 5);
  await playground.optLevel(1).focus();
  await page.clock.fastForward(20_000);
  await expect(offer).toBeEmpty();
  // What is done next takes its place.
  await page.getByRole("button", { name: "Remove FoldScaleAxis" }).click();
  await expect(offer).toContainText("Removed FoldScaleAxis");
  await playground.step("InferType").getByRole("checkbox").uncheck();
  await expect(offer).toBeEmpty();
});

test("in text the keys are for the text", async ({ playground, page }) => {
  await playground.openProgram();
  await playground.add("Add a pass to stage 1", "SimplifyInference");
  await playground.program.click();
  await expect(page.locator("pc-editor .cm-content")).toBeFocused();
  await page.keyboard.type("// more");
  await expect(playground.program).toContainText("// more");
  await page.keyboard.press("Control+z");
  await expect(playground.program).not.toContainText("// more");
  await expect(playground.step("SimplifyInference")).toBeVisible();
  const find = page.getByLabel("Show passes by name");
  await find.pressSequentially("Fold");
  await find.press("Control+z");
  await expect(find).not.toHaveValue("Fold");
  await expect(playground.step("SimplifyInference")).toBeVisible();
  // What was typed into one field is one step.
  const options = await playground.optionsAsText("ConvertLayout");
  await options.click();
  await page.keyboard.press("End");
  await page.keyboard.type("  ");
  await expect(options).toHaveValue(/ {2}$/);
  await playground.step("InferType").getByRole("checkbox").focus();
  await page.keyboard.press("Control+z");
  await expect(options).not.toHaveValue(/ {2}$/);
  await expect(playground.step("SimplifyInference")).toBeVisible();
});

test("Back undoes one step, Forward does it again, however fast they came", async ({
  playground,
  page,
}) => {
  await playground.openAndRun();
  // Without a pause between them.
  await page.getByRole("button", { name: "Remove FoldScaleAxis" }).click();
  await page.getByRole("button", { name: "Remove InferType" }).click();
  await playground.optLevel(2).selectOption("1");
  await page.goBack();
  await expect(playground.optLevel(2)).toHaveValue("3");
  await expect(names(page, 1)).toHaveCount(0);
  await page.goBack();
  await expect(names(page, 1)).toHaveText(["InferType"]);
  await page.goBack();
  await expect(names(page, 1)).toHaveText(["InferType", "FoldScaleAxis"]);
  await expect(page.locator('[data-run="done"]')).toContainText("Done");
  await page.goForward();
  await expect(names(page, 1)).toHaveText(["InferType"]);
  await page.goForward();
  await expect(names(page, 1)).toHaveCount(0);
  await page.goForward();
  await expect(playground.optLevel(2)).toHaveValue("1");
});

test("Undo and Back go through one row of steps", async ({ playground, page }) => {
  await playground.openAndRun();
  await page.getByRole("button", { name: "Remove FoldScaleAxis" }).click();
  await page.getByRole("button", { name: "Remove InferType" }).click();
  await page.getByRole("button", { name: "Remove ConvertLayout" }).click();
  // One upon the other, before the tab has followed.
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Control+z");
  await expect(names(page, 1)).toHaveText(["InferType"]);
  const number = (): Promise<unknown> =>
    page.evaluate(() => (history.state as { passcope: unknown }).passcope);
  await expect.poll(number).toBe(1);
  await page.goForward();
  await expect(names(page, 1)).toHaveCount(0);
  await page.goBack();
  await page.goBack();
  await expect(names(page, 1)).toHaveText(["InferType", "FoldScaleAxis"]);
  await page.keyboard.press("Control+y");
  await expect(names(page, 1)).toHaveText(["InferType"]);
  // What is done now takes the place of what was undone.
  await expect.poll(number).toBe(1);
  await playground.optLevel(2).selectOption("1");
  await expect(page.getByRole("button", { name: "Do again (Ctrl+Shift+Z)" })).toHaveAttribute(
    "aria-disabled",
    "true",
  );
  await page.goBack();
  await expect(playground.optLevel(2)).toHaveValue("3");
  await expect(names(page, 1)).toHaveText(["InferType"]);
});

test("a file that was opened gives way to the work before it", async ({ playground, page }) => {
  await playground.openAndRun();
  await page.getByRole("button", { name: "Remove FoldScaleAxis" }).click();
  await page.getByLabel("A file to open").setInputFiles({
    name: "other.json",
    mimeType: "application/json",
    buffer: Buffer.from(
      JSON.stringify({
        reproducer: 1,
        program: { model: "resnet", options: { num_layers: 34 } },
        stages: [{ kind: "passes", passes: [{ name: "InferType" }] }],
      }),
    ),
  });
  await playground.finished();
  await expect(page.getByLabel("Depth")).toHaveValue("34");
  await page.locator("pc-offer").getByRole("button", { name: "Undo" }).click();
  await expect(page.getByLabel("Depth")).toHaveValue("18");
  await expect(names(page, 1)).toHaveText(["InferType"]);
  await expect(playground.program).toHaveAttribute("aria-label", /ResNet-18/);
});

test("Undo after Back over a reload stays in the page", async ({ playground, page }) => {
  await playground.openAndRun();
  await page.getByRole("button", { name: "Remove FoldScaleAxis" }).click();
  await expect.poll(() => new URL(page.url()).hash).not.toBe("");
  await page.reload();
  await playground.finished();
  await expect(names(page, 1)).toHaveText(["InferType"]);
  await page.goBack();
  await expect(names(page, 1)).toHaveText(["InferType", "FoldScaleAxis"]);
  await page.goForward();
  await expect(names(page, 1)).toHaveText(["InferType"]);
  await page.getByRole("button", { name: "Undo (Ctrl+Z)" }).focus();
  await expectFocused(page, "aria-label", /^Undo/);
});
