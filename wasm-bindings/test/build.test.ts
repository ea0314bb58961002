// Building programs: constants, functions, and every operator as a function.
import {
  DiagnosticError,
  IRModule,
  NDArray,
  PassContext,
  engine,
  relay,
  transform,
  type Call,
  type ConstantValue,
  type DType,
} from "passcope";
import { describe, expect, test } from "vitest";

describe("constants", () => {
  const cases: [ConstantValue, object | undefined, DType, number[], number[]][] = [
    [3, undefined, "float32", [], [3]],
    [3, { dtype: "int64" }, "int64", [], [3]],
    [true, undefined, "bool", [], [1]],
    [[1, 2, 3], undefined, "float32", [3], [1, 2, 3]],
    [
      [
        [1, 2],
        [3, 4],
        [5, 6],
      ],
      { dtype: "int8" },
      "int8",
      [3, 2],
      [1, 2, 3, 4, 5, 6],
    ],
    [[], undefined, "float32", [0], []],
    [[[true], [false]], undefined, "bool", [2, 1], [1, 0]],
    [Int32Array.of(1, 2), undefined, "int32", [2], [1, 2]],
    [Float32Array.of(1, 2, 3, 4), { shape: [2, 2] }, "float32", [2, 2], [1, 2, 3, 4]],
    [Float64Array.of(1.5), { dtype: "float16", shape: [] }, "float16", [], [1.5]],
    [[1, 2, 3, 4], { shape: [4, 1], dtype: "uint8" }, "uint8", [4, 1], [1, 2, 3, 4]],
  ];
  test.each(cases)("of %j with %j", (value, options, dtype, shape, numbers) => {
    const { data } = relay.const(value, options);
    expect(data.dtype).toBe(dtype);
    expect(data.shape).toEqual(shape);
    expect(data.toNumbers()).toEqual(numbers);
  });

  test("of a tensor share it, unless it is converted", () => {
    const array = NDArray.from([1, 2], [2]);
    expect(relay.const(array).data.toNumbers()).toEqual([1, 2]);
    expect(relay.const(array, "int32").data.dtype).toBe("int32");
    expect(relay.const(7, "int16").data.dtype).toBe("int16");
  });

  test("that are none are refused", () => {
    expect(() => relay.const([[1, 2], [3]])).toThrow(/same length/);
    expect(() => relay.const(["a"] as never)).toThrow(DiagnosticError);
    expect(() => relay.const([1, 2, 3], { shape: [2, 2] })).toThrow(/4 elements/);
    expect(() => relay.const(undefined as never)).toThrow(DiagnosticError);
  });
});

describe("operators", () => {
  type Namespace = { [name: string]: Namespace | undefined } & ((...args: unknown[]) => Call);

  test("are functions at their dotted names", () => {
    for (const { name, args, attrs } of engine.ops()) {
      let found = relay as unknown as Namespace | undefined;
      for (const part of name.split(".")) found = found?.[part];
      expect(found, name).toBeTypeOf("function");
      if (attrs.some(({ required }) => required)) continue;
      const made = found?.(...args.map((arg) => relay.var(arg.name)));
      expect(made?.op, name).toBe(relay.op(name));
      expect(made?.args).toHaveLength(args.length);
    }
  });

  test("take attributes by Relay's names", () => {
    const x = relay.var("x", [1, 3, 8, 8]);
    const w = relay.var("w", [4, 3, 3, 3]);
    const call = relay.nn.conv2d(x, w, { kernel_size: [3, 3], strides: 2, padding: [1, 2] });
    expect(call.attrs).toMatchObject({
      kernel_size: [3, 3],
      strides: [2, 2],
      padding: [1, 2, 1, 2],
      data_layout: "NCHW",
      channels: null,
    });
    expect(relay.nn.conv2d(x, w).attrs.padding).toEqual([0, 0, 0, 0]);
    expect(relay.nn.conv2d(x, w, { padding: [1, 2, 3, 4] }).attrs.padding).toEqual([1, 2, 3, 4]);
    expect(relay.sum(x, { axis: 1 }).attrs.axis).toEqual([1]);
    expect(relay.clip(x, { a_min: -Infinity, a_max: 6 }).attrs.a_min).toBe(-Infinity);
    expect(relay.cast(x, { dtype: "int8" }).attrs.dtype).toBe("int8");
    expect(() => relay.nn.conv2d(x, w, { stride: 1 } as object)).toThrow(/did you mean strides/);
    expect(() => relay.nn.conv2d(x, undefined as never)).toThrow(/undefined/);
    expect(() => relay.op("nn.conv")).toThrow(/did you mean/);
  });

  test("take arrays where TVM takes lists of tensors", () => {
    const x = relay.var("x", [2, 3]);
    const both = relay.concatenate([x, x], { axis: 1 });
    expect(both.args[0]?.kind).toBe("Tuple");
    expect(relay.concatenate(relay.tuple([x])).args[0]?.kind).toBe("Tuple");
    const mod = transform.InferType()(IRModule.fromExpr(both));
    expect(mod.get("main").retType).toBe("Tensor[(2, 6), float32]");
    const parts = relay.split(both, { indices_or_sections: [1, 3], axis: 1 });
    const split = transform.InferType()(IRModule.fromExpr(relay.tupleGetItem(parts, 1)));
    expect(split.get("main").retType).toBe("Tensor[(2, 2), float32]");
  });

  test("have attributes that stand for arguments", () => {
    const number = (value: number) => relay.const(value, "int32");
    const range = relay.arange(number(1), number(7), number(2), { dtype: "int32" });
    const mod = transform.InferType()(IRModule.fromExpr(range));
    expect(mod.get("main").retType).toBe("Tensor[(3), int32]");
    expect(mod.evaluate({})[0]?.toNumbers()).toEqual([1, 3, 5]);
  });
});

describe("nodes", () => {
  test("of every kind are made by their classes", () => {
    const x = new relay.Var("x", { shape: [2, "n"], dtype: "int8" });
    expect(x.type).toBe("Tensor[(2, n), int8]");
    expect(new relay.Var("y", "(int32, Tensor[(2, ?), float32])").type).toBe(
      "(int32, Tensor[(2, ?), float32])",
    );
    expect(relay.var("z", [3]).type).toBe("Tensor[(3), float32]");
    expect(relay.var("z", "fn (int32) -> bool").type).toBe("fn (int32) -> bool");
    expect(relay.var("z").typeAnnotation).toBeUndefined();
    expect(() => relay.var("z", "Tensr[(3)]")).toThrow(DiagnosticError);
    const one = relay.const(1);
    const sum = new relay.Call("add", [one, one]);
    const v = relay.var("v");
    const c = relay.var("c", "bool");
    const program = new relay.Let(
      v,
      sum,
      new relay.If(c, v, new relay.RefRead(new relay.RefCreate(v))),
    );
    const fn = new relay.Function([c], program, { retType: "float32", attrs: { Compiler: "x" } });
    expect(String(fn)).toBe(
      'fn (%c: bool, Compiler="x") -> float32 {\n' +
        "  let %v = add(1f, 1f);\n" +
        "  if (%c) {\n    %v\n  } else {\n    %0 = ref(%v);\n    ref_read(%0)\n  }\n}",
    );
    expect(fn.retType).toBe("float32");
    const mod = IRModule.fromExpr(fn.withAttr("Compiler", null));
    expect(mod.get("main").attrs).toEqual({});
    const [result] = mod.evaluate({ c: NDArray.scalar(1, "bool") });
    expect(result?.toNumbers()).toEqual([2]);
    expect(String(new relay.RefWrite(relay.var("r"), one))).toContain("ref_write(%r, 1f)");
    expect(new relay.TupleGetItem(new relay.Tuple([one, sum]), 1).tupleValue.kind).toBe("Tuple");
    expect(new relay.GlobalVar("f").nameHint).toBe("f");
  });

  test("take the attributes of another call as they are", () => {
    const x = relay.var("x", [1, 3, 8, 8]);
    const conv = relay.nn.conv2d(x, relay.var("w"), { channels: 4, kernel_size: 3 });
    const again = new relay.Call(conv.op, conv.args, conv.attrs);
    expect(again).not.toBe(conv);
    expect(again.structuralEqual(conv)).toBe(true);
    const wider = relay.call("nn.conv2d", conv.args, { ...conv.attrs, channels: 8 });
    expect(wider.attrs).toEqual({ ...conv.attrs, channels: 8 });
  });

  test("refuse what they cannot be made of", () => {
    const x = relay.var("x");
    expect(() => new relay.Let(relay.const(1), x, x)).toThrow(/bind only variables/);
    expect(() => new relay.Function([relay.const(1)], x)).toThrow(DiagnosticError);
    expect(() => new relay.Call(x, [undefined as never])).toThrow(/item 0 of 1/);
    expect(() => relay.call(x, [x], { axis: 1 })).toThrow(/cannot have attributes/);
    expect(() => relay.call(7 as never, [x])).toThrow(DiagnosticError);
    expect(() => new relay.Tuple([null as never])).toThrow(/null/);
    expect(() => new relay.Function([], undefined as never)).toThrow(/the body of a function/);
    expect(() => new relay.TupleGetItem(7 as never, 0)).toThrow(
      /the tuple of a TupleGetItem must be an expression/,
    );
    expect(() => new relay.Constant(3 as never)).toThrow(/an NDArray, not the number 3/);
    expect(() => IRModule.fromExpr(undefined as never)).toThrow(/not undefined/);
    expect(() => relay.analysis.freeVars(7 as never)).toThrow(/not the number 7/);
    expect(relay.call(x, [x]).op).toBe(x);
  });
});

describe("relay.optimize", () => {
  const program = (): IRModule => {
    const x = relay.var("x", [1, 3, 8, 8]);
    const conv = relay.nn.conv2d(x, relay.var("w", [4, 3, 3, 3]), { channels: 4, kernel_size: 3 });
    return transform.InferType()(IRModule.fromExpr(relay.nn.relu(conv)));
  };

  test("runs TVM's passes as far as the context lets it", () => {
    const names = (optLevel: number): string[] => {
      const seen: string[] = [];
      new PassContext({
        optLevel,
        instruments: [{ runBeforePass: (_, info) => void seen.push(info.name) }],
      }).with(() => relay.optimize(program(), { target: "llvm -mcpu=core-avx2" }));
      return seen;
    };
    expect(names(0)).not.toContain("EliminateCommonSubexpr");
    expect(names(3)).toContain("EliminateCommonSubexpr");
  });

  test("binds parameters", () => {
    const w = NDArray.from(new Float32Array(108), [4, 3, 3, 3]);
    const { mod, params } = relay.optimize(program(), { params: { w } });
    expect(mod.get("main").params.map(({ name }) => name)).toEqual(["x"]);
    expect(params).toEqual({});
  });

  test("knows one target", () => {
    expect(() => relay.optimize(program(), { target: "cuda" })).toThrow(/unknown target 'cuda'/);
  });
});
