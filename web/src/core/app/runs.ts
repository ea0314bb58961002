// Running the pipeline: what starts a run, and how its messages change the state.
import { codeNames } from "../pipeline/model";
import { invalidOptions } from "../pipeline/problems";
import { EngineFailure, Stopped, type EngineClient } from "../protocol/client";
import type { ConsoleEntry, PipelineReading, RunProgress } from "../protocol/messages";
import {
  isBusy,
  isOfCode,
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

/** Listens to runs; `Hooks` (app.ts) explains the events. */
export interface RunListener {
  opened(): void;
  runAsked(): void;
  runBegins(): void;
  runEnds(): void;
  printed(entries: readonly ConsoleEntry[]): void;
}

/** How long a run with user code may take to finish after Stop, in milliseconds. */
const SETTLE_MS = 10_000;

export class Runs {
  /** Where the workspace came from. */
  cameFrom: NonNullable<AppState["waiting"]> = "kept";
  /** The code that a press of Run has run, and those of its names that were used. */
  #pressed: Pick<Workspace, "code" | "codeLanguage"> & { readonly names: ReadonlySet<string> } = {
    code: "",
    codeLanguage: "javascript",
    names: new Set(),
  };
  #latestRun = 0;

  /**
   * @param traced the new values of the features' fields for a new trace; `alike` tells whether it has the same rows.
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
   * Opens the page: loads the engine's tables and the program's text, and starts the first run.
   *
   * @param asked whether the user asked for the run. Without that, user code does not run.
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
   * Whether the pipeline may run after an edit without a press of Run: it has no user code, or only code that a press
   * of Run has run before.
   */
  runsWithoutPress(): boolean {
    const { state } = this.store;
    // A pipeline that is not read yet may have user code.
    if (state.written) return false;
    const names = [...codeNames(state.pipeline)];
    const pressed = this.#pressed;
    return (
      names.length === 0 ||
      (isSameCode(state, pressed) && names.every((name) => pressed.names.has(name)))
    );
  }

  /** Lets the engine read a pipeline that is still text. Returns whether there is a pipeline to run now. */
  async #readWritten(): Promise<boolean> {
    const { written, run: last } = this.store.state;
    if (!written) return true;
    const run = ++this.#latestRun;
    /** The page goes on showing the latest run, which is then outdated. */
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
      // The user has made another pipeline meanwhile.
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

  /** Runs because the user asked for it. From now on this code may run again automatically. */
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
      // A fatal failure has already arrived with the trace.
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

  /** @param of the workspace that runs. */
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
      // Progress of other requests.
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
      // The object of the state and not an equal copy: `isOutdated` compares by identity.
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
    // Rows that the user folded stay folded. A row that a link or the page selects becomes visible.
    if (this.rows.wanted || !alike) {
      this.store.update(this.rows.unfolded(this.store.state.selected));
    }
    this.rows.wanted = undefined;
  }

  setAutoRun(autoRun: boolean): void {
    this.store.update({ autoRun });
  }

  /** Sets whether the user's code is repeated for its times, and runs the pipeline. */
  setRepeatCode(repeatCode: boolean): void {
    this.store.update({ repeatCode });
    void this.press();
  }

  /**
   * Stops the run. While the pipeline runs, its engine ends, and with it the modules of earlier runs. While the run is
   * only repeated, it finishes with the times measured so far. User code that does not let it finish ends.
   */
  stop(): void {
    const { run } = this.store.state;
    if (run.kind === "running") {
      this.engines.endRun();
    } else if (run.kind === "measuring") {
      void this.engines.running.send("settle", {}).catch(() => undefined);
      if (isOfCode(this.store.state)) this.#endUnlessSettled();
    }
  }

  /** Ends the engine of a run with user code if the run does not finish soon: the code may keep the worker busy. */
  #endUnlessSettled(): void {
    const run = this.#latestRun;
    setTimeout(() => {
      const isLeft = run === this.#latestRun && this.store.state.run.kind === "measuring";
      if (isLeft) this.engines.endRun();
    }, SETTLE_MS);
  }
}
