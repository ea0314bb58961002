// Kernels that cannot be loaded. This test has its own file, because the engine does not work afterwards.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { LoadError, NDArray, engine, loadEngine, relay } from "passcope/bare";
import { expect, test } from "vitest";

test("kernels that do not come are an error, and stop the engine only when they were needed", async () => {
  const broken = new Uint8Array([1, 2, 3]);
  await loadEngine(readFileSync(fileURLToPath(import.meta.resolve("passcope/passcope.wasm"))), {
    plain: broken,
    relaxed: broken,
  });
  const missing = /^the engine's kernels could not be loaded: .+/;
  await expect(engine.completeKernels()).rejects.toThrow(missing);
  await expect(engine.completeKernels()).rejects.toBeInstanceOf(LoadError);
  const mod = relay.fromtext(
    '#[version = "0.0.5"]\n' +
      "def @main(%x: Tensor[(2, 3), float32], %w: Tensor[(4, 3), float32]) { nn.dense(%x, %w, units=4) }",
  );
  const x = NDArray.from(new Float32Array(6), [2, 3]);
  const w = NDArray.from(new Float32Array(12), [4, 3]);
  let needed: unknown;
  try {
    relay.createExecutor("vm", mod).evaluate()(x, w);
  } catch (error) {
    needed = error;
  }
  expect(needed).toBeInstanceOf(LoadError);
  expect((needed as LoadError).message).toMatch(missing);
  expect(() => engine.passes()).toThrow(missing);
});
