// What a user can do, each action a method that changes the store and talks to the worker.
import { t } from "../i18n/core";
import type { GraphData } from "../graph/data";
import { codeNames, DEFAULT_PIPELINE, type Pipeline } from "../pipeline/model";
import { continueFrom } from "../pipeline/continue";
import { invalidOptions } from "../pipeline/problems";
import type { Analysis } from "../code/analysis";
import type { CodePlace } from "../protocol/code";
import { EngineClient, EngineFailure, Stopped, type Spawn } from "../protocol/client";
import type {
  ConsoleEntry,
  Failure,
  PipelineReading,
  ProgramSource,
  RunProgress,
} from "../protocol/messages";
import {
  INITIAL_STATE,
  isBusy,
  sourceTitle,
  type AppState,
  type Pin,
  type RunStatus,
  type Workspace,
} from "./app-state";
import type { Shared, SharedView } from "../share/link";
import { rowsOf, settingsOf } from "../share/shared-view";
import { DETAIL_TABS, type DetailTab, type TimingTab } from "../views/tabs";
import { keptPart } from "./kept-part";
import { foldedAtFirst, pathTo } from "../trace/tree";
import { pipelineOf, readReproducer, workspaceDocument, writeReproducer } from "./reproducer";
import { Store } from "./store";

/** Lines of the console that are kept. */
const MAX_CONSOLE = 10_000;
/** Of a text with less of it left, what is made of it is no longer an edition. */
const LEAST_KEPT = 0.1;

function failureOf(error: unknown): Failure {
  if (error instanceof EngineFailure) return error.failure;
  const message = error instanceof Error ? error.message : String(error);
  return { name: t("engine.error"), message, rendered: [], fatal: false };
}

export class App {
  readonly store: Store<AppState>;
  readonly #client: EngineClient;
  /** The engine of the run under way, or of the latest one. A run with code has an engine of its own. */
  #runs: EngineClient;
  /** The engine that has the modules of the trace that is shown. */
  #traced: EngineClient;
  /** Texts of the latest run's snapshots, by number. */
  #texts = new Map<number, Promise<string>>();
  /** Rows that a link names, until there is a trace. */
  #wanted: SharedView | undefined;
  #latestLoad = 0;
  #latestRun = 0;

  /**
   * @param spawn makes the engine.
   * @param sandbox makes an engine that may run the user's code.
   */
  constructor(
    spawn: Spawn,
    private readonly sandbox: Spawn,
    saved: Partial<AppState> = {},
  ) {
    this.store = new Store<AppState>({ ...INITIAL_STATE, ...saved });
    this.#client = this.#makeClient(spawn, true);
    this.#runs = this.#client;
    this.#traced = this.#client;
  }

  #makeClient(spawn: Spawn, lasting: boolean): EngineClient {
    const onReplaced = (): void => {
      if (client !== this.#traced) return;
      this.#texts.clear();
      this.store.update({ snapshots: false });
    };
    const client = new EngineClient(spawn, onReplaced, lasting);
    return client;
  }

  /**
   * The engine for a run. With code it is a new one, so that nothing is left of what code did before;
   * that of the trace that is shown lives on until there is another trace.
   */
  #clientFor(pipeline: Pipeline): EngineClient {
    if (this.#runs !== this.#traced) this.#end(this.#runs);
    return codeNames(pipeline).size > 0 ? this.#makeClient(this.sandbox, false) : this.#client;
  }

  /** Engines of code are ended for good; the page's own is kept. */
  #end(client: EngineClient): void {
    if (client !== this.#client) client.close();
  }

  /**
   * Opens the page: the catalogue, the program's text, and a first run.
   *
   * @param asked whether the user has asked for the run. Code runs when the user says so, never because a page
   * was opened.
   */
  start(asked = false): void {
    void this.#loadInfo();
    void this.#loadProgram();
    void this.#findExports();
    const begin = (): void => {
      if (asked || codeNames(this.store.state.pipeline).size === 0) void this.run();
    };
    if (!this.store.state.written) begin();
    else void this.#readWritten().then((isRead) => (isRead ? begin() : undefined));
  }

  /** Has the engine read a pipeline that is there as text; tells whether there is one to be run now. */
  async #readWritten(): Promise<boolean> {
    const { written, run: last } = this.store.state;
    if (!written) return true;
    const run = ++this.#latestRun;
    /** What is shown goes on being the latest run's, which then is outdated. */
    const before: RunStatus = isBusy(last) ? { kind: "idle" } : last;
    this.store.update({ run: { kind: "running" }, mistake: undefined });
    try {
      const read = (text: string, list: boolean): Promise<PipelineReading> =>
        this.#client.send("pipeline", { text, list });
      const [stages, instruments] = await Promise.all([
        read(written.text, false),
        read(written.instruments, true),
      ]);
      if (run !== this.#latestRun) return false;
      // Meanwhile somebody has made another pipeline.
      if (this.store.state.written !== written) {
        this.store.update({ run: before });
        return true;
      }
      const mistake = stages.mistake
        ? { ...stages.mistake, of: "pipeline" as const }
        : instruments.mistake && { ...instruments.mistake, of: "instruments" as const };
      if (mistake) {
        this.store.update({ mistake, run: before });
        const { at, found } = mistake;
        const expected = t(`pipeline.expected.${mistake.expected}`);
        throw new Error(t(`pipeline.mistake.${mistake.of}`, { expected, at, found }));
      }
      const used = instruments.stages?.flatMap(({ passes }) => passes) ?? [];
      const pipeline = pipelineOf(written, stages.stages ?? [], used);
      this.store.update({ pipeline, written: undefined, run: before });
      return true;
    } catch (error) {
      if (run !== this.#latestRun) return false;
      if (error instanceof Stopped) this.store.update({ run: { kind: "stopped" } });
      else if (error instanceof EngineFailure)
        this.store.update({ run: { kind: "failed", failure: error.failure } });
      else {
        this.store.update({ run: before });
        this.report(t("pipeline.unreadable"), error);
      }
      return false;
    }
  }

  /** Ends the engines for good. */
  close(): void {
    this.#latestRun += 1;
    this.#latestLoad += 1;
    for (const client of new Set([this.#runs, this.#traced, this.#client])) client.close();
  }

  async #loadInfo(): Promise<void> {
    try {
      this.store.update({ info: await this.#client.send("info", {}) });
    } catch {
      // The engine could not be loaded; the program and the run, asked for together, say so.
    }
  }

  /** Fetches the operators' documentation, once. */
  async loadOperators(): Promise<void> {
    if (this.store.state.operators) return;
    try {
      this.store.update({ operators: await this.#client.send("operators", {}) });
    } catch {
      // Without it there is less help in the editor, and nothing is lost.
    }
  }

  async #loadProgram(): Promise<void> {
    const load = ++this.#latestLoad;
    const { source } = this.store.state;
    // A text needs no loading. The editor and a run report what is wrong with it.
    if (source.kind === "text") {
      this.store.update({ program: { kind: "ready", text: source.text, parameters: 0 } });
      return;
    }
    this.store.update({ program: { kind: "loading" } });
    try {
      const { text, parameters } = await this.#client.send("load", { source });
      if (load !== this.#latestLoad) return;
      this.store.update({ program: { kind: "ready", text, parameters } });
      if (!this.store.state.info) void this.#loadInfo();
    } catch (error) {
      if (load !== this.#latestLoad) return;
      // Stop was pressed, which is meant for the run: the program's text is asked for again.
      if (error instanceof Stopped) void this.#loadProgram();
      else this.store.update({ program: { kind: "failed", failure: failureOf(error) } });
    }
  }

  setSource(source: ProgramSource): void {
    const { source: last, ownText } = this.store.state;
    const leaves = last.kind === "text" && source.kind === "model";
    this.store.update({ source, editedFrom: undefined, ownText: leaves ? last : ownText });
    void this.#loadProgram();
  }

  /** The program's text was edited. The text of a model becomes the user's own, with a way back. */
  editText(text: string): void {
    const { source, program, editedFrom } = this.store.state;
    if (editedFrom?.program.kind === "ready" && editedFrom.program.text === text) {
      this.backToModel();
      return;
    }
    this.store.update({
      source: { kind: "text", text, title: this.#titleOf(text) },
      ...(source.kind === "model" ? { editedFrom: { source, program } } : {}),
    });
    void this.#loadProgram();
  }

  /**
   * What an edited text is called: after what it was made from, as long as enough of that is left. A text that
   * was pasted in place of another one has nothing to do with it.
   */
  #titleOf(text: string): string {
    const { source, program, editedFrom } = this.store.state;
    const model = source.kind === "model" ? { source, program } : editedFrom;
    const before = model ?? { source, program };
    const old = before.program.kind === "ready" ? before.program.text : "";
    if (old !== "" && keptPart(old, text) < LEAST_KEPT) return t("source.ownTitle");
    return model ? t("source.edited", { title: sourceTitle(model.source) }) : sourceTitle(source);
  }

  /** Gives up what was edited of a model's text. */
  backToModel(): void {
    const { editedFrom } = this.store.state;
    if (!editedFrom) return;
    this.#latestLoad += 1;
    this.store.update({ ...editedFrom, editedFrom: undefined });
  }

  /** What the engine can tell an editor of a text. */
  analyse(text: string, snapshot?: number): Promise<Analysis> {
    const { trace } = this.store.state;
    if (snapshot === undefined || !trace) return this.#client.send("analyse", { text });
    return this.#traced.send("analyse", { text, like: { runId: trace.runId, snapshot } });
  }

  setPipeline(pipeline: Pipeline): void {
    this.store.update({ pipeline, written: undefined, mistake: undefined });
  }

  resetPipeline(): void {
    this.setPipeline(DEFAULT_PIPELINE);
  }

  setCode(code: string): void {
    this.store.update({ code });
    void this.#findExports();
  }

  /**
   * Finds the names that the code exports; what does so is loaded with the first code. While the code has a syntax
   * error, the names stay as they were.
   */
  async #findExports(): Promise<void> {
    const { code } = this.store.state;
    if (code === "" && this.store.state.exports.length === 0) return;
    try {
      const { exportsOf } = await import("../code/exports");
      const found = code === this.store.state.code ? exportsOf(code) : undefined;
      const same = found?.join() === this.store.state.exports.join();
      if (found && !same) this.store.update({ exports: found });
    } catch {
      // Without them the pipeline offers no names; it runs those that it has.
    }
  }

  /** The workspace as a file that `passcope run --reproducer` replays, and this page opens. */
  reproducer(): string {
    const { info, run } = this.store.state;
    const failure = run.kind === "failed" ? run.failure : undefined;
    return writeReproducer(this.store.state, info?.version ?? "", failure);
  }

  /** Opens a file of that kind. */
  openReproducer(text: string, title: string): void {
    try {
      this.#put(readReproducer(text));
    } catch (error) {
      this.report(t("document.notOpened", { name: title }), error);
    }
  }

  /** Before the page starts: what a link says, and the kept work whose place it takes. */
  prepare({ workspace, view }: Shared, earlier: Workspace | undefined): void {
    this.#wanted = view;
    this.store.update({ ...workspace, ...settingsOf(view), earlier });
  }

  /** Shows what a link says; what is at hand already is not run again. */
  show({ workspace, view }: Shared): void {
    const { state } = this.store;
    this.store.update(settingsOf(view));
    const [now, then] = [state, workspace].map((w) => JSON.stringify(workspaceDocument(w)));
    if (now !== then) {
      this.#wanted = view;
      this.#put(workspace);
    } else {
      // A run may be under way, whose rows are then chosen in the same way.
      if (this.#wanted || !state.trace) this.#wanted = view;
      if (state.trace) this.store.update({ ...rowsOf(view, state.trace), problem: undefined });
    }
  }

  /** Puts a workspace in the place of the one at hand, and runs it unless it has code. */
  #put({ source, pipeline, written, code }: Workspace): void {
    const editing = undefined;
    const problem = undefined;
    const mistake = undefined;
    const workspace = { source, pipeline, written, code };
    this.store.update({ ...workspace, editing, problem, mistake, editedFrom: undefined });
    this.start();
  }

  /** Says what did not work. */
  report(name: string, error: unknown): void {
    const message = error instanceof Error ? error.message : String(error);
    this.store.update({ problem: { name, message, rendered: [], fatal: false } });
  }

  dismiss(what: "problem" | "earlier"): void {
    this.store.update({ [what]: undefined });
  }

  /** Back to the work whose place a link took. */
  takeEarlier(): void {
    const { earlier } = this.store.state;
    if (!earlier) return;
    this.store.update({ earlier: undefined });
    this.#put(earlier);
  }

  async run(): Promise<void> {
    if (this.store.state.written && !(await this.#readWritten())) return;
    const { source, pipeline, code, program, repeatCode } = this.store.state;
    const problem = invalidOptions(pipeline);
    const run = ++this.#latestRun;
    if (problem) {
      const { stageId, stepId, what, message } = problem;
      this.store.update({
        run: {
          kind: "failed",
          failure: {
            name: what,
            message,
            rendered: [],
            fatal: false,
            place: { stageId, ...(stepId ? { stepId } : {}) },
          },
        },
      });
      return;
    }
    this.store.update({ run: { kind: "running" }, console: [] });
    if (program.kind === "failed") void this.#loadProgram();
    try {
      const request = { source, pipeline, code, repeatCode };
      const client = this.#clientFor(pipeline);
      this.#runs = client;
      const timing = await client.send("run", request, (progress) => {
        if (run === this.#latestRun) this.#receive(progress, client, pipeline, code);
      });
      if (run !== this.#latestRun) return;
      const { trace, run: status } = this.store.state;
      if (trace && timing) this.store.update({ trace: { ...trace, timing } });
      if (status.kind !== "failed") this.store.update({ run: { kind: "done" } });
    } catch (error) {
      if (run !== this.#latestRun) return;
      this.store.update({
        run:
          error instanceof Stopped
            ? { kind: "stopped" }
            : { kind: "failed", failure: failureOf(error) },
      });
    }
  }

  #receive(progress: RunProgress, client: EngineClient, pipeline: Pipeline, code: string): void {
    const { state } = this.store;
    switch (progress.kind) {
      case "step":
        this.store.update({
          run: { kind: "running", pass: progress.name, done: progress.done },
        });
        return;
      case "console":
        this.print(progress.entries);
        return;
      case "timing":
        if (state.trace) this.store.update({ trace: { ...state.trace, timing: progress.timing } });
        return;
      case "trace":
        break;
    }
    const { trace } = progress;
    const sameShape =
      state.trace?.rows.length === trace.rows.length &&
      trace.rows.every((row, i) => row.name === state.trace?.rows[i]?.name);
    this.#texts = new Map();
    if (client !== this.#traced) {
      const before = this.#traced;
      this.#traced = client;
      this.#end(before);
    }
    // The very object of the state and not an equal copy: `isOutdated` compares by identity.
    const same = JSON.stringify(trace.source) === JSON.stringify(state.source);
    this.store.update({
      trace: same ? { ...trace, source: state.source } : trace,
      tracedPipeline: pipeline,
      tracedCode: code,
      snapshots: true,
      run: trace.failure ? { kind: "failed", failure: trace.failure } : { kind: "measuring" },
      ...(sameShape ? {} : { selected: -1, collapsed: foldedAtFirst(trace.rows), pins: {} }),
      ...(this.#wanted ? rowsOf(this.#wanted, trace) : {}),
    });
    if (this.#wanted) this.store.update(this.#unfolded(this.store.state.selected));
    this.#wanted = undefined;
  }

  /** Allows, or no longer allows, that the user's code is repeated for its times, and runs the pipeline so. */
  setRepeatCode(repeatCode: boolean): void {
    this.store.update({ repeatCode });
    void this.run();
  }

  print(entries: readonly ConsoleEntry[]): void {
    const all = [...this.store.state.console, ...entries];
    this.store.update({ console: all.slice(-MAX_CONSOLE) });
  }

  clearConsole(): void {
    this.store.update({ console: [] });
  }

  /**
   * Stops what runs. A pipeline that is still running goes down with its engine, and the modules of
   * earlier runs with it; one that is only being repeated for its times is finished with the
   * times measured so far.
   */
  stop(): void {
    const { run } = this.store.state;
    if (run.kind === "running") {
      if (this.#runs === this.#client) this.#client.stop();
      else this.#runs.close();
    } else if (run.kind === "measuring") {
      void this.#runs.send("settle", {}).catch(() => undefined);
    }
  }

  /** Selects a row of the trace and, unless a view of passes is being looked at, shows its diff. */
  select(index: number): void {
    this.#wanted = undefined;
    const { detailTab } = this.store.state;
    const stays = DETAIL_TABS.some((tab) => tab.name === detailTab && "ofPass" in tab);
    this.store.update({
      selected: index,
      detailTab: stays ? detailTab : "diff",
      ...this.#unfolded(index),
    });
  }

  /** The folded rows without those around a row, if one of them is. */
  #unfolded(index: number): { collapsed?: ReadonlySet<number> } {
    const { collapsed, trace } = this.store.state;
    const around = pathTo(trace?.rows ?? [], index).slice(0, -1);
    if (!around.some((at) => collapsed.has(at))) return {};
    return { collapsed: new Set([...collapsed].filter((at) => !around.includes(at))) };
  }

  setFolded(index: number, folded: boolean): void {
    this.foldRows([index], folded);
  }

  /** Folds or unfolds rows of the trace. */
  foldRows(rows: Iterable<number>, folded: boolean): void {
    const collapsed = new Set(this.store.state.collapsed);
    for (const index of rows) {
      if (folded) collapsed.add(index);
      else collapsed.delete(index);
    }
    this.store.update({ collapsed });
  }

  /** Pins a snapshot as the left or right side of a comparison; undefined takes the pin out. */
  pin(side: "a" | "b", pin: Pin | undefined): void {
    const { a, b } = this.store.state.pins;
    const pins = side === "a" ? { a: pin, b } : { a, b: pin };
    this.store.update({
      pins: { ...(pins.a ? { a: pins.a } : {}), ...(pins.b ? { b: pins.b } : {}) },
      ...(pins.a && pins.b ? { detailTab: "diff" as const } : {}),
    });
  }

  clearPins(): void {
    this.store.update({ pins: {} });
  }

  /** Shows the timeline's rows that changed something, or all; and those whose names have `search`. */
  filter(patch: Partial<Pick<AppState, "hideUnchanged" | "search">>): void {
    this.store.update(patch);
  }

  /** Opens the text of what a row left, to be edited. */
  async startEdit(row: number): Promise<void> {
    const after = this.store.state.trace?.rows[row]?.after;
    if (after === undefined) return;
    try {
      const text = await this.text(after);
      this.store.update({ editing: { row, text }, detailTab: "diff" });
    } catch {
      // The engine was restarted; the diff says so.
    }
  }

  cancelEdit(): void {
    this.store.update({ editing: undefined });
  }

  /** Goes on from a row of the trace with another text: the pipeline gets an edit in its place. */
  continueFrom(row: number, text: string): void {
    const { trace, tracedPipeline } = this.store.state;
    const pipeline = trace && tracedPipeline && continueFrom(trace.rows, tracedPipeline, row, text);
    if (!pipeline) return;
    this.store.update({ pipeline, editing: undefined });
    void this.run();
  }

  showDetail(detailTab: DetailTab): void {
    this.store.update({ detailTab });
  }

  /** Goes to a place of the code. */
  showCode(codePlace: CodePlace): void {
    this.store.update({ codePlace, detailTab: "code" });
  }

  showTiming(timingTab: TimingTab): void {
    this.store.update({ timingTab });
  }

  setWrap(tab: "program" | "diff", wrap: boolean): void {
    this.store.update(tab === "program" ? { wrapProgram: wrap } : { wrapDiff: wrap });
  }

  setInlineDiff(inlineDiff: boolean): void {
    this.store.update({ inlineDiff });
  }

  setIgnoreNumbers(ignoreNumbers: boolean): void {
    this.store.update({ ignoreNumbers });
  }

  /** The dataflow of a snapshot of the trace shown, or of the program when none is named. */
  graph(snapshot?: number, fn?: string): Promise<GraphData> {
    const { trace, source } = this.store.state;
    const of = snapshot === undefined ? { source } : { runId: trace?.runId ?? 0, snapshot };
    const client = snapshot === undefined ? this.#client : this.#traced;
    return client.send("graph", { ...of, ...(fn === undefined ? {} : { fn }) });
  }

  /** The program as the engine prints it, which is what the places of its graph are in. */
  async printed(): Promise<string> {
    const { source, program } = this.store.state;
    if (source.kind === "model" && program.kind === "ready") return program.text;
    return (await this.#client.send("load", { source })).text;
  }

  /** The text of a snapshot of the trace shown; asked for once, then remembered. */
  text(snapshot: number): Promise<string> {
    const { trace } = this.store.state;
    const known = this.#texts.get(snapshot);
    if (known) return known;
    const text = this.#traced.send("text", { runId: trace?.runId ?? 0, snapshot });
    const texts = this.#texts;
    texts.set(snapshot, text);
    text.catch(() => texts.delete(snapshot));
    return text;
  }
}
