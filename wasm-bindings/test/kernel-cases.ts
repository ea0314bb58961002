// Operators with kernels of their own on random shapes, against plain loops.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { NDArray, loadEngine, relay, transform } from "passcope/bare";
import { expect, test } from "vitest";

const bytes = (name: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(readFileSync(fileURLToPath(import.meta.resolve(`passcope/${name}`))));

/** Pseudorandom integers from 0 up to `below`, the same in each run (xorshift). */
function sequence(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

interface Convolution {
  readonly inC: number;
  readonly outC: number;
  readonly height: number;
  readonly width: number;
  readonly window: number;
  readonly stride: number;
  readonly padding: number;
  readonly groups: number;
  readonly channelsLast: boolean;
}

const outSize = (size: number, { window, stride, padding }: Convolution): number =>
  Math.floor((size + 2 * padding - window) / stride) + 1;

/** Convolves data (NCHW or NHWC) with a weight (OIHW). Returns each sum with the sum of the magnitudes of its terms. */
function convolved(data: Float32Array, weight: Float32Array, c: Convolution): [number, number][] {
  const { inC, outC, height, width, window, stride, padding, groups, channelsLast } = c;
  const [outH, outW] = [outSize(height, c), outSize(width, c)];
  const [perIn, perOut] = [inC / groups, outC / groups];
  const at = (sizeC: number, h: number, w: number, k: number, y: number, x: number): number =>
    channelsLast ? (y * w + x) * sizeC + k : (k * h + y) * w + x;
  const out: [number, number][] = [];
  for (let o = 0; o < outC; ++o) {
    for (let y = 0; y < outH; ++y) {
      for (let x = 0; x < outW; ++x) {
        let sum = 0;
        let magnitude = 0;
        for (let i = 0; i < perIn; ++i) {
          const channel = Math.floor(o / perOut) * perIn + i;
          for (let ky = 0; ky < window; ++ky) {
            for (let kx = 0; kx < window; ++kx) {
              const [iy, ix] = [y * stride + ky - padding, x * stride + kx - padding];
              if (iy < 0 || iy >= height || ix < 0 || ix >= width) continue;
              const product =
                (data[at(inC, height, width, channel, iy, ix)] ?? 0) *
                (weight[((o * perIn + i) * window + ky) * window + kx] ?? 0);
              sum += product;
              magnitude += Math.abs(product);
            }
          }
        }
        out[at(outC, outH, outW, o, y, x)] = [sum, magnitude];
      }
    }
  }
  return out;
}

const program = (text: string): ReturnType<typeof relay.fromtext> =>
  relay.fromtext(`#[version = "0.0.5"]\n${text}`);

/** @param file the module of kernels under test */
export function kernelTests(file: string): void {
  test(`${file}: convolutions are sums over their windows`, async () => {
    const kernels = bytes(file);
    await loadEngine(bytes("passcope.wasm"), { plain: kernels, relaxed: kernels });
    const below = sequence(2463534242);
    const real = (): number => below(2 ** 20) / 2 ** 19 - 1;
    const algorithms = new Set<string>();
    for (let round = 0; round < 30; ++round) {
      // Many channels with few positions have an algorithm of their own.
      const few = round === 0;
      const depthwise = !few && below(4) === 0;
      const inC = few ? 33 : 1 + below(depthwise ? 9 : 24);
      const window = few ? 3 : ([1, 3, 3, 5][below(4)] ?? 1);
      const c: Convolution = {
        inC,
        outC: few ? 34 : depthwise ? inC : 1 + below(24),
        height: few ? 7 : window + below(14),
        width: few ? 6 : window + below(14),
        window,
        stride: few ? 1 : 1 + below(2),
        padding: few ? 1 : below(window),
        groups: depthwise ? inC : 1,
        channelsLast: !few && below(2) === 0,
      };
      const dataShape = c.channelsLast ? [1, c.height, c.width, inC] : [1, inC, c.height, c.width];
      const weightShape = [c.outC, inC / c.groups, window, window];
      const random = (shape: number[]): Float32Array =>
        Float32Array.from({ length: shape.reduce((a, b) => a * b, 1) }, real);
      const [data, weight] = [random(dataShape), random(weightShape)];
      const mod = program(
        `def @main(%x: Tensor[(${dataShape.join(", ")}), float32], %w: Tensor[(${weightShape.join(", ")}), float32]) {
           nn.conv2d(%x, %w, strides=[${c.stride}, ${c.stride}], padding=[${c.padding}, ${c.padding}],
             groups=${c.groups}, channels=${c.outC}, kernel_size=[${window}, ${window}],
             data_layout="${c.channelsLast ? "NHWC" : "NCHW"}", kernel_layout="OIHW") }`,
      );
      const graph = relay.build(mod, { params: { w: NDArray.from(weight, weightShape) } });
      graph.setInput(0, data);
      graph.run();
      for (const { algorithm } of graph.calls) algorithms.add(algorithm);
      const actual = graph.getOutput(0).toTypedArray();
      // Winograd's transforms increase errors up to about 20 times (src/kernels/winograd.cc).
      const worst = convolved(data, weight, c).reduce(
        (most, [sum, magnitude], i) =>
          Math.max(most, Math.abs(Number(actual[i]) - sum) / Math.max(magnitude, 1)),
        0,
      );
      expect(worst, JSON.stringify(c)).toBeLessThan(1e-5);
      graph.dispose();
    }
    expect([...algorithms].sort()).toEqual(
      expect.arrayContaining(["depthwise", "im2col", "pointwise", "winograd 2x2", "winograd 4x4"]),
    );
  });

  test(`${file}: products are sums`, () => {
    const below = sequence(88675123);
    for (let round = 0; round < 20; ++round) {
      const [m, n, k] = [1 + below(9), 1 + below(30), 1 + below(500)];
      const real = (): number => below(2 ** 20) / 2 ** 19 - 1;
      const a = Float32Array.from({ length: m * k }, real);
      const b = Float32Array.from({ length: n * k }, real);
      const graph = relay.build(
        program(
          `def @main(%x: Tensor[(${m}, ${k}), float32], %w: Tensor[(${n}, ${k}), float32]) { nn.dense(%x, %w, units=${n}) }`,
        ),
        { params: { w: NDArray.from(b, [n, k]) } },
      );
      graph.setInput(0, a);
      graph.run();
      const actual = graph.getOutput(0).toTypedArray();
      for (let i = 0; i < m; ++i) {
        for (let j = 0; j < n; ++j) {
          let sum = 0;
          for (let p = 0; p < k; ++p) sum += (a[i * k + p] ?? 0) * (b[j * k + p] ?? 0);
          expect(Math.abs(Number(actual[i * n + j]) - sum)).toBeLessThan(1e-5 * Math.sqrt(k));
        }
      }
      graph.dispose();
    }
  });

  test(`${file}: chains of operators compute each element in its type`, () => {
    const below = sequence(123459876);
    const size = 777;
    /** The result of one fused function for two arrays. The program must be a single call. */
    const run = <T extends Float32Array | Float64Array | BigInt64Array>(
      dtype: string,
      body: string,
      x: T,
      y: T,
    ): ArrayLike<number | bigint> => {
      const tensor = `Tensor[(${size}), ${dtype}]`;
      const graph = relay.build(
        transform.FuseOps()(program(`def @main(%x: ${tensor}, %y: ${tensor}) { ${body} }`)),
      );
      expect(graph.calls.length, body).toBe(1);
      graph.setInput(0, x);
      graph.setInput(1, y);
      graph.run();
      const out = graph.getOutput(0).toTypedArray();
      graph.dispose();
      return out;
    };
    const real = (): number => below(2 ** 20) / 2 ** 18 - 2;
    const sigmoid = (value: number): number => 1 / (1 + Math.exp(-value));
    const functions = "add(multiply(%x, exp(%y)), subtract(tanh(%x), sigmoid(%y)))";
    for (const [dtype, make, off] of [
      ["float32", (): Float32Array => Float32Array.from({ length: size }, real), 1e-5],
      ["float64", (): Float64Array => Float64Array.from({ length: size }, real), 1e-14],
    ] as const) {
      const [x, y] = [make(), make()];
      const actual = run(dtype, functions, x, y);
      for (let i = 0; i < size; ++i) {
        const [a, b] = [x[i] ?? 0, y[i] ?? 0];
        const expected = a * Math.exp(b) + (Math.tanh(a) - sigmoid(b));
        expect(Math.abs(Number(actual[i]) - expected)).toBeLessThan(off * 16);
      }
    }
    const integer = (): bigint => BigInt.asIntN(64, (BigInt(below(2 ** 30)) ** 2n) << 5n);
    const [a, b] = [integer, integer].map((one) => BigInt64Array.from({ length: size }, one));
    if (!a || !b) throw new Error("there are two");
    const chosen = run("int64", "where(less(%x, %y), multiply(%x, %x), negative(%y))", a, b);
    for (let i = 0; i < size; ++i) {
      const [one, other] = [a[i] ?? 0n, b[i] ?? 0n];
      expect(chosen[i]).toBe(BigInt.asIntN(64, one < other ? one * one : -other));
    }
    // From 2048 on, the spacing of float16 is 2. Sums are rounded to the nearest value, and ties to even.
    const whole = (): Float32Array => Float32Array.from({ length: size }, () => below(2000));
    const [v, w] = [whole(), whole()];
    const half = (name: string): string => `cast(${name}, dtype="float16")`;
    const sums = run("float32", `cast(add(${half("%x")}, ${half("%y")}), dtype="float32")`, v, w);
    for (let i = 0; i < size; ++i) {
      const sum = (v[i] ?? 0) + (w[i] ?? 0);
      const down = sum - (sum % 4);
      const odd = sum % 4 === 1 ? down : down + 4;
      expect(sums[i]).toBe(sum <= 2048 || sum % 2 === 0 ? sum : odd);
    }
  });
}
