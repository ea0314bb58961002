// Models of other frameworks through the package: reading files, arguments, results. The engine's own tests check the
// converters of operators.
import { readFileSync } from "node:fs";
import { deflateRawSync } from "node:zlib";
import { DiagnosticError, NDArray, engine, graphExecutor, relay, scope, transform } from "passcope";
import { describe, expect, test } from "vitest";
import { archive } from "../../scripts/lib/torchscript.mjs";

const { frontend } = relay;

const example = (name: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(readFileSync(new URL(`../../examples/onnx/${name}.onnx`, import.meta.url)));

async function* pieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) {
    await Promise.resolve();
    yield bytes.subarray(at, at + size);
  }
}

/** A vector of float32 as ONNX stores it: dims, data_type, name, raw_data. */
function tensorProto(name: string, ...values: readonly number[]): Uint8Array<ArrayBuffer> {
  const raw = new Uint8Array(Float32Array.from(values).buffer);
  const text = new TextEncoder().encode(name);
  const head = [0x08, values.length, 0x10, 1, 0x42, text.length, ...text];
  return Uint8Array.from([...head, 0x4a, raw.length, ...raw]);
}

/** A .npy file of float32. */
function npy(values: readonly number[], shape: string): Uint8Array<ArrayBuffer> {
  const dict = `{'descr': '<f4', 'fortran_order': False, 'shape': ${shape}, }`;
  const header = `${dict.padEnd(128 - 11, " ")}\n`;
  const data = new Uint8Array(Float32Array.from(values).buffer);
  return Uint8Array.from([
    ...[0x93, ...Buffer.from("NUMPY"), 1, 0, header.length, 0],
    ...Buffer.from(header),
    ...data,
  ]);
}

describe("a model's file", () => {
  test("is described: inputs with what is not known, operators, weights", () => {
    expect(frontend.describe(example("mlp"))).toEqual({
      format: "onnx",
      producer: "passcope-examples 1",
      opset: 13,
      inputs: [{ name: "input", dtype: "float32", shape: ["batch", 64] }],
      outputs: [{ name: "probabilities", dtype: "float32", shape: ["batch", 10] }],
      operators: [
        { name: "Gemm", count: 3, supported: true },
        { name: "Relu", count: 2, supported: true },
        { name: "Softmax", count: 1, supported: true },
      ],
      weights: 6,
      weightBytes: 4 * (64 * 96 + 96 + 96 * 48 + 48 + 48 * 10 + 10),
      externalData: [],
    });
  });

  test("comes as bytes, a buffer, a Blob or a stream, and is the same program each time", async () => {
    const bytes = example("mlp");
    const options = { shape: { input: [2, 64] } };
    const texts = [
      frontend.fromOnnx(bytes, options),
      frontend.fromOnnx(bytes.buffer, options),
      await frontend.fromOnnx(new Blob([bytes]), options),
      await frontend.fromOnnx(new Blob([bytes]).stream(), options),
      await frontend.fromOnnx(pieces(bytes, 1000), options),
      frontend.fromOnnx(frontend.ModelFile.from(bytes), options),
      frontend.fromOnnx(await frontend.ModelFile.load(pieces(bytes, 7)), options),
    ].map(({ mod }) => mod.astext());
    expect(new Set(texts).size).toBe(1);
    expect(texts[0]).toContain("Tensor[(2, 64), float32]");
  });

  test("is no model any more once it has been imported, and can be described before", () => {
    const file = frontend.ModelFile.from(example("cnn"));
    expect(file.describe().inputs).toHaveLength(1);
    expect(file.size).toBe(example("cnn").length);
    frontend.fromOnnx(file, { shape: { image: [1, 1, 28, 28] } });
    expect(() => file.describe()).toThrow(/imported already/);
    expect(() => frontend.fromOnnx(file)).toThrow(/imported already/);
    file.dispose();
  });

  test("is given up in the middle, and leaves nothing", async () => {
    const before = engine.liveHandles();
    const stop = new AbortController();
    const blob = new Blob([example("attention")]);
    const loading = frontend.ModelFile.load(blob, {
      signal: stop.signal,
      onProgress: () => stop.abort(new Error("enough")),
    });
    // The first piece may be the whole file.
    await loading.then(
      (file) => file.dispose(),
      (error: unknown) => expect(String(error)).toContain("enough"),
    );
    expect(engine.liveHandles()).toBe(before);
  });
});

describe("fromOnnx", () => {
  test("freezes weights or leaves them parameters, by their names", () => {
    const frozen = frontend.fromOnnx(example("mlp"), { shape: { input: [1, 64] } });
    expect(frozen.params).toEqual({});
    expect(frozen.mod.get("main").params.map(({ name }) => name)).toEqual(["input"]);
    const free = frontend.fromOnnx(example("mlp"), {
      shape: { input: [1, 64] },
      freezeParams: false,
    });
    expect(Object.keys(free.params)).toContain("fc1.weight");
    expect(free.params["fc1.weight"]?.shape).toEqual([96, 64]);
    free.dispose();
    expect(free.mod.disposed).toBe(true);
  });

  test("computes: all probabilities make one, and both ways are the same", () => {
    const input = Float32Array.from({ length: 64 }, (_, i) => Math.sin(i));
    const run = (freezeParams: boolean): number[] =>
      scope(() => {
        const { mod, params } = frontend.fromOnnx(example("mlp"), {
          shape: { input: [1, 64] },
          freezeParams,
        });
        const graph = relay.build(transform.InferType()(mod), { params });
        graph.run({ input });
        return graph.getOutput().toNumbers();
      });
    const [frozen, free] = [run(true), run(false)];
    expect(frozen).toHaveLength(10);
    expect(frozen.reduce((a, b) => a + b)).toBeCloseTo(1, 5);
    frozen.forEach((value, i) => expect(value).toBeCloseTo(free[i] ?? NaN, 6));
  });

  test("leaves a dimension open that nobody gives", () => {
    const { mod } = frontend.fromOnnx(example("mlp"));
    expect(mod.astext({ showMetaData: false })).toMatch(/%input: Tensor\[\(\?, 64\), float32\]/);
    const named = frontend.fromOnnx(example("mlp"), { shape: { input: ["?", 64] } });
    expect(named.mod.structuralEqual(mod)).toBe(true);
  });

  test("tells progress, and what that throws ends the import", () => {
    const told: number[] = [];
    frontend.fromOnnx(example("cnn"), {
      shape: { image: [1, 1, 28, 28] },
      onProgress: (done) => told.push(done),
    });
    expect(told.length).toBeGreaterThan(0);
    expect(told.every((done) => done >= 0 && done <= 1)).toBe(true);
    const stop = new Error("stop");
    const stopped = (): unknown =>
      frontend.fromOnnx(example("cnn"), {
        onProgress: () => {
          throw stop;
        },
      });
    expect(stopped).toThrow(stop);
  });

  test("checks what it is given", () => {
    const bytes = example("mlp");
    const fails = (use: () => unknown, message: RegExp): void => {
      let caught: unknown;
      try {
        use();
      } catch (error) {
        caught = error;
      }
      expect(caught).toBeInstanceOf(DiagnosticError);
      expect(String(caught)).toMatch(message);
    };
    fails(
      () => frontend.fromOnnx("model.onnx" as never),
      /takes the bytes of a file, a Blob or an/,
    );
    fails(() => frontend.describe(undefined as never), /not undefined/);
    fails(() => frontend.ModelFile.from("x" as never), /ModelFile.from takes the bytes/);
    fails(() => frontend.fromOnnx(bytes, { shape: { input: [-1, 64] } }), /non-negative integers/);
    fails(() => frontend.fromOnnx(bytes, { shape: { input: 64 as never } }), /must be an array/);
    fails(
      () =>
        frontend.fromOnnx(bytes, {
          shape: { input: [1, 64] },
          dtype: { input: "number" as never },
        }),
      /has the unknown data type/,
    );
    fails(() => frontend.fromOnnx(bytes, { dtype: { nothing: "float32" } }), /needs a shape/);
    fails(() => frontend.fromOnnx(bytes, { opset: "13" as never }), /opset/);
    fails(() => frontend.fromOnnx(bytes, { frozen: true } as never), /frozen/);
    fails(() => frontend.fromOnnx(bytes.subarray(0, 100)), /./);
    fails(() => frontend.describe(new Uint8Array([1, 2, 3])), /neither an ONNX model nor/);
  });
});

test("a file takes as much memory as it is large", () => {
  const { ModelFile } = frontend;
  const begin = engine.memoryBytes();
  const sizes = [100_000_000, 50_000_001];
  const files = sizes.map((size) => ModelFile.from(new Uint8Array(size)));
  const taken = engine.memoryBytes() - begin;
  expect(taken / sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(1.3);
  for (const file of files) file.dispose();
});

describe("fromPytorch", () => {
  test("checks the inputs that it is given before it reads anything", () => {
    const bytes = new Uint8Array(4);
    const given =
      (infos: unknown): (() => unknown) =>
      () =>
        frontend.fromPytorch(bytes, infos as never);
    expect(given({ input: [1] })).toThrow(/takes an array of inputs/);
    expect(given([["input"]])).toThrow(/input 0 must be \[name, shape\]/);
    expect(given([["x", [1]], "y"])).toThrow(/input 1 must be/);
    expect(given([["x", [[1.5], "float32"]]])).toThrow(/must be an array of non-negative integers/);
    expect(given([["x", [[1], [[1.5], "float32"]]]])).toThrow(
      /must be an array of non-negative integers/,
    );
  });

  test("takes shapes of what is in tuples and lists", () => {
    const file = archive({
      forward:
        "  def forward(self: __torch__.Model,\n    x: Tensor,\n    s: Tuple[Tensor, List[Tensor]]) -> Tensor:\n" +
        "    a, b, = s\n    return torch.add(torch.add(torch.mul(x, self.w), a), b[1])\n",
      weights: { w: { shape: [2], values: Float32Array.of(2, 3) } },
    });
    const { mod, params } = frontend.fromPytorch(file, [
      ["x", [2]],
      [
        "s",
        [
          [[2], "float64"],
          [[2], [2]],
        ],
      ],
    ]);
    expect(params["w"]?.toNumbers()).toEqual([2, 3]);
    expect(mod.astext()).toContain("%s: (Tensor[(2), float64], List[Tensor[(2), float32]])");
    expect(() =>
      frontend.fromPytorch(file, [
        ["x", [2]],
        ["s", [2]],
      ]),
    ).toThrow(/the input 's' is a tuple and takes 2 shapes/);
    expect(() =>
      frontend.fromOnnx(example("mlp"), { shape: { input: [[2], [3]] as never } }),
    ).toThrow(/the input 'input' takes one shape, not a list of 2/);
  });
});

describe("tensors in files", () => {
  test("are read from .npy, .npz and TensorProto", () => {
    const one = frontend.readTensor(npy([1, 2, 3], "(3,)"));
    expect(one.shape).toEqual([3]);
    expect(one.toNumbers()).toEqual([1, 2, 3]);
    expect(Object.keys(frontend.readTensors(npy([1], "()")))).toEqual([""]);
    expect(frontend.readTensors(tensorProto("x", 5, 6))["x"]?.toNumbers()).toEqual([5, 6]);
    expect(() => frontend.readTensor(npy([1, 2], "(3,)"), "x.npy")).toThrow(
      /'x.npy' is not a NumPy array/,
    );
    // An archive without files.
    const empty = Uint8Array.from([0x50, 0x4b, 5, 6, ...new Array<number>(18).fill(0)]);
    expect(() => frontend.readTensor(empty, "x.npz")).toThrow(/'x.npz' has 0 tensors, not one/);
  });

  test("of a deflated archive are inflated", () => {
    const array = npy([7, 8], "(2,)");
    const tensors = frontend.readTensors(zip("a.npy", array));
    expect(tensors["a"]?.toNumbers()).toEqual([7, 8]);
    const damaged = zip("a.npy", array);
    const at = 30 + "a.npy".length + 4;
    damaged[at] = (damaged[at] ?? 0) ^ 0xff;
    expect(() => frontend.readTensors(damaged, "a.npz")).toThrow(/a\.npz/);
  });

  test("of TensorProto have their values as bytes or as numbers", () => {
    // dims: 2; data_type: int64; int64_data: 1, -1.
    const minusOne = [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01];
    const packed = Uint8Array.of(0x08, 2, 0x10, 7, 0x3a, 11, 1, ...minusOne);
    const read = frontend.readTensors(packed);
    expect(Object.keys(read)).toEqual([""]);
    expect(read[""]?.dtype).toBe("int64");
    expect(read[""]?.toNumbers()).toEqual([1, -1]);
    // dims: 1; data_type: bool; int32_data: 1.
    const truth = frontend.readTensor(Uint8Array.of(0x08, 1, 0x10, 9, 0x2a, 1, 1));
    expect([truth.dtype, ...truth.toNumbers()]).toEqual(["bool", 1]);
    // A text, a tensor with two of its three numbers, and one that is too large for any memory.
    const short = tensorProto("x", 1, 2);
    short[1] = 3;
    for (const bad of [
      Uint8Array.of(0x08, 1, 0x10, 8),
      short,
      tensorProto("x", 1).subarray(0, 9),
    ]) {
      expect(() => frontend.readTensor(bad, "x.pb")).toThrow(DiagnosticError);
    }
  });

  test("are inputs where inputs are taken", () => {
    const mod = relay.fromtext(
      '#[version = "0.0.5"]\ndef @main(%x: Tensor[(2), float32]) { add(%x, %x) }',
    );
    const file = npy([1, 2], "(2,)").buffer;
    expect(mod.evaluate({ x: file })[0]?.toNumbers()).toEqual([2, 4]);
    expect(mod.evaluate({ x: tensorProto("", 3, 4).buffer })[0]?.toNumbers()).toEqual([6, 8]);
    const graph = relay.build(mod);
    graph.setInput("x", tensorProto("y", 5, 6).buffer);
    graph.run();
    expect(graph.getOutput().toNumbers()).toEqual([10, 12]);
    graph.setInput("x", file);
    graph.run();
    expect(graph.getOutput().toNumbers()).toEqual([2, 4]);
    const [result] = relay.createExecutor("graph", mod).evaluate()(file);
    expect(result?.toNumbers()).toEqual([2, 4]);
    expect(graph).toBeInstanceOf(graphExecutor.GraphModule);
    expect(frontend.readTensor(file)).toBeInstanceOf(NDArray);
  });
});

/** An archive with one deflated entry. */
function zip(name: string, data: Uint8Array): Uint8Array<ArrayBuffer> {
  const packed = deflateRawSync(data);
  const u16 = (value: number): number[] => [value & 255, value >> 8];
  const u32 = (value: number): number[] => [...u16(value & 0xffff), ...u16(value >>> 16)];
  let crc = ~0;
  for (const byte of data) {
    crc ^= byte;
    for (let bit = 0; bit < 8; ++bit) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  const text = [...Buffer.from(name)];
  const sizes = [...u32(~crc >>> 0), ...u32(packed.length), ...u32(data.length)];
  const common = [...u16(20), ...u16(0), ...u16(8), ...u32(0), ...sizes, ...u16(text.length), 0, 0];
  const local = [...u32(0x04034b50), ...common, ...text, ...packed];
  const central = [
    ...u32(0x02014b50),
    ...u16(20),
    ...common,
    ...Array<number>(14).fill(0),
    ...text,
  ];
  const end = [
    ...[...u32(0x06054b50), 0, 0, 0, 0, 1, 0, 1, 0],
    ...[...u32(central.length), ...u32(local.length), 0, 0],
  ];
  return Uint8Array.from([...local, ...central, ...end]);
}
