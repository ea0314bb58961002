// An engine that cannot load, crashes or is stopped costs only its run.
import { expect, test } from "./page";

test("an engine that does not load, crashes or is stopped is replaced for the next run", async ({
  playground,
  page,
}) => {
  // A worker that crashes when it runs with a batch of 7.
  await page.route(/assets\/main-[^/]*\.js$/, async (route) => {
    const response = await route.fetch();
    const trap =
      'addEventListener("message", ({data}) => { if (data.kind === "run" && data.body.source.options.batch_size === 7)' +
      ' throw new Error("memory access out of bounds"); });';
    await route.fulfill({ response, body: `${trap}\n${await response.text()}` });
  });
  await test.step("it does not load, and is tried again on Run", async () => {
    await page.route(/\.wasm$/, (route) => route.abort());
    await playground.open();
    await expect(page.getByRole("alert")).toContainText("The engine could not be loaded");
    await page.unroute(/\.wasm$/);
    await playground.runAgain();
    // The browser's own reports of the failed requests.
    playground.complaints.length = 0;
    await playground.showProgram();
    await expect(playground.program).toContainText("def @main");
  });
  await test.step("it crashes", async () => {
    const batch = page.getByLabel("Batch");
    await batch.fill("7");
    await batch.press("Tab");
    await playground.run.click();
    await expect(page.getByRole("alert")).toContainText("The engine crashed");
    await expect(page.getByRole("alert")).toContainText("memory access out of bounds");
    await batch.fill("2");
    await batch.press("Tab");
    await playground.runAgain();
    await expect(page.getByRole("alert")).toHaveCount(0);
  });
  await test.step("it is stopped at once", async () => {
    await playground.row("ConvertLayout").click();
    await expect(page.locator(".cm-merge-b")).toBeVisible();
    await page.getByLabel("Depth").selectOption("152");
    // Both clicks follow within a frame, so even a fast engine is stopped during the run.
    await page.evaluate(async () => {
      const bar = document.querySelector("pc-app")?.shadowRoot?.querySelector("pc-run")?.shadowRoot;
      const [run, stop] = bar?.querySelectorAll("button") ?? [];
      run?.click();
      await new Promise(requestAnimationFrame);
      stop?.click();
    });
    await expect(page.locator('[data-run="stopped"]')).toBeVisible();
    // The programs of the earlier run were lost with the engine.
    await playground.row("CanonicalizeOps").click();
    await expect(page.locator("pc-pass-diff")).toContainText("Run again");
    await page.getByLabel("Depth").selectOption("18");
    await playground.runAgain();
    await playground.row("CanonicalizeOps").click();
    await expect(page.locator(".cm-merge-b")).toBeVisible();
  });
});
