// What a user can do, each action a method that changes the store and talks to the worker.
import { DEFAULT_PIPELINE, optionsProblem, type Pipeline } from "../pipeline/model";
import { EngineClient, EngineFailure, Stopped, type Spawn } from "../protocol/client";
import type { Failure, ModelSpec, RunProgress } from "../protocol/messages";
import { INITIAL_STATE, type AppState, type DetailTab, type TimingTab } from "./app-state";
import { Store } from "./store";

function failureOf(error: unknown): Failure {
  if (error instanceof EngineFailure) return error.failure;
  const message = error instanceof Error ? error.message : String(error);
  return { name: "Error", message, rendered: [], fatal: false };
}

export class App {
  readonly store = new Store<AppState>(INITIAL_STATE);
  readonly #client: EngineClient;
  /** Texts of the latest run's snapshots, by number. */
  #texts = new Map<number, Promise<string>>();
  #latestLoad = 0;
  #latestRun = 0;

  constructor(spawn: Spawn) {
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

  async #loadProgram(): Promise<void> {
    const load = ++this.#latestLoad;
    this.store.update({ program: { kind: "loading" } });
    try {
      const { text, parameters } = await this.#client.send("load", {
        model: this.store.state.model,
      });
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

  setModel(patch: Partial<ModelSpec>): void {
    const model = { ...this.store.state.model, ...patch };
    this.store.update({ model });
    void this.#loadProgram();
  }

  setPipeline(pipeline: Pipeline): void {
    this.store.update({ pipeline });
  }

  resetPipeline(): void {
    this.store.update({ pipeline: DEFAULT_PIPELINE });
  }

  async run(): Promise<void> {
    const { model, pipeline, program } = this.store.state;
    const problem = invalidOptions(pipeline);
    const run = ++this.#latestRun;
    if (problem) {
      this.store.update({ run: { kind: "failed", failure: problem } });
      return;
    }
    this.store.update({ run: { kind: "running" } });
    if (program.kind === "failed") void this.#loadProgram();
    try {
      const timing = await this.#client.send("run", { model, pipeline }, (progress) => {
        if (run === this.#latestRun) this.#receive(progress, pipeline);
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

  #receive(progress: RunProgress, pipeline: Pipeline): void {
    const { state } = this.store;
    if (progress.kind === "timing") {
      if (state.trace) this.store.update({ trace: { ...state.trace, timing: progress.timing } });
      return;
    }
    if (progress.kind === "console") return;
    const { trace } = progress;
    const sameShape =
      state.trace?.rows.length === trace.rows.length &&
      trace.rows.every((row, i) => row.name === state.trace?.rows[i]?.name);
    this.#texts = new Map();
    this.store.update({
      trace,
      tracedPipeline: pipeline,
      snapshots: true,
      run: trace.failure ? { kind: "failed", failure: trace.failure } : { kind: "measuring" },
      ...(sameShape ? {} : { selected: -1, collapsed: new Set<number>() }),
    });
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

  /** Selects a row of the trace and, unless operators are being looked at, shows its diff. */
  select(index: number): void {
    const { detailTab } = this.store.state;
    this.store.update({ selected: index, detailTab: detailTab === "ops" ? "ops" : "diff" });
  }

  setFolded(index: number, folded: boolean): void {
    const collapsed = new Set(this.store.state.collapsed);
    if (folded) collapsed.add(index);
    else collapsed.delete(index);
    this.store.update({ collapsed });
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

/** The first options that are not JSON, as a failure at their place. */
function invalidOptions(pipeline: Pipeline): Failure | undefined {
  for (const stage of pipeline) {
    if (stage.kind !== "passes") continue;
    for (const step of stage.passes) {
      const problem = step.enabled ? optionsProblem(step.options) : undefined;
      if (problem) {
        return {
          name: `Options of ${step.name}`,
          message: problem,
          rendered: [],
          fatal: false,
          place: { stageId: stage.id, stepId: step.id },
        };
      }
    }
  }
  return undefined;
}
