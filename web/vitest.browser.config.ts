// Tests of single views in Chromium, from the page's sources: one page runs all of them.
import path from "node:path";
import { playwright } from "@vitest/browser-playwright";
import { defineConfig } from "vitest/config";
import { engineMessages } from "./build-plugins/engine-messages.ts";
import { typeLibraries } from "./build-plugins/type-libraries.ts";
import { launchOptions } from "./test/chromium.ts";
import { commands } from "./test/views/harness/commands.ts";

export default defineConfig({
  // The libraries in their production form, without checks for developers.
  resolve: {
    conditions: ["module", "browser", "production"],
    // Serving TypeScript takes longer than the tests of the code tab; code.spec.ts tests what TypeScript does.
    alias: [
      {
        find: "./language/spawn",
        replacement: path.resolve(import.meta.dirname, "src/features/code/language/spawn-none.ts"),
      },
    ],
  },
  // Lists all imports of the page's scripts before the first test: an import found later reloads the page.
  optimizeDeps: {
    entries: ["src/**/*.ts", "!**/*.test.ts"],
    include: ["axe-core"],
  },
  plugins: [engineMessages(), typeLibraries()],
  worker: { format: "es" },
  test: {
    include: ["src/**/*.view.test.ts"],
    setupFiles: ["test/views/harness/setup.ts"],
    // The limits catch what never ends, not what is slow, and nothing is retried.
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
