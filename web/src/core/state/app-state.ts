// The state that the whole page is rendered from. Each feature declares its part of `AppState`; this file has the
// shared part.
import { codeNames, DEFAULT_PIPELINE, type Pipeline } from "../pipeline/model";
import type { Variant } from "../pipeline/variants";
import type { WrittenPart, WrittenPipeline } from "../pipeline/written";
import type { CodeLanguage } from "../protocol/code";
import type {
  EngineInfo,
  Failure,
  PipelineMistake,
  ProgramSource,
  RunTrace,
} from "../protocol/messages";
import type { Reading } from "../relay/reading-kind";
import { NO_HISTORY, type Editable, type History, type Program } from "./history";
import { modelTitle } from "./model-title";
import type { DetailTab, TimingTab } from "./tabs";

/** The work of a user: a program, a pipeline and code. */
export interface Workspace {
  readonly source: ProgramSource;
  readonly pipeline: Pipeline;
  /** The pipeline as text, until the engine has read it; `pipeline` is empty then. */
  readonly written?: WrittenPipeline | undefined;
  readonly code: string;
  /** Pipelines to compare with this one; absent if there are none. */
  readonly variants?: readonly Variant[];
  /** Absent for JavaScript. */
  readonly codeLanguage?: CodeLanguage | undefined;
  /** The code in the other language, which returns when the user switches back. It is not shared. */
  readonly otherCode?: string | undefined;
}

/** The workspace fields of a state or of another workspace, and no other fields. */
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

/** The fields of the state for a workspace. */
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

/** Whether two workspaces have the same code in the same language. */
export const isSameCode = (
  a: Pick<Workspace, "code" | "codeLanguage">,
  b: Pick<Workspace, "code" | "codeLanguage">,
): boolean => a.code === b.code && languageOf(a) === languageOf(b);

export type RunStatus =
  /** Nothing has run yet. */
  | { readonly kind: "idle" }
  /** The pipeline runs and is recorded, since this time of `performance.now()`. */
  | { readonly kind: "running"; readonly since: number }
  /** The trace is there, and the run is repeated for steadier times. */
  | { readonly kind: "measuring" }
  | { readonly kind: "done" }
  /** The user stopped the run during this pass, if the pass is known. */
  | { readonly kind: "stopped"; readonly of: Workspace; readonly during?: RunningPass }
  | { readonly kind: "failed"; readonly of: Workspace; readonly failure: Failure };

/** The pass that runs. */
export interface RunningPass {
  readonly name: string;
  /** The number of passes that began before it. */
  readonly done: number;
  /** When the page heard of it, and when the run was stopped, as `performance.now()` returns it. */
  readonly since: number;
  readonly until?: number;
}

/** The offer to undo or redo the latest edit. */
export interface Offer {
  readonly kind: "undo" | "redo";
  readonly words: string;
  /** The position of the history at that time. At any other position the offer does not apply. */
  readonly position: number;
}

/** A place in the program's text; both count from 1. */
export interface ProgramPlace {
  readonly line: number;
  readonly column: number;
}

/** A row of the trace. */
export interface RowPlace {
  readonly row: number;
  /**
   * Whether the user asked for the row. Then it gets the focus and the page scrolls; otherwise only its panel scrolls.
   */
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

/** A snapshot of the trace: the module before or after one of its rows. */
export interface Pin {
  readonly row: number;
  readonly side: "before" | "after";
}

/** The part of the state that many features share. */
export interface CoreState extends Editable {
  readonly info: EngineInfo | undefined;
  readonly program: Program;
  /** Why the written pipeline cannot be read. */
  readonly mistake: (PipelineMistake & { readonly of: WrittenPart }) | undefined;
  readonly history: History;
  readonly offer: Offer | undefined;
  /** The row of the tree to bring into view. Each new object does so once. */
  readonly rowPlace: RowPlace | undefined;
  readonly run: RunStatus;
  /** The current pass while the status is "running", once it is known. */
  readonly running: RunningPass | undefined;
  /** The failure whose summary the user has dismissed. */
  readonly dismissed: Failure | undefined;
  /** The workspace that the latest run was requested for. */
  readonly asked: Workspace | undefined;
  /** An error outside of a run: for example, a file or a link could not be opened. */
  readonly problem: Failure | undefined;
  /** Set if a file could not be loaded because the site was updated after this page opened. */
  readonly siteChanged: true | undefined;
  /**
   * The origin of user code that waits for a press of Run; undefined if none waits or the user dismissed the notice.
   */
  readonly waiting: "link" | "file" | "kept" | undefined;
  /** Whether the pipeline runs automatically after edits. */
  readonly autoRun: boolean;
  /** The workspace of the last visit, if a link was opened instead. */
  readonly earlier: Workspace | undefined;
  /** The latest trace and its pipeline, by which the page recognises an outdated trace. */
  readonly trace: RunTrace | undefined;
  readonly tracedPipeline: Pipeline | undefined;
  /** Whether the worker still has the modules of that trace. */
  readonly snapshots: boolean;
  /** The code that gave the trace. */
  readonly tracedCode: string;
  readonly tracedLanguage: CodeLanguage;
  /** Whether stages that run the user's code are repeated for their times, too. */
  readonly repeatCode: boolean;
  /** The selected row of the trace, or -1. */
  readonly selected: number;
  readonly collapsed: ReadonlySet<number>;
  /** Two snapshots to compare instead of those of the selected row. */
  readonly pins: { readonly a?: Pin; readonly b?: Pin };
  readonly timingTab: TimingTab;
  /** The lower panel's tab that the user chose; undefined until then, see `detailTabOf`. */
  readonly detailTab: DetailTab | undefined;
  /** Whether the lower panel has the space of both panels. */
  readonly maximised: boolean;
  /** How programs are shown, and how the user prefers them if no link says otherwise. */
  readonly reading: Reading;
  readonly readingPreferred: Reading;
}

/** The state: the shared part, and the parts that features declare. */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type
export interface AppState extends CoreState {}

export const DEFAULT_SOURCE: ProgramSource = {
  kind: "model",
  name: "resnet",
  options: { num_layers: 18, batch_size: 1 },
};

export const CORE_STATE: CoreState = {
  info: undefined,
  source: DEFAULT_SOURCE,
  program: { kind: "loading" },
  editedFrom: undefined,
  ownText: undefined,
  pipeline: DEFAULT_PIPELINE,
  written: undefined,
  mistake: undefined,
  code: "",
  variants: NO_VARIANTS,
  codeLanguage: "javascript",
  otherCode: "",
  history: NO_HISTORY,
  offer: undefined,
  rowPlace: undefined,
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
  timingTab: "tree",
  detailTab: undefined,
  maximised: false,
  reading: "short",
  readingPreferred: "short",
};

/** The tab of the lower panel: the user's choice, else the diff if a row is selected, else the program. */
export function detailTabOf({ detailTab, trace, selected }: CoreState): DetailTab {
  return detailTab ?? (trace && selected >= 0 ? "diff" : "program");
}

export function isBusy(run: RunStatus): boolean {
  return run.kind === "running" || run.kind === "measuring";
}

/** Whether a workspace is still the current one. Code matters only if the pipeline uses it. */
const isSet = (of: Workspace, now: Workspace): boolean =>
  of.source === now.source &&
  of.pipeline === now.pipeline &&
  of.written === now.written &&
  (isSameCode(of, now) || codeNames(now.pipeline).size === 0);

/** The failure of the latest run, until the user changes the workspace that failed: the change may repair it. */
export function currentFailure(state: CoreState): Failure | undefined {
  const { run } = state;
  return run.kind === "failed" && isSet(run.of, state) ? run.failure : undefined;
}

/**
 * Whether the shown results come from a worker that ran the user's code, or the current run is such a run. The requests
 * decide that, not the replies: a run with code counts from its start.
 */
export function isOfCode({ run, asked, trace, tracedPipeline = [] }: CoreState): boolean {
  const of = run.kind === "failed" || run.kind === "stopped" ? run.of : asked;
  const isRun = run.kind !== "idle" && codeNames(of?.pipeline ?? []).size > 0;
  return isRun || (trace !== undefined && codeNames(tracedPipeline).size > 0);
}

/** Whether the workspace has changed since the latest run ended. */
export function isChanged(state: CoreState): boolean {
  const { run } = state;
  if (isBusy(run)) return false;
  return run.kind === "failed" || run.kind === "stopped"
    ? !isSet(run.of, state)
    : isOutdated(state);
}

/** Whether the shown trace belongs to another program, pipeline or code than the current ones. */
export function isOutdated(state: CoreState): boolean {
  const { trace } = state;
  return (
    trace !== undefined &&
    (state.tracedPipeline !== state.pipeline ||
      trace.source !== state.source ||
      (codeNames(state.pipeline).size > 0 &&
        !isSameCode({ code: state.tracedCode, codeLanguage: state.tracedLanguage }, state)))
  );
}

/** The name of a program: "ResNet-18", the name of a file, or the title of a text. */
export function sourceTitle(source: ProgramSource): string {
  if (source.kind === "text") return source.title;
  if (source.kind === "import") return source.name;
  return modelTitle(source.name, source.options);
}
