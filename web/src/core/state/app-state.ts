// What the page shows follows from one state. Each feature adds its part of it by declaring a part of `AppState`; the
// part that many share is here.
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

/** The part of the state that many features share. */
export interface CoreState extends Editable {
  readonly info: EngineInfo | undefined;
  readonly program: Program;
  /** Why it cannot be read. */
  readonly mistake: (PipelineMistake & { readonly of: WrittenPart }) | undefined;
  readonly history: History;
  readonly offer: Offer | undefined;
  /** The row of the tree that is to come into view; each new object is gone to once. */
  readonly rowPlace: RowPlace | undefined;
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
  readonly timingTab: TimingTab;
  /** The lower panel's tab that somebody chose; undefined until then, see `detailTabOf`. */
  readonly detailTab: DetailTab | undefined;
  /** Whether the lower panel has the room of both. */
  readonly maximised: boolean;
  /** How programs are read, and how whoever uses the page wants it where no link says another way. */
  readonly reading: Reading;
  readonly readingPreferred: Reading;
}

/** The state: this part, and those that features declare. */
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

/** The tab of the lower panel: until somebody chooses one, the program, and then what a run changed of it. */
export function detailTabOf({ detailTab, trace, selected }: CoreState): DetailTab {
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
export function currentFailure(state: CoreState): Failure | undefined {
  const { run } = state;
  return run.kind === "failed" && isSet(run.of, state) ? run.failure : undefined;
}

/**
 * Whether what is shown of the latest run came out of a worker in which the user's code ran: by what was asked for,
 * not by what was answered.
 */
export function isOfCode({ run, trace, tracedPipeline = [] }: CoreState): boolean {
  const of = run.kind === "failed" || run.kind === "stopped" ? run.of.pipeline : [];
  return codeNames(of).size > 0 || (trace !== undefined && codeNames(tracedPipeline).size > 0);
}

/** Whether something was changed since the latest run ended. */
export function isChanged(state: CoreState): boolean {
  const { run } = state;
  if (isBusy(run)) return false;
  return run.kind === "failed" || run.kind === "stopped"
    ? !isSet(run.of, state)
    : isOutdated(state);
}

/** Whether the trace shown is of another program, pipeline or code than what is now set. */
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

/** What a program is called: "ResNet-18", the name of a file, or the title of a text. */
export function sourceTitle(source: ProgramSource): string {
  if (source.kind === "text") return source.title;
  if (source.kind === "import") return source.name;
  return modelTitle(source.name, source.options);
}
