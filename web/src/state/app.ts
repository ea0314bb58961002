// What a user can do, each action a method that changes the store and talks to the worker.
import { DEFAULT_PIPELINE, invalidOptions, type Pipeline } from "../pipeline/model";
import { insertEdit, removeStage } from "../pipeline/edit";
import { EngineClient, EngineFailure, Stopped, type Spawn } from "../protocol/client";
import type { ConsoleEntry, Failure, ProgramSource, RunProgress } from "../protocol/messages";
import {
  INITIAL_STATE,
  type AppState,
  type DetailTab,
  type Pin,
  type TimingTab,
} from "./app-state";
import { Store } from "./store";

/** Lines of the console that are kept. */
const MAX_CONSOLE = 10_000;

function failureOf(error: unknown): Failure {
  if (error instanceof EngineFailure) return error.failure;
  const message = error instanceof Error ? error.message : String(error);
  return { name: "Error", message, rendered: [], fatal: false };
}

export class App {
  readonly store: Store<AppState>;
  readonly #client: EngineClient;
  /** Texts of the latest run's snapshots, by number. */
  #texts = new Map<number, Promise<string>>();
  #latestLoad = 0;
  #latestRun = 0;

  constructor(spawn: Spawn, saved: Partial<AppState> = {}) {
    this.store = new Store<AppState>({ ...INITIAL_STATE, ...saved });
    this.#client = new EngineClient(spawn, () => {
      this.#texts.clear();
      this.store.update({ snapshots: false });
    });
  }

  /** Opens the page: the catalogue, the program's text, and a first run. */
  start(): void {
    void this.#loadInfo();
    void this.#loadProgram();
    void this.run();
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
    this.store.update({ program: { kind: "loading" } });
    try {
      const { text, parameters } = await this.#client.send("load", { source });
      if (load !== this.#latestLoad) return;
      this.store.update({ program: { kind: "ready", text, parameters } });
      if (!this.store.state.info) void this.#loadInfo();
    } catch (error) {
      if (load !== this.#latestLoad) return;
      // A stop is about the run: the program's text is simply asked for again.
      if (error instanceof Stopped) void this.#loadProgram();
      else this.store.update({ program: { kind: "failed", failure: failureOf(error) } });
    }
  }

  setSource(source: ProgramSource): void {
    this.store.update({ source });
    void this.#loadProgram();
  }

  setPipeline(pipeline: Pipeline): void {
    this.store.update({ pipeline });
  }

  resetPipeline(): void {
    this.store.update({ pipeline: DEFAULT_PIPELINE });
  }

  setCode(code: string): void {
    this.store.update({ code });
  }

  /** Puts a whole state in place, as a file or a link has it. */
  restore(saved: Partial<AppState>): void {
    this.store.update(saved);
    void this.#loadProgram();
  }

  async run(): Promise<void> {
    const { source, pipeline, code, program } = this.store.state;
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
      const request = { source, pipeline, code };
      const timing = await this.#client.send("run", request, (progress) => {
        if (run === this.#latestRun) this.#receive(progress, pipeline, code);
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

  #receive(progress: RunProgress, pipeline: Pipeline, code: string): void {
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
    // The source that was asked for, not its copy: it tells whether the trace is still of it.
    const same = JSON.stringify(trace.source) === JSON.stringify(state.source);
    this.store.update({
      trace: same ? { ...trace, source: state.source } : trace,
      tracedPipeline: pipeline,
      tracedCode: code,
      snapshots: true,
      run: trace.failure ? { kind: "failed", failure: trace.failure } : { kind: "measuring" },
      ...(sameShape ? {} : { selected: -1, collapsed: new Set<number>(), pins: {} }),
    });
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
   * earlier runs with it; one that is only being repeated for its times is just let be.
   */
  stop(): void {
    const { run } = this.store.state;
    if (run.kind === "running") this.#client.stop();
    else if (run.kind === "measuring") void this.#client.send("settle", {}).catch(() => undefined);
  }

  /** Selects a row of the trace and, unless a view of passes is being looked at, shows its diff. */
  select(index: number): void {
    const { detailTab } = this.store.state;
    const stays = ["ops", "hooks", "graph", "diff"].includes(detailTab);
    this.store.update({ selected: index, detailTab: stays ? detailTab : "diff" });
  }

  setFolded(index: number, folded: boolean): void {
    const collapsed = new Set(this.store.state.collapsed);
    if (folded) collapsed.add(index);
    else collapsed.delete(index);
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

  /** Goes on from a row of the trace with another text: the pipeline gets an edit behind its step. */
  continueFrom(row: number, text: string): void {
    const { trace, tracedPipeline } = this.store.state;
    const at = trace?.rows[row];
    if (!trace || !tracedPipeline || !at) return;
    // Passes inside of passes cannot be gone on from: the edit comes behind what ran them.
    let step = at;
    const inStage = (stepId: string | undefined): boolean =>
      tracedPipeline.some(
        (s) => s.kind === "passes" && s.passes.some((inner) => inner.id === stepId),
      );
    while (step.parent >= 0 && !inStage(step.stepId)) step = trace.rows[step.parent] ?? at;
    const behind =
      step.kind === "pass" && step.stepId
        ? { stageId: step.stageId, stepId: step.stepId }
        : { stageId: step.stageId };
    // An edit that is edited again is replaced.
    const base = at.kind === "edit" ? removeStage(tracedPipeline, at.stageId) : tracedPipeline;
    const before = tracedPipeline[tracedPipeline.findIndex((s) => s.id === at.stageId) - 1];
    const place = at.kind === "edit" ? (before ? { stageId: before.id } : undefined) : behind;
    this.store.update({ pipeline: insertEdit(base, place, text) });
    void this.run();
  }

  showDetail(detailTab: DetailTab): void {
    this.store.update({ detailTab });
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

  /** The text of a snapshot of the trace shown; asked for once, then remembered. */
  text(snapshot: number): Promise<string> {
    const { trace } = this.store.state;
    const known = this.#texts.get(snapshot);
    if (known) return known;
    const text = this.#client.send("text", { runId: trace?.runId ?? 0, snapshot });
    const texts = this.#texts;
    texts.set(snapshot, text);
    text.catch(() => texts.delete(snapshot));
    return text;
  }
}
