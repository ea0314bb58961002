// Unsaved work survives a reload, and stays available after a link opens.
import { expect, test } from "./page";
import { linkOf } from "./links";

test("unsaved work survives a reload, and a link leaves it within reach", async ({
  playground,
  page,
}) => {
  await playground.openAndRun();
  await playground.add("Add a pass to stage 1", "SimplifyInference");
  await playground.optLevel(2).selectOption("2");
  const added = playground.step("SimplifyInference");
  await expect(added).toBeVisible();
  await test.step("written a moment later; leaving the page writes at once", async () => {
    await page.reload();
    await playground.finished();
    await expect(added).toBeVisible();
    await expect(playground.optLevel(2)).toHaveValue("2");
  });
  await test.step("a link opens other work, from which there is a way back", async () => {
    const link = linkOf({
      reproducer: 1,
      program: { model: "resnet", options: { num_layers: 34 } },
      stages: [{ kind: "passes", passes: [{ name: "InferType" }] }],
    });
    await page.goto("about:blank");
    await page.goto(`./${link}`);
    await playground.finished();
    await expect(page.getByLabel("Depth")).toHaveValue("34");
    await expect(added).toHaveCount(0);
    await page.getByRole("button", { name: "Back to that work" }).click();
    await playground.finished();
    await expect(added).toBeVisible();
    await expect(page.getByText("There is other work")).toHaveCount(0);
  });
  await test.step("what was reset stays so", async () => {
    await page.getByRole("button", { name: "Reset" }).click();
    await expect(added).toHaveCount(0);
    await page.reload();
    await playground.finished();
    await expect(added).toHaveCount(0);
  });
});
