// A workspace survives a reload, and goes into a file and back.
import { readFileSync } from "node:fs";
import { expect, test } from "./page";

test("unsaved work survives a reload", async ({ playground, page }) => {
  await playground.openAndRun();
  await playground.add("Add a pass to stage 1", "SimplifyInference");
  await playground.optLevel(2).selectOption("2");
  await expect(playground.step("SimplifyInference")).toBeVisible();
  // Written a moment later; leaving the page writes at once.
  await page.reload();
  await playground.finished();
  await expect(playground.step("SimplifyInference")).toBeVisible();
  await expect(playground.optLevel(2)).toHaveValue("2");
  await page.getByRole("button", { name: "Reset" }).click();
  await expect(playground.step("SimplifyInference")).toHaveCount(0);
  await page.reload();
  await playground.finished();
  await expect(playground.step("SimplifyInference")).toHaveCount(0);
});

test("a workspace is saved as a reproducer and opened again", async ({ playground, page }) => {
  await playground.openAndRun();
  await playground.add("Add a pass to stage 1", "SimplifyInference");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Save reproducer" }).click(),
  ]);
  const text = readFileSync(await download.path(), "utf8");
  expect(JSON.parse(text)).toMatchObject({ reproducer: 1, program: { model: "resnet" } });
  await page.getByRole("button", { name: "Reset" }).click();
  await page.getByLabel("A file to open").setInputFiles({
    name: "passcope.json",
    mimeType: "application/json",
    buffer: Buffer.from(text),
  });
  await playground.finished();
  await expect(playground.step("SimplifyInference")).toBeVisible();
});

test("a file that is no workspace is refused in words, and nothing is lost", async ({
  playground,
  page,
}) => {
  await playground.openAndRun();
  await page.getByLabel("A file to open").setInputFiles({
    name: "other.json",
    mimeType: "application/json",
    buffer: Buffer.from('{"hello": 1}'),
  });
  await expect(page.getByRole("alert")).toContainText("other.json could not be opened");
  await expect(page.getByRole("alert")).toContainText('"reproducer": 1');
  await page.getByRole("button", { name: "Dismiss" }).click();
  await expect(page.getByRole("alert")).toHaveCount(0);
  await expect(playground.step("ConvertLayout")).toBeVisible();
});

test("the reproducer of a crash can be saved where the crash is told", async ({
  playground,
  page,
}) => {
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
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("alert").getByRole("button", { name: "Save reproducer" }).click(),
  ]);
  expect(JSON.parse(readFileSync(await download.path(), "utf8"))).toMatchObject({
    program: { options: { batch_size: 7 } },
    failure: { message: "memory access out of bounds" },
  });
});
