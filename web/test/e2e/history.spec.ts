// Back and Forward of the browser go through the same steps as Undo and Redo.
import type { Locator, Page } from "@playwright/test";
import { expect, expectFocused, test } from "./page";

const names = (page: Page, stage: number): Locator =>
  page.getByRole("list", { name: `Passes of stage ${stage}` }).locator(".step-name");

test("Undo and Back go through one row of steps, however fast they came, also over a reload", async ({
  playground,
  page,
}) => {
  await playground.openAndRun();
  const remove = (name: string): Promise<void> =>
    page.getByRole("button", { name: `Remove ${name}` }).click();
  const number = (): Promise<unknown> =>
    page.evaluate(() => (history.state as { passcope: unknown }).passcope);
  await test.step("Back undoes one step, Forward does it again", async () => {
    // Three edits without a pause.
    await remove("FoldScaleAxis");
    await remove("InferType");
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
  for (const list of [[], ["InferType"], ["InferType", "FoldScaleAxis"]]) {
    await page.goBack();
    await expect(names(page, 1)).toHaveText(list);
  }
  await test.step("what is undone by keys has the tab follow", async () => {
    await remove("FoldScaleAxis");
    await remove("InferType");
    await remove("ConvertLayout");
    // Two presses of Undo before the tab's history has followed.
    await page.keyboard.press("Control+z");
    await page.keyboard.press("Control+z");
    await expect(names(page, 1)).toHaveText(["InferType"]);
    await expect.poll(number).toBe(1);
    await page.goForward();
    await expect(names(page, 1)).toHaveCount(0);
    await page.goBack();
    await page.goBack();
    await expect(names(page, 1)).toHaveText(["InferType", "FoldScaleAxis"]);
    await page.keyboard.press("Control+y");
    await expect(names(page, 1)).toHaveText(["InferType"]);
  });
  await test.step("what is done now takes the place of what was undone", async () => {
    await expect.poll(number).toBe(1);
    await playground.optLevel(2).selectOption("1");
    await expect(page.getByRole("button", { name: "Redo (Ctrl+Shift+Z)" })).toHaveAttribute(
      "aria-disabled",
      "true",
    );
    await page.goBack();
    await expect(playground.optLevel(2)).toHaveValue("3");
    await expect(names(page, 1)).toHaveText(["InferType"]);
  });
  await test.step("over a reload", async () => {
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
});
