// The pipeline a user edits: a list of stages, each one `with PassContext(opt_level=…)` block, and
// the steps between them. Everything here is data and pure functions that return new data.

/** One pass in a stage. `options` is JSON text as typed; empty text means no options. */
export interface PassStep {
  readonly id: string;
  readonly name: string;
  readonly enabled: boolean;
  readonly options: string;
}

/**
 * A block of passes that share one PassContext.
 * `mode` says how TVM would be called: "each" applies every pass by itself (`mod = P()(mod)`, which
 * always runs P), "sequential" wraps them in one Sequential (which leaves out passes above the
 * context's opt level).
 */
export interface PassStage {
  readonly kind: "passes";
  readonly id: string;
  readonly optLevel: number;
  readonly mode: "each" | "sequential";
  readonly passes: readonly PassStep[];
}

/** `mod["main"] = bind_params_by_name(mod["main"], params)`: the weights become constants. */
export interface BindStage {
  readonly kind: "bind";
  readonly id: string;
  readonly enabled: boolean;
}

export type Stage = PassStage | BindStage;
export type Pipeline = readonly Stage[];

export const OPT_LEVELS: readonly number[] = [0, 1, 2, 3, 4];

const step = (id: string, name: string, options = ""): PassStep => ({
  id,
  name,
  enabled: true,
  options,
});

/** The program of TVM's "How to Use TVM Pass Instrument" tutorial. */
export const DEFAULT_PIPELINE: Pipeline = [
  {
    kind: "passes",
    id: "s1",
    optLevel: 2,
    mode: "each",
    passes: [step("p1", "InferType"), step("p2", "FoldScaleAxis")],
  },
  { kind: "bind", id: "s2", enabled: true },
  {
    kind: "passes",
    id: "s3",
    optLevel: 3,
    mode: "sequential",
    passes: [
      step("p3", "FoldConstant"),
      step("p4", "ConvertLayout", '{"desired_layouts": {"nn.conv2d": ["NHWC", "HWIO"]}}'),
      step("p5", "FoldConstant"),
    ],
  },
];

/** An id that no stage or step of the pipeline has, made from a prefix and the next free number. */
export function freshId(pipeline: Pipeline, prefix: string): string {
  let highest = 0;
  const note = (id: string): void => {
    const n = Number.parseInt(id.slice(1), 10);
    if (n > highest) highest = n;
  };
  for (const stage of pipeline) {
    note(stage.id);
    if (stage.kind === "passes") stage.passes.forEach((p) => note(p.id));
  }
  return `${prefix}${highest + 1}`;
}

function mapPassStage(
  pipeline: Pipeline,
  stageId: string,
  change: (stage: PassStage) => PassStage,
): Pipeline {
  return pipeline.map((s) => (s.id === stageId && s.kind === "passes" ? change(s) : s));
}

function mapSteps(
  pipeline: Pipeline,
  change: (passes: readonly PassStep[]) => readonly PassStep[],
): Pipeline {
  return pipeline.map((s) => {
    if (s.kind !== "passes") return s;
    const passes = change(s.passes);
    return passes === s.passes ? s : { ...s, passes };
  });
}

function updateStep(
  pipeline: Pipeline,
  stepId: string,
  patch: Partial<Pick<PassStep, "enabled" | "options">>,
): Pipeline {
  return mapSteps(pipeline, (passes) =>
    passes.some((p) => p.id === stepId)
      ? passes.map((p) => (p.id === stepId ? { ...p, ...patch } : p))
      : passes,
  );
}

export function setStepEnabled(pipeline: Pipeline, stepId: string, enabled: boolean): Pipeline {
  return updateStep(pipeline, stepId, { enabled });
}

export function setStepOptions(pipeline: Pipeline, stepId: string, options: string): Pipeline {
  return updateStep(pipeline, stepId, { options });
}

export function setBindEnabled(pipeline: Pipeline, stageId: string, enabled: boolean): Pipeline {
  return pipeline.map((s) => (s.id === stageId && s.kind === "bind" ? { ...s, enabled } : s));
}

export function setOptLevel(pipeline: Pipeline, stageId: string, optLevel: number): Pipeline {
  return mapPassStage(pipeline, stageId, (s) => ({ ...s, optLevel }));
}

export function setMode(pipeline: Pipeline, stageId: string, mode: PassStage["mode"]): Pipeline {
  return mapPassStage(pipeline, stageId, (s) => ({ ...s, mode }));
}

export function addStep(pipeline: Pipeline, stageId: string, name: string, options = ""): Pipeline {
  const added = step(freshId(pipeline, "p"), name, options);
  return mapPassStage(pipeline, stageId, (s) => ({ ...s, passes: [...s.passes, added] }));
}

export function removeStep(pipeline: Pipeline, stepId: string): Pipeline {
  return mapSteps(pipeline, (passes) =>
    passes.some((p) => p.id === stepId) ? passes.filter((p) => p.id !== stepId) : passes,
  );
}

/** Adds an empty stage of passes at the end, with TVM's default opt level. */
export function addStage(pipeline: Pipeline): Pipeline {
  return [
    ...pipeline,
    { kind: "passes", id: freshId(pipeline, "s"), optLevel: 2, mode: "sequential", passes: [] },
  ];
}

export function removeStage(pipeline: Pipeline, stageId: string): Pipeline {
  return pipeline.filter((s) => s.id !== stageId);
}

/** Swaps a stage with its neighbour; at either end nothing changes. */
export function moveStage(pipeline: Pipeline, stageId: string, by: -1 | 1): Pipeline {
  const from = pipeline.findIndex((s) => s.id === stageId);
  const to = from + by;
  const a = pipeline[from];
  const b = pipeline[to];
  if (!a || !b) return pipeline;
  const copy = [...pipeline];
  copy[from] = b;
  copy[to] = a;
  return copy;
}

/**
 * Moves a pass one place up or down. At the edge of its stage it goes on into the next stage of
 * passes in that direction; at the edge of the pipeline nothing changes.
 */
export function moveStep(pipeline: Pipeline, stepId: string, by: -1 | 1): Pipeline {
  const at = pipeline.findIndex(
    (s) => s.kind === "passes" && s.passes.some((p) => p.id === stepId),
  );
  const stage = pipeline[at];
  if (!stage || stage.kind !== "passes") return pipeline;
  const from = stage.passes.findIndex((p) => p.id === stepId);
  const to = from + by;
  if (to >= 0 && to < stage.passes.length) return placeStep(pipeline, stepId, stage.id, to);
  for (let i = at + by; i >= 0 && i < pipeline.length; i += by) {
    const other = pipeline[i];
    if (other?.kind === "passes") {
      return placeStep(pipeline, stepId, other.id, by < 0 ? other.passes.length : 0);
    }
  }
  return pipeline;
}

/** Takes a pass out and puts it into a stage so that it stands at `index` there afterwards. */
export function placeStep(
  pipeline: Pipeline,
  stepId: string,
  stageId: string,
  index: number,
): Pipeline {
  const found = findStep(pipeline, stepId);
  if (!found || !pipeline.some((s) => s.id === stageId && s.kind === "passes")) return pipeline;
  return mapPassStage(removeStep(pipeline, stepId), stageId, (s) => ({
    ...s,
    passes: [...s.passes.slice(0, index), found, ...s.passes.slice(index)],
  }));
}

export function findStep(pipeline: Pipeline, stepId: string): PassStep | undefined {
  for (const stage of pipeline) {
    const found = stage.kind === "passes" && stage.passes.find((p) => p.id === stepId);
    if (found) return found;
  }
  return undefined;
}

/** Where a pass stands, for announcing a move: the stage's number and the position in it. */
export function positionOf(
  pipeline: Pipeline,
  stepId: string,
): { stage: number; position: number; of: number } | undefined {
  for (const s of pipeline) {
    if (s.kind !== "passes") continue;
    const position = s.passes.findIndex((p) => p.id === stepId);
    if (position < 0) continue;
    return { stage: stageNumber(pipeline, s.id), position: position + 1, of: s.passes.length };
  }
  return undefined;
}

/** The number a stage of passes goes by: its place among the stages of passes, from 1. */
export function stageNumber(pipeline: Pipeline, stageId: string): number {
  const stages = pipeline.filter((s) => s.kind === "passes");
  return stages.findIndex((s) => s.id === stageId) + 1;
}

/** What is wrong with a pass's options as typed, or undefined. Empty text is fine. */
export function optionsProblem(text: string): string | undefined {
  if (text.trim() === "") return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return `Not valid JSON: ${error instanceof Error ? error.message : String(error)}`;
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return 'Options are a JSON object, for example {"name": value}.';
  }
  return undefined;
}

/** The options as a value. Call only where `optionsProblem` is undefined. */
export function parseOptions(text: string): Record<string, unknown> | undefined {
  return text.trim() === "" ? undefined : (JSON.parse(text) as Record<string, unknown>);
}
