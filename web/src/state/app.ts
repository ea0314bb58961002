// What a user can do, each action a method that changes the store and talks to the worker.
import { t } from "../i18n/core";
import type { GraphData } from "../graph/data";
import { codeNames, DEFAULT_PIPELINE, type Pipeline } from "../pipeline/model";
import { continueFrom } from "../pipeline/continue";
import { invalidOptions } from "../pipeline/problems";
import type { Analysis } from "../code/analysis";
import { CODE_NAMES, type CodeLanguage } from "../protocol/code";
import { EngineClient, EngineFailure, Stopped, type Spawn } from "../protocol/client";
import type {
  Failure,
  ImportSource,
  ModelFiles,
  PipelineReading,
  ProgramSource,
  RunProgress,
} from "../protocol/messages";
import type { FileArray } from "../running/choice";
import { sameShape, selectedAfter } from "../trace/first-change";
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
  type ScriptStatus,
  type Workspace,
} from "./app-state";
import type { Shared, SharedView } from "../share/link";
import { rowsOf, settingsOf } from "../share/shared-view";
import { DETAIL_TABS } from "../views/tabs";
import { keptPart } from "./kept-part";
import { Checking } from "./checking";
import { Comparing } from "./comparing";
import { Importing } from "./importing";
import { Looking } from "./looking";
import { ModelFileStore } from "./model-files";
import { chooseFailed, runningPass } from "./run-steps";
import { foldedAtFirst } from "../trace/tree";
import { pipelineOf, readReproducer, workspaceDocument, writeReproducer } from "./reproducer";
import { Lineage, NO_LINEAGE } from "./lineage";
import { NO_REMARKS, Remarks, remarksOf } from "./remarks";
import { RunningModel } from "./running-model";
import { Store } from "./store";
import { Undoing } from "./undoing";

/** Of a text with less of it left, what is made of it is no longer an edition. */
const LEAST_KEPT = 0.1;

/** The file of an imported model is neither in the page nor kept from the last visit. */
class MissingFile extends Error {
  constructor(source: ImportSource) {
    const names = [source.name, ...source.external.map(({ path }) => path)];
    super(t("import.missing", { names }));
  }
}

function failureOf(error: unknown): Failure {
  if (error instanceof MissingFile) {
    const name = t("import.missingName");
    return { name, message: error.message, rendered: [], fatal: false };
  }
  if (error instanceof EngineFailure) return error.failure;
  const message = error instanceof Error ? error.message : String(error);
  return { name: t("engine.error"), message, rendered: [], fatal: false };
}

export class App extends Looking {
  /** Undoes and does again what was done to the workspace. */
  readonly history: Undoing;
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
  /** The files of such models. */
  readonly files = new ModelFileStore();
  readonly #client: EngineClient;
  /** The engine of the run under way, or of the latest one. A run with code has an engine of its own. */
  #runs: EngineClient;
  /** The engine that has the modules of the trace that is shown. */
  #traced: EngineClient;
  /** Texts of the latest run's snapshots, by number. */
  #texts = new Map<number, Promise<string>>();
  /** Rows that a link names, until there is a trace. */
  #wanted: SharedView | undefined;
  /** The code that a press of Run has run, and the names in it that were used. */
  #pressed: Pick<Workspace, "code" | "codeLanguage"> & { readonly names: ReadonlySet<string> } = {
    code: "",
    codeLanguage: "javascript",
    names: new Set(),
  };
  /** The engine of the code that runs by itself. */
  #script: EngineClient | undefined;
  /** Why the engine of the trace that is shown is gone, which the next run has done with. */
  #gone: Failure | undefined;
  /** Where the workspace came from. */
  #cameFrom: NonNullable<AppState["waiting"]> = "kept";
  #latestLoad = 0;
  #latestRun = 0;

  /**
   * @param spawn makes the engine.
   * @param sandbox makes an engine that may run the user's code, by its language.
   */
  constructor(
    spawn: Spawn,
    private readonly sandbox: Readonly<Record<CodeLanguage, Spawn>>,
    saved: Partial<AppState> = {},
  ) {
    super(new Store<AppState>({ ...INITIAL_STATE, ...saved }));
    this.history = new Undoing(this.store, (before) => {
      const { state } = this.store;
      if (state.source !== before.source) void this.#loadProgram();
      if (!isSameCode(state, before)) void this.#findExports();
    });
    this.#client = this.#makeClient(spawn, true);
    this.#runs = this.#client;
    this.#traced = this.#client;
    this.model = new RunningModel(this.store, () => this.#traced, failureOf);
    this.remarks = new Remarks(
      this.store,
      () => this.#traced,
      () => this.#client,
      failureOf,
    );
    this.lineage = new Lineage(this.store, () => this.#traced, failureOf);
    const made = (of: Workspace): EngineClient =>
      this.#makeClient(
        codeNames(of.pipeline).size > 0 ? this.sandbox[languageOf(of)] : spawn,
        false,
      );
    this.checking = new Checking(this.store, made, failureOf, (source) => this.files.of(source));
    this.comparing = new Comparing(
      this.store,
      this.history,
      (ofCode) =>
        this.#makeClient(ofCode ? this.sandbox[languageOf(this.store.state)] : spawn, false),
      failureOf,
      async (source) => (source.kind === "import" ? this.#filesOf(source) : undefined),
    );
    this.importing = new Importing(this.store, this.files, this.#client, failureOf, (source) => {
      this.setSource(source);
      void this.press();
    });
  }

  #makeClient(spawn: Spawn, lasting: boolean): EngineClient {
    const onReplaced = (reason: Error): void => {
      if (client !== this.#traced) return;
      this.#texts.clear();
      this.store.update({ snapshots: false });
      // A run tells by itself why it ended; else it is what somebody looks at that is gone.
      if (!(reason instanceof EngineFailure) || isBusy(this.store.state.run)) return;
      this.#gone = reason.failure;
      this.store.update({ problem: reason.failure });
    };
    const client = new EngineClient(spawn, onReplaced, lasting);
    return client;
  }

  /**
   * The engine for a run. With code it is a new one, so that nothing is left of what code did before;
   * that of the trace that is shown lives on until there is another trace.
   */
  #clientFor(of: Workspace): EngineClient {
    if (this.#runs !== this.#traced) this.#end(this.#runs);
    return codeNames(of.pipeline).size > 0
      ? this.#makeClient(this.sandbox[languageOf(of)], false)
      : this.#client;
  }

  /** The tensors of a file, as the engine reads it. */
  tensorsOf(file: File): Promise<readonly FileArray[]> {
    return this.#client.send("tensors", { file, name: file.name });
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

  /** Ends the engines for good. */
  close(): void {
    this.#latestRun += 1;
    this.#latestLoad += 1;
    this.checking.close();
    this.comparing.close();
    this.#script?.close();
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
      const files = source.kind === "import" ? await this.#filesOf(source) : undefined;
      if (load !== this.#latestLoad) return;
      const { text, parameters } = await this.#client.send("load", { source, files });
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

  /** The files that an import is made of. Throws when one is not at hand. */
  async #filesOf(source: ImportSource): Promise<ModelFiles | undefined> {
    if (!(await this.files.find(source))) throw new MissingFile(source);
    return this.files.of(source);
  }

  setSource(source: ProgramSource): void {
    const { source: last, ownText } = this.store.state;
    const leaves = last.kind === "text" && source.kind !== "text";
    this.history.edit(
      { source, editedFrom: undefined, ownText: leaves ? last : ownText },
      t("history.source", { title: sourceTitle(source) }),
    );
    void this.#loadProgram();
  }

  /** The program's text was edited. The text of a model becomes the user's own, with a way back. */
  editText(text: string): void {
    const { source, program, editedFrom } = this.store.state;
    if (editedFrom?.program.kind === "ready" && editedFrom.program.text === text) {
      this.#latestLoad += 1;
      this.store.update({ ...editedFrom, editedFrom: undefined });
      return;
    }
    this.store.update({
      source: { kind: "text", text, title: this.#titleOf(text) },
      ...(source.kind === "text" ? {} : { editedFrom: { source, program } }),
    });
    void this.#loadProgram();
  }

  /**
   * What an edited text is called: after what it was made from, as long as enough of that is left. A text that
   * was pasted in place of another one has nothing to do with it.
   */
  #titleOf(text: string): string {
    const { source, program, editedFrom } = this.store.state;
    const model = source.kind === "text" ? editedFrom : { source, program };
    const before = model ?? { source, program };
    const old = before.program.kind === "ready" ? before.program.text : "";
    if (old !== "" && keptPart(old, text) < LEAST_KEPT) return t("source.ownTitle");
    return model ? t("source.edited", { title: sourceTitle(model.source) }) : sourceTitle(source);
  }

  /** Gives up what was edited of a model's text. */
  backToModel(): void {
    const { editedFrom } = this.store.state;
    if (!editedFrom) return;
    const { source, program } = editedFrom;
    this.#latestLoad += 1;
    this.history.edit({ source, editedFrom: undefined }, t("history.gaveUp"), true);
    this.store.update({ program });
  }

  /** What the engine can tell an editor of a text. */
  analyse(text: string, snapshot?: number): Promise<Analysis> {
    const { trace } = this.store.state;
    if (snapshot === undefined || !trace) return this.#client.send("analyse", { text });
    return this.#traced.send("analyse", { text, like: { runId: trace.runId, snapshot } });
  }

  /**
   * Puts another pipeline in place of this one.
   * @param words what was done.
   * @param offers whether to offer that it be undone, as for what takes something away.
   */
  setPipeline(pipeline: Pipeline, words = t("history.pipeline"), offers = false): void {
    const { state } = this.store;
    if (pipeline === state.pipeline && !state.written) return;
    this.history.edit({ pipeline, written: undefined }, words, offers);
    this.store.update({ mistake: undefined });
  }

  resetPipeline(): void {
    this.setPipeline(DEFAULT_PIPELINE);
  }

  setCode(code: string): void {
    this.store.update({ code });
    void this.#findExports();
  }

  /** Goes on in another language, with what was written in it before; what is written in this one is kept. */
  setCodeLanguage(codeLanguage: CodeLanguage): void {
    const { codeLanguage: now, code, otherCode } = this.store.state;
    if (codeLanguage === now) return;
    // What is said of code is said of what is shown.
    this.stopScript();
    this.store.update({ script: { kind: "idle" } });
    this.history.edit(
      { codeLanguage, code: otherCode, otherCode: code },
      t("history.codeLanguage", { language: CODE_NAMES[codeLanguage] }),
    );
    void this.#findExports();
  }

  /** Puts a program in Python in the place of the Python code, and runs it by itself. */
  async openAsPython(code: string): Promise<void> {
    const { codeLanguage, code: now, otherCode } = this.store.state;
    this.history.edit(
      {
        code,
        codeLanguage: "python",
        otherCode: codeLanguage === "python" ? otherCode : now,
      },
      t("history.asPython"),
      true,
    );
    void this.#findExports();
    await this.runScript();
  }

  /** Runs the code by itself, because the user said so: what it prints is shown in the console. */
  async runScript(): Promise<void> {
    this.stopScript();
    const { code, codeLanguage, source } = this.store.state;
    const client = this.#makeClient(this.sandbox[codeLanguage], false);
    this.#script = client;
    const tell = (script: ScriptStatus): void => {
      if (client === this.#script) this.store.update({ script });
    };
    this.store.update({ script: { kind: "running" }, console: [], detailTab: "console" });
    try {
      const files = source.kind === "import" ? await this.#namedFilesOf(source) : undefined;
      if (client !== this.#script) return;
      await client.send("script", { code, files }, (progress) => {
        if (client === this.#script && progress.kind === "console") this.print(progress.entries);
      });
      tell({ kind: "done" });
    } catch (error) {
      if (error instanceof Stopped) return;
      const failure = failureOf(error);
      const { name, message, place } = failure;
      // What Python prints of an exception names it already.
      const text = codeLanguage === "python" && place?.code ? message : `${name}: ${message}`;
      const line = place?.code?.line;
      if (client === this.#script) {
        this.print([{ level: "error", text, ...(line === undefined ? {} : { line }) }]);
      }
      tell({ kind: "failed", code, failure });
    } finally {
      client.close();
      if (client === this.#script) this.#script = undefined;
    }
  }

  /** Ends what runs by itself. */
  stopScript(): void {
    const client = this.#script;
    if (!client) return;
    this.store.update({ script: { kind: "stopped" } });
    this.#script = undefined;
    client.close();
  }

  /** The files of an import by the names that code knows them by. None where they are not at hand. */
  async #namedFilesOf(source: ImportSource): Promise<Readonly<Record<string, Blob>> | undefined> {
    if (!(await this.files.find(source))) return undefined;
    const files = this.files.of(source);
    return files && { ...files.external, [source.name]: files.model };
  }

  /**
   * Finds the names that the code exports; what does so is loaded with the first code. While the code has a syntax
   * error, the names stay as they were.
   */
  async #findExports(): Promise<void> {
    const of = this.store.state;
    if (of.code === "" && of.exports.length === 0) return;
    try {
      const { exportsOf } =
        of.codeLanguage === "python"
          ? await import("../code/python/exports")
          : await import("../code/exports");
      const found = isSameCode(of, this.store.state) ? exportsOf(of.code) : undefined;
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
    if (this.#gone && this.store.state.problem === this.#gone) this.dismiss("problem");
    this.#gone = undefined;
    if (program.kind === "failed") void this.#loadProgram();
    try {
      const client = this.#clientFor(of);
      this.#runs = client;
      const files = source.kind === "import" ? await this.#filesOf(source) : undefined;
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
    this.#texts = new Map();
    if (client !== this.#traced) {
      const before = this.#traced;
      this.#traced = client;
      this.#end(before);
    }
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
      if (this.#runs === this.#client) this.#client.stop();
      else this.#runs.close();
    } else if (run.kind === "measuring") {
      void this.#runs.send("settle", {}).catch(() => undefined);
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

  /** The dataflow of a snapshot of the trace shown, or of the program when none is named. */
  graph(snapshot?: number, fn?: string): Promise<GraphData> {
    const { trace, source } = this.store.state;
    const of =
      snapshot === undefined
        ? { source, files: this.files.of(source) }
        : { runId: trace?.runId ?? 0, snapshot };
    const client = snapshot === undefined ? this.#client : this.#traced;
    return client.send("graph", { ...of, ...(fn === undefined ? {} : { fn }) });
  }

  /** The program as the engine prints it, which is what the places of its graph are in. */
  async printed(): Promise<string> {
    const { source, program } = this.store.state;
    if (source.kind !== "text" && program.kind === "ready") return program.text;
    return (await this.#client.send("load", { source, files: this.files.of(source) })).text;
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
