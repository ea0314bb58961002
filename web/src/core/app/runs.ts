// Running the pipeline: what begins a run, what it tells, and what it leaves in the state.
import { codeNames } from "../pipeline/model";
import { invalidOptions } from "../pipeline/problems";
import { EngineFailure, Stopped, type EngineClient } from "../protocol/client";
import type { ConsoleEntry, PipelineReading, RunProgress } from "../protocol/messages";
import {
  isBusy,
  isSameCode,
  languageOf,
  workspaceOf,
  type AppState,
  type RunStatus,
  type Workspace,
} from "../state/app-state";
import { failureOf } from "../state/failure-of";
import { pipelineOf } from "../state/reproducer";
import { chooseFailed, runningPass } from "../state/run-steps";
import type { Store } from "../state/store";
import { t } from "../texts";
import { sameShape, selectedAfter } from "../trace/first-change";
import { foldedAtFirst } from "../trace/tree";
import type { Engines } from "./engines";
import type { Notices } from "./notices";
import type { Rows } from "./rows";

/** Who hears of runs; `Hooks` (app.ts) says of what. */
export interface RunListener {
  opened(): void;
  runAsked(): void;
  runBegins(): void;
  runEnds(): void;
  printed(entries: readonly ConsoleEntry[]): void;
}

export class Runs {
  /** Where the workspace came from. */
  cameFrom: NonNullable<AppState["waiting"]> = "kept";
  /** The code that a press of Run has run, and the names in it that were used. */
  #pressed: Pick<Workspace, "code" | "codeLanguage"> & { readonly names: ReadonlySet<string> } = {
    code: "",
    codeLanguage: "javascript",
    names: new Set(),
  };
  #latestRun = 0;

  /**
   * @param traced what another trace makes of the features' parts of the state; `alike` whether it has the same rows.
   */
  constructor(
    private readonly store: Store<AppState>,
    private readonly engines: Engines,
    private readonly rows: Rows,
    private readonly notices: Notices,
    private readonly listener: RunListener,
    private readonly traced: (state: AppState, alike: boolean) => Partial<AppState>,
  ) {}

  /**
   * Opens the page: the catalogue, the program's text, and a first run.
   *
   * @param asked whether the user has asked for the run. Code runs when the user says so, never because a page
   * was opened.
   */
  start(asked = false): void {
    void this.engines.loadInfo();
    this.listener.opened();
    const begin = (): void => {
      if (asked) void this.press();
      else if (codeNames(this.store.state.pipeline).size === 0) void this.run();
      else this.store.update({ waiting: this.cameFrom });
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
        this.engines.client.send("pipeline", { text, list });
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
        this.notices.report(t("pipeline.unreadable"), error);
      }
      return false;
    }
  }

  close(): void {
    this.#latestRun += 1;
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
    const { source, pipeline, code, codeLanguage, repeatCode } = this.store.state;
    const of = { source, pipeline, code, codeLanguage };
    this.store.update({ waiting: undefined, asked: of });
    this.listener.runAsked();
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
    this.listener.runBegins();
    this.store.update({ run: { kind: "running", since }, running: undefined });
    this.engines.forgetGone();
    try {
      const client = this.engines.forRun(of);
      const files = source.kind === "import" ? await this.engines.filesOf(source) : undefined;
      if (run !== this.#latestRun) return;
      const request = { source, pipeline, code, files, repeatCode };
      const timing = await client.send("run", request, (progress) => {
        if (run === this.#latestRun) this.#receive(progress, client, of);
      });
      if (run !== this.#latestRun) return;
      const { trace, run: status } = this.store.state;
      if (trace && timing) this.store.update({ trace: { ...trace, timing } });
      if (status.kind !== "failed") this.store.update({ run: { kind: "done" } });
      this.listener.runEnds();
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
        this.listener.printed(progress.entries);
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
    this.engines.hasTrace(client);
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
      ...this.traced(state, alike),
      ...(alike ? {} : { collapsed: foldedAtFirst(trace.rows), pins: {} }),
      ...this.rows.wanted?.(trace),
      ...(failure ? chooseFailed(trace.rows, alike ? state.collapsed : undefined) : {}),
    });
    // A row that was folded by hand stays so; what a link or the page itself selects is seen.
    if (this.rows.wanted || !alike) {
      this.store.update(this.rows.unfolded(this.store.state.selected));
    }
    this.rows.wanted = undefined;
  }

  setAutoRun(autoRun: boolean): void {
    this.store.update({ autoRun });
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
      this.engines.endRun();
    } else if (run.kind === "measuring") {
      void this.engines.running.send("settle", {}).catch(() => undefined);
    }
  }
}
