// relay.analysis: arguments and results at the boundary. The analyses themselves are tested in C++
// (tests/unit/analysis).

import { NDArray, relay } from "passcope";
import { expect, test } from "vitest";

const { analysis } = relay;

const parse = (text: string) => relay.fromtext(`#[version = "0.0.5"]\n${text}`);

const dense = parse(
  `def @main(%x: Tensor[(1, 2), float32], %w: Tensor[(3, 2), float32]) {
  %0 = nn.dense(%x, transpose(%w, axes=[1, 0]), units=None);
  add(%0, nn.relu(%0))
}`.replace("(3, 2)", "(2, 3)"),
);

test("counts", () => {
  expect(analysis.getTotalMacNumber(dense)).toBe(6);
  expect(analysis.getTotalMacNumber(dense.get("main"))).toBe(6);
  expect(analysis.listOpFreqs(dense)).toEqual({
    add: 1,
    "nn.dense": 1,
    "nn.relu": 1,
    transpose: 1,
  });
  expect(analysis.listFakeQuantizedOpFreqs(dense)).toEqual({});
  expect(analysis.countLayers(dense, ["nn.dense", relay.op("add")])).toBe(2);
  expect(analysis.searchFcTranspose(dense.get("main"))).toEqual(["w"]);
});

test("types, kinds and data types", () => {
  expect(analysis.checkKind("(int32, Tensor[(2, 3), float32])")).toBe(analysis.Kind.Type);
  expect(analysis.checkKind({ shape: [2, "?"] })).toBe(analysis.Kind.Type);
  expect(analysis.checkKind(relay.var("x", []))).toBe(analysis.Kind.Type);
  const lists = parse("type List[A] { Cons(A, List[A]), Nil }\ndef @main() { Nil }");
  expect(analysis.checkKind("List[int32]", lists)).toBe(analysis.Kind.Type);
  expect(() => analysis.checkKind("List[int32]")).toThrow(/List/);
  expect(analysis.boundTypeVars("fn [A, B] (A) -> B")).toEqual(["A", "B"]);
  expect(analysis.freeTypeVars("fn [A, B] (A) -> B")).toEqual([]);
  expect(analysis.allTypeVars(lists.get("main"))).toEqual(["A"]);
  expect(analysis.allDtypes(relay.const(1, "int8"))).toEqual(new Set());
});

test("what an expression is", () => {
  const x = relay.var("x", []);
  expect(analysis.checkConstant(relay.tuple([relay.const(1), relay.const(2)]))).toBe(true);
  expect(analysis.checkConstant(x)).toBe(false);
  const shared = relay.add(x, x);
  const cond = relay.var("c", { shape: [], dtype: "bool" });
  const branches = new relay.If(cond, relay.negative(shared), shared);
  expect(() => analysis.checkBasicBlockNormalForm(branches)).toThrow(/several blocks use/);
  expect(analysis.checkBasicBlockNormalForm(shared)).toBe(true);
  const { fVar, fOp, fCall, fIf, fGraph, fConstant, fFunction } = analysis.Feature;
  expect(analysis.detectFeature(shared)).toEqual(new Set([fVar, fOp, fCall]));
  expect(analysis.detectFeature(branches)).toEqual(new Set([fVar, fOp, fCall, fIf, fGraph]));
  expect(analysis.detectFeature(relay.const(1), dense)).toEqual(
    new Set([fConstant, fVar, fFunction, fOp, fCall, fGraph]),
  );
  const match = parse(`type List[A] { Cons(A, List[A]), Nil }
def @main(%l: List[int32]) { match? (%l) { Cons(_, Nil) => 1 } }`).get("main").body;
  expect(match).toBeInstanceOf(relay.Match);
  expect(analysis.unmatchedCases(match as InstanceType<typeof relay.Match>)).toEqual([
    "Cons(_, Cons(_, _))",
    "Nil",
  ]);
});

test("fused functions and intermediate expressions", () => {
  const chain = parse("def @main(%x: Tensor[(2), float32]) { exp(nn.relu(%x)) }");
  const fused = analysis.extractFusedFunctions(chain);
  expect(fused.size).toBe(1);
  for (const [hash, fn] of fused) {
    expect(hash).toMatch(/^\d+$/);
    expect(fn.attrs["Primitive"]).toBe(1);
  }
  expect(analysis.extractIntermediateExpr(chain, 0).countOps()).toEqual({ "nn.relu": 1 });
  expect(analysis.extractIntermdeiateExpr(chain, 1).structuralEqual(chain)).toBe(true);
  expect(() => analysis.extractIntermediateExpr(chain, 2)).toThrow(/no expression number 2/);
});

test("values at the calls of other compilers' functions", () => {
  const mod = parse(`def @g(%a: Tensor[(2), float32], Compiler="test") { (exp(%a), negative(%a)) }
def @main(%x: Tensor[(2), float32]) { @g(%x).1 }`);
  const data = analysis.getCalibrationData(mod, { x: NDArray.of([0, 1]) });
  expect([...data.keys()]).toEqual(["g"]);
  const { inputs, outputs } = data.get("g") ?? { inputs: [], outputs: [] };
  expect(inputs.map((array) => array.toNumbers())).toEqual([[0, 1]]);
  expect(outputs[1]?.toNumbers()).toEqual([-0, -1]);
});

test("call graphs", () => {
  const mod = parse(`def @f(%x: int32) -> int32 { @f(%x) }
def @main(%x: int32) { add(@f(%x), @f(%x)) }`);
  const graph = new analysis.CallGraph(mod);
  expect(graph.module).toBe(mod);
  expect(graph.refCount("f")).toBeGreaterThanOrEqual(2);
  expect(graph.calls("main")).toContain("f");
  expect(graph.globalCallCount(relay.globalVar("f"))).toBe(1);
  expect(graph.isRecursive("f")).toBe(true);
  expect(graph.isRecursive("main")).toBe(false);
  expect(graph.printVar("main")).toContain("#refs = 0");
  expect(String(graph)).toContain("call site: <main> calls f");
  expect(() => graph.refCount("g")).toThrow(/no function 'g'/);
});

test("regions", () => {
  const mod = parse(`def @main(%x: Tensor[(2), float32]) {
  %0 = annotation.compiler_begin(%x, compiler="a");
  %1 = exp(%0);
  %2 = annotation.compiler_end(%1, compiler="a");
  nn.relu(%2)
}`);
  const relu = mod.get("main").body as InstanceType<typeof relay.Call>;
  const regions = new analysis.AnnotatedRegionSet(mod.get("main"));
  expect(regions).toHaveLength(1);
  const region = regions.getRegion(relu.args[0] as (typeof relu.args)[0]);
  expect(region).toBe(regions.regions[0]);
  expect(region?.target).toBe("a");
  expect(region?.nodes).toHaveLength(3);
  expect(regions.getRegion(relu)).toBeUndefined();
});

test("arguments of other classes are refused", () => {
  const module = dense as never;
  const expr = relay.const(1) as never;
  const wrong: [string, () => unknown][] = [
    ["getTotalMacNumber", () => analysis.getTotalMacNumber(1 as never)],
    ["listOpFreqs", () => analysis.listOpFreqs(expr)],
    ["listFakeQuantizedOpFreqs", () => analysis.listFakeQuantizedOpFreqs(expr)],
    ["checkKind", () => analysis.checkKind(null as never)],
    ["checkKind", () => analysis.checkKind("int32", expr)],
    ["checkConstant", () => analysis.checkConstant(module)],
    ["checkBasicBlockNormalForm", () => analysis.checkBasicBlockNormalForm(module)],
    ["freeTypeVars", () => analysis.freeTypeVars(module)],
    ["allDtypes", () => analysis.allDtypes(module)],
    ["unmatchedCases", () => analysis.unmatchedCases(module)],
    ["detectFeature", () => analysis.detectFeature("x" as never)],
    ["extractFusedFunctions", () => analysis.extractFusedFunctions(expr)],
    ["extractIntermediateExpr", () => analysis.extractIntermediateExpr(expr, 0)],
    ["getCalibrationData", () => analysis.getCalibrationData(expr, {})],
    ["countLayers", () => analysis.countLayers(undefined as never, [])],
    ["searchFcTranspose", () => analysis.searchFcTranspose(module)],
    ["CallGraph", () => new analysis.CallGraph(expr)],
    ["AnnotatedRegionSet", () => new analysis.AnnotatedRegionSet(module)],
  ];
  for (const [name, call] of wrong)
    expect(call, name).toThrow(new RegExp(`${name} takes .*, not `));
});

test("weights that are mostly zero become blocks", () => {
  const mod =
    parse(`def @main(%x: Tensor[(1, 4), float32], %w: Tensor[(4, 4), float32], %v: Tensor[(4, 4), float32]) {
  nn.dense(nn.dense(%x, %w, units=None), %v, units=None)
}`);
  const rows = [
    [1, 2, 0, 0],
    [0, 3, 0, 0],
    [0, 0, 0, 0],
    [0, 0, 0, 4],
  ];
  const params = {
    w: NDArray.of(rows),
    v: NDArray.from(new Array<number>(16).fill(1), [4, 4]),
  };
  const result = analysis.sparseDense.processParams(mod.get("main"), params, [2, 2], 0.5);
  expect(result).toEqual({ weightName: ["w"], weightShape: [[2, 2, 2, 2, 3]] });
  const made = params as unknown as Record<string, NDArray>;
  expect(Object.keys(made)).toEqual(["v", "w.data", "w.indices", "w.indptr"]);
  expect(made["w.data"]?.toNumbers()).toEqual([1, 2, 0, 3, 0, 0, 0, 4]);
  expect(made["w.indices"]?.toNumbers()).toEqual([0, 1]);
  expect(made["w.indptr"]?.toNumbers()).toEqual([0, 1, 2]);

  const { mod: conv, params: weights } = relay.testing.dqn.getWorkload({ layout: "NHWC" });
  const sparse = new Array<number>(3 * 3 * 64 * 64).fill(0);
  sparse[1] = 7;
  weights["conv3_weight"] = NDArray.from(sparse, [3, 3, 64, 64]);
  const found = analysis.sparseConv2d.processParams(
    conv.get("main"),
    weights,
    [1, 16],
    0.9,
    "NHWC",
    3,
  );
  // The only value is in output channel 1.
  expect(found).toEqual({ weightName: ["conv3_weight"], weightShape: [[1, 1, 16, 1, 65]] });
  expect(weights["conv3_weight.indptr"]?.toNumbers().slice(0, 4)).toEqual([0, 0, 1, 1]);
  expect(() => analysis.sparseDense.processParams(mod.get("main"), {}, [2, 2], 0.5)).toThrow(
    /the weight 'w' needs an NDArray/,
  );
  expect(() =>
    analysis.sparseDense.processParams(
      mod.get("main"),
      { v: NDArray.of(rows), w: NDArray.of(rows) },
      [3, 2],
      0,
    ),
  ).toThrow(/divided into blocks of 3 by 2/);
});
