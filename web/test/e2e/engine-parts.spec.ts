// The deferred module of the engine: needed before it has loaded, and missing.
import type { Request } from "@playwright/test";
import { deferredPart, isUrgent } from "./deferred-part";
import { expect, test } from "./page";

test("the later part comes behind the first result, once", async ({ playground, page }) => {
  const requests: Request[] = [];
  page.on("request", (request) => {
    if (deferredPart.test(request.url())) requests.push(request);
  });
  await playground.openProgram();
  await page.waitForLoadState("networkidle");
  await playground.optLevel(1).selectOption("3");
  await playground.add("Add a pass to stage 1", "FuseOps");
  await playground.runAgain();
  await expect(playground.row("FuseOps")).toBeVisible();
  expect(requests.map(isUrgent)).toEqual([false]);
});

test("needed before it is there, it is fetched at once", async ({ playground, page }) => {
  const urgent: Request[] = [];
  await page.route(deferredPart, async (route, request) => {
    // The load after the first result never completes.
    if (!isUrgent(request)) return;
    urgent.push(request);
    await route.continue();
  });
  await playground.openAndRun();
  // The editor of the user's text lets the engine read it.
  await page.getByLabel("Model").selectOption("own");
  await playground.program.click();
  await expect(page.locator("pc-editor .counts")).toHaveText("No problems");
  expect(urgent).toHaveLength(1);
});

test("a run that the page does not open with waits for it, so that no pass's time has its loading", async ({
  playground,
  page,
}) => {
  const requests: boolean[] = [];
  page.on("request", (request) => {
    if (deferredPart.test(request.url())) requests.push(isUrgent(request));
  });
  let away = true;
  await page.route(deferredPart, (route) => (away ? route.abort() : route.continue()));
  await playground.openAndRun();
  await expect.poll(() => requests.length).toBeGreaterThan(0);
  away = false;
  await playground.add("Add a pass to stage 1", "FuseOps");
  await playground.runAgain();
  await expect(playground.row("FuseOps")).toBeVisible();
  // No worker was blocked while a pass was timed.
  expect(requests).not.toContain(true);
  expect(requests.length).toBeGreaterThan(1);
  playground.complaints.length = 0;
});

test("when it cannot be had the page says so, and goes on once it can", async ({
  playground,
  page,
}) => {
  playground.mayComplain = true;
  await page.route(deferredPart, (route) => route.fulfill({ status: 404, body: "" }));
  await playground.openAndRun();
  await playground.add("Add a pass to stage 1", "FuseOps");
  await playground.run.click();
  const failure = playground.step("FuseOps").locator(".failure");
  await expect(failure).toContainText("The engine could not be loaded");
  await expect(failure).toContainText("passcope.deferred.wasm, a part of the engine");
  await expect(failure).toContainText("404");
  await page.unroute(deferredPart);
  await playground.runAgain();
  await expect(playground.row("FuseOps")).toBeVisible();
  await expect(failure).toHaveCount(0);
});
