// Running programs: the results of relay.build and createExecutor, their information, and their errors.
import type { IRModule } from "passcope";
import { NDArray, graphExecutor, relay, transform, type DiagnosticError } from "passcope";
import { describe, expect, test } from "vitest";

const module = (text: string): IRModule => relay.fromtext(`#[version = "0.0.5"]\n${text}`);
const dense = (): IRModule =>
  module(`def @main(%data: Tensor[(2, 3), float32], %weight: Tensor[(4, 3), float32]) {
  %0 = nn.dense(%data, %weight, units=4);
  (nn.relu(%0), negative(%0))
}`);
const data = Float32Array.of(1, 2, 3, -1, -2, -3);
const weight = Float32Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 1, 1);
const kindOf = (body: () => unknown): string => {
  try {
    body();
  } catch (error) {
    return (error as DiagnosticError).diagnostics[0]?.kind ?? "";
  }
  return "nothing was thrown";
};

describe("GraphModule", () => {
  test("takes inputs by name, by index and at once, and gives copies of its outputs", () => {
    const graph = relay.build(dense());
    expect(graph).toBeInstanceOf(graphExecutor.GraphModule);
    expect([graph.getNumInputs(), graph.getNumOutputs()]).toEqual([2, 2]);
    expect(graph.getInputInfo()).toEqual({
      shape: { data: [2, 3], weight: [4, 3] },
      dtype: { data: "float32", weight: "float32" },
    });
    expect([graph.getInputIndex("weight"), graph.getInputIndex("w")]).toEqual([1, -1]);
    graph.setInput("data", data);
    graph.setInput(1, NDArray.from(weight, [4, 3]));
    graph.run();
    const out = graph.getOutput();
    expect(out.shape).toEqual([2, 4]);
    expect(out.toNumbers()).toEqual([1, 2, 3, 6, 0, 0, 0, 0]);
    expect(graph.getOutput(1).toNumbers()).toEqual([-1, -2, -3, -6, 1, 2, 3, 6]);
    graph.run({ data: data.map((x) => -x) });
    expect(graph.getOutput().toNumbers()).toEqual([0, 0, 0, 0, 1, 2, 3, 6]);
    expect(out.toNumbers()).toEqual([1, 2, 3, 6, 0, 0, 0, 0]);
    expect(graph.getInput("weight").toTypedArray()).toEqual(weight);
    graph.dispose();
    expect(kindOf(() => graph.run())).toBe("usage");
  });

  test("parameters become constants", () => {
    const graph = relay.build(dense(), { params: { weight: NDArray.from(weight, [4, 3]) } });
    expect(graph.info.inputs.map(({ name }) => name)).toEqual(["data"]);
    expect(graph.info.weightBytes).toBe(48);
    graph.run({ data });
    expect(graph.getOutput().toNumbers()).toEqual([1, 2, 3, 6, 0, 0, 0, 0]);
  });

  test("names what is missing or does not fit", () => {
    const graph = relay.build(dense());
    expect(() => graph.run()).toThrow("these inputs have no value: data, weight");
    expect(() => graph.getOutput()).toThrow("there is no output yet; run the program first");
    expect(() => graph.setInput("dta", data)).toThrow("unknown input 'dta'");
    expect(() => graph.setInput("data", NDArray.from(data, [3, 2]))).toThrow(
      "the input 'data' is a Tensor[(2, 3), float32], but a Tensor[(3, 2), float32] was given",
    );
    expect(
      kindOf(() => relay.build(module("def @main(%x: Tensor[(?), float32]) { exp(%x) }"))),
    ).toBe("unsupported");
    expect(kindOf(() => graph.benchmark({ repeat: 0 }))).toBe("usage");
  });

  test("a benchmark has as many results as asked for, and TVM's text", () => {
    const graph = relay.build(dense());
    graph.setInput({ data, weight });
    const result = graph.benchmark({ repeat: 3, number: 2 });
    expect(result.results).toHaveLength(3);
    expect(result.min).toBeLessThanOrEqual(result.median);
    expect(result.median).toBeLessThanOrEqual(result.max);
    expect(result.mean).toBeGreaterThanOrEqual(result.min);
    const [title, names, values] = String(result).split("\n");
    expect(title).toBe("Execution time summary:");
    expect(names).toBe(" mean (ms)   median (ms)    max (ms)     min (ms)     std (ms)  ");
    expect(values?.trim().split(/\s+/).map(Number)).toHaveLength(5);
  });

  test("a profile has a row per call, and TVM's texts", () => {
    const graph = relay.build(dense());
    const report = graph.profile({ number: 2, inputs: { data, weight } });
    expect(report.calls.map(({ name, flop }) => [name, flop])).toEqual([
      ["nn.dense", 48],
      ["nn.relu", 8],
      ["negative", 8],
    ]);
    expect(report.calls[0]?.argumentShapes).toBe("float32[2, 3], float32[4, 3], float32[2, 4]");
    expect(report.table()).toMatch(
      /^Name +Duration \(us\) +Percent +Device +Count +Argument Shapes/,
    );
    expect(report.table({ computeColSums: false })).not.toContain("Sum");
    expect(report.csv().split("\n")).toHaveLength(5);
    const json = JSON.parse(report.json()) as { calls: { Name: { string: string } }[] };
    expect(json.calls.map((call) => call.Name.string)).toEqual(["nn.dense", "nn.relu", "negative"]);
  });
});

describe("createExecutor", () => {
  test("graph and vm compute the same", () => {
    for (const kind of ["graph", "vm"] as const) {
      const evaluate = relay.createExecutor(kind, dense()).evaluate();
      const expected = [
        [1, 2, 3, 6, 0, 0, 0, 0],
        [-1, -2, -3, -6, 1, 2, 3, 6],
      ];
      const inputs = { data: NDArray.from(data, [2, 3]), weight: NDArray.from(weight, [4, 3]) };
      expect(evaluate(inputs).map((out) => out.toNumbers())).toEqual(expected);
      expect(evaluate(data, weight).map((out) => out.toNumbers())).toEqual(expected);
      const bound = relay.createExecutor(kind, dense(), { params: { weight: inputs.weight } });
      expect(
        bound
          .evaluate()(data)
          .map((out) => out.toNumbers()),
      ).toEqual(expected);
    }
  });

  test("vm runs what graph does not", () => {
    const branch = module(`def @main(%c: bool, %x: Tensor[(2), float32]) {
  if (%c) { %x } else { negative(%x) }
}`);
    expect(() => relay.createExecutor("graph", branch)).toThrow("does not support if");
    const [out] = relay.createExecutor("vm", branch).evaluate()(
      NDArray.scalar(0, "bool"),
      Float32Array.of(1, 2),
    );
    expect(out?.toNumbers()).toEqual([-1, -2]);
    expect(() => relay.createExecutor("jit" as "vm", branch)).toThrow("unknown executor 'jit'");
  });
});

describe("effects", () => {
  test("tell what running costs", () => {
    const { mod, params } = relay.testing.resnet.getWorkload({ numLayers: 18 });
    const built = relay.analysis.effects(mod, { params });
    const optimised = relay.analysis.effects(relay.optimize(mod, { params }).mod);
    expect(built.executor).toBe("graph");
    // Two operations for each of the 1.81 billion multiplications, and those of other operators.
    expect(built.flop).toBeGreaterThan(3.6e9);
    expect(built.flop).toBeLessThan(3.7e9);
    expect(built.weightBytes).toBeGreaterThan(46e6);
    expect(optimised.kernels).toBeLessThan(built.kernels ?? 0);
    expect(optimised.activationBytes).toBeLessThan(0.7 * (built.activationBytes ?? 0));
  });

  test("say why a module needs the evaluator", () => {
    const branch = module(`def @main(%c: bool, %x: Tensor[(2), float32]) {
  if (%c) { %x } else { negative(%x) }
}`);
    expect(relay.analysis.effects(branch)).toMatchObject({
      executor: "vm",
      reason: "the graph executor does not support if: it runs a fixed list of steps",
    });
  });
});

test("a fused program computes what the evaluator does", () => {
  const mod =
    module(`def @main(%x: Tensor[(1, 3, 8, 8), float32], %w: Tensor[(4, 3, 3, 3), float32],
    %b: Tensor[(4), float32]) {
  nn.relu(nn.bias_add(nn.conv2d(%x, %w, padding=[1, 1, 1, 1], channels=4, kernel_size=[3, 3]), %b))
}`);
  const fused = transform.FuseOps()(transform.InferType()(mod));
  const ramp = (size: number): Float32Array =>
    Float32Array.from({ length: size }, (_, i) => ((i * 7) % 11) / 11 - 0.5);
  const inputs = { x: ramp(192), w: ramp(108), b: ramp(4) };
  const graph = relay.build(fused);
  expect(graph.info.kernels).toBe(1);
  graph.run(inputs);
  const [expected] = mod.evaluate(inputs);
  const got = graph.getOutput().toNumbers();
  expected?.toNumbers().forEach((value, i) => expect(got[i]).toBeCloseTo(value, 5));
});

describe("a program call by call", () => {
  const text = `#[version = "0.0.5"]
def @main(%x: Tensor[(2, 3), float32]) {
  %0 = nn.relu(%x);
  add(%0, 1f)
}
`;

  test("computes what a run computes, and has places by its calls' keys", () => {
    const mod = transform.InferType()(relay.fromtext(text));
    const graph = relay.build(mod);
    expect(graph.calls.map(({ name, duration }) => [name, duration])).toEqual([
      ["nn.relu", 0],
      ["add", 0],
    ]);
    const lines = new Map(mod.graph().nodes.map(({ key, line }) => [key, line]));
    expect(graph.calls.map(({ key }) => lines.get(key))).toEqual([2, 3]);
    expect(() => graph.runCall(0)).toThrow("these inputs have no value: x");
    graph.setInput("x", Float32Array.of(-1, 0, 1, 2, -3, 4));
    expect(() => graph.getOutput()).toThrow("there is no output yet; run the program first");
    graph.calls.forEach((_, i) => graph.runCall(i));
    expect([...graph.getOutput().toTypedArray()]).toEqual([1, 1, 2, 3, 1, 5]);
    expect(() => graph.runCall(2)).toThrow("no call has the index 2; the program has 2");
  });

  test("takes inputs that were made for it, whose results are compared with those of others", () => {
    const mod = transform.InferType()(relay.fromtext(text));
    const run = (inputs: Record<string, NDArray>): NDArray => {
      const graph = relay.build(mod);
      graph.run(inputs);
      return graph.getOutput();
    };
    const [one, same, other] = [{ seed: 1 }, { seed: 1 }, { constant: -5 }].map((options) =>
      run(relay.makeInputs(mod, options)),
    ) as [NDArray, NDArray, NDArray];
    expect([...other.toTypedArray()]).toEqual([1, 1, 1, 1, 1, 1]);
    expect(relay.compareValues(mod, [one], [same])).toMatchObject({
      compared: 6,
      differing: 0,
      largestAbsolute: 0,
    });
    const found = relay.compareValues(mod, [other], [one]);
    expect(found.differing).toBeGreaterThan(0);
    expect(found.difference).toMatchObject({ kind: "real", output: 0, reference: "1" });
    expect(relay.compareValues(mod, [one], []).difference?.kind).toBe("outputs");
  });
});
