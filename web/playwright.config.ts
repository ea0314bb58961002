import { defineConfig } from "@playwright/test";
import { launchOptions } from "./test/chromium";
import { throttle } from "./test/e2e/machine";

/** Another port lets several checkouts be tested at once. */
const port = Number(process.env["PASSCOPE_TEST_PORT"] ?? 4317);

/** Whether `npm run walk` goes over the page for long, which it shall meet as people do. */
const walks = process.env["PASSCOPE_WALK_SEED"] !== undefined;

/** The folder that the site is put in on the test's host, to prove that it needs no fixed one. */
export const prefix = "/any/folder/";

export default defineConfig({
  testDir: "test/e2e",
  // What a walk left to chance meets is another thing on each machine: `npm run walk` goes on it.
  testIgnore: walks ? [] : ["**/walk.spec.ts"],
  fullyParallel: true,
  workers: 2,
  // Limits are far from what anything takes, also on a busy machine: they tell what never comes from what
  // comes late, and nothing is tried twice.
  timeout: 300_000 * throttle,
  expect: { timeout: 60_000 * throttle },
  retries: 0,
  reporter: "line",
  use: {
    baseURL: `http://127.0.0.1:${port}${prefix}`,
    viewport: { width: 1440, height: 900 },
    // Frames of an animation, which the processor draws here, would be a tenth of the tests' work.
    reducedMotion: walks ? "no-preference" : "reduce",
    // Most tests are about the files as the server gives them; offline.spec.ts allows service workers.
    serviceWorkers: "block",
    launchOptions: launchOptions(!walks),
  },
  webServer: {
    command: `node test/e2e/static-server.mjs dist ${port} ${prefix}`,
    url: `http://127.0.0.1:${port}${prefix}`,
    reuseExistingServer: false,
  },
});
