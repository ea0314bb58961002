// What a user can do, each action a method that changes the store and talks to the worker: runs, and the workspaces,
// results and snapshots that are opened.
import { t } from "../core/texts";
import { continueFrom } from "../core/pipeline/continue";
import { codeNames } from "../core/pipeline/model";
import { invalidOptions } from "../core/pipeline/problems";
import { EngineFailure, Stopped, type EngineClient, type Spawn } from "../core/protocol/client";
import type { CodeLanguage } from "../core/protocol/code";
import type { PipelineReading, RunProgress } from "../core/protocol/messages";
import type { Shared, SharedView } from "../features/share/link";
import { rowsOf, settingsOf } from "../features/share/shared-view";
import { sameShape, selectedAfter } from "../core/trace/first-change";
import { foldedAtFirst } from "../core/trace/tree";
import { DETAIL_TABS } from "../features/tabs";
import {
  detailTabOf,
  INITIAL_STATE,
  isBusy,
  isSameCode,
  languageOf,
  sourceTitle,
  stateOf,
  workspaceOf,
  type AppState,
  type RunStatus,
  type Workspace,
} from "../core/state/app-state";
import { Checking } from "../features/checking/controller";
import { Comparing } from "../features/compare/controller";
import { Editing } from "../core/state/editing";
import { failureOf } from "../core/state/failure-of";
import { Importing } from "../features/import/controller";
import { Lineage, NO_LINEAGE } from "../features/lineage/controller";
import { NO_REMARKS, Remarks, remarksOf } from "../features/remarks/controller";
import { pipelineOf, readReproducer, workspaceDocument, writeReproducer } from "../core/state/reproducer";
import { chooseFailed, runningPass } from "../core/state/run-steps";
import { RunningModel } from "../features/running/controller";
import { Store } from "../core/state/store";

export class App extends Editing {
  /** Runs the model. */
  readonly model: RunningModel;
  /** What passes say. */
  readonly remarks: Remarks;
  /** Tells where expressions came from. */
  readonly lineage: Lineage;
  /** Looks for what makes a stage wrong. */
  readonly checking: Checking;
  /** Compares the pipeline with others. */
  readonly comparing: Comparing;
  /** Opens models of other frameworks. */
  readonly importing: Importing;
  /** Rows that a link names, until there is a trace. */
  #wanted: SharedView | undefined;
  /** The code that a press of Run has run, and the names in it that were used. */
  #pressed: Pick<Workspace, "code" | "codeLanguage"> & { readonly names: ReadonlySet<string> } = {
    code: "",
    codeLanguage: "javascript",
    names: new Set(),
  };
  /** Where the workspace came from. */
  #cameFrom: NonNullable<AppState["waiting"]> = "kept";
  #latestRun = 0;

  /**
   * @param spawn makes the engine.
   * @param sandbox makes an engine that may run the user's code, by its language.
   */
  constructor(
    spawn: Spawn,
    sandbox: Readonly<Record<CodeLanguage, Spawn>>,
    saved: Partial<AppState> = {},
  ) {
    super(new Store<AppState>({ ...INITIAL_STATE, ...saved }), spawn, sandbox);
    const traced = (): EngineClient => this.traced;
    this.model = new RunningModel(this.store, traced, failureOf);
    this.remarks = new Remarks(this.store, traced, () => this.client, failureOf);
    this.lineage = new Lineage(this.store, traced, failureOf);
    this.checking = new Checking(
      this.store,
      (of) => this.newClientFor(of),
      failureOf,
      (source) => this.files.of(source),
    );
    this.comparing = new Comparing(
      this.store,
      this.history,
      (ofCode) => this.newClient(ofCode ? languageOf(this.store.state) : undefined),
      failureOf,
      async (source) => (source.kind === "import" ? this.filesOf(source) : undefined),
    );
    this.importing = new Importing(this.store, this.files, this.client, failureOf, (source) => {
      this.setSource(source);
      void this.press();
    });
  }

  /**
   * Opens the page: the catalogue, the program's text, and a first run.
   *
   * @param asked whether the user has asked for the run. Code runs when the user says so, never because a page
   * was opened.
   */
  start(asked = false): void {
    void this.loadInfo();
    void this.loadProgram();
    void this.findExports();
    const begin = (): void => {
      if (asked) void this.press();
      else if (codeNames(this.store.state.pipeline).size === 0) void this.run();
      else this.store.update({ waiting: this.#cameFrom });
    };
    if (!this.store.state.written) begin();
    else void this.#readWritten().then((isRead) => (isRead ? begin() : undefined));
  }

  /**
   * Whether the pipeline may run after an edit without a press of Run: it has no code of the user's, or only what
   * a press of Run has run before.
   */
  runsWithoutPress(): boolean {
    const { state } = this.store;
    // What is not read yet may have code.
    if (state.written) return false;
    const names = [...codeNames(state.pipeline)];
    const pressed = this.#pressed;
    return (
      names.length === 0 ||
      (isSameCode(state, pressed) && names.every((name) => pressed.names.has(name)))
    );
  }

  /** Has the engine read a pipeline that is there as text; tells whether there is one to be run now. */
  async #readWritten(): Promise<boolean> {
    const { written, run: last } = this.store.state;
    if (!written) return true;
    const run = ++this.#latestRun;
    /** What is shown goes on being the latest run's, which then is outdated. */
    const before: RunStatus = isBusy(last) ? { kind: "idle" } : last;
    const since = performance.now();
    this.store.update({ run: { kind: "running", since }, running: undefined, mistake: undefined });
    try {
      const read = (text: string, list: boolean): Promise<PipelineReading> =>
        this.client.send("pipeline", { text, list });
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
      const of = workspaceOf(this.store.state);
      if (error instanceof Stopped) this.store.update({ run: { kind: "stopped", of } });
      else if (error instanceof EngineFailure)
        this.store.update({ run: { kind: "failed", of, failure: error.failure } });
      else {
        this.store.update({ run: before });
        this.report(t("pipeline.unreadable"), error);
      }
      return false;
    }
  }

  override close(): void {
    this.#latestRun += 1;
    this.checking.close();
    this.comparing.close();
    super.close();
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
      this.#put(readReproducer(text), "file", t("history.opened", { name: title }));
    } catch (error) {
      this.report(t("document.notOpened", { name: title }), error);
    }
  }

  /** Before the page starts: what a link says, and the kept work whose place it takes. */
  prepare({ workspace, view }: Shared, earlier: Workspace | undefined): void {
    this.#wanted = view;
    this.#cameFrom = "link";
    this.store.update({ ...stateOf(workspace), ...settingsOf(view, this.store.state), earlier });
  }

  /** Shows what a link says; what is at hand already is not run again. */
  show({ workspace, view }: Shared): void {
    const { state } = this.store;
    const [now, then] = [state, workspace].map((w) => JSON.stringify(workspaceDocument(w)));
    if (now === then) {
      this.look(view);
      return;
    }
    this.store.update(settingsOf(view, this.store.state));
    this.#wanted = view;
    this.#put(workspace, "link", t("history.link"));
  }

  /** Looks at something else of what is at hand. */
  look(view: SharedView): void {
    const { trace } = this.store.state;
    // A run may be under way, whose rows are then chosen in the same way.
    if (this.#wanted || !trace) this.#wanted = view;
    const rows = trace ? { ...rowsOf(view, trace), problem: undefined } : {};
    this.store.update({ ...settingsOf(view, this.store.state), ...rows });
  }

  /** Puts a workspace in the place of the one at hand, and runs it unless it has code. */
  #put(workspace: Workspace, from: NonNullable<AppState["waiting"]>, words: string): void {
    this.#cameFrom = from;
    this.comparing.close();
    this.history.edit({ ...stateOf(workspace), editedFrom: undefined }, words, true);
    this.store.update({ editing: undefined, problem: undefined, mistake: undefined });
    this.start();
  }

  /** Opens the smallest program with which a stage is wrong, and what of that stage it takes. */
  openReduced(): void {
    const { check } = this.store.state;
    if (check.kind !== "reduced") return;
    const { of, fault, result } = check;
    const stage = of.pipeline.find(({ id }) => id === fault.stageId);
    if (stage?.kind !== "passes") return;
    const enabled = stage.passes.filter((step) => step.enabled);
    const passes =
      stage.mode === "each" ? enabled.filter((_, i) => result.kept[i] ?? true) : stage.passes;
    const title = t("source.reduced", { title: sourceTitle(of.source) });
    const source = { kind: "text", text: result.text, title } as const;
    const pipeline = [{ ...stage, passes }];
    this.checking.close();
    this.#put({ ...of, source, pipeline, written: undefined }, "file", t("history.reduced"));
  }

  /** Back to the work whose place a link took. */
  takeEarlier(): void {
    const { earlier } = this.store.state;
    if (!earlier) return;
    this.store.update({ earlier: undefined });
    this.#put(earlier, "kept", t("history.earlier"));
  }

  /** Runs because the user said so: from now on this code may run again by itself. */
  async press(): Promise<void> {
    if (this.store.state.written && !(await this.#readWritten())) return;
    const { pipeline, code, codeLanguage } = this.store.state;
    const names = codeNames(pipeline);
    if (names.size > 0) {
      const known = isSameCode(this.store.state, this.#pressed) ? this.#pressed.names : [];
      this.#pressed = { code, codeLanguage, names: new Set([...known, ...names]) };
    }
    return this.run();
  }

  async run(): Promise<void> {
    if (this.store.state.written && !(await this.#readWritten())) return;
    const { source, pipeline, code, codeLanguage, program, repeatCode } = this.store.state;
    const of = { source, pipeline, code, codeLanguage };
    this.stopScript();
    this.store.update({ waiting: undefined, asked: of, script: { kind: "idle" } });
    const problem = invalidOptions(pipeline);
    const run = ++this.#latestRun;
    if (problem) {
      const { stageId, stepId, what, message } = problem;
      this.store.update({
        run: {
          kind: "failed",
          of,
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
    const since = performance.now();
    this.checking.close();
    this.store.update({ run: { kind: "running", since }, running: undefined, console: [] });
    this.forgetGone();
    if (program.kind === "failed") void this.loadProgram();
    try {
      const client = this.clientForRun(of);
      const files = source.kind === "import" ? await this.filesOf(source) : undefined;
      if (run !== this.#latestRun) return;
      const request = { source, pipeline, code, files, repeatCode };
      const timing = await client.send("run", request, (progress) => {
        if (run === this.#latestRun) this.#receive(progress, client, of);
      });
      if (run !== this.#latestRun) return;
      const { trace, run: status } = this.store.state;
      if (trace && timing) this.store.update({ trace: { ...trace, timing } });
      if (status.kind !== "failed") this.store.update({ run: { kind: "done" } });
      void this.remarks.askUnlessLong();
    } catch (error) {
      const { running, run: status } = this.store.state;
      // A failure that ends the engine has been told with the trace already.
      if (run !== this.#latestRun || (status.kind === "failed" && status.of === of)) return;
      const during = running && { ...running, until: performance.now() };
      this.store.update({
        running: undefined,
        run:
          error instanceof Stopped
            ? { kind: "stopped", of, ...(during ? { during } : {}) }
            : { kind: "failed", of, failure: failureOf(error) },
      });
    }
  }

  /** @param of what is run. */
  #receive(progress: RunProgress, client: EngineClient, of: Workspace): void {
    const { state } = this.store;
    switch (progress.kind) {
      case "step":
        this.store.update({ running: runningPass(state.running, progress) });
        return;
      case "console":
        this.print(progress.entries);
        return;
      case "timing":
        if (state.trace) this.store.update({ trace: { ...state.trace, timing: progress.timing } });
        return;
      // Told of other requests than runs, and of the program that one is of.
      case "importing":
      case "executing":
      case "executed":
      case "bisecting":
      case "reducing":
      case "comparing":
        return;
      case "trace":
        break;
    }
    const { trace } = progress;
    const rowsBefore = state.trace?.rows ?? [];
    const alike = sameShape(rowsBefore, trace.rows);
    this.hasTrace(client);
    const { failure } = trace;
    this.store.update({
      // The very object of the state and not an equal copy: `isOutdated` compares by identity.
      trace: { ...trace, source: of.source },
      tracedPipeline: of.pipeline,
      tracedCode: of.code,
      tracedLanguage: languageOf(of),
      snapshots: true,
      running: undefined,
      run: failure ? { kind: "failed", of, failure } : { kind: "measuring" },
      selected: selectedAfter(rowsBefore, state.selected, trace.rows),
      remarks: NO_REMARKS,
      lineage: NO_LINEAGE,
      remarkPlace: undefined,
      ...(alike ? {} : { collapsed: foldedAtFirst(trace.rows), pins: {} }),
      // The same row is the same pass where the trace has the same shape.
      ...(alike ? {} : { remarkFilter: { ...state.remarkFilter, row: -1 } }),
      ...(this.#wanted ? rowsOf(this.#wanted, trace) : {}),
      ...(failure ? chooseFailed(trace.rows, alike ? state.collapsed : undefined) : {}),
    });
    // A row that was folded by hand stays so; what a link or the page itself selects is seen.
    if (this.#wanted || !alike) this.store.update(this.unfolded(this.store.state.selected));
    this.#wanted = undefined;
  }

  /** Allows, or no longer allows, that the user's code is repeated for its times, and runs the pipeline so. */
  setRepeatCode(repeatCode: boolean): void {
    this.store.update({ repeatCode });
    void this.press();
  }

  /**
   * Stops what runs. A pipeline that is still running goes down with its engine, and the modules of
   * earlier runs with it; one that is only being repeated for its times is finished with the
   * times measured so far.
   */
  stop(): void {
    const { run } = this.store.state;
    if (run.kind === "running") {
      this.endRun();
    } else if (run.kind === "measuring") {
      void this.runs.send("settle", {}).catch(() => undefined);
    }
  }

  /** Selects a row of the trace and, unless a view of passes is being looked at, shows its diff. */
  select(index: number): void {
    this.#wanted = undefined;
    const shown = detailTabOf(this.store.state);
    const stays = DETAIL_TABS.some((tab) => tab.name === shown && "ofPass" in tab);
    this.store.update({
      selected: index,
      detailTab: stays ? shown : "diff",
      ...this.unfolded(index),
    });
  }

  /** Selects no row: what is shown is the program as it is set. */
  deselect(): void {
    this.#wanted = undefined;
    this.store.update({ selected: -1 });
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

  /** Goes on from a row of the trace with another text: the pipeline gets an edit in its place. */
  continueFrom(row: number, text: string): void {
    const { trace, tracedPipeline } = this.store.state;
    const pipeline = trace && tracedPipeline && continueFrom(trace.rows, tracedPipeline, row, text);
    if (!pipeline) return;
    this.store.update({ editing: undefined });
    this.setPipeline(pipeline, t("history.continued"));
    void this.press();
  }

  /** Chooses the pass that said a remark, and brings the line into sight that it is about. */
  showRemark(remark: number): void {
    const row = remarksOf(this.store.state)?.said.remarks[remark]?.row;
    if (row === undefined) return;
    this.clearPins();
    this.select(row);
    this.store.update({ detailTab: "diff", editing: undefined, remarkPlace: { remark } });
  }

  /** Chooses a row of the trace and shows it in the tree. */
  showRow(row: number): void {
    this.select(row);
    this.store.update({ timingTab: "tree", rowPlace: { row, focus: true } });
  }
}
