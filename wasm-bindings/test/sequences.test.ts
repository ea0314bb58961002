// Random sequences of calls, as `npm run fuzz -- --target package` makes them: the same in each run.
import path from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { runSequences } from "../../scripts/lib/fuzz-package-sequences.mjs";

const folder = path.resolve(fileURLToPath(import.meta.url), "../../dist");

test("whatever is called with whatever ends in a value or an error of the package's, and leaves nothing", async () => {
  setFlagsFromString("--expose-gc");
  globalThis.gc ??= runInNewContext("gc") as NodeJS.GCFunction;
  const { calls, found } = await runSequences({ folder, first: 20000, sequences: 25, steps: 200 });
  expect(found).toBeUndefined();
  expect(calls).toBeGreaterThan(4000);
});
