// An engine that was loaded without kernels.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { NDArray, engine, loadEngine, relay } from "passcope/bare";
import { expect, test } from "vitest";

test("an engine without kernels evaluates by its own loops", async () => {
  await loadEngine(readFileSync(fileURLToPath(import.meta.resolve("passcope/passcope.wasm"))));
  await engine.completeKernels();
  const mod = relay.fromtext(
    '#[version = "0.0.5"]\n' +
      "def @main(%x: Tensor[(2, 3), float32], %w: Tensor[(4, 3), float32]) { nn.dense(%x, %w, units=4) }",
  );
  const x = NDArray.from(Float32Array.of(1, 2, 3, 4, 5, 6), [2, 3]);
  const w = NDArray.from(Float32Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 1, 1), [4, 3]);
  const [out] = relay.createExecutor("vm", mod).evaluate()(x, w);
  expect([...(out?.toTypedArray() ?? [])]).toEqual([1, 2, 3, 6, 4, 5, 6, 15]);
});
