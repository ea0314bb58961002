// Types of the messages between the page and its worker. Messages contain only plain data. A run returns a skeleton
// (names, times, counts, numbers of snapshots); the page requests program texts one snapshot at a time. records.ts
// describes the replies.
import type { ConfigKey, InstrumentDescription, ModelDescription, PassDescription } from "passcope";
import type * as sources from "./import-source";
import type * as records from "./records";
import type { Described } from "./schema";

export type {
  AlignedLines,
  ConfigKey,
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
export type ModelCost = Described<typeof records.modelCost>;
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

/** The bytes of a model's file and of its external data by path, sent along with a source of kind "import". */
export interface ModelFiles {
  readonly model: Blob;
  readonly external: Readonly<Record<string, Blob>>;
}
