// The part of the package `passcope` that the page uses, as structural types. The worker hands the
// real package in, the unit tests a small stand-in; the compiler checks both against this. Records are
// the package's own, of which some are used in part.
import type {
  AlignedLines,
  AlignOptions,
  ExpressionLineage,
  PassRemark,
  RemarkCounts,
  RemarkPlace,
  RelatedLines,
  TextRange,
  CompareProgress,
  VariantFigures,
  VariantOrigins,
  TimingNode as PackageTimingNode,
  TraceEntry as PackageTraceEntry,
  ValueCheck,
} from "passcope";
import type { GraphData } from "../../core/protocol/graph-data";
import type { Analysis } from "../../core/relay/analysis";
import type { FileArray, ModelInput } from "../../core/protocol/input-choice";
import type {
  Bisection,
  ConfigKey,
  HookCall,
  ImportDescription,
  ImportSource,
  InstrumentDescription,
  ModelDescription,
  ModelPlan,
  ModelOptionValue,
  OpDescription,
  OpDiffEntry,
  OutputDifference,
  PassDescription,
  PipelineReading,
  Reduction,
  RemarkKind,
  RunProgress,
  TextFile,
  UnmetName,
} from "../../core/protocol/messages";

export interface Handle {
  dispose(): void;
}

export interface ModuleHandle extends Handle {
  astext(options?: { showMetaData?: boolean }): string;
  get(name: string): Handle;
  set(name: string, fn: Handle): void;
  globalVars(): string[];
  countOps(): Record<string, number>;
  graph(options?: { function?: string; limit?: number }): GraphData;
  /** Equal numbers mean the very same module. */
  diffId(): number;
  /** Equal for modules that are the same up to the names of variables. */
  structuralHash(): string;
  /** Another handle to the same module. */
  clone(): ModuleHandle;
}

export interface PassHandle extends Handle {
  (mod: ModuleHandle): ModuleHandle;
  readonly info: { readonly name: string };
}

export type TraceEntry = Pick<
  PackageTraceEntry,
  | "index"
  | "parent"
  | "depth"
  | "name"
  | "optLevel"
  | "durationUs"
  | "changed"
  | "opDiff"
  | "status"
  | "error"
  | "decision"
  | "reason"
>;

export interface TraceInstrument extends Handle {
  entries(): TraceEntry[];
  moduleBefore(index: number): ModuleHandle;
  moduleAfter(index: number): ModuleHandle;
}

export interface RemarksInstrument extends Handle {
  remarks(): PassRemark[];
  counts(): RemarkCounts[];
  places(entry: number): RemarkPlace[];
  yaml(remarks: number[]): string;
}

/** Its answers are in terms of entries, by their numbers, and of places in bytes of the programs' texts. */
export interface LineageTrace extends Handle {
  lineage(
    index: number,
    after: boolean,
    offset: number,
    sourceLine: number,
    op: string,
  ): ExpressionLineage | null;
  relatives(
    index: number,
    after: boolean,
    offset: number,
    other: number,
    otherAfter: boolean,
    sourceLine: number,
    op: string,
    otherSource: boolean,
  ): TextRange[];
  relatedLines(index: number, after: boolean, other: number, otherAfter: boolean): RelatedLines;
  /** Keeps a program that no pass was given, as an entry of its own. */
  look(mod: ModuleHandle): void;
}

interface OpDiffInstrument extends Handle {
  diffs(): OpDiffEntry[];
}

export interface TimingNode extends Pick<
  PackageTimingNode,
  "name" | "durationUs" | "hooksUs" | "repeatedUs"
> {
  children: TimingNode[];
}

interface TimingInstrument extends Handle {
  profiles(): TimingNode[];
}

/** An instrument of the table; those that gather something can tell it as text or as files. */
export interface BuiltInInstrument extends Handle {
  render?(): string;
  files?(): TextFile[];
  /** Of VerifyValues. */
  checks?(): readonly ValueCheck[];
}

/** What an export of the code tab may be; the package checks it. */
type CodeInstrument = object;

export interface HookLog extends Handle {
  /** In place of the instruments, with their hooks logged. */
  watch(instruments: readonly (BuiltInInstrument | CodeInstrument)[]): Handle[];
  calls(): { instruments: string[]; calls: HookCall[]; dropped: number };
}

export interface ContextOptions {
  readonly optLevel: number;
  readonly requiredPass?: readonly string[];
  readonly disabledPass?: readonly string[];
  readonly config?: Record<string, unknown>;
  readonly instruments: readonly object[];
  /** Told of each required or disabled pass that did not come up in the context. */
  readonly onUnmetName: (unmet: UnmetName) => void;
}

interface PassContext extends Handle {
  with<T>(body: () => T): T;
}

export type Params = Record<string, Handle>;

/** A program made ready to run. */
export interface Executable extends Handle {
  /** Parameters without values. */
  readonly inputs: readonly ModelInput[];
  /** How many calls a run consists of. */
  readonly calls: number;
  readonly activationBytes: number;
  readonly weightBytes: number;
  describe(): Omit<ModelPlan, "hash">;
  /** A value for each of the inputs. */
  makeInputs(options: InputOptions): Params;
  /** Throws for a name that there is not, and for a value that does not fit. */
  setInput(name: string, value: Handle): void;
  /** Runs one of the calls; all of them, one after the other, are a run. */
  runCall(index: number): void;
  /** Copies of the results of the latest run, tuples flattened. */
  outputs(): Handle[];
}

/** A part of a variant's pipeline. */
export type ComparedStage =
  | { readonly passes: readonly PassHandle[]; readonly context: ContextOptions }
  | { readonly bind: true }
  | { readonly text: string };

/** One of the things that are compared. */
export interface ComparedVariant {
  readonly name: string;
  readonly mod: ModuleHandle;
  readonly params: Params;
  readonly stages: readonly ComparedStage[];
}

/** What is wrong after passes, and who is told how far looking for it is. */
export interface CheckOptions {
  readonly test: "values" | "throws";
  readonly onProgress: (progress: RunProgress) => void;
}

/** How inputs are made where nobody gave a value. */
interface InputOptions {
  readonly seed: number;
  /** Every element, as far as the program allows it. */
  readonly constant?: number;
}

/** A model's file in the engine's memory. */
export interface FileHandle extends Handle {
  describe(): ImportDescription;
}

export interface Engine {
  readonly version: string;
  readonly clockResolutionUs: number;
  /** Whether all of the engine is there; until then some calls take as long as the rest takes to come. */
  readonly isComplete: boolean;
  /** Loads what is not there yet. */
  complete(): Promise<void>;
  /** Loads what computes whole models; without it the first run takes as long as that takes to come. */
  completeKernels(): Promise<void>;
  /** Loads what reads other frameworks' models. */
  completeFrontends(): Promise<void>;
  /** Reads a model's file; rejects with what `signal` was aborted for. */
  loadFile(
    file: Blob,
    signal: AbortSignal,
    onProgress: (done: number) => void,
  ): Promise<FileHandle>;
  /** The program of a model, with its types; the files are none any more. */
  importModel(
    source: ImportSource,
    file: FileHandle,
    external: Readonly<Record<string, FileHandle>>,
    onProgress: (done: number) => void,
  ): { mod: ModuleHandle; params: Params };
  /** The tensors of a file of NumPy or of ONNX's TensorProto. */
  readTensors(bytes: ArrayBuffer, name: string): FileArray[];
  passes(): PassDescription[];
  instruments(): InstrumentDescription[];
  models(): ModelDescription[];
  configKeys(): ConfigKey[];
  remarkKinds(): RemarkKind[];
  ops(): OpDescription[];
  /** `constantsOf` as of `parse`. */
  analyse(text: string, constantsOf?: ModuleHandle): Analysis;
  alignTexts(before: string, after: string, options: AlignOptions): readonly AlignedLines[];
  workload(
    name: string,
    options: Readonly<Record<string, ModelOptionValue>>,
  ): { mod: ModuleHandle; params: Params };
  /** A module with its types, as TVM's parser gives it. `constantsOf` as of `relay.fromtext`. */
  parse(text: string, source: string, constantsOf?: ModuleHandle): ModuleHandle;
  /** Names the parameters' values in a function: a new function; both handles stay the caller's. */
  bindParams(fn: Handle, params: Params): Handle;
  /** What a text in the notation of pipelines says, of one list or of stages. */
  readPipeline(text: string, list: boolean): PipelineReading;
  /** A pass of the table; `write` takes what it prints. */
  pass(
    name: string,
    options: Record<string, unknown> | undefined,
    write: (text: string) => void,
  ): PassHandle;
  sequential(
    passes: readonly PassHandle[],
    options?: { readonly name: string; readonly optLevel: number },
  ): PassHandle;
  context(options: ContextOptions): PassContext;
  /** An instrument of the table; `write` takes what it prints. */
  instrument(
    name: string,
    options: Record<string, unknown> | undefined,
    write: (text: string) => void,
  ): BuiltInInstrument;
  /** Makes the function `main` ready; parameters with values become its weights. */
  executable(mod: ModuleHandle, params: Params): Executable;
  /** An array of a file, as a data type of the engine's. */
  array(array: FileArray, dtype: string): Handle;
  /** @param mod the program that gave the reference, by whose length rounding is judged. */
  compare(
    reference: readonly Handle[],
    actual: readonly Handle[],
    mod: ModuleHandle,
  ): OutputDifference;
  /** Compares variants; answers with the figures and, where a pipeline did not fail, the text of its result. */
  comparison(
    variants: readonly ComparedVariant[],
    options: { readonly run: boolean; readonly repeat: number },
    onProgress: (progress: CompareProgress) => void,
  ): Promise<{
    variants: readonly VariantFigures[];
    texts: readonly (string | null)[];
    origins: readonly VariantOrigins[];
  }>;
  /** The values of a sweep, "0..4" or "1,2,4". */
  sweepValues(text: string): readonly unknown[];
  /** Under a context of these options. */
  bisect(
    mod: ModuleHandle,
    passes: readonly PassHandle[],
    context: ContextOptions,
    options: CheckOptions,
  ): Promise<Bisection>;
  reduce(
    mod: ModuleHandle,
    passes: readonly PassHandle[],
    context: ContextOptions,
    options: CheckOptions,
  ): Promise<Reduction>;
  hookLog(): HookLog;
  traceInstrument(): TraceInstrument;
  /** A trace that keeps the lineage, for all stages of a run. */
  lineageTrace(): LineageTrace;
  opDiffInstrument(): OpDiffInstrument;
  /** @param limit how many remarks are kept; those beyond are counted. */
  remarksInstrument(limit: number): RemarksInstrument;
  /** @param repeat how often each pass is repeated for its time, in the order in which passes begin. */
  timingInstrument(repeat?: readonly number[]): TimingInstrument;
}
