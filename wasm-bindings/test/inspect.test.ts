// What console.log, JSON.stringify and template strings show of objects of all classes.

import { inspect } from "node:util";
import * as passcope from "passcope";
import { describe, expect, test } from "vitest";

const { IRModule, NDArray, PassContext, Sequential, instrument, relay, transform } = passcope;

const mod = relay.parse(`#[version = "0.0.5"]
def @main(%x: Tensor[(2, 3), float32]) {
  add(nn.relu(%x), %x)
}
`);
const x = relay.var("x", [2, 3]);
const w = relay.const(new Float32Array(12), { shape: [4, 3] });

describe("console.log", () => {
  const shown: [unknown, string][] = [
    [
      mod,
      "IRModule {\n  def @main(%x: Tensor[(2, 3), float32]) {\n    %0 = nn.relu(%x);\n    add(%0, %x)\n  }\n}",
    ],
    [IRModule.fromFunctions(), "IRModule {}"],
    [x, "Var %x: Tensor[(2, 3), float32]"],
    [relay.globalVar("f"), "GlobalVar @f"],
    [relay.op("nn.dense"), "Op nn.dense"],
    [relay.const(3), "Constant float32 3"],
    [relay.const([1, 2]), "Constant Tensor[(2), float32] [1, 2]"],
    [relay.const(new Float32Array(5000)), "Constant Tensor[(5000), float32]"],
    [
      relay.nn.dense(relay.nn.relu(x), w, { units: 4 }),
      "Call nn.dense(nn.relu(…), Tensor[(4, 3), float32], units=4)",
    ],
    [
      transform.InferType()(mod).get("main").body,
      "Call add(nn.relu(…), %x): Tensor[(2, 3), float32]",
    ],
    [relay.call(relay.globalVar("f"), [x]), "Call @f(%x)"],
    [relay.tuple([x]), "Tuple (%x,)"],
    [relay.tupleGetItem(relay.tuple([x, x]), 1), "TupleGetItem (…).1"],
    [new relay.Let(x, relay.const(1), x), "Let let %x = float32 1; %x"],
    [new relay.If(relay.var("c"), x, w), "If if (%c) { %x } else { Tensor[(4, 3), float32] }"],
    [new relay.RefCreate(x), "RefCreate ref(%x)"],
    [
      new relay.Function([x], relay.nn.relu(x)),
      "Function {\n  fn (%x: Tensor[(2, 3), float32]) {\n    nn.relu(%x)\n  }\n}",
    ],
    [
      NDArray.of([
        [1, 2],
        [3, 4.5],
      ]),
      "NDArray float32 [2, 2] [[1, 2], [3, 4.5]]",
    ],
    [NDArray.scalar(0.1), "NDArray float32 [] 0.1"],
    [NDArray.of([0.1, NaN, -Infinity, -0]), "NDArray float32 [4] [0.1, NaN, -Infinity, -0]"],
    [NDArray.from([0.1, 65504], [2], "float16"), "NDArray float16 [2] [0.09998, 65504]"],
    [NDArray.from([0.1, 2], [2], "bfloat16"), "NDArray bfloat16 [2] [0.1, 2]"],
    [NDArray.of([true, false]), "NDArray bool [2] [true, false]"],
    [
      NDArray.from(BigInt64Array.of(2n ** 60n + 1n), [1]),
      "NDArray int64 [1] [1152921504606846977]",
    ],
    [NDArray.from([], [2, 0]), "NDArray float32 [2, 0] [[], []]"],
    [
      NDArray.from(
        Int32Array.from({ length: 10_000 }, (_, i) => i),
        [100, 100],
      ),
      "NDArray int32 [100, 100]\n" +
        "[[0, 1, 2, ..., 97, 98, 99],\n [100, 101, 102, ..., 197, 198, 199],\n [200, 201, 202, ..., 297, 298, 299],\n" +
        " ...,\n [9700, 9701, 9702, ..., 9797, 9798, 9799],\n [9800, 9801, 9802, ..., 9897, 9898, 9899],\n" +
        " [9900, 9901, 9902, ..., 9997, 9998, 9999]]",
    ],
    [transform.FoldConstant(), "Pass FoldConstant { optLevel: 2, required: [] }"],
    [new instrument.OpDiffInstrument(), "OpDiffInstrument { diffs: 0 }"],
    [new instrument.ImmutableModule(), "ImmutableModule {}"],
    [
      relay.dataflowPattern.isOp("add")(
        relay.dataflowPattern.wildcard(),
        relay.dataflowPattern.isConstant().or(relay.dataflowPattern.isVar("x")),
      ),
      'DFPattern isOp("add")(wildcard(), isConstant().or(isVar("x")))',
    ],
    [relay.quantize.qconfig({ nbitInput: 4 }), "QConfig { options: { nbitInput: 4 } }"],
    [relay.frontend.ModelFile.from(new Uint8Array(16)), "ModelFile { size: 16 }"],
  ];
  test.each(shown)("%# %s", (value, text) => {
    expect(inspect(value)).toBe(text);
  });

  test("long programs and lines are cut", () => {
    const { mod: network, params } = relay.testing.resnet.getWorkload();
    network.set("main", passcope.bindParamsByName(network.get("main"), params));
    const lines = inspect(network).split("\n");
    expect(lines).toHaveLength(23);
    expect(lines.at(-2)).toMatch(/… \d+ more lines/);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(170);
    expect(inspect({ network, params }).length).toBeLessThan(30_000);
  });

  test("depth and maxArrayLength are respected", () => {
    expect(inspect(mod, { depth: -1 })).toBe("[IRModule]");
    expect(inspect({ a: { b: mod } }, { depth: 1 })).toBe("{ a: { b: [IRModule] } }");
    expect(inspect([x], { depth: 0 })).toBe("[ [Var] ]");
    expect(inspect({ pass: transform.InferType() }, { depth: 0 })).toBe("{ pass: [Pass] }");
    const array = NDArray.from(new Float32Array(200), [200]);
    expect(inspect(array)).toContain("...");
    expect(inspect(array, { maxArrayLength: null })).not.toContain("...");
    expect(inspect(array, { maxArrayLength: 5 })).toBe(
      "NDArray float32 [200] [0, 0, 0, ..., 0, 0, 0]",
    );
  });

  test("arrays within another object take one line", () => {
    const weights = NDArray.from(new Float32Array(4096), [64, 64]);
    expect(inspect({ weights, bias: NDArray.of([1, 2]) })).toBe(
      "{\n  weights: NDArray float32 [64, 64] […],\n  bias: NDArray float32 [2] [1, 2]\n}",
    );
    expect(inspect(weights)).toContain("\n[[0, 0, 0, ...");
  });

  test("disposed objects say so, and nothing is left alive by showing", () => {
    const before = passcope.engine.liveHandles();
    const gone = mod.clone();
    inspect(gone.get("main").body);
    inspect(w);
    JSON.stringify(gone);
    gone.dispose();
    expect(inspect(gone)).toBe("IRModule { disposed }");
    expect(passcope.engine.liveHandles() - before).toBeLessThan(4);
  });
});

const graph = relay.build(mod);
graph.run({ x: new Float32Array(6) });
const differ = new instrument.OpDiffInstrument();
const log = new instrument.HookLog();
const context = new PassContext({ optLevel: 3, instruments: [differ, ...log.watch([differ])] });
context.with(() => transform.InferType()(mod));
/** An object of each class. */
const objects: Record<string, object> = {
  module: mod,
  call: relay.nn.relu(x),
  array: NDArray.of([1]),
  pass: transform.InferType(),
  sequence: new Sequential([transform.InferType()]),
  context,
  differ,
  log,
  watched: log.watch([differ])[0] as object,
  trace: new instrument.TraceInstrument(),
  dump: new instrument.DumpIR(),
  remarks: new instrument.Remarks(),
  graph,
  report: graph.profile(),
  benchmark: graph.benchmark({ number: 1, repeat: 1 }),
  pattern: relay.dataflowPattern.wildcard(),
  file: relay.frontend.ModelFile.from(new Uint8Array(1)),
  callGraph: new relay.analysis.CallGraph(mod),
  regions: new relay.analysis.AnnotatedRegionSet(x),
  settings: relay.quantize.qconfig(),
  xavier: new relay.testing.init.Xavier(),
  rule: new relay.testing.tempOpAttr.TempOpAttr("nn.relu", "FTVMLegalize", () => null),
  comparison: await passcope.compare(["InferType"], { program: mod }),
};

test.each(Object.entries(objects))(
  "%s: texts, JSON and inspection are not empty",
  (_name, object: { toString(): string }) => {
    const text = object.toString();
    expect(text).not.toMatch(/^\[object Object\]$|^class |=>|^$/);
    expect(JSON.stringify({ object })).not.toMatch(/^\{("object":(\{\}|null))?\}$|"content"/);
    expect(inspect(object)).not.toMatch(/^\w+ \{\}$|\[class|content/);
    expect(inspect({ a: { b: { c: object } } }).length).toBeLessThan(200);
  },
);

test("JSON has programs as text, small arrays as numbers, and no weights", () => {
  expect(JSON.parse(JSON.stringify({ mod }))).toEqual({ mod: mod.astext({ showSpans: false }) });
  expect(relay.parse(JSON.parse(JSON.stringify(mod)) as string).structuralEqual(mod)).toBe(true);
  expect(JSON.stringify(relay.nn.relu(relay.var("v")))).toBe('"free_var %v;\\nnn.relu(%v)"');
  expect(
    JSON.stringify(
      NDArray.of([
        [1, 2],
        [3, NaN],
      ]),
    ),
  ).toBe('{"dtype":"float32","shape":[2,2],"data":[[1,2],[3,"NaN"]]}');
  const large = JSON.parse(JSON.stringify(NDArray.from(new Float32Array(5000), [5000]))) as object;
  expect(large).toEqual({
    dtype: "float32",
    shape: [5000],
    hash: expect.stringMatching(/^[0-9a-f]{16}$/) as string,
  });
  expect(JSON.stringify(transform.FoldConstant())).toContain('"name":"FoldConstant"');
});

test("the content of an object is one enumerable property, which nothing else shows", () => {
  expect(Object.keys(mod)).toEqual(["content"]);
  expect(mod.content).toMatch(/^#\[version = "0\.0\.5"\]\ndef @main[^]*\n\/\/ [0-9a-f]{16}$/);
  expect(Object.keys(transform.InferType())).toEqual([]);
  const changed = mod.clone();
  expect(changed.content).toBe(mod.content);
  changed.set("other", new relay.Function([], relay.const(1)));
  expect(changed.content).not.toBe(mod.content);
});
