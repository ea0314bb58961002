import { existsSync } from "node:fs";
import path from "node:path";
import { defineConfig } from "vitest/config";
import { engineMessages } from "./build-plugins/engine-messages.ts";

if (!existsSync(path.resolve(import.meta.dirname, "../wasm-bindings/dist/node.js"))) {
  console.warn("The package is not built. Tests that import it fail. Run: npm run build:package");
}

// The limit catches what never ends, not what is slow.
export default defineConfig({
  plugins: [engineMessages()],
  test: { include: ["test/unit/**/*.test.ts"], testTimeout: 60_000 },
});
