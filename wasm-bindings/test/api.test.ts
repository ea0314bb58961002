// The rest of the interface: arrays, programs built by hand, contexts, tables.
import {
  Function as RelayFunction,
  IRModule,
  NDArray,
  PassContext,
  Sequential,
  bindParamsByName,
  engine,
  relay,
  transform,
  type DType,
  type TypedArray,
  type UnmetName,
} from "passcope";
import { describe, expect, test, vi } from "vitest";
import { smallModule } from "./programs";

describe("NDArray", () => {
  const cases: [DType, TypedArray][] = [
    ["float64", Float64Array.of(0.1, -2)],
    ["float32", Float32Array.of(0.5, -2)],
    ["int64", BigInt64Array.of(-(2n ** 63n), 7n)],
    ["int32", Int32Array.of(-(2 ** 31), 7)],
    ["int16", Int16Array.of(-32768, 7)],
    ["int8", Int8Array.of(-128, 7)],
    ["uint64", BigUint64Array.of(2n ** 63n, 7n)],
    ["uint32", Uint32Array.of(2 ** 32 - 1, 7)],
    ["uint16", Uint16Array.of(65535, 7)],
    ["uint8", Uint8Array.of(255, 7)],
  ];
  test.each(cases)("%s goes in and comes out", (dtype, data) => {
    const array = NDArray.from(data, [2, 1]);
    expect(array.dtype).toBe(dtype);
    expect(array.shape).toEqual([2, 1]);
    expect(array.toTypedArray()).toEqual(data);
  });

  test("numbers are float32 unless said otherwise", () => {
    expect(NDArray.from([1, 2.5], [2]).toTypedArray()).toEqual(Float32Array.of(1, 2.5));
    expect(NDArray.from([1, -2.5], [2], "int8").toTypedArray()).toEqual(Int8Array.of(1, -2));
    expect(NDArray.from([1, 0], [2], "bool").toTypedArray()).toEqual(Uint8Array.of(1, 0));
    expect(NDArray.from([1, -2], [2], "int64").toTypedArray()).toEqual(BigInt64Array.of(1n, -2n));
    expect(NDArray.from([1, -2], [2], "float16").toTypedArray()).toEqual(
      Uint16Array.of(0x3c00, 0xc000),
    );
    expect(NDArray.from([1, -2], [2], "bfloat16").toNumbers()).toEqual([1, -2]);
  });

  test("bits of small floats are taken as they are", () => {
    const bits = Uint16Array.of(0x3c00, 0x7c00);
    expect(NDArray.from(bits, [2], "float16").toNumbers()).toEqual([1, Infinity]);
    expect(NDArray.from(bits, [2]).dtype).toBe("uint16");
  });

  test("scalars have rank 0, and empty arrays no elements", () => {
    const scalar = NDArray.scalar(3, "int32");
    expect(scalar.shape).toEqual([]);
    expect(scalar.toNumbers()).toEqual([3]);
    expect(NDArray.from([], [0, 4]).toNumbers()).toEqual([]);
  });

  test("what comes out is a copy", () => {
    const array = NDArray.from([1, 2], [2]);
    array.toTypedArray()[0] = 9;
    expect(array.toNumbers()).toEqual([1, 2]);
  });
});

describe("programs", () => {
  test("are built from calls, with attributes by Relay's names", () => {
    const data = relay.var("data", [1, 3, 8, 8]);
    const weight = relay.var("weight", [4, 3, 3, 3]);
    const conv = relay.call("nn.conv2d", [data, weight], {
      strides: [2, 2],
      channels: 4,
      kernel_size: [3, 3],
    });
    const clipped = relay.call("clip", [conv], { a_min: -Infinity, a_max: 6 });
    const fn = relay.func(relay.tupleGetItem(relay.tuple([clipped, data]), 0), [data, weight]);
    expect(fn).toBeInstanceOf(RelayFunction);
    const mod = transform.InferType()(IRModule.fromExpr(fn));
    const main = mod.get("main");
    expect(main.params.map(({ name, type }) => [name, type])).toEqual([
      ["data", "Tensor[(1, 3, 8, 8), float32]"],
      ["weight", "Tensor[(4, 3, 3, 3), float32]"],
    ]);
    expect(main.params.map(({ shape }) => shape)).toEqual([
      [1, 3, 8, 8],
      [4, 3, 3, 3],
    ]);
    expect(main.params.map(({ dtype }) => dtype)).toEqual(["float32", "float32"]);
    expect(main.retType).toBe("Tensor[(1, 4, 3, 3), float32]");
    expect(String(mod)).toContain("strides=[2, 2]");
    expect(String(mod)).toContain("a_min=-inff, a_max=6f");
  });

  test("call global functions", () => {
    const mod = smallModule();
    const y = relay.var("y", [2, 3]);
    mod.set("twice", relay.func(relay.call(relay.globalVar("main"), [y])));
    expect(mod.globalVars()).toEqual(["main", "twice"]);
    const [result] = mod.evaluate({ y: Float32Array.of(-1, 2, -3, 4, -5, 6) }, "twice");
    expect(result?.toNumbers()).toEqual([0, 2, 0, 4, 0, 6]);
    const any = IRModule.fromtext(
      '#[version = "0.0.5"]\ndef @main(%x: Tensor[(?), float32]) { %x }',
    );
    expect(() => any.evaluate({ x: Float32Array.of(1) })).toThrow(/the shape of 'x' is not known/);
  });

  test("hold constants", () => {
    const sum = relay.call("add", [relay.const(NDArray.from([1, 2], [2])), relay.const(0.5)]);
    const mod = transform.FoldConstant()(transform.InferType()(IRModule.fromExpr(sum)));
    expect(mod.countOps()).toEqual({});
    expect(mod.evaluate({})[0]?.toNumbers()).toEqual([1.5, 2.5]);
  });

  test("are read from text and printed back", () => {
    const mod = smallModule();
    const read = relay.parse(String(mod), "small.relay");
    expect(read.structuralEqual(mod)).toBe(true);
    // As in TVM, parsed expressions are printed with their source places.
    expect(String(read)).toContain("span=small.relay:3:3");
  });

  test("compare by structure, whatever the names", () => {
    const a = IRModule.fromExpr(relay.call("nn.relu", [relay.var("a", [2])]));
    const b = IRModule.fromExpr(relay.call("nn.relu", [relay.var("b", [2])]));
    const c = IRModule.fromExpr(relay.call("tanh", [relay.var("b", [2])]));
    expect(a.structuralEqual(b)).toBe(true);
    expect(a.structuralHash()).toBe(b.structuralHash());
    expect(a.structuralHash()).toMatch(/^[0-9a-f]{16}$/);
    expect(a.structuralEqual(c)).toBe(false);
    expect(a.diffId()).not.toBe(b.diffId());
    expect(a.clone().diffId()).toBe(a.diffId());
  });

  test("print constants in a metadata section unless told not to", () => {
    const mod = IRModule.fromExpr(relay.const(NDArray.from([1, 2], [2])));
    expect(mod.astext()).toContain("#[metadata]");
    expect(mod.astext({ showMetaData: false })).not.toContain("#[metadata]");
  });

  test("evaluate to the same before and after the pipeline", () => {
    const { mod, params } = relay.testing.resnet.getWorkload({
      imageShape: [3, 32, 32],
      numClasses: 10,
    });
    const data = Float32Array.from({ length: 3 * 32 * 32 }, (_, i) => Math.sin(i));
    const [before] = mod.evaluate({ data, ...params });
    const optimized = new PassContext({ optLevel: 3 }).with(() =>
      new Sequential([
        transform.SimplifyInference(),
        transform.FoldScaleAxis(),
        transform.ConvertLayout({ "nn.conv2d": ["NHWC", "HWIO"] }),
      ])(mod),
    );
    const [after] = optimized.evaluate({ data, ...params });
    const expected = before?.toNumbers() ?? [];
    expect(expected).toHaveLength(10);
    after?.toNumbers().forEach((value, i) => {
      expect(Math.abs(value - (expected[i] ?? NaN))).toBeLessThan(1e-4);
    });
  });
});

describe("text in pieces", () => {
  const { mod, params } = relay.testing.resnet.getWorkload({
    numLayers: 20,
    numClasses: 10,
    imageShape: [3, 28, 28],
  });
  mod.set("main", bindParamsByName(mod.get("main"), params));

  test("is the same text", () => {
    const pieces: string[] = [];
    mod.writeText((piece) => pieces.push(piece));
    expect(pieces.length).toBeGreaterThan(3);
    const text = pieces.join("");
    expect(text === mod.astext()).toBe(true);
    const again = IRModule.fromtext(new TextEncoder().encode(text));
    expect(again.structuralEqual(IRModule.fromtext(text))).toBe(true);
  });

  test("ends with what the writer throws", () => {
    const full = new Error("disk full");
    expect(() => {
      mod.writeText(() => {
        throw full;
      });
    }).toThrow(full);
  });
});

describe("passes", () => {
  test("are functions that know what they are", () => {
    const pass = transform.ConvertLayout({ "nn.conv2d": ["NHWC", "default"] });
    expect(typeof pass).toBe("function");
    expect(pass.info).toEqual({
      name: "ConvertLayout",
      optLevel: 3,
      required: ["InferType", "CanonicalizeOps"],
      traceable: false,
    });
    expect(String(pass)).toBe("Pass(ConvertLayout)");
    expect(String(transform.FoldConstant({ foldQnn: false }))).toBe("Pass(FoldConstant)");
  });

  // As in TVM, the constructors of these passes in Python have other names.
  const otherNames: Record<string, string> = {
    CombineParallelConv2D: "CombineParallelConv2d",
    Inline: "InlineGlobals",
    OutlineCompilerFunctionsWithExistingGlobalSymbols: "OutlineCompilerFunctions",
    PartialEvaluate: "PartialEval",
  };
  test("exist for every row of the table, under its name", () => {
    for (const { name, options } of engine.passes()) {
      expect(transform).toHaveProperty(name);
      if (options.some((option) => option.required)) continue;
      expect(transform.create(name).info.name).toBe(otherNames[name] ?? name);
    }
  });

  test("run in a Sequential when the context enables them", () => {
    const seen: string[] = [];
    const sequence = transform.Sequential(
      [transform.SimplifyInference(), transform.FoldConstant(), transform.CanonicalizeOps()],
      { name: "mine", optLevel: 1 },
    );
    expect(sequence).toBeInstanceOf(Sequential);
    expect(sequence.info).toMatchObject({ name: "mine", optLevel: 1 });
    const top = (options: object): string[] => {
      seen.length = 0;
      let depth = 0;
      new PassContext({
        ...options,
        instruments: [
          {
            runBeforePass(_, info): void {
              if (depth === 1) seen.push(info.name);
              depth += 1;
            },
            runAfterPass(): void {
              depth -= 1;
            },
          },
        ],
      }).with(() => sequence(smallModule()));
      return [...seen];
    };
    expect(top({})).toEqual(["InferType", "SimplifyInference", "FoldConstant"]);
    expect(top({ optLevel: 1 })).toEqual(["InferType", "SimplifyInference"]);
    expect(top({ requiredPass: ["CanonicalizeOps"], disabledPass: ["FoldConstant"] })).toEqual([
      "InferType",
      "SimplifyInference",
      "InferType",
      "CanonicalizeOps",
    ]);
  });

  test("come from the command line's notation too", () => {
    const pass = transform.parsePipeline(
      'InferType,ConvertLayout{"desired_layouts":{"nn.conv2d":["NHWC","HWIO"]}}',
    );
    expect(pass.info.name).toBe("sequential");
    expect(() => transform.parsePipeline("InferType, +")).toThrow(/name of a pass was expected/);
    expect(() => transform.parsePipeline("InferType; FoldConstant")).toThrow(/a comma or the end/);
  });

  test("are told from a text without being made", () => {
    expect(transform.readPipeline("A(b={'c': [1, NHWC]}); bind; code.Mine, Sequential{D}")).toEqual(
      {
        stages: [
          { kind: "passes", passes: [{ name: "A", options: { b: { c: [1, "NHWC"] } } }] },
          { kind: "bind", passes: [] },
          { kind: "passes", passes: [{ code: "Mine" }, { sequential: [{ name: "D" }] }] },
        ],
      },
    );
    expect(transform.readPipeline("bind", { list: true }).stages).toEqual([
      { kind: "passes", passes: [{ name: "bind" }] },
    ]);
    expect(transform.readPipeline("A(é=1)")).toEqual({
      mistake: { expected: "option", at: 2, found: "é=1)" },
    });
    // A name of Object.prototype is an ordinary name.
    const { stages } = transform.readPipeline("A(__proto__={'polluted': 1})");
    expect(Object.keys(stages?.[0]?.passes[0]?.options ?? {})).toEqual(["__proto__"]);
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
    const deep = transform.readPipeline(`A(b=${"[".repeat(100_000)}`);
    expect(deep.mistake?.expected).toBe("shallower");
  });
});

describe("contexts", () => {
  test("know their settings", () => {
    const context = new PassContext({
      optLevel: 1,
      requiredPass: ["A"],
      disabledPass: ["B"],
      config: { "relay.FuseOps.max_depth": 10 },
    });
    expect(context.optLevel).toBe(1);
    expect(context.requiredPass).toEqual(["A"]);
    expect(context.disabledPass).toEqual(["B"]);
    expect(context.config).toEqual({ "relay.FuseOps.max_depth": 10 });
    expect(context.passEnabled(transform.InferType())).toBe(true);
    expect(context.passEnabled(transform.FoldConstant())).toBe(false);
  });

  test("tell of required and disabled passes that did not come up", () => {
    const told: UnmetName[] = [];
    const context = new PassContext({
      requiredPass: ["FuseOps"],
      disabledPass: ["FoldConstants", "Inline"],
      onUnmetName: (unmet) => told.push(unmet),
    });
    const run = new Sequential([transform.FoldConstant(), transform.Inline()]);
    context.with(() => run(smallModule()));
    expect(told).toEqual([
      {
        list: "required",
        name: "FuseOps",
        near: [],
        text: "no pass that came up is called 'FuseOps', which is to be required",
      },
      {
        list: "disabled",
        name: "FoldConstants",
        near: ["FoldConstant"],
        text:
          "no pass that came up is called 'FoldConstants', which is to be disabled; " +
          "did you mean FoldConstant?",
      },
    ]);
    // Each name is reported once.
    context.with(() => run(smallModule()));
    expect(told.length).toBe(2);
    expect(context.unmetNames().map(({ name }) => name)).toEqual(["FuseOps", "FoldConstants"]);
  });

  test("warn of them, unless something failed before", () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const context = (): PassContext => new PassContext({ disabledPass: ["FoldConstants"] });
    context().with(() => transform.FoldConstant()(smallModule()));
    expect(warn.mock.calls).toEqual([[expect.stringContaining("did you mean FoldConstant?")]]);
    warn.mockClear();
    expect(() =>
      context().with(() => {
        throw new Error("before any pass");
      }),
    ).toThrow("before any pass");
    expect(warn).not.toHaveBeenCalled();
    warn.mockRestore();
  });

  test("nest", () => {
    const start = PassContext.current();
    expect(start.optLevel).toBe(2);
    const depth = new PassContext({ optLevel: 3 }).with((outer) => {
      expect(PassContext.current()).toBe(outer);
      new PassContext({ optLevel: 0 }).with((inner) => {
        expect(PassContext.current()).toBe(inner);
      });
      expect(PassContext.current()).toBe(outer);
      return 7;
    });
    expect(depth).toBe(7);
    expect(PassContext.current()).toBe(start);
  });

  test("are left when the body throws", () => {
    const start = PassContext.current();
    const error = new Error("body");
    expect(() =>
      new PassContext().with(() => {
        throw error;
      }),
    ).toThrow(error);
    expect(PassContext.current()).toBe(start);
  });

  test("may be entered again", () => {
    const context = new PassContext();
    context.with(() => context.with(() => expect(PassContext.current()).toBe(context)));
    context.with(() => expect(PassContext.current()).toBe(context));
  });
});

describe("the engine", () => {
  test("describes its tables", () => {
    expect(engine.version).toMatch(/^\d+\.\d+\.\d+$/);
    expect(engine.passes().find(({ name }) => name === "FoldConstant")?.options).toEqual([
      {
        name: "fold_qnn",
        type: "bool",
        default: false,
        doc: "Whether to fold quantized operators too.",
        required: false,
      },
    ]);
    const conv = engine.ops().find(({ name }) => name === "nn.conv2d");
    expect(conv?.args.map(({ name }) => name)).toEqual(["data", "weight"]);
    expect(conv?.attrs.find(({ name }) => name === "data_layout")?.default).toBe("NCHW");
    expect(engine.models().map(({ name }) => name)).toContain("resnet18");
    expect(engine.diagnosticKinds().map(({ name }) => name)).toContain("shape-mismatch");
    expect(engine.configKeys().map(({ name }) => name)).toContain("relay.FuseOps.max_depth");
  });
});
