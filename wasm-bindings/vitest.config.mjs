import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    // The tests use the built package as Node loads it, without Vite's transformations.
    server: { deps: { external: [/wasm-bindings\/dist/] } },
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
