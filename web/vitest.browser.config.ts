// Tests of one view each, in Chromium, on the page's sources: one page for all of them.
import path from "node:path";
import { playwright } from "@vitest/browser-playwright";
import { defineConfig } from "vitest/config";
import { typeLibraries } from "./build-plugins/type-libraries.ts";
import { launchOptions } from "./test/chromium.ts";
import { commands } from "./test/views/harness/commands.ts";

export default defineConfig({
  // The libraries as the page has them, without their checks for developers.
  resolve: {
    conditions: ["module", "browser", "production"],
    // TypeScript takes longer to be served than the tests of the code tab: code.spec.ts has what it helps with.
    alias: [
      {
        find: "./language/spawn",
        replacement: path.resolve(import.meta.dirname, "src/features/code/language/spawn-none.ts"),
      },
    ],
  },
  // All that the page's scripts import is known before the first test: what is found later loads the page anew.
  optimizeDeps: {
    entries: ["src/**/*.ts", "!**/*.test.ts"],
    include: ["axe-core"],
  },
  plugins: [typeLibraries()],
  worker: { format: "es" },
  test: {
    include: ["src/**/*.view.test.ts"],
    setupFiles: ["test/views/harness/setup.ts"],
    // Limits for what never ends, not for what is slow, and nothing is tried twice.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000, interval: 20 } },
    fileParallelism: false,
    isolate: false,
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      commands,
      provider: playwright({
        launchOptions: launchOptions(true),
        contextOptions: {
          viewport: { width: 1440, height: 900 },
          reducedMotion: "reduce",
          permissions: ["clipboard-read", "clipboard-write"],
        },
        actionTimeout: 60_000,
      }),
      instances: [{ browser: "chromium", viewport: { width: 1440, height: 900 } }],
    },
  },
});
