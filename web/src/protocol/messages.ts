// What the page and its worker say to each other. Only plain data crosses: a run comes back as a
// skeleton (names, times, counts, snapshot numbers); IR text is asked for one snapshot at a time.
import type { Pipeline } from "../pipeline/model";
import type { ConsoleEntry } from "./code";

/** Which workload to compile. */
export interface ModelSpec {
  readonly depth: number;
  readonly batch: number;
}

export interface PassOption {
  readonly name: string;
  readonly type: string;
  readonly default: unknown;
  readonly doc: string;
  readonly required: boolean;
}

export interface PassDescription {
  readonly name: string;
  readonly optLevel: number;
  readonly required: readonly string[];
  readonly summary: string;
  readonly options: readonly PassOption[];
}

export interface EngineInfo {
  readonly version: string;
  readonly clockResolutionUs: number;
  readonly passes: readonly PassDescription[];
}

/** A place in the pipeline that a failure belongs to. */
export interface FailurePlace {
  readonly stageId: string;
  readonly stepId?: string;
}

/** An error in words. `rendered` holds the engine's diagnostics, each with its source excerpt. */
export interface Failure {
  readonly name: string;
  readonly message: string;
  readonly rendered: readonly string[];
  readonly place?: FailurePlace;
  /** The engine's state can no longer be trusted: the worker has to be replaced. */
  readonly fatal: boolean;
}

/**
 * One row of the trace: a stage, the binding of parameters, or a pass. Rows are in pre-order;
 * `parent` is the index of a row before it, or -1. `before` and `after` are snapshot numbers,
 * equal when they name the very same module.
 */
export interface TraceRow {
  readonly kind: "stage" | "bind" | "pass";
  readonly stageId: string;
  readonly parent: number;
  readonly level: number;
  readonly name: string;
  readonly optLevel: number;
  readonly changed: boolean;
  readonly opDiff: Readonly<Record<string, number>>;
  readonly status: "ok" | "failed" | "vetoed";
  readonly error?: string;
  readonly before: number;
  readonly after: number;
}

/** Durations in microseconds, one per row, and how they came about. */
export interface Timing {
  readonly durationsUs: readonly number[];
  /** How many runs each row's figure stems from; cheap stages are repeated more often. */
  readonly runs: readonly number[];
  /** Whether readings of only a few clock ticks were averaged in groups before taking the median. */
  readonly grouped: boolean;
  readonly resolutionUs: number;
  readonly final: boolean;
}

/** An entry of TVM's op-diff list: depth in its context, pass, change per operator. */
export type OpDiffEntry = readonly [depth: number, pass: string, diff: Record<string, number>];

export interface RunTrace {
  readonly runId: number;
  readonly model: ModelSpec;
  readonly rows: readonly TraceRow[];
  readonly opDiffs: readonly OpDiffEntry[];
  readonly timing: Timing;
  readonly failure?: Failure;
}

export interface Requests {
  /** What the engine is and knows. */
  info: { request: object; reply: EngineInfo };
  /** Builds a workload and answers with its text. */
  load: { request: { model: ModelSpec }; reply: { text: string; parameters: number } };
  /** Runs the pipeline once, answers, then repeats it and tells the steadier times as progress. */
  run: { request: { model: ModelSpec; pipeline: Pipeline }; reply: Timing | undefined };
  /** Ends the repeating of the latest run; its trace and modules stay. */
  settle: { request: object; reply: undefined };
  /** The text of one snapshot of the latest run. */
  text: { request: { runId: number; snapshot: number }; reply: string };
}

export type RequestKind = keyof Requests;

export type Request = {
  [K in RequestKind]: { id: number; kind: K; body: Requests[K]["request"] };
}[RequestKind];

/** Told during a run: the trace as soon as there is one, then better times; and what code prints. */
export type RunProgress =
  | { readonly kind: "trace"; readonly trace: RunTrace }
  | { readonly kind: "timing"; readonly timing: Timing }
  | { readonly kind: "console"; readonly entries: readonly ConsoleEntry[] };

export type Reply =
  | { readonly id: number; readonly kind: "progress"; readonly progress: RunProgress }
  | { readonly id: number; readonly kind: "done"; readonly value: unknown }
  | { readonly id: number; readonly kind: "failed"; readonly failure: Failure };
