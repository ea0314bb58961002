// A view that throws shows its error in its place, and the rest of the page works on.
import { expect, test } from "./page";

test("a view that throws leaves the rest of the page", async ({ playground, page }) => {
  playground.mayComplain = true;
  await playground.openAndRun();
  await playground.tab("Operators").click();
  const view = page.locator("pc-ops");
  await expect(view).toBeVisible();
  await test.step("the error is shown", async () => {
    await view.evaluate((element) => {
      const { prototype } = element.constructor as unknown as { prototype: { render: () => void } };
      const { render } = prototype;
      (globalThis as unknown as { mend: () => void }).mend = () => {
        prototype.render = render;
      };
      prototype.render = () => {
        throw new RangeError("made to fail");
      };
      (element as unknown as { requestUpdate: () => void }).requestUpdate();
    });
    await expect(view.getByRole("alert")).toContainText("This view failed.");
    await view.getByText("Details").click();
    await expect(view.locator("pre")).toContainText("RangeError: made to fail");
  });
  await test.step("other views and runs work", async () => {
    await playground.tab("Hooks").click();
    await expect(page.locator("pc-hooks")).toBeVisible();
    await playground.runAgain();
    await playground.tab("Operators").click();
    await expect(view.getByRole("alert")).toBeVisible();
  });
  await test.step("it is tried again", async () => {
    await view.getByRole("button", { name: "Try again" }).click();
    await expect(view.getByRole("alert")).toBeVisible();
    await page.evaluate(() => (globalThis as unknown as { mend: () => void }).mend());
    await view.getByRole("button", { name: "Try again" }).click();
    await expect(view.getByRole("alert")).toHaveCount(0);
    await expect(view).toContainText("layout_transform");
  });
});
