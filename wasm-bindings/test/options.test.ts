// Misspelled and wrong options, names and asynchronous functions are refused, with the nearest name.

import {
  DiagnosticError,
  NDArray,
  PassContext,
  Sequential,
  assertStructuralEqual,
  compare,
  engine,
  instrument,
  relay,
  scope,
  sweep,
  transform,
  type Pass,
} from "passcope";
import { toContainOp } from "passcope/matchers";
import { describe, expect, test } from "vitest";
import { raw } from "../dist/engine.js";
import { choices } from "../scripts/generate/choices.mjs";

const mod = relay.parse(`#[version = "0.0.5"]
def @main(%x: Tensor[(2, 3), float32]) {
  add(nn.relu(%x), %x)
}
`);
const x = relay.var("x", [2]);
const any = (value: unknown): never => value as never;
const graph = relay.build(mod);

async function messageOf(action: () => unknown): Promise<string> {
  try {
    await action();
  } catch (error) {
    expect(error).toBeInstanceOf(DiagnosticError);
    return (error as Error).message;
  }
  throw new Error(`accepted: ${String(action)}`);
}

describe("unknown options", () => {
  const cases: [() => unknown, wrong: string, right: string][] = [
    [
      () => transform.functionPass(any({ optLevel: 1, requird: [] }), (fn) => fn),
      "requird",
      "required",
    ],
    [() => transform.modulePass(any({ optLevel: 1, nam: "a" }), (m) => m), "nam", "name"],
    [() => new PassContext(any({ optLevle: 3 })), "optLevle", "optLevel"],
    [() => new PassContext(any({ disabledPas: [] })), "disabledPas", "disabledPass"],
    [() => new Sequential([], any({ optLevl: 3 })), "optLevl", "optLevel"],
    [() => transform.FuseOps(any({ fuseOptLevl: 1 })), "fuseOptLevl", "fuseOptLevel"],
    [() => transform.create("FuseOps", { fuse_opt_levl: 1 }), "fuse_opt_levl", "fuse_opt_level"],
    [() => transform.PrintIR(any({ heder: "" })), "heder", "header"],
    [() => transform.readPipeline("InferType", any({ lst: true })), "lst", "list"],
    [() => transform.EliminateCommonSubexpr(any({ fskp: () => true })), "fskp", "fskip"],
    [() => transform.Legalize(any({ rule: {} })), "rule", "rules"],
    [() => transform.AlterOpLayout(any({ rule: {} })), "rule", "rules"],
    [() => transform.AnnotateTarget("a", any({ suported: {} })), "suported", "supported"],
    [() => new PassContext(any({ onUnmetNames: () => undefined })), "onUnmetNames", "onUnmetName"],
    [() => new instrument.PrintAfterAll(any({ writ: () => undefined })), "writ", "write"],
    [
      () => transform.bisect(mod, [], any({ onProgres: () => undefined })),
      "onProgres",
      "onProgress",
    ],
    [() => new instrument.Remarks(any({ type: ["missed"] })), "type", "types"],
    [() => new instrument.PrintAfterAll(any({ passe: [] })), "passe", "passes"],
    [() => new instrument.DumpIR(any({ changdOnly: true })), "changdOnly", "changedOnly"],
    [() => mod.astext(any({ showMetadata: false })), "showMetadata", "showMetaData"],
    [() => x.astext(any({ allDigts: true })), "allDigts", "allDigits"],
    [() => mod.writeText(() => undefined, any({ showSpan: false })), "showSpan", "showSpans"],
    [() => mod.graph(any({ functoin: "main" })), "functoin", "function"],
    [() => relay.const(1, any({ dtyp: "int8" })), "dtyp", "dtype"],
    [() => relay.var("v", any({ shape: [1], dtyp: "int8" })), "dtyp", "dtype"],
    [() => relay.func(x, [x], any({ retTyp: "int8" })), "retTyp", "retType"],
    [() => relay.parse("", any({ sourc: "a" })), "sourc", "source"],
    [() => relay.optimize(mod, any({ param: {} })), "param", "params"],
    [() => relay.build(mod, any({ winogrd: true })), "winogrd", "winograd"],
    [() => relay.createExecutor("vm", mod, any({ parms: {} })), "parms", "params"],
    [() => relay.makeInputs(mod, any({ sed: 1 })), "sed", "seed"],
    [() => relay.testing.mlp.getWorkload(any({ batchSiz: 1 })), "batchSiz", "batchSize"],
    [() => relay.testing.createWorkload(mod.get("main"), any({ sed: 1 })), "sed", "seed"],
    [() => new relay.testing.init.Xavier(any({ magnitud: 1 })), "magnitud", "magnitude"],
    [() => relay.analysis.effects(mod, any({ param: {} })), "param", "params"],
    [() => relay.alignTexts("", "", any({ byNumber: true })), "byNumber", "byNumbers"],
    [() => relay.quantize.qconfig(any({ nbitInptu: 4 })), "nbitInptu", "nbitInput"],
    [() => relay.quantize.quantize(mod, any({ datset: [] })), "datset", "dataset"],
    [() => relay.frontend.fromOnnx(new Uint8Array(4), any({ opst: 3 })), "opst", "opset"],
    [
      () => relay.frontend.ModelFile.load(new Uint8Array(4), any({ onProgres: 3 })),
      "onProgres",
      "onProgress",
    ],
    [
      () => relay.dataflowPattern.partition(relay.dataflowPattern.wildcard(), x, any({ chek: 1 })),
      "chek",
      "check",
    ],
    [() => graph.benchmark(any({ numbr: 1 })), "numbr", "number"],
    [() => graph.profile(any({ numbr: 1 })), "numbr", "number"],
    [() => assertStructuralEqual(mod, mod, any({ mapFreeVar: true })), "mapFreeVar", "mapFreeVars"],
    [() => compare(["InferType"], any({ program: mod, repat: 1 })), "repat", "repeat"],
    [() => compare([any({ pipelin: "InferType" })], { program: mod }), "pipelin", "pipeline"],
    [() => compare([any({ pipeline: [{ pases: [] }] })], { program: mod }), "pases", "passes"],
    [
      () => sweep(mod, "InferType", any({ option: "optLevel", values: [1], repat: 1 })),
      "repat",
      "repeat",
    ],
    [() => transform.bisect(mod, [], any({ linea: true })), "linea", "linear"],
    [() => transform.reduce(mod, [], any({ maxSecond: 1 })), "maxSecond", "maxSeconds"],
  ];
  test.each(cases)("%#: %s", async (action, wrong, right) => {
    const message = await messageOf(action);
    expect(message).toContain(`has no option '${wrong}'`);
    expect(message).toContain(`did you mean ${right}?`);
  });

  test("arguments of passes and instruments without options", () => {
    expect(() => (transform.InferType as (options: object) => Pass)({ foldQnn: true })).toThrow(
      /InferType has no option 'foldQnn'/,
    );
    expect(
      () => new (instrument.OpDiffInstrument as new (options: object) => object)({ a: 1 }),
    ).toThrow(/has no option 'a'/);
  });

  test("a text has the engine's names", () => {
    expect(() => transform.parsePipeline("FuseOps(fuse_opt_levl=1)")).toThrow(/'fuse_opt_levl'/);
  });
});

describe("wrong values of options", () => {
  const cases: [() => unknown, RegExp][] = [
    [() => mod.astext(any({ showSpans: 1 })), /showSpans must be a boolean, not the number 1/],
    [() => new PassContext(any({ optLevel: "3" })), /'optLevel' takes an integer/],
    [
      () => transform.functionPass(any({ optLevel: 1, name: 3 }), (fn) => fn),
      /name must be a string/,
    ],
    [() => transform.PrintIR(any({ write: 3 })), /write must be a function/],
    [() => new instrument.PrintAfterAll(any({ write: 3 })), /write must be a function/],
    [() => new instrument.DumpIR(any({ directory: 3 })), /directory must be a string/],
    [() => relay.optimize(mod, any({ params: [] })), /params must be a plain object/],
    [() => new relay.testing.init.Xavier(any({ magnitude: "1" })), /magnitude must be a number/],
    [
      () => relay.testing.createWorkload(mod.get("main"), any({ seed: "1" })),
      /seed must be a number/,
    ],
    [
      () => assertStructuralEqual(mod, mod, any({ mapFreeVars: 1 })),
      /mapFreeVars must be a boolean/,
    ],
    [() => relay.var("v", any({ shape: [1], dtype: 8 })), /dtype must be a string/],
    [
      () => compare(["InferType"], any({ program: mod, onProgress: 1 })),
      /onProgress must be a function/,
    ],
    [() => new PassContext({ requiredPass: any([mod]) }), /cannot be an object of class IRModule/],
    [
      () => relay.call("expand_dims", [x], { axis: mod }),
      /axis cannot be an object of class IRModule/,
    ],
    [() => new instrument.Remarks(any({ types: ["mised"] })), /unknown type of remark 'mised'/],
  ];
  test.each(cases)("%#: %s", async (action, message) => {
    expect(await messageOf(action)).toMatch(message);
  });
});

test("methods whose names are nearly those of hooks are refused", () => {
  const enter = (object: object): PassContext => new PassContext({ instruments: [any(object)] });
  expect(() => enter({ runAfterPas: () => undefined, shouldRun: () => true })).toThrow(
    /did you mean runAfterPass\?/,
  );
  expect(() => enter({ run_before_pass: () => undefined })).toThrow(/did you mean runBeforePass\?/);
  expect(() =>
    enter(
      new (class Mine {
        enterPassContext() {}
        exitPassCtx() {}
        runafterPass() {}
      })(),
    ),
  ).toThrow(/Mine has the method 'runafterPass', which is not a hook/);
  enter({ runAfterPass: () => undefined, helper: () => 1 }).dispose();
});

describe("asynchronous functions", () => {
  const calls: string[] = [];
  const cases: [string, () => unknown][] = [
    ["PassContext.with", () => new PassContext().with(async () => calls.push("called"))],
    ["scope", () => scope(async () => calls.push("called"))],
    ["QConfig.with", () => relay.quantize.qconfig().with(async () => calls.push("called"))],
    [
      "postOrderVisit",
      () =>
        relay.analysis.postOrderVisit(
          x,
          any(async () => calls.push("called")),
        ),
    ],
  ];
  test.each(cases)("%s refuses them before it calls them", (name, action) => {
    expect(action).toThrow(new RegExp(`${name}: \\w+ must not be asynchronous`));
    expect(calls).toEqual([]);
  });

  test("PassContext.with refuses a promise, and is left", () => {
    const before = PassContext.current();
    expect(() => new PassContext().with(() => Promise.reject(new Error("unhandled")))).toThrow(
      /PassContext.with: body must not be asynchronous/,
    );
    expect(PassContext.current()).toBe(before);
  });

  test("hooks, tests and checks that return promises are refused", () => {
    const infer = transform.InferType();
    const hook = new PassContext({
      instruments: [any({ name: "mine", shouldRun: async () => false })],
    });
    expect(() => hook.with(() => infer(mod))).toThrow(/mine: shouldRun must not be asynchronous/);
    const skip = transform.EliminateCommonSubexpr({ fskip: any(async () => false) });
    const twice = relay.parse(
      '#[version = "0.0.5"]\ndef @main(%x: int32) { add(exp(%x), exp(%x)) }',
    );
    expect(() => skip(infer(twice))).toThrow(/fskip must not be asynchronous/);
    const { isOp, wildcard } = relay.dataflowPattern;
    expect(() =>
      relay.dataflowPattern.partition(isOp("exp")(wildcard()), relay.exp(x), {
        check: any(async () => true),
      }),
    ).toThrow(/check must not be asynchronous/);
  });
});

test("toContainOp refuses unknown operators with the nearest name", () => {
  expect(() => toContainOp(mod, "fast_tahn")).toThrow(
    /unknown operator 'fast_tahn'[^]*did you mean fast_tanh\?/,
  );
  expect(() => toContainOp(mod, "tanh", -1)).toThrow(/times must be a number of calls, not -1/);
  expect(toContainOp(mod, "tanh").pass).toBe(false);
});

test("types narrow options that take one of a few names", () => {
  const uncalled = (): unknown => [
    // @ts-expect-error a misspelled type of remark
    new instrument.Remarks({ types: ["mised"] }),
    // @ts-expect-error a misspelled option
    transform.functionPass({ optLevel: 1, requird: [] }, () => mod.get("main")),
    // @ts-expect-error a misspelled mode
    relay.quantize.qconfig({ calibrateMode: "globalScale" }),
    // @ts-expect-error an unknown layout
    relay.testing.resnet.getWorkload({ layout: "NCWH" }),
    // @ts-expect-error an unknown data type
    relay.testing.mlp.getWorkload({ dtype: "flaot32" }),
    // @ts-expect-error a pass without options
    transform.InferType({ foldQnn: true }),
    // @ts-expect-error an unknown data type
    NDArray.of([1], "int23"),
    // @ts-expect-error an unknown method
    transform.gradient(mod.get("main"), undefined, "second_order"),
  ];
  expect(uncalled).toBeTypeOf("function");
});

test("the engine takes the names that the types list, and no others", () => {
  const net = new relay.Function(undefined, relay.nn.relu(relay.var("weight", [2, 2])));
  const takes: Record<string, (name: string) => unknown> = {
    "Remarks.types": (name) => new instrument.Remarks({ types: any([name]) }),
    "QuantizeCalibrate.weight_scale": (name) =>
      transform.QuantizeCalibrate(any({ weightScale: name })),
    "QuantizeRealize.rounding": (name) => transform.QuantizeRealize({ rounding: any(name) }),
    "QConfig.calibrate_mode": (name) => relay.quantize.qconfig({ calibrateMode: any(name) }),
    "QConfig.weight_scale": (name) => relay.quantize.qconfig({ weightScale: any(name) }),
    "QConfig.rounding": (name) => relay.quantize.qconfig({ rounding: any(name) }),
    "QConfig.partition_conversions": (name) =>
      relay.quantize.qconfig({ partitionConversions: any(name) }),
    "Workload.initializer": (name) =>
      raw().createWorkload(net.handle, JSON.stringify({ initializer: name })),
    "Workload.factor_type": (name) =>
      raw().createWorkload(net.handle, JSON.stringify({ factor_type: name })),
    "config.passcope.target": (name) =>
      new PassContext({ config: { "passcope.target": any(name) } }),
    "*.layout": (name) => relay.testing.resnet.getWorkload({ layout: any(name) }),
  };
  expect(Object.keys(takes)).toEqual(Object.keys(choices));
  for (const [option, names] of Object.entries(choices)) {
    for (const name of names)
      expect(() => takes[option]?.(name), `${option}=${name}`).not.toThrow();
    expect(() => takes[option]?.("nonsense"), option).toThrow(DiagnosticError);
  }
  expect(engine.version).not.toBe("");
});
