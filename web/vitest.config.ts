import { defineConfig } from "vitest/config";
import { engineMessages } from "./build-plugins/engine-messages.ts";

// The limit catches what never ends, not what is slow.
export default defineConfig({
  plugins: [engineMessages()],
  test: { include: ["test/unit/**/*.test.ts"], testTimeout: 60_000 },
});
