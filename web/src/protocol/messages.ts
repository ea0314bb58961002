// What the page and its worker say to each other. Only plain data crosses: a run comes back as a
// skeleton (names, times, counts, snapshot numbers); IR text is asked for one snapshot at a time. What
// comes back is described in records.ts.
import type { GraphData } from "../graph/data";
import type { Analysis } from "../code/analysis";
import type { SweepOption } from "../compare/variants";
import type { Pipeline } from "../pipeline/model";
import type { FileArray, InputChoice } from "../running/choice";
import type {
  AlignedLines,
  ConfigKey,
  InstrumentDescription,
  ModelDescription,
  OpDescription,
  PassDescription,
  PipelineReading,
  RemarkKind,
} from "passcope";
import type * as sources from "./import-source";
import type * as records from "./records";
import type { Described } from "./schema";

export type {
  AlignedLines,
  ConfigKey,
  Decision,
  InstrumentDescription,
  ModelDescription,
  OpDescription,
  PassDescription,
  PassOption,
  PipelineMistake,
  PipelineReading,
  RemarkKind,
  UnmetName,
} from "passcope";
export type { ConsoleEntry } from "./code";

export type Failure = Described<typeof records.failure>;
export type FailurePlace = Described<typeof records.failurePlace>;
export type HookCall = Described<typeof records.hookCall>;
export type Compared = Described<typeof records.compared>;
export type ComparingProgress = Described<typeof records.comparing>;
export type VariantFigures = Compared["variants"][number];
export type Bisection = Described<typeof records.bisection>;
export type Reduction = Described<typeof records.reduction>;
export type WrongPass = Described<typeof records.wrongPass>;
export type ModelEffect = Described<typeof records.modelEffect>;
export type ModelPlan = Described<typeof records.modelPlan>;
export type PassRemark = Described<typeof records.passRemark>;
export type RemarkCounts = Described<typeof records.remarkCounts>;
export type RemarkPlace = Described<typeof records.remarkPlace>;
export type ProgramLineage = Described<typeof records.programLineage>;
export type LineageLines = Described<typeof records.lineageLines>;
export type LineOrigins = Described<typeof records.lineOrigins>;
export type RelatedLines = Described<typeof records.relatedLines>;
export type RunRemarks = Described<typeof records.runRemarks>;
export type OutputDifference = Described<typeof records.outputDifference>;
export type PlanNode = Described<typeof records.planNode>;
export type OpDiffEntry = Described<typeof records.opDiffEntry>;
export type ImportDescription = Described<typeof records.importDescription>;
export type ImportInput = Described<typeof sources.importInput>;
export type ImportSource = Described<typeof sources.importSource>;
export type ProgramSource = Described<typeof records.programSource>;
export type RunProgress = Described<typeof records.runProgress>;
export type RunTrace = Described<typeof records.runTrace>;
export type StageHooks = Described<typeof records.stageHooks>;
export type TextFile = Described<typeof records.textFile>;
export type TimeState = Described<typeof records.timeState>;
export type Timing = Described<typeof records.timing>;
export type TraceRow = Described<typeof records.traceRow>;

export type ModelOptionValue = number | string | boolean | readonly number[];

export interface EngineInfo {
  readonly version: string;
  readonly clockResolutionUs: number;
  readonly passes: readonly PassDescription[];
  readonly instruments: readonly InstrumentDescription[];
  readonly models: readonly ModelDescription[];
  readonly configKeys: readonly ConfigKey[];
}

export const didRun = (row: Pick<TraceRow, "status">): boolean =>
  row.status === "ok" || row.status === "failed";

/** The bytes of a model's file and of its external data by path, which go along with a source of kind "import". */
export interface ModelFiles {
  readonly model: Blob;
  readonly external: Readonly<Record<string, Blob>>;
}

/** A stage of a workspace, and what is wrong after it: a pass throws, or the program computes something else. */
export interface CheckRequest {
  readonly source: ProgramSource;
  readonly files?: ModelFiles | undefined;
  readonly pipeline: Pipeline;
  readonly code: string;
  readonly stageId: string;
  readonly test: "values" | "throws";
}

/** Pipelines that are compared on one program, each at each value of an option if there is a sweep. */
export interface CompareRequest {
  readonly source: ProgramSource;
  readonly files?: ModelFiles | undefined;
  readonly code: string;
  readonly variants: readonly { readonly name: string; readonly pipeline: Pipeline }[];
  readonly sweep?: { readonly option: SweepOption; readonly values: string } | undefined;
  /** Whether the results are run. */
  readonly run: boolean;
  /** How often pipelines are timed, and results are run. */
  readonly repeat: number;
}

/** An expression, or several, of a program of a run. */
export interface LineageAsked {
  readonly snapshot: number;
  /** A place in the printed text of the snapshot, both from 0, the column in UTF-16. */
  readonly line: number;
  readonly column: number;
  /** Whether the place is one in the text that the program was read from, which `snapshot` is then of. */
  readonly source?: boolean;
  /**
   * In place of a place, calls of an operator: those that the pass of a row made, or those of the program before it
   * that it did not keep.
   */
  readonly op?: { readonly name: string; readonly row: number; readonly after: boolean };
}

export interface Requests {
  /** What the engine is and knows. */
  info: { request: object; reply: EngineInfo };
  /** The operators, with their documentation. */
  operators: { request: object; reply: readonly OpDescription[] };
  /** Reads a text in the notation of pipelines, as stages or as one list of passes or instruments. */
  pipeline: { request: { text: string; list: boolean }; reply: PipelineReading };
  /** Makes a program and answers with its text. */
  load: {
    request: { source: ProgramSource; files?: ModelFiles | undefined };
    reply: { text: string; parameters: number };
  };
  /** What a model's file holds. */
  describe: { request: { file: Blob }; reply: ImportDescription };
  /** The tensors of a file that the engine reads; `name` is the file's, for messages. */
  tensors: { request: { file: Blob; name: string }; reply: readonly FileArray[] };
  /** What an editor shows of a text, whatever is wrong with it. */
  analyse: {
    request: {
      text: string;
      /** The snapshot that the text was made from, whose constants it may refer to. */
      like?: { readonly runId: number; readonly snapshot: number };
    };
    reply: Analysis;
  };
  /** Runs the pipeline once, tells the trace, then repeats it and tells steadier times; answers with the last. */
  run: {
    request: {
      source: ProgramSource;
      files?: ModelFiles | undefined;
      pipeline: Pipeline;
      code: string;
      /** Whether stages with passes of the user's code are repeated for their times, too. */
      repeatCode?: boolean;
    };
    reply: Timing | undefined;
  };
  /** Runs the code by itself, which may read these files by their names. What it prints is told as that of a run. */
  script: {
    request: { code: string; files?: Readonly<Record<string, Blob>> | undefined };
    reply: undefined;
  };
  /** Ends the repeating of the latest run; its trace and modules stay. */
  settle: { request: object; reply: undefined };
  /** The text of one snapshot of the latest run. */
  text: { request: { runId: number; snapshot: number }; reply: string };
  /** What can be said by the engine's passes. */
  remarkKinds: { request: object; reply: readonly RemarkKind[] };
  /** What the passes of the latest run said; for this it may run once more, without the user's code. */
  remarks: { request: { runId: number }; reply: RunRemarks };
  /** Where, in the program before the pass of a row, the expressions stand that its remarks are about. */
  remarkPlaces: { request: { runId: number; row: number }; reply: readonly RemarkPlace[] };
  /** Some of the remarks, by their places among them, in LLVM's YAML. */
  remarksYaml: { request: { runId: number; remarks: readonly number[] }; reply: string };
  /**
   * Where the expression came from, and what became of it, that stands at a place in the printed text of a snapshot of
   * the latest run: both from 0, the column in UTF-16. Undefined where there is none. For this the pipeline may run once more,
   * without the user's code.
   */
  lineage: {
    request: { runId: number } & LineageAsked;
    reply: ProgramLineage | undefined;
  };
  /** The lines of another snapshot, or of the text that the program was read from, that have its ancestors, descendants or itself. */
  lineageLines: {
    request: { runId: number; other: number; otherSource?: boolean } & LineageAsked;
    reply: LineageLines;
  };
  /**
   * Which lines of the texts of two snapshots are about the same expressions. Undefined where finding that out would
   * take too much: for it the pipeline may run once more, without the user's code.
   */
  alignment: {
    request: { runId: number; before: number; after: number };
    reply: RelatedLines | undefined;
  };
  /** Which lines of two texts belong together, as `relay.alignTexts` of the package tells. */
  alignTexts: {
    request: {
      before: string;
      after: string;
      ignoreNumbers: boolean;
      /** What is known of the lines, or of those of each text in a program that both were made of. */
      known?: RelatedLines | readonly [LineOrigins, LineOrigins] | undefined;
    };
    reply: readonly AlignedLines[];
  };
  /** What running such a snapshot would take. */
  plan: { request: { runId: number; snapshot: number }; reply: ModelPlan };
  /** Runs such snapshots, again and again in turns, and tells what comes of it; answers when all is known. */
  execute: {
    request: {
      runId: number;
      snapshots: readonly number[];
      /** The one whose outputs all others are compared with. */
      reference: number;
      inputs: InputChoice;
    };
    reply: undefined;
  };
  /** Ends `execute`, `describe`, and the reading of a model's file. */
  halt: { request: object; reply: undefined };
  /** Finds the execution of a pass of a stage after which its program is wrong. */
  bisect: { request: CheckRequest; reply: Bisection };
  /** Makes the program that comes to a stage small while it still is wrong after the stage. */
  reduce: { request: CheckRequest; reply: Reduction };
  /** Compares pipelines, and tells how far that is. */
  compare: { request: CompareRequest; reply: Compared };
  /** The dataflow of a function (`main`, or the first one) of a program or of such a snapshot. */
  graph: {
    request: (
      | { readonly source: ProgramSource; readonly files?: ModelFiles | undefined }
      | { readonly runId: number; readonly snapshot: number }
    ) & { readonly fn?: string };
    reply: GraphData;
  };
}

export type RequestKind = keyof Requests;

export type Request = {
  [K in RequestKind]: { id: number; kind: K; body: Requests[K]["request"] };
}[RequestKind];

export type Reply =
  | { readonly id: number; readonly kind: "progress"; readonly progress: RunProgress }
  | { readonly id: number; readonly kind: "done"; readonly value: unknown }
  | { readonly id: number; readonly kind: "failed"; readonly failure: Failure };
