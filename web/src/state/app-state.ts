// Everything the page shows follows from this state.
import { DEFAULT_PIPELINE, type Pipeline } from "../pipeline/model";
import type { EngineInfo, Failure, ModelSpec, RunTrace } from "../protocol/messages";

export type Program =
  | { readonly kind: "loading" }
  | { readonly kind: "ready"; readonly text: string; readonly parameters: number }
  | { readonly kind: "failed"; readonly failure: Failure };

export type RunStatus =
  /** Nothing has run yet. */
  | { readonly kind: "idle" }
  /** The pipeline runs for the first time; nothing of it is known yet. */
  | { readonly kind: "running" }
  /** The trace is there; the run is being repeated for steadier times. */
  | { readonly kind: "measuring" }
  | { readonly kind: "done" }
  | { readonly kind: "stopped" }
  | { readonly kind: "failed"; readonly failure: Failure };

export type DetailTab = "program" | "diff" | "ops";
export type TimingTab = "tree" | "text";

export interface AppState {
  readonly info: EngineInfo | undefined;
  readonly model: ModelSpec;
  readonly program: Program;
  readonly pipeline: Pipeline;
  readonly run: RunStatus;
  /** The latest trace, and the pipeline that gave it, by which the page knows it to be outdated. */
  readonly trace: RunTrace | undefined;
  readonly tracedPipeline: Pipeline | undefined;
  /** Whether the worker still has the modules of that trace. */
  readonly snapshots: boolean;
  /** Selected row of the trace, or -1. */
  readonly selected: number;
  readonly collapsed: ReadonlySet<number>;
  readonly timingTab: TimingTab;
  readonly detailTab: DetailTab;
  readonly wrapProgram: boolean;
  readonly wrapDiff: boolean;
  readonly ignoreNumbers: boolean;
}

export const DEPTHS: readonly number[] = [18, 34, 50, 101, 152];
export const MAX_BATCH = 1024;

export const INITIAL_STATE: AppState = {
  info: undefined,
  model: { depth: 18, batch: 1 },
  program: { kind: "loading" },
  pipeline: DEFAULT_PIPELINE,
  run: { kind: "idle" },
  trace: undefined,
  tracedPipeline: undefined,
  snapshots: false,
  selected: -1,
  collapsed: new Set(),
  timingTab: "tree",
  detailTab: "program",
  wrapProgram: false,
  wrapDiff: true,
  ignoreNumbers: true,
};

export function isBusy(run: RunStatus): boolean {
  return run.kind === "running" || run.kind === "measuring";
}

/** Whether the trace shown is of another model or pipeline than the one now set. */
export function isOutdated(state: AppState): boolean {
  const { trace } = state;
  return (
    trace !== undefined &&
    (state.tracedPipeline !== state.pipeline ||
      trace.model.depth !== state.model.depth ||
      trace.model.batch !== state.model.batch)
  );
}
