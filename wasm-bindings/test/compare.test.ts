// Comparisons and sweeps through the package.

import {
  DiagnosticError,
  PassContext,
  compare,
  instrument,
  relay,
  sweep,
  sweepValues,
  transform,
  type CompareProgress,
  type IRModule,
} from "passcope";
import { describe, expect, test } from "vitest";

const program = (): IRModule =>
  relay.parse(`#[version = "0.0.5"]
def @main(%x: Tensor[(3, 4), float32]) {
  %0 = multiply(add(1f, 2f), %x);
  subtract(exp(%0), tanh(%x))
}`);

describe("compare", () => {
  test("tells what pipelines make of a program", async () => {
    const told: CompareProgress[] = [];
    const comparison = await compare(
      [
        { name: "plain", pipeline: "InferType" },
        { name: "fused", pipeline: [transform.FoldConstant(), transform.FuseOps()] },
      ],
      { program: program(), run: true, repeat: 2, onProgress: (progress) => told.push(progress) },
    );
    const [plain, fused] = comparison.variants;
    expect(plain?.ops).toEqual({ add: 1, exp: 1, multiply: 1, subtract: 1, tanh: 1 });
    expect(fused?.ops["add"]).toBeUndefined();
    expect(fused?.durations).toHaveLength(2);
    expect(fused?.remarks?.passed).toBe(2);
    expect(fused?.values).toMatchObject({ against: "plain", outcome: "same" });
    expect(fused?.run?.repeat).toBe(2);
    expect(fused?.sameResult).toBe(false);
    expect(comparison.diff("fused")).toContain("-  %0 = add(1f");
    expect(comparison.result("fused")?.countOps()).toEqual(fused?.ops);
    expect(String(comparison)).toMatch(/^values +same as the program +same as plain$/m);
    expect(JSON.parse(JSON.stringify(comparison))).toEqual({ variants: comparison.variants });
    expect(told[0]).toMatchObject({ step: "passes", variant: "plain", done: 0 });
    expect(told.at(-1)?.step).toBe("run");
    expect(() => comparison.diff("another")).toThrow(DiagnosticError);
  });

  test("takes contexts, passes of one's own, and those that fail", async () => {
    let runs = 0;
    const mine = transform.modulePass({ optLevel: 0, name: "Mine" }, (mod) => {
      runs += 1;
      return mod;
    });
    const fails = transform.modulePass({ optLevel: 0, name: "Fails" }, () => {
      throw new RangeError("no such luck");
    });
    const seen: string[] = [];
    const watcher = {
      runBeforePass: (_: IRModule, info: { name: string }) => seen.push(info.name),
    };
    const high = new PassContext({ optLevel: 4 });
    const comparison = await compare(
      [
        mine,
        { pipeline: fails },
        { pipeline: "Sequential{FastMath}", context: high },
        { pipeline: "Sequential{FastMath}", context: { optLevel: 3, instruments: [watcher] } },
        [
          { passes: [mine] },
          { text: '#[version = "0.0.5"]\ndef @main(%x: Tensor[(3), float32]) { exp(%x) }' },
        ],
      ],
      { program: program(), repeat: 1 },
    );
    expect(comparison.variants.map(({ name }) => name)).toEqual(["A", "B", "C", "D", "E"]);
    expect(runs).toBeGreaterThan(1);
    expect(comparison.variants[1]?.failure?.text).toBe("no such luck");
    expect(comparison.result(1)).toBeUndefined();
    expect(comparison.variants[2]?.ops).toHaveProperty("fast_exp");
    expect(comparison.variants[3]?.ops).not.toHaveProperty("fast_exp");
    expect(seen).toContain("sequential");
    expect(comparison.variants[4]?.ops).toEqual({ exp: 1 });
  });

  test("ends when it is told to", async () => {
    const stop = new AbortController();
    const ended = compare(["InferType"], {
      program: program(),
      signal: stop.signal,
      onProgress: () => stop.abort(new Error("enough")),
    });
    await expect(ended).rejects.toThrow("enough");
  });

  test("refuses what it cannot compare", async () => {
    const mod = program();
    const wrong = [
      compare([], { program: mod }),
      compare(["InferType"]),
      compare(["InferTypo"], { program: mod }),
      compare(["InferType, "], { program: mod, repeat: 0 }),
      compare([3 as never], { program: mod }),
      compare(
        [
          { name: "x", pipeline: "InferType" },
          { name: "x", pipeline: "InferType" },
        ],
        {
          program: mod,
        },
      ),
    ];
    for (const each of wrong) await expect(each).rejects.toThrow(DiagnosticError);
  });
});

describe("sweep", () => {
  test("sets options of passes, of contexts and of models", async () => {
    const mod = program();
    const levels = await sweep(mod, "InferType, FuseOps", {
      option: "FuseOps.fuse_opt_level",
      values: [0, 1],
      repeat: 1,
    });
    expect(levels.sweep).toEqual({ option: "FuseOps.fuse_opt_level", values: [0, 1] });
    expect(levels.variants.map(({ name }) => name)).toEqual([
      "fuse_opt_level=0",
      "fuse_opt_level=1",
    ]);
    const [zero, one] = levels.variants;
    expect(one?.effects?.kernels).toBeLessThan(zero?.effects?.kernels ?? 0);
    const math = await sweep(mod, "Sequential{FastMath}", {
      option: "optLevel",
      values: [3, 4],
      repeat: 1,
    });
    expect(math.variants.map(({ ops }) => ops["fast_exp"] ?? 0)).toEqual([0, 1]);
    const depth = await sweep(mod, "FuseOps", {
      option: "config.relay.FuseOps.max_depth",
      values: [1, 10],
      repeat: 1,
    });
    const kernels = depth.variants.map(({ effects }) => effects?.kernels ?? 0);
    expect(kernels[1]).toBeLessThan(kernels[0] ?? 0);
    const batch = await sweep({ model: "mlp" }, "InferType", {
      option: "model.batch",
      values: [1, 3],
      repeat: 1,
    });
    const [small, large] = batch.variants;
    expect(large?.effects?.flop).toBe(3 * (small?.effects?.flop ?? 0));
  });

  test("takes functions of the value", async () => {
    const swept = await sweep(
      program(),
      (limit: number) => (limit === 0 ? "InferType" : "InferType, FoldConstant"),
      { option: "folds", values: [0, 1], repeat: 1 },
    );
    expect(swept.variants.map(({ ops }) => ops["add"] ?? 0)).toEqual([1, 0]);
  });

  test("refuses options that nothing has", async () => {
    const mod = program();
    const wrong = [
      sweep(mod, "InferType", { option: "FuseOps.fuse_opt_level", values: [1] }),
      sweep(mod, "FuseOps", { option: "FuseOps.level", values: [1] }),
      sweep(mod, transform.FuseOps(), { option: "FuseOps.fuse_opt_level", values: [1] }),
      sweep(mod, "InferType", { option: "model.batch", values: [1] }),
      sweep({ model: "mlp" }, "InferType", { option: "model.legs", values: [1] }),
    ];
    for (const each of wrong) await expect(each).rejects.toThrow(DiagnosticError);
  });

  test("reads values", () => {
    expect(sweepValues("0..3")).toEqual([0, 1, 2, 3]);
    expect(sweepValues("1, NHWC")).toEqual([1, "NHWC"]);
    expect(() => sweepValues("")).toThrow(DiagnosticError);
  });
});

test("remarks are heard by instruments of one's own, too", async () => {
  const remarks = new instrument.Remarks({ types: ["passed"] });
  await compare([{ pipeline: "FoldConstant", context: { instruments: [remarks] } }], {
    program: program(),
    repeat: 1,
  });
  expect(remarks.remarks().length).toBeGreaterThan(0);
});
