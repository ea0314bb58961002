import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    // The built package is what is tested: as Node loads it, not as Vite would transform it.
    server: { deps: { external: [/wasm-bindings\/dist/] } },
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
