import { defineConfig } from "vitest/config";

// The limit catches what never ends, not what is slow.
export default defineConfig({ test: { include: ["test/unit/**/*.test.ts"], testTimeout: 60_000 } });
