// The part of the package `passcope` that the page uses, as structural types. The worker passes the real package, unit
// tests a small substitute, and the compiler checks both. Records are the package's own, some of them in part.
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
  /** Equal numbers mean the same module object. */
  diffId(): number;
  /** Equal for modules that differ only in the names of variables. */
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

/** The lineage of a run. Results refer to entries by number, and to places by bytes of the programs' texts. */
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
  /** Records a program that no pass received, as an entry of its own. */
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

/** An instrument of the table. Some return their results as text or as files. */
export interface BuiltInInstrument extends Handle {
  render?(): string;
  files?(): TextFile[];
  /** Only for VerifyValues. */
  checks?(): readonly ValueCheck[];
}

/** An export of the code tab as an instrument; the package checks it. */
type CodeInstrument = object;

export interface HookLog extends Handle {
  /** Returns substitutes for the instruments, whose hooks are logged. */
  watch(instruments: readonly (BuiltInInstrument | CodeInstrument)[]): Handle[];
  calls(): { instruments: string[]; calls: HookCall[]; dropped: number };
}

export interface ContextOptions {
  readonly optLevel: number;
  readonly requiredPass?: readonly string[];
  readonly disabledPass?: readonly string[];
  readonly config?: Record<string, unknown>;
  readonly instruments: readonly object[];
  /** Called for each required or disabled pass that did not come up in the context. */
  readonly onUnmetName: (unmet: UnmetName) => void;
}

interface PassContext extends Handle {
  with<T>(body: () => T): T;
}

export type Params = Record<string, Handle>;

/** A program that is ready to run. */
export interface Executable extends Handle {
  /** Parameters without values. */
  readonly inputs: readonly ModelInput[];
  /** The number of calls in one run. */
  readonly calls: number;
  readonly activationBytes: number;
  readonly weightBytes: number;
  describe(): Omit<ModelPlan, "hash">;
  /** Makes a value for each input. */
  makeInputs(options: InputOptions): Params;
  /** Throws if there is no input of this name, or if the value does not fit. */
  setInput(name: string, value: Handle): void;
  /** Runs one call. A run is all calls in order. */
  runCall(index: number): void;
  /** Copies of the results of the latest run, tuples flattened. */
  outputs(): Handle[];
}

/** A part of a variant's pipeline. */
export type ComparedStage =
  | { readonly passes: readonly PassHandle[]; readonly context: ContextOptions }
  | { readonly bind: true }
  | { readonly text: string };

/** One variant of a comparison. */
export interface ComparedVariant {
  readonly name: string;
  readonly mod: ModuleHandle;
  readonly params: Params;
  readonly stages: readonly ComparedStage[];
}

/** The fault to look for after passes, and the receiver of progress. */
export interface CheckOptions {
  readonly test: "values" | "throws";
  readonly onProgress: (progress: RunProgress) => void;
}

/** How missing inputs are made. */
interface InputOptions {
  readonly seed: number;
  /** The value of all elements, as far as the program allows it. */
  readonly constant?: number;
}

/** A model's file in the engine's memory. */
export interface FileHandle extends Handle {
  describe(): ImportDescription;
}

export interface Engine {
  readonly version: string;
  readonly clockResolutionUs: number;
  /** Whether the whole engine is loaded. Until then, some calls block until the rest has loaded. */
  readonly isComplete: boolean;
  /** Loads the deferred module. */
  complete(): Promise<void>;
  /** Loads the kernels for whole models. Without them, the first run blocks until they have loaded. */
  completeKernels(): Promise<void>;
  /** Loads the part that reads other frameworks' models. */
  completeFrontends(): Promise<void>;
  /** Reads a model's file. Rejects with the abort reason of `signal`. */
  loadFile(
    file: Blob,
    signal: AbortSignal,
    onProgress: (done: number) => void,
  ): Promise<FileHandle>;
  /** The program of a model, with its types. The file handles are invalid afterwards. */
  importModel(
    source: ImportSource,
    file: FileHandle,
    external: Readonly<Record<string, FileHandle>>,
    onProgress: (done: number) => void,
  ): { mod: ModuleHandle; params: Params };
  /** The tensors of a NumPy file or of an ONNX TensorProto file. */
  readTensors(bytes: ArrayBuffer, name: string): FileArray[];
  passes(): PassDescription[];
  instruments(): InstrumentDescription[];
  models(): ModelDescription[];
  configKeys(): ConfigKey[];
  remarkKinds(): RemarkKind[];
  ops(): OpDescription[];
  /** `constantsOf` as for `parse`. */
  analyse(text: string, constantsOf?: ModuleHandle): Analysis;
  alignTexts(before: string, after: string, options: AlignOptions): readonly AlignedLines[];
  workload(
    name: string,
    options: Readonly<Record<string, ModelOptionValue>>,
  ): { mod: ModuleHandle; params: Params };
  /** A module with its types, as from TVM's parser. `constantsOf` as in `relay.fromtext`. */
  parse(text: string, source: string, constantsOf?: ModuleHandle): ModuleHandle;
  /** Binds the values of parameters in a function. Returns a new function; the caller keeps both handles. */
  bindParams(fn: Handle, params: Params): Handle;
  /** Reads a text in the notation of pipelines, as one list or as stages. */
  readPipeline(text: string, list: boolean): PipelineReading;
  /** Makes a pass of the table; `write` gets its output. */
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
  /** Makes an instrument of the table; `write` gets its output. */
  instrument(
    name: string,
    options: Record<string, unknown> | undefined,
    write: (text: string) => void,
  ): BuiltInInstrument;
  /** Prepares the function `main` for running. Parameters with values become its weights. */
  executable(mod: ModuleHandle, params: Params): Executable;
  /** A file's array as an array of the engine with this dtype. */
  array(array: FileArray, dtype: string): Handle;
  /**
   * Compares outputs.
   *
   * @param mod the program that gave the reference; its length sets the tolerance for rounding.
   */
  compare(
    reference: readonly Handle[],
    actual: readonly Handle[],
    mod: ModuleHandle,
  ): OutputDifference;
  /** Compares variants. Resolves with the figures, and with the text of each result whose pipeline did not fail. */
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
  /** Searches for the failing pass in a context with these options. */
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
  /** A trace that records lineage, for all stages of a run. */
  lineageTrace(): LineageTrace;
  opDiffInstrument(): OpDiffInstrument;
  /** @param limit the most remarks to keep; more are only counted. */
  remarksInstrument(limit: number): RemarksInstrument;
  /** @param repeat how often each pass is repeated for its time, in the order of beginning. */
  timingInstrument(repeat?: readonly number[]): TimingInstrument;
}
