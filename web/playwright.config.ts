import { defineConfig } from "@playwright/test";
import { launchOptions } from "./test/chromium";
import { throttle } from "./test/e2e/machine";

/** Another port allows tests of several checkouts at once. */
const port = Number(process.env["PASSCOPE_TEST_PORT"] ?? 4317);

/** Whether `npm run walk` walks over the page for long, with the page as people see it. */
const walks = process.env["PASSCOPE_WALK_SEED"] !== undefined;

/** The site's folder on the test's host, to prove that the site needs no fixed path. */
export const prefix = "/any/folder/";

export default defineConfig({
  testDir: "test/e2e",
  // A random walk meets other things on each machine, so only `npm run walk` runs it.
  testIgnore: walks ? [] : ["**/walk.spec.ts"],
  fullyParallel: true,
  workers: 2,
  // Limits are far above what tests take, also on a busy machine. They only catch what never comes, and nothing is
  // retried.
  timeout: 300_000 * throttle,
  expect: { timeout: 60_000 * throttle },
  retries: 0,
  reporter: "line",
  use: {
    baseURL: `http://127.0.0.1:${port}${prefix}`,
    viewport: { width: 1440, height: 900 },
    // Frames of animations, which the processor draws here, would be a tenth of the tests' work.
    reducedMotion: walks ? "no-preference" : "reduce",
    // Most tests need the files as the server gives them; offline.spec.ts allows service workers.
    serviceWorkers: "block",
    launchOptions: launchOptions(!walks),
  },
  webServer: {
    command: `node test/e2e/static-server.mjs dist ${port} ${prefix}`,
    url: `http://127.0.0.1:${port}${prefix}`,
    reuseExistingServer: false,
  },
});
