// The engine's kernels, a module of their own that the first call loads.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { NDArray, engine, loadEngine, relay } from "passcope/bare";
import { beforeAll, expect, test } from "vitest";

const bytes = (name: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(readFileSync(fileURLToPath(import.meta.resolve(`passcope/${name}`))));

let reads = 0;
const read = (name: string): Uint8Array<ArrayBuffer> => {
  reads += 1;
  return bytes(name);
};

beforeAll(() =>
  loadEngine(bytes("passcope.wasm"), {
    get plain() {
      return read("passcope.kernels.wasm");
    },
    get relaxed() {
      return read("passcope.kernels.relaxed.wasm");
    },
  }),
);

const evaluated = (text: string, ...shapes: number[][]): Float32Array => {
  const args = shapes.map((shape) => {
    const size = shape.reduce((a, b) => a * b, 1);
    return NDArray.from(
      Float32Array.from({ length: size }, (_, i) => (i % 7) - 3),
      shape,
    );
  });
  const mod = relay.fromtext(`#[version = "0.0.5"]\n${text}`);
  const [out] = relay.createExecutor("vm", mod).evaluate()(...args);
  return out?.toTypedArray() as Float32Array;
};

test("what needs no kernel does not load them; a convolution does, once", () => {
  const sum = evaluated("def @main(%x: Tensor[(2, 3), float32]) { add(%x, %x) }", [2, 3]);
  expect([...sum]).toEqual([-6, -4, -2, 0, 2, 4]);
  expect(reads).toBe(0);
  const conv = `def @main(%x: Tensor[(1, 2, 5, 5), float32], %w: Tensor[(3, 2, 3, 3), float32]) {
    nn.conv2d(%x, %w, padding=[1, 1, 1, 1], channels=3, kernel_size=[3, 3])
  }`;
  const out = evaluated(conv, [1, 2, 5, 5], [3, 2, 3, 3]);
  expect(reads).toBe(1);
  const value = (i: number): number => (i % 7) - 3;
  for (let o = 0; o < 3; ++o) {
    for (let y = 0; y < 5; ++y) {
      for (let x = 0; x < 5; ++x) {
        let expected = 0;
        for (let c = 0; c < 2; ++c) {
          for (let ky = 0; ky < 3; ++ky) {
            for (let kx = 0; kx < 3; ++kx) {
              const [iy, ix] = [y + ky - 1, x + kx - 1];
              if (iy < 0 || iy >= 5 || ix < 0 || ix >= 5) continue;
              expected += value((c * 5 + iy) * 5 + ix) * value(((o * 2 + c) * 3 + ky) * 3 + kx);
            }
          }
        }
        // The numbers are small integers, so their sums are exact in any order.
        expect(out[(o * 5 + y) * 5 + x]).toBe(expected);
      }
    }
  }
  evaluated(conv, [1, 2, 5, 5], [3, 2, 3, 3]);
  expect(reads).toBe(1);
});

test("they share the engine's memory when it has grown", () => {
  const before = engine.memoryBytes();
  const arrays = [NDArray.from(new Float32Array(8 << 20), [8 << 20])];
  expect(engine.memoryBytes()).toBeGreaterThan(before);
  const out = evaluated(
    "def @main(%x: Tensor[(2, 3), float32], %w: Tensor[(4, 3), float32]) { nn.dense(%x, %w, units=4) }",
    [2, 3],
    [4, 3],
  );
  expect([...out].slice(0, 4)).toEqual([14, -4, -1, 2]);
  for (const array of arrays) array.dispose();
});

test("asked for beforehand they are there", async () => {
  await engine.completeKernels();
  expect(reads).toBe(1);
});
