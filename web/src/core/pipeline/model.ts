// The pipeline that a user edits: a list of stages with steps. It is data only; edit.ts has the functions that make new
// pipelines from it.

/** One pass of the engine's table. `options` is JSON text as typed; empty text means no options. */
export interface PassStep {
  readonly kind: "pass";
  readonly id: string;
  readonly name: string;
  readonly enabled: boolean;
  readonly options: string;
}

/** A pass that the code tab exports under `name`. */
interface CodeStep {
  readonly kind: "code";
  readonly id: string;
  readonly name: string;
  readonly enabled: boolean;
}

/** `Sequential([…], opt_level=…, name=…)` among the passes of a stage. */
export interface SequentialStep {
  readonly kind: "sequential";
  readonly id: string;
  readonly name: string;
  readonly optLevel: number;
  readonly enabled: boolean;
  readonly steps: readonly Step[];
}

export type Step = PassStep | CodeStep | SequentialStep;

/** An instrument of a context: one of the engine's table, or an export of the code tab. */
export interface InstrumentUse {
  readonly id: string;
  readonly kind: "builtin" | "code";
  readonly name: string;
  readonly enabled: boolean;
  /** JSON text, as in `PassStep`. */
  readonly options: string;
}

/**
 * One `with PassContext(opt_level=…, …)` block and the passes that run in it. `mode` says how TVM would be called.
 * "each" applies every pass alone (`mod = P()(mod)`), which always runs P. "sequential" wraps the passes in one
 * Sequential, which skips passes above the context's opt level.
 */
export interface PassStage {
  readonly kind: "passes";
  readonly id: string;
  readonly optLevel: number;
  readonly mode: "each" | "sequential";
  readonly required: readonly string[];
  readonly disabled: readonly string[];
  /** The context's `config` as JSON text; empty for none. */
  readonly config: string;
  readonly instruments: readonly InstrumentUse[];
  readonly passes: readonly Step[];
}

/** `mod["main"] = bind_params_by_name(mod["main"], params)`: the weights become constants. */
interface BindStage {
  readonly kind: "bind";
  readonly id: string;
  readonly enabled: boolean;
}

/** Replaces the program by a text that the user made from a snapshot. */
export interface EditStage {
  readonly kind: "edit";
  readonly id: string;
  readonly enabled: boolean;
  /** Relay text. Its `meta[relay.Constant][…]` are the constants of the program before this stage. */
  readonly text: string;
}

export type Stage = PassStage | BindStage | EditStage;
export type Pipeline = readonly Stage[];

export const OPT_LEVELS: readonly number[] = [0, 1, 2, 3, 4];

export const EMPTY_STAGE: Omit<PassStage, "id"> = {
  kind: "passes",
  optLevel: 2,
  mode: "sequential",
  required: [],
  disabled: [],
  config: "",
  instruments: [],
  passes: [],
};

export const passStep = (id: string, name: string, options = ""): PassStep => ({
  kind: "pass",
  id,
  name,
  enabled: true,
  options,
});

/** The program of TVM's "How to Use TVM Pass Instrument" tutorial. */
export const DEFAULT_PIPELINE: Pipeline = [
  {
    ...EMPTY_STAGE,
    id: "s1",
    mode: "each",
    passes: [passStep("p1", "InferType"), passStep("p2", "FoldScaleAxis")],
  },
  { kind: "bind", id: "s2", enabled: true },
  {
    ...EMPTY_STAGE,
    id: "s3",
    optLevel: 3,
    passes: [
      passStep("p3", "FoldConstant"),
      passStep("p4", "ConvertLayout", '{"desired_layouts": {"nn.conv2d": ["NHWC", "HWIO"]}}'),
      passStep("p5", "FoldConstant"),
    ],
  },
];

/** The steps of a list and of its Sequentials, in the order of display. */
export function* allSteps(steps: readonly Step[]): Generator<Step> {
  for (const step of steps) {
    yield step;
    if (step.kind === "sequential") yield* allSteps(step.steps);
  }
}

export function findStep(pipeline: Pipeline, stepId: string): Step | undefined {
  for (const stage of pipeline) {
    if (stage.kind !== "passes") continue;
    for (const step of allSteps(stage.passes)) if (step.id === stepId) return step;
  }
  return undefined;
}

/** The number that a stage of passes is shown with: its place among the stages of passes, from 1. */
export function stageNumber(pipeline: Pipeline, stageId: string): number {
  const stages = pipeline.filter((s) => s.kind === "passes");
  return stages.findIndex((s) => s.id === stageId) + 1;
}

/** The exports of the code tab that enabled steps or instruments name. */
export function codeNames(pipeline: Pipeline): ReadonlySet<string> {
  const names = new Set<string>();
  const note = (steps: readonly Step[]): void => {
    for (const step of steps) {
      if (!step.enabled) continue;
      if (step.kind === "code") names.add(step.name);
      if (step.kind === "sequential") note(step.steps);
    }
  };
  for (const stage of pipeline) {
    if (stage.kind !== "passes") continue;
    note(stage.passes);
    for (const use of stage.instruments) {
      if (use.enabled && use.kind === "code") names.add(use.name);
    }
  }
  return names;
}

/** The options as a value. Call only where `optionsProblem` is undefined. */
export function parseOptions(text: string): Record<string, unknown> | undefined {
  return text.trim() === "" ? undefined : (JSON.parse(text) as Record<string, unknown>);
}
