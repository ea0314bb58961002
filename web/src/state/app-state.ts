// Everything the page shows follows from this state.
import { codeNames, DEFAULT_PIPELINE, type Pipeline } from "../pipeline/model";
import type { Reading } from "../code/reading";
import type {
  ConsoleEntry,
  EngineInfo,
  Failure,
  OpDescription,
  PipelineMistake,
  ProgramSource,
  RemarkKind,
  RunTrace,
} from "../protocol/messages";
import type { WrittenPart, WrittenPipeline } from "../pipeline/written";
import type { Variant } from "../compare/variants";
import type { CodeLanguage, CodePlace } from "../protocol/code";
import type { DetailTab, TimingTab } from "../views/tabs";
import { DEFAULT_INPUTS, type InputChoice } from "../running/choice";
import { NO_CHECK, type CheckState } from "./checking";
import {
  COMPARE_SETTINGS,
  NO_COMPARISON,
  type CompareSettings,
  type ComparisonState,
} from "./comparing";
import { NO_EFFECTS, type Effects } from "./effects";
import { NO_HISTORY, type History } from "./history";
import type { ImportState } from "./importing";
import { modelTitle } from "./model-title";
import { ALL_REMARKS, type RemarkFilter } from "../trace/remark-filter";
import { NO_LINEAGE, type LineageState } from "./lineage";
import { NO_REMARKS, type RemarksState, type RemarkTarget } from "./remarks";

/** What a user works on. */
export interface Workspace {
  readonly source: ProgramSource;
  readonly pipeline: Pipeline;
  /** In place of `pipeline`, which is empty, until the engine has read it. */
  readonly written?: WrittenPipeline | undefined;
  readonly code: string;
  /** Pipelines that are compared with this one; absent for none. */
  readonly variants?: readonly Variant[];
  /** JavaScript where it is not said. */
  readonly codeLanguage?: CodeLanguage | undefined;
  /** What was written in the other language, so that it is there again when that is chosen; no part of what is shared. */
  readonly otherCode?: string | undefined;
}

/** The workspace that a state or another one has, and nothing else of it. */
export const workspaceOf = ({
  source,
  pipeline,
  written,
  code,
  variants = NO_VARIANTS,
  codeLanguage,
  otherCode,
}: Workspace): Workspace => ({
  source,
  pipeline,
  code,
  ...(codeLanguage === "python" ? { codeLanguage } : {}),
  ...(otherCode ? { otherCode } : {}),
  ...(written ? { written } : {}),
  ...(variants.length > 0 ? { variants } : {}),
});

const NO_VARIANTS: readonly Variant[] = [];

/** The language of the code of a workspace. */
export const languageOf = ({ codeLanguage }: Pick<Workspace, "codeLanguage">): CodeLanguage =>
  codeLanguage ?? "javascript";

/** A workspace as a state has it. */
export const stateOf = ({
  source,
  pipeline,
  written,
  code,
  variants = NO_VARIANTS,
  codeLanguage,
  otherCode,
}: Workspace): Pick<
  AppState,
  "source" | "pipeline" | "written" | "code" | "variants" | "codeLanguage" | "otherCode"
> => ({
  source,
  pipeline,
  written,
  code,
  variants,
  codeLanguage: languageOf({ codeLanguage }),
  otherCode: otherCode ?? "",
});

/** Whether two have the same code. */
export const isSameCode = (
  a: Pick<Workspace, "code" | "codeLanguage">,
  b: Pick<Workspace, "code" | "codeLanguage">,
): boolean => a.code === b.code && languageOf(a) === languageOf(b);

/** What came of running the code by itself. */
export type ScriptStatus =
  | { readonly kind: "idle" }
  | { readonly kind: "running" }
  | { readonly kind: "done" }
  | { readonly kind: "stopped" }
  | { readonly kind: "failed"; readonly code: string; readonly failure: Failure };

type Program =
  | { readonly kind: "loading" }
  | { readonly kind: "ready"; readonly text: string; readonly parameters: number }
  | { readonly kind: "failed"; readonly failure: Failure };

export type RunStatus =
  /** Nothing has run yet. */
  | { readonly kind: "idle" }
  /** The pipeline runs with everything recorded, since this time of `performance.now()`. */
  | { readonly kind: "running"; readonly since: number }
  /** The trace is there; the run is being repeated for steadier times. */
  | { readonly kind: "measuring" }
  | { readonly kind: "done" }
  /** The user ended it while this pass ran, if that was known. */
  | { readonly kind: "stopped"; readonly of: Workspace; readonly during?: RunningPass }
  | { readonly kind: "failed"; readonly of: Workspace; readonly failure: Failure };

/** The pass that runs. */
export interface RunningPass {
  readonly name: string;
  /** How many passes had begun before it. */
  readonly done: number;
  /** When that was heard, and until when it ran if it has been stopped, as `performance.now()` tells. */
  readonly since: number;
  readonly until?: number;
}

/** What is offered after something was done: to undo it, or to do it again. */
export interface Offer {
  readonly kind: "undo" | "redo";
  readonly words: string;
  /** Where the history was then; elsewhere the offer stands no longer. */
  readonly position: number;
}

/** A place in the program's text, from 1. */
export interface ProgramPlace {
  readonly line: number;
  readonly column: number;
}

/** A row of the trace. */
export interface RowPlace {
  readonly row: number;
  /** Whether it was asked for, so that the focus goes there and the page is scrolled; otherwise only its panel is. */
  readonly focus: boolean;
}

/** A node of the graph, by its line in the text of the program before or after the selected row, from 0. */
export interface NodePlace {
  readonly side: "before" | "after";
  readonly line: number;
}

/** A part of the pipeline. */
export interface PipelinePlace {
  readonly stageId: string;
  readonly stepId?: string;
}

/** A snapshot of the trace: what is before or after one of its rows. */
export interface Pin {
  readonly row: number;
  readonly side: "before" | "after";
}

export interface AppState {
  readonly info: EngineInfo | undefined;
  /** Undefined until they were asked for. */
  readonly operators: readonly OpDescription[] | undefined;
  readonly source: ProgramSource;
  readonly program: Program;
  /** The model whose text the user has edited, with the text as it was, so that the user can go back to it. */
  readonly editedFrom: { readonly source: ProgramSource; readonly program: Program } | undefined;
  /** The user's text, while a model is looked at. */
  readonly ownText: ProgramSource | undefined;
  readonly pipeline: Pipeline;
  /** The pipeline as text, while the engine has not read it. */
  readonly written: WrittenPipeline | undefined;
  /** Why it cannot be read. */
  readonly mistake: (PipelineMistake & { readonly of: WrittenPart }) | undefined;
  /** The module of the code tab, and its language. */
  readonly code: string;
  /** Pipelines that are compared with this one. */
  readonly variants: readonly Variant[];
  readonly comparison: ComparisonState;
  readonly compareWith: CompareSettings;
  readonly codeLanguage: CodeLanguage;
  readonly otherCode: string;
  readonly script: ScriptStatus;
  readonly history: History;
  readonly offer: Offer | undefined;
  /** What the code exports, or in Python defines for the pipeline, found without running it. */
  readonly exports: readonly string[];
  /** Where the code tab is to put the cursor; each new object is gone to once. */
  readonly codePlace: CodePlace | undefined;
  /** Where the program's editor is to put the cursor, and what of the pipeline is to be shown; each gone to once. */
  readonly programPlace: ProgramPlace | undefined;
  readonly pipelinePlace: PipelinePlace | undefined;
  /** The row of the tree that is to come into view; each new object is gone to once. */
  readonly rowPlace: RowPlace | undefined;
  /** What the latest run printed, or the code that was run by itself after it. */
  readonly console: readonly ConsoleEntry[];
  readonly run: RunStatus;
  /** What runs while the status is "running", once it is known. */
  readonly running: RunningPass | undefined;
  /** The failure whose summary the user has put away. */
  readonly dismissed: Failure | undefined;
  /** What the latest run was asked for. */
  readonly asked: Workspace | undefined;
  /** What went wrong outside of a run: a file or a link could not be opened. */
  readonly problem: Failure | undefined;
  /** Whether something could not be loaded since the site has been updated after this page was opened. */
  readonly siteChanged: true | undefined;
  /** Where code came from that waits for a press of Run; undefined when none does, or this was dismissed. */
  readonly waiting: "link" | "file" | "kept" | undefined;
  /** Whether the pipeline runs by itself after edits. */
  readonly autoRun: boolean;
  /** The work of the last visit, when a link was opened in its place. */
  readonly earlier: Workspace | undefined;
  /** The latest trace, and the pipeline that gave it, by which the page knows it to be outdated. */
  readonly trace: RunTrace | undefined;
  readonly tracedPipeline: Pipeline | undefined;
  /** Whether the worker still has the modules of that trace. */
  readonly snapshots: boolean;
  /** The code that gave the trace. */
  readonly tracedCode: string;
  readonly tracedLanguage: CodeLanguage;
  /** Whether stages that run the user's code are repeated for their times, too. */
  readonly repeatCode: boolean;
  /** Selected row of the trace, or -1. */
  readonly selected: number;
  readonly collapsed: ReadonlySet<number>;
  /** Two snapshots to compare instead of those of the selected row. */
  readonly pins: { readonly a?: Pin; readonly b?: Pin };
  /** A snapshot whose text is being edited, to go on from there. */
  readonly editing: { readonly row: number; readonly text: string } | undefined;
  readonly hideUnchanged: boolean;
  /** Rows of the timeline whose names do not have this in them are left out. */
  readonly search: string;
  readonly timingTab: TimingTab;
  /** The lower panel's tab that somebody chose; undefined until then, see `detailTabOf`. */
  readonly detailTab: DetailTab | undefined;
  /** Whether the lower panel has the room of both. */
  readonly maximised: boolean;
  /** What the model is run on, and what came of running it. */
  readonly inputs: InputChoice;
  readonly effects: Effects;
  /** What looking for a stage's fault has found. */
  readonly check: CheckState;
  /** What the passes of the trace said, and which of it the list shows. */
  readonly remarks: RemarksState;
  /** The expression of a program of the trace that somebody asks about. */
  readonly lineage: LineageState;
  readonly remarkFilter: RemarkFilter;
  /** What the kinds of remarks say; undefined until they were asked for. */
  readonly remarkKinds: readonly RemarkKind[] | undefined;
  /** The remark whose line is to come into sight; each new object is gone to once. */
  readonly remarkPlace: RemarkTarget | undefined;
  /** A model's file that is being opened. */
  readonly importing: ImportState;
  /** The node that the graph is to select; each new object is gone to once. */
  readonly nodePlace: NodePlace | undefined;
  readonly wrapProgram: boolean;
  readonly wrapDiff: boolean;
  /** Whether the diff is shown in one column, however wide the page is. */
  readonly inlineDiff: boolean;
  readonly ignoreNumbers: boolean;
  /** How programs are read, and how whoever uses the page wants it where no link says another way. */
  readonly reading: Reading;
  readonly readingPreferred: Reading;
}

export const DEFAULT_SOURCE: ProgramSource = {
  kind: "model",
  name: "resnet",
  options: { num_layers: 18, batch_size: 1 },
};

export const INITIAL_STATE: AppState = {
  info: undefined,
  operators: undefined,
  source: DEFAULT_SOURCE,
  program: { kind: "loading" },
  editedFrom: undefined,
  ownText: undefined,
  pipeline: DEFAULT_PIPELINE,
  written: undefined,
  mistake: undefined,
  code: "",
  variants: NO_VARIANTS,
  comparison: NO_COMPARISON,
  compareWith: COMPARE_SETTINGS,
  codeLanguage: "javascript",
  otherCode: "",
  script: { kind: "idle" },
  history: NO_HISTORY,
  offer: undefined,
  exports: [],
  codePlace: undefined,
  programPlace: undefined,
  pipelinePlace: undefined,
  rowPlace: undefined,
  console: [],
  run: { kind: "idle" },
  running: undefined,
  dismissed: undefined,
  asked: undefined,
  problem: undefined,
  siteChanged: undefined,
  waiting: undefined,
  autoRun: false,
  earlier: undefined,
  trace: undefined,
  tracedPipeline: undefined,
  tracedCode: "",
  tracedLanguage: "javascript",
  snapshots: false,
  repeatCode: false,
  selected: -1,
  collapsed: new Set(),
  pins: {},
  editing: undefined,
  hideUnchanged: false,
  search: "",
  timingTab: "tree",
  detailTab: undefined,
  maximised: false,
  inputs: DEFAULT_INPUTS,
  effects: NO_EFFECTS,
  check: NO_CHECK,
  remarks: NO_REMARKS,
  lineage: NO_LINEAGE,
  remarkFilter: ALL_REMARKS,
  remarkKinds: undefined,
  remarkPlace: undefined,
  importing: { kind: "none" },
  nodePlace: undefined,
  wrapProgram: false,
  wrapDiff: true,
  inlineDiff: false,
  ignoreNumbers: true,
  reading: "short",
  readingPreferred: "short",
};

/** The tab of the lower panel: until somebody chooses one, the program, and then what a run changed of it. */
export function detailTabOf({ detailTab, trace, selected }: AppState): DetailTab {
  return detailTab ?? (trace && selected >= 0 ? "diff" : "program");
}

export function isBusy(run: RunStatus): boolean {
  return run.kind === "running" || run.kind === "measuring";
}

/** Whether this is still what is set; code counts where the pipeline uses it. */
const isSet = (of: Workspace, now: Workspace): boolean =>
  of.source === now.source &&
  of.pipeline === now.pipeline &&
  of.written === now.written &&
  (isSameCode(of, now) || codeNames(now.pipeline).size === 0);

/** What the latest run failed with, until what failed is changed: then it may have been mended. */
export function currentFailure(state: AppState): Failure | undefined {
  const { run } = state;
  return run.kind === "failed" && isSet(run.of, state) ? run.failure : undefined;
}

/**
 * Whether what is shown of the latest run came out of a worker in which the user's code ran: by what was asked for,
 * not by what was answered.
 */
export function isOfCode({ run, trace, tracedPipeline = [] }: AppState): boolean {
  const of = run.kind === "failed" || run.kind === "stopped" ? run.of.pipeline : [];
  return codeNames(of).size > 0 || (trace !== undefined && codeNames(tracedPipeline).size > 0);
}

/** Whether something was changed since the latest run ended. */
export function isChanged(state: AppState): boolean {
  const { run } = state;
  if (isBusy(run)) return false;
  return run.kind === "failed" || run.kind === "stopped"
    ? !isSet(run.of, state)
    : isOutdated(state);
}

/** Whether the trace shown is of another program, pipeline or code than what is now set. */
export function isOutdated(state: AppState): boolean {
  const { trace } = state;
  return (
    trace !== undefined &&
    (state.tracedPipeline !== state.pipeline ||
      trace.source !== state.source ||
      (codeNames(state.pipeline).size > 0 &&
        !isSameCode({ code: state.tracedCode, codeLanguage: state.tracedLanguage }, state)))
  );
}

/** What a program is called: "ResNet-18", the name of a file, or the title of a text. */
export function sourceTitle(source: ProgramSource): string {
  if (source.kind === "text") return source.title;
  if (source.kind === "import") return source.name;
  return modelTitle(source.name, source.options);
}
