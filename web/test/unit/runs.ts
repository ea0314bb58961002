// The tutorial's second stage as a run, with round times.
import type { HookCall, RunTrace, StageHooks, TraceRow } from "../../src/core/protocol/messages";

export const row = (
  name: string,
  parent: number,
  level: number,
  more: Partial<TraceRow> = {},
): TraceRow => ({
  kind: name === "PassContext" ? "stage" : name === "bind_params_by_name" ? "bind" : "pass",
  stageId: "s3",
  parent,
  level,
  name,
  optLevel: 3,
  changed: Object.keys(more.opDiff ?? {}).length > 0,
  opDiff: {},
  status: "ok",
  before: 1,
  after: 2,
  ...more,
});

export const ROWS: readonly TraceRow[] = [
  row("bind_params_by_name", -1, 0, { stageId: "s2", changed: true }),
  row("PassContext", -1, 0, { opDiff: { add: 1, layout_transform: 2, "nn.bias_add": -1 } }),
  row("sequential", 1, 1, { opDiff: { add: 1, layout_transform: 2, "nn.bias_add": -1 } }),
  row("FoldConstant", 2, 2),
  row("InferType", 3, 3),
  row("CanonicalizeOps", 2, 2, { opDiff: { add: 1, "nn.bias_add": -1 } }),
  row("EliminateCommonSubexpr", 2, 2, {
    status: "skipped",
    decision: { kind: "opt-level", level: 3, allowed: 2 },
    reason: "opt level 3 > 2",
  }),
  row("ConvertLayout", 2, 2, { opDiff: { expand_dims: 1, layout_transform: 23 } }),
  row("InferType", 7, 3),
  row("FoldConstant", 2, 2, { opDiff: { expand_dims: -1, layout_transform: -21 } }),
];

/** The durations of the rows in microseconds; 1000 in total. */
export const DURATIONS = [100, 900, 900, 200, 150, 100, 0, 400, 100, 150];

export const TRACE: RunTrace = {
  runId: 1,
  source: { kind: "model", name: "resnet", options: { num_layers: 18 } },
  operators: { "nn.bias_add": 1, "nn.conv2d": 21 },
  rows: ROWS,
  opDiffs: [],
  hooks: [],
  files: [],
  wrong: [],
  hooksUs: 300,
  recordedUs: 1200,
  timing: {
    durationsUs: DURATIONS,
    quartilesUs: DURATIONS.map((us) => [us * 0.9, us * 1.2] as const),
    grainUs: DURATIONS.map(() => 5),
    runs: DURATIONS.map((_, i) => (i === 4 ? 7 : 40)),
    warmUp: DURATIONS.map(() => 20),
    states: DURATIONS.map(() => "steady"),
    firstUs: DURATIONS.map((us) => us * 9),
    grouped: false,
    resolutionUs: 5,
    final: true,
  },
};

type Outcome = HookCall["outcome"];

/** A log from lines such as "0 runBeforePass FoldConstant" or "1 shouldRun InferType vetoed". */
export function logOf(instruments: readonly string[], lines: readonly string[]): StageHooks {
  const calls = lines.map((line): HookCall => {
    const [instrument, hook, pass = "", outcome = "returned"] = line.split(" ");
    return {
      instrument: Number(instrument),
      hook: hook as HookCall["hook"],
      outcome: outcome as Outcome,
      ...(pass && pass !== "-" ? { pass } : {}),
      ...(outcome === "threw" ? { error: "oops" } : {}),
    };
  });
  return { stageId: "s3", instruments, calls, dropped: 0 };
}
