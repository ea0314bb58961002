import { defineConfig } from "vitest/config";

// A limit for what never ends, not for what is slow.
export default defineConfig({ test: { include: ["test/unit/**/*.test.ts"], testTimeout: 60_000 } });
