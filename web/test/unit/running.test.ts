// The calculations of the tab "Running": inputs from files, figures as text, the bars of the chart, and profiles side
// by side.
import { zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { DEFAULT_PIPELINE } from "../../src/core/pipeline/model";
import type { ModelCost, ModelPlan, PlanNode, TraceRow } from "../../src/core/protocol/messages";
import { decodeFragment, encodeFragment } from "../../src/features/share/link";
import { settingsOf, viewOf } from "../../src/features/share/shared-view";
import {
  inputKey,
  seedOf,
  type FileArray,
  type InputChoice,
} from "../../src/core/protocol/input-choice";
import { assignArrays, imageInput, imageTensor } from "../../src/features/running/inputs";
import { NotAnInput, readArrays, readNpy } from "../../src/features/running/npy";
import { callLines, operatorLines } from "../../src/features/running/profile";
import { programOfRow, programsOf } from "../../src/features/running/programs";
import { seriesOf, sortedBy, type Metric } from "../../src/features/running/metrics";
import {
  formatBytes,
  formatChange,
  formatDifference,
  formatFlop,
  formatRate,
} from "../../src/core/trace/units";
import { INITIAL_STATE } from "../../src/features/app";
import {
  costsOf,
  NO_MODEL_RUNS,
  outcomeKey,
  withOutcome,
  type Outcome,
  type ProgramCost,
} from "../../src/features/running/model-runs";

/** A .npy file with this header and these bytes. */
function npy(header: string, bytes: Uint8Array, version = 1): Uint8Array<ArrayBuffer> {
  const text = new TextEncoder().encode(header);
  const head = new Uint8Array(version > 1 ? 12 : 10);
  head.set([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, version, 0]);
  const view = new DataView(head.buffer);
  if (version > 1) view.setUint32(8, text.length, true);
  else view.setUint16(8, text.length, true);
  return new Uint8Array([...head, ...text, ...bytes]);
}

const header = (descr: string, shape: string, fortran = false): string =>
  `{'descr': '${descr}', 'fortran_order': ${fortran ? "True" : "False"}, 'shape': ${shape}, }\n`;

const bytesOf = (array: ArrayBufferView): Uint8Array =>
  new Uint8Array(array.buffer, array.byteOffset, array.byteLength);

const floats = ({ data }: FileArray): number[] => [...new Float32Array(data.buffer)];

describe("arrays of NumPy", () => {
  it("are read in every version of the format, in either order of bytes and of elements", () => {
    const values = Float32Array.of(1, 2, 3, 4, 5, 6);
    for (const version of [1, 2, 3]) {
      const array = readNpy(npy(header("<f4", "(2, 3)"), bytesOf(values), version), "x");
      expect(array).toMatchObject({ name: "x", shape: [2, 3], dtype: "float32" });
      expect(floats(array)).toEqual([...values]);
    }
    const big = new Uint8Array(24);
    values.forEach((value, i) => new DataView(big.buffer).setFloat32(4 * i, value, false));
    expect(floats(readNpy(npy(header(">f4", "(6,)"), big), ""))).toEqual([...values]);
    const columns = readNpy(npy(header("<f4", "(2, 3)", true), bytesOf(values)), "");
    expect(floats(columns)).toEqual([1, 3, 5, 2, 4, 6]);
    const scalar = readNpy(npy(header("|b1", "()"), Uint8Array.of(1)), "");
    expect(scalar).toMatchObject({ shape: [], dtype: "bool" });
  });

  it("come from archives by their names", async () => {
    const one = npy(header("|u1", "(2,)"), Uint8Array.of(7, 8));
    const archive = new Uint8Array(zipSync({ "data.npy": one, "notes.txt": Uint8Array.of(1) }));
    const arrays = await readArrays(archive);
    expect(arrays).toMatchObject([{ name: "data", shape: [2], dtype: "uint8" }]);
  });

  it("are refused where they are none, damaged or of types that tensors do not have", async () => {
    const bytes = Uint8Array.of(1, 2, 3, 4);
    await expect(readArrays(new Uint8Array(20))).rejects.toThrow(NotAnInput);
    await expect(readArrays(new Uint8Array([0x50, 0x4b, 3, 4, 0, 0]))).rejects.toThrow(NotAnInput);
    await expect(readArrays(new Uint8Array(zipSync({ "a.txt": bytes })))).rejects.toThrow(
      NotAnInput,
    );
    expect(() => readNpy(npy(header("<f4", "(2, 3)"), bytes), "")).toThrow("damaged");
    expect(() => readNpy(npy(header("<c8", "(1,)"), bytes), "")).toThrow("c8");
    expect(() => readNpy(npy(header("<f4", "(99999999, 99999999)"), bytes), "")).toThrow(
      NotAnInput,
    );
    expect(() => readNpy(npy("{}", bytes), "")).toThrow(NotAnInput);
  });
});

const IMAGE = { name: "data", shape: [2, 3, 2, 2], dtype: "float32" };
const OTHER = { name: "mask", shape: [4], dtype: "int32" };
const array = (name: string, shape: readonly number[]): FileArray => ({
  name,
  shape,
  dtype: "float32",
  data: new Uint8Array(0),
});

describe("inputs", () => {
  it("take arrays by name, otherwise by the only place that fits", () => {
    expect(assignArrays([array("mask", [9])], [IMAGE, OTHER])[0]?.name).toBe("mask");
    expect(assignArrays([array("", [4])], [IMAGE, OTHER])[0]?.name).toBe("mask");
    const later = assignArrays(
      [array("", [4]), array("mask", [4])],
      [OTHER, { ...OTHER, name: "b" }],
    );
    expect(later.map(({ name }) => name)).toEqual(["b", "mask"]);
    const both = assignArrays([array("", [4]), array("", [4])], [OTHER, { ...OTHER, name: "b" }]);
    expect(both.map(({ name }) => name)).toEqual(["mask", "b"]);
    expect(() => assignArrays([array("", [5])], [IMAGE, OTHER])).toThrow(
      "No input matches float32 (5); the model takes %data float32 (2, 3, 2, 2) and %mask int32 (4).",
    );
    expect(() => assignArrays([array("", [4])], [OTHER, { ...OTHER, name: "b" }])).toThrow(
      NotAnInput,
    );
  });

  it("take an image in either layout, for each of the batch", () => {
    const input = imageInput([OTHER, IMAGE]);
    expect(input).toMatchObject({ name: "data", channels: 3, height: 2, width: 2 });
    if (!input) return;
    const rgba = Uint8ClampedArray.from({ length: 16 }, (_, i) => i * 10);
    const planes = floats(imageTensor(rgba, input, "bytes"));
    const one = [0, 40, 80, 120, 10, 50, 90, 130, 20, 60, 100, 140];
    expect(planes).toEqual([...one, ...one]);
    const last = imageInput([{ ...IMAGE, shape: [1, 2, 2, 3] }]);
    if (!last) throw new Error("no image");
    const [red = 0, green = 0] = floats(imageTensor(rgba, last, "unit"));
    expect([red, green]).toEqual([0, Math.fround(10 / 255)]);
    const [scaled = 0] = floats(imageTensor(rgba, last, "imagenet"));
    expect(scaled).toBeCloseTo(-0.485 / 0.229, 5);
    expect(imageInput([OTHER, { ...IMAGE, shape: [1, 64, 5, 5] }])).toBeUndefined();
  });

  it("are equal by what they give", () => {
    expect(inputKey({ kind: "random", seed: 1 })).toBe(inputKey({ kind: "random", seed: 1 }));
    expect(inputKey({ kind: "random", seed: 1 })).not.toBe(
      inputKey({ kind: "constant", value: 1 }),
    );
    const file: InputChoice = { kind: "file", file: "a.npy", arrays: [] };
    expect(inputKey(file)).toBe(inputKey(file));
    expect(inputKey(file)).not.toBe(inputKey({ ...file }));
    expect([seedOf(-3), seedOf(2.7), seedOf(Number.NaN), seedOf(1e99)]).toEqual([
      0,
      2,
      0,
      2 ** 32 - 1,
    ]);
  });

  it("are part of a link unless they are a file, which looking around leaves alone", async () => {
    const workspace = { source: INITIAL_STATE.source, pipeline: INITIAL_STATE.pipeline, code: "" };
    const shared = async (inputs: InputChoice) => {
      const fragment = await encodeFragment({
        workspace,
        view: viewOf({ ...INITIAL_STATE, inputs }),
      });
      return (await decodeFragment(`#${fragment}`)).view;
    };
    expect((await shared({ kind: "random", seed: 7 })).inputs).toEqual({ kind: "random", seed: 7 });
    expect((await shared({ kind: "constant", value: 0.5 })).inputs).toEqual({
      kind: "constant",
      value: 0.5,
    });
    const file: InputChoice = { kind: "file", file: "a.npy", arrays: [] };
    expect((await shared(file)).inputs).toBeUndefined();
    const readingPreferred = "short";
    expect(settingsOf({}, { inputs: file, readingPreferred }).inputs).toBe(file);
    expect(settingsOf({}, { inputs: { kind: "random", seed: 7 }, readingPreferred }).inputs).toBe(
      INITIAL_STATE.inputs,
    );
  });
});

describe("figures in words", () => {
  it("have three digits and the unit that fits", () => {
    expect([0, 1023, 1536, 46_800_000].map(formatBytes)).toEqual([
      "0 B",
      "1023 B",
      "1.50 KiB",
      "44.6 MiB",
    ]);
    expect(formatBytes(1024 * 1024 - 1)).toBe("1.00 MiB");
    expect([999, 3.63e9].map(formatFlop)).toEqual(["999 FLOP", "3.63 GFLOP"]);
    expect(formatRate(3.63e9, 71_000)).toBe("51.1 GFLOP/s");
    expect([formatRate(0, 5), formatRate(5, 0)]).toEqual(["", ""]);
    expect([0, 1.23e-6, 0.0123, Infinity].map(formatDifference)).toEqual([
      "0",
      "1.2e-6",
      "0.012",
      "∞",
    ]);
    expect([formatChange(100, 81), formatChange(100, 103.44), formatChange(5, 5)]).toEqual([
      "−19 %",
      "+3.4 %",
      "±0 %",
    ]);
    expect(formatChange(0, 5)).toBe("");
  });
});

const node = (name: string, flop = 100): PlanNode => ({
  name,
  algorithm: "",
  shapes: "float32[1]",
  flop,
  bytes: 10,
});

const plan = (hash: string, activationBytes: number, names: readonly string[] = []): ModelPlan => ({
  hash,
  inputs: [],
  activationBytes,
  unsharedBytes: activationBytes,
  weightBytes: 100,
  flop: 1000,
  nodes: names.map((name) => node(name)),
});

const cost = (us: number, more: Partial<ModelCost> = {}): ModelCost => ({
  us,
  quartilesUs: [us * 0.9, us * 1.2],
  state: "steady",
  grainUs: 1,
  resolutionUs: 1,
  runs: 10,
  warmUp: 10,
  firstUs: 2 * us,
  nodes: [],
  ...more,
});

const program = (label: string, snapshot: number): ProgramCost["program"] => ({
  label,
  snapshot,
  row: snapshot,
  root: 0,
});

describe("the chart", () => {
  const costs: ProgramCost[] = [
    {
      program: program("the program", 1),
      plan: plan("a", 400),
      cost: cost(100),
      failure: undefined,
    },
    {
      program: program("after FuseOps", 2),
      plan: plan("b", 200),
      cost: cost(50, { difference: { largest: 1e-6, relative: 1e-6 } }),
      failure: undefined,
    },
    { program: program("after Bad", 3), plan: undefined, cost: undefined, failure: undefined },
  ];

  it("has bars from zero, with whiskers inside of it, and nothing where nothing is known", () => {
    const time = seriesOf("time", costs);
    expect(time.bars[0]?.to).toBeCloseTo(100 / 120);
    expect(time.bars[0]?.spread?.[1]).toBe(1);
    expect(time.bars[1]?.to).toBeCloseTo(50 / 120);
    expect(time.bars[2]).toBeUndefined();
    expect(time.summary).toBe("100 µs → 50.0 µs (−50 %)");
    expect(seriesOf("activations", costs).summary).toBe("400 B → 200 B (−50 %)");
    expect(seriesOf("weights", costs).summary).toBe("100 B");
  });

  it("has differences on a logarithmic scale, and marks those that rounding does not explain", () => {
    const [, small] = seriesOf("difference", costs).bars;
    expect(small?.to).toBeCloseTo(1);
    const [first, second] = costs;
    if (!first || !second) return;
    const beyond = {
      kind: "real",
      output: 0,
      index: [0],
      reference: "1",
      actual: "2",
      tolerance: 1e-6,
    } as const;
    const wrong = cost(50, {
      difference: { largest: Infinity, relative: 1, beyond },
    });
    const bars = seriesOf("difference", [first, second, { ...second, cost: wrong }]).bars;
    expect(bars[2]).toMatchObject({ to: 1, wrong: true });
    expect(bars[1]?.wrong).toBe(false);
  });

  it("says nothing before anything is known", () => {
    const none = costs.map((each) => ({ ...each, plan: undefined, cost: undefined }));
    for (const metric of ["time", "flop", "difference"] satisfies Metric[]) {
      expect(seriesOf(metric, none).summary).toBe("");
    }
  });
});

describe("profiles", () => {
  it("stand side by side by operator, with shares of the whole", () => {
    const before = {
      plan: plan("a", 1, ["nn.conv2d", "nn.relu", "nn.conv2d"]),
      cost: cost(60, {
        nodes: [
          { us: 20, quartilesUs: [19, 21], state: "steady" },
          { us: 10, quartilesUs: [9, 11], state: "rough" },
          { us: 30, quartilesUs: [29, 31], state: "steady" },
        ],
      }),
    };
    const after = { plan: plan("b", 1, ["nn.conv2d, nn.relu"]), cost: undefined };
    const lines = operatorLines(before, after);
    expect(lines.map(({ name }) => name)).toEqual(["nn.conv2d", "nn.relu", "nn.conv2d, nn.relu"]);
    expect(lines[0]).toMatchObject({ before: { calls: 2, us: 50, flop: 200, state: "steady" } });
    expect(lines[0]?.before?.share).toBeCloseTo(50 / 60);
    expect(lines[0]?.after).toBeUndefined();
    expect(lines[1]?.before?.state).toBe("rough");
    expect(lines[2]).toMatchObject({ before: undefined, after: { calls: 1, us: undefined } });
    expect(callLines(before).map(({ us }) => us)).toEqual([20, 10, 30]);
  });

  it("are sorted with what is not known last, either way", () => {
    const values = [3, undefined, 1, 3];
    const by = (descending: boolean) =>
      sortedBy(
        values.map((value, place) => ({ value, place })),
        ({ value }) => value,
        descending,
      ).map(({ place }) => place);
    expect(by(false)).toEqual([2, 0, 3, 1]);
    expect(by(true)).toEqual([0, 3, 2, 1]);
  });
});

const row = (
  kind: TraceRow["kind"],
  parent: number,
  before: number,
  after: number,
  more: object,
): TraceRow => ({
  kind,
  stageId: "s3",
  parent,
  level: parent < 0 ? 0 : parent === 0 ? 1 : 2,
  name: "InferType",
  optLevel: 0,
  changed: before !== after,
  opDiff: {},
  status: "ok",
  before,
  after,
  ...more,
});

describe("the programs of a run", () => {
  const rows: TraceRow[] = [
    row("stage", -1, 1, 4, { name: "PassContext" }),
    row("pass", 0, 1, 3, { name: "FoldConstant", stepId: "p3" }),
    row("pass", 1, 2, 3, {}),
    row("pass", 0, 3, 3, { name: "ConvertLayout", stepId: "p4" }),
    row("pass", 0, 3, 4, { name: "FoldConstant", stepId: "p5" }),
    row("bind", -1, 4, 5, { stageId: "s2", name: "bind_params_by_name" }),
  ];
  const programs = programsOf(rows, DEFAULT_PIPELINE);

  it("are the first one and what steps and stages left, not what passes made within a pass", () => {
    expect(programs.map(({ snapshot, row: at, root }) => [snapshot, at, root])).toEqual([
      [1, -1, -1],
      [3, 1, 0],
      [4, 4, 0],
      [5, 5, 5],
    ]);
  });

  it("belong to rows: what a row left, or what the one around it left, or the first", () => {
    const at = (selected: number) => programOfRow(programs, rows, selected)?.snapshot;
    expect([-1, 0, 1, 2, 3, 5].map(at)).toEqual([1, 4, 3, 3, 3, 5]);
  });
});

describe("what is known of programs", () => {
  it("is found by structure and inputs, so that it stays when another pipeline runs", () => {
    const known: Outcome = { kind: "ready", cost: cost(5) };
    const outcomes = withOutcome(new Map(), outcomeKey("b", "a", "random 0"), known);
    const modelRuns = {
      ...NO_MODEL_RUNS,
      outcomes,
      plans: new Map([
        [1, { kind: "ready", plan: plan("a", 1) } as const],
        [2, { kind: "ready", plan: plan("b", 1) } as const],
        [3, { kind: "ready", plan: plan("b", 1) } as const],
      ]),
    };
    const programs = [program("the program", 1), program("x", 2), program("y", 3), program("z", 4)];
    const of = (inputs: string) =>
      costsOf(programs, modelRuns, inputs).map((each) => each.cost?.us);
    expect(of("random 0")).toEqual([undefined, 5, 5, undefined]);
    expect(of("random 1")).toEqual([undefined, undefined, undefined, undefined]);
  });
});
