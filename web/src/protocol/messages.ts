// What the page and its worker say to each other. Only plain data crosses: a run comes back as a
// skeleton (names, times, counts, snapshot numbers); IR text is asked for one snapshot at a time.
import type { GraphData } from "../graph/data";
import type { Analysis } from "../code/analysis";
import type { Pipeline } from "../pipeline/model";
import type { CodePlace, ConsoleEntry } from "./code";

export type { ConsoleEntry } from "./code";

/** What is compiled: a model of the engine's table with its options, or Relay text. */
export type ProgramSource =
  | {
      readonly kind: "model";
      readonly name: string;
      readonly options: Readonly<Record<string, ModelOptionValue>>;
    }
  | { readonly kind: "text"; readonly text: string; readonly title: string };

export type ModelOptionValue = number | string | boolean | readonly number[];

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

export interface InstrumentDescription {
  readonly name: string;
  readonly summary: string;
  readonly options: readonly PassOption[];
}

export interface ModelDescription {
  readonly name: string;
  readonly summary: string;
  readonly options: readonly {
    readonly name: string;
    readonly type: string;
    readonly default: unknown;
    readonly doc: string;
  }[];
}

export interface ConfigKey {
  readonly name: string;
  readonly type: string;
  readonly doc: string;
}

export interface OpDescription {
  readonly name: string;
  readonly doc: string;
  readonly args: readonly { readonly name: string; readonly type: string; readonly doc: string }[];
  readonly attrsType: string | null;
  readonly attrs: readonly PassOption[];
  readonly pattern: string;
  readonly supportLevel: number;
  readonly variadic: boolean;
}

export interface EngineInfo {
  readonly version: string;
  readonly clockResolutionUs: number;
  readonly passes: readonly PassDescription[];
  readonly instruments: readonly InstrumentDescription[];
  readonly models: readonly ModelDescription[];
  readonly configKeys: readonly ConfigKey[];
}

/** A place that a failure belongs to: in the pipeline, or in the code that was run (1-based). */
export interface FailurePlace {
  readonly stageId?: string;
  /** A step, or an instrument of the stage's context. */
  readonly stepId?: string;
  readonly code?: CodePlace;
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
 * One row of the trace: a stage, the binding of parameters, an edit, or a pass. Rows are in pre-order;
 * `parent` is the index of a row before it, or -1. `before` and `after` are snapshot numbers,
 * equal when they name the very same module.
 */
export interface TraceRow {
  readonly kind: "stage" | "bind" | "edit" | "pass";
  readonly stageId: string;
  /** The step of the pipeline that this row is of; passes that other passes run have none. */
  readonly stepId?: string;
  readonly parent: number;
  readonly level: number;
  readonly name: string;
  readonly optLevel: number;
  readonly changed: boolean;
  readonly opDiff: Readonly<Record<string, number>>;
  /** "vetoed" by an instrument; "skipped" by a Sequential. Both did not run. */
  readonly status: "ok" | "failed" | "vetoed" | "skipped";
  readonly error?: string;
  /** Why it did not run ("opt level 3 > 2"), or what it ran for ("dependency of ConvertLayout"). */
  readonly reason?: string;
  readonly before: number;
  readonly after: number;
}

export const didRun = (row: Pick<TraceRow, "status">): boolean =>
  row.status === "ok" || row.status === "failed";

/** Durations in microseconds, one per row, and how they came about. */
export interface Timing {
  readonly durationsUs: readonly number[];
  /**
   * Lower and upper quartile of the repetitions of each row; both are the duration itself where there
   * was only one.
   */
  readonly quartilesUs: readonly (readonly [lower: number, upper: number])[];
  /** How many runs each row's figure stems from; cheap stages are repeated more often. */
  readonly runs: readonly number[];
  /** Whether readings of only a few clock ticks were averaged in groups before taking the median. */
  readonly grouped: boolean;
  readonly resolutionUs: number;
  readonly final: boolean;
}

/** An entry of TVM's op-diff list: depth in its context, pass, change per operator. */
export type OpDiffEntry = readonly [depth: number, pass: string, diff: Record<string, number>];

/** A call of a hook of one of a stage's instruments; `instrument` is an index into `instruments`. */
export interface HookCall {
  readonly instrument: number;
  readonly hook: string;
  readonly outcome: "returned" | "vetoed" | "threw" | "running";
  readonly pass?: string;
  readonly error?: string;
}

export interface StageHooks {
  readonly stageId: string;
  readonly instruments: readonly string[];
  readonly calls: readonly HookCall[];
  /** Calls beyond those that are kept. */
  readonly dropped: number;
}

export interface TextFile {
  readonly name: string;
  readonly text: string;
}

export interface RunTrace {
  readonly runId: number;
  readonly source: ProgramSource;
  readonly rows: readonly TraceRow[];
  readonly opDiffs: readonly OpDiffEntry[];
  /** Of each stage that has instruments. */
  readonly hooks: readonly StageHooks[];
  /** What instruments have written, for instance DumpIR. */
  readonly files: readonly TextFile[];
  /**
   * Of the run that was recorded, in microseconds: what the hooks of all instruments took, the page's
   * own included, and what its passes took, hooks included.
   */
  readonly hooksUs: number;
  readonly recordedUs: number;
  readonly timing: Timing;
  readonly failure?: Failure;
}

export interface Requests {
  /** What the engine is and knows. */
  info: { request: object; reply: EngineInfo };
  /** The operators, with their documentation. */
  operators: { request: object; reply: readonly OpDescription[] };
  /** Makes a program and answers with its text. */
  load: { request: { source: ProgramSource }; reply: { text: string; parameters: number } };
  /** What an editor shows of a text, whatever is wrong with it. */
  analyse: {
    request: {
      text: string;
      /** The snapshot that the text was made from, whose constants it may refer to. */
      like?: { readonly runId: number; readonly snapshot: number };
    };
    reply: Analysis;
  };
  /** Runs the pipeline once, answers, then repeats it and tells the steadier times as progress. */
  run: {
    request: { source: ProgramSource; pipeline: Pipeline; code: string };
    reply: Timing | undefined;
  };
  /** Ends the repeating of the latest run; its trace and modules stay. */
  settle: { request: object; reply: undefined };
  /** The text of one snapshot of the latest run. */
  text: { request: { runId: number; snapshot: number }; reply: string };
  /** The dataflow of a function (`main`, or the first one) of a program or of such a snapshot. */
  graph: {
    request: (
      { readonly source: ProgramSource } | { readonly runId: number; readonly snapshot: number }
    ) & { readonly fn?: string };
    reply: GraphData;
  };
}

export type RequestKind = keyof Requests;

export type Request = {
  [K in RequestKind]: { id: number; kind: K; body: Requests[K]["request"] };
}[RequestKind];

/** Told during a run: how far it is, what was printed, the trace as soon as there is one, better times. */
export type RunProgress =
  | { readonly kind: "trace"; readonly trace: RunTrace }
  | { readonly kind: "timing"; readonly timing: Timing }
  | { readonly kind: "console"; readonly entries: readonly ConsoleEntry[] }
  | { readonly kind: "step"; readonly done: number; readonly name: string };

export type Reply =
  | { readonly id: number; readonly kind: "progress"; readonly progress: RunProgress }
  | { readonly id: number; readonly kind: "done"; readonly value: unknown }
  | { readonly id: number; readonly kind: "failed"; readonly failure: Failure };
