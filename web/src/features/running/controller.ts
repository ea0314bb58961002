// Runs the model in the engine that has the trace's programs, and puts into the state what comes of it.
import { EngineFailure, Stopped, type EngineClient } from "../../core/protocol/client";
import type { Failure, RunProgress, RunTrace } from "../../core/protocol/messages";
import { inputKey, type FileArray, type InputChoice } from "../../core/protocol/input-choice";
import { programsOf } from "./programs";
import type { AppState } from "../../core/state/app-state";
import {
  outcomeKey,
  withOutcome,
  type ModelRuns,
  type ModelRunsStatus,
  type Outcome,
} from "./model-runs";
import type { Store } from "../../core/state/store";

/** Whether there is no need to run it again. A program whose run was stopped has the time of its first run only. */
const isKnown = (outcome: Outcome | undefined): boolean =>
  outcome !== undefined && (outcome.kind === "failed" || outcome.cost.state !== "first");

/**
 * An engine that does not answer so many milliseconds after Stop, in the midst of a kernel, is replaced; that costs the
 * trace's programs. The page says at once that it has stopped.
 */
const PATIENCE_MS = 500;

export class RunningModel {
  /** Counts what was begun, so that what is no longer wanted can tell. */
  #latest = 0;
  /** What plans the programs of a run, while it does. */
  #planning: { readonly runId: number; readonly done: Promise<void> } | undefined;
  /** Replaces an engine that has been stopped and does not answer. */
  #replacing: ReturnType<typeof setTimeout> | undefined;

  /**
   * @param engine the one that has the trace's programs.
   * @param own the page's own.
   * @param failureOf an error in words.
   */
  constructor(
    private readonly store: Store<AppState>,
    private readonly engine: () => EngineClient,
    private readonly own: () => EngineClient,
    private readonly failureOf: (error: unknown) => Failure,
  ) {}

  #update(patch: Partial<ModelRuns>): void {
    this.store.update({ modelRuns: { ...this.store.state.modelRuns, ...patch } });
  }

  #status(status: ModelRunsStatus): void {
    this.#update({ status });
  }

  /** The tensors of a file, as the engine reads it. */
  tensorsOf(file: File): Promise<readonly FileArray[]> {
    return this.own().send("tensors", { file, name: file.name });
  }

  setInputs(inputs: InputChoice): void {
    this.store.update({ inputs });
  }

  /** Finds what running each program of the trace would take, unless that is known or on its way. */
  plan(): Promise<void> {
    const { trace, snapshots, modelRuns } = this.store.state;
    if (!trace || !snapshots) return Promise.resolve();
    const { runId } = trace;
    if (this.#planning?.runId === runId) return this.#planning.done;
    if (modelRuns.runId !== runId) this.#update({ runId, plans: new Map() });
    const done = this.#planAll(trace).finally(() => {
      if (this.#planning?.done === done) this.#planning = undefined;
    });
    this.#planning = { runId, done };
    return done;
  }

  async #planAll({ runId, rows }: RunTrace): Promise<void> {
    const engine = this.engine();
    for (const { snapshot } of programsOf(rows, this.store.state.tracedPipeline ?? [])) {
      const { modelRuns, trace } = this.store.state;
      if (trace?.runId !== runId || modelRuns.runId !== runId) return;
      if (modelRuns.plans.has(snapshot)) continue;
      let planned;
      try {
        const plan = await engine.send("plan", { runId, snapshot });
        planned = { kind: "ready", plan } as const;
      } catch (error) {
        if (!(error instanceof EngineFailure)) return;
        planned = { kind: "failed", failure: error.failure } as const;
      }
      if (this.store.state.modelRuns.runId !== runId) return;
      const plans = new Map(this.store.state.modelRuns.plans).set(snapshot, planned);
      this.#update({ plans });
      if (planned.kind === "failed" && planned.failure.fatal) return;
    }
  }

  /**
   * Runs the programs whose figures are not known yet; all of them if these are known. An engine that has not stopped
   * yet is waited for instead of replaced, since its programs are wanted.
   */
  async run(): Promise<void> {
    const { trace, inputs } = this.store.state;
    if (!trace) return;
    clearTimeout(this.#replacing);
    const latest = ++this.#latest;
    const isLatest = (): boolean => latest === this.#latest;
    const { runId } = trace;
    const since = performance.now();
    const begun = { kind: "running", snapshot: undefined, done: 0, total: 0, since } as const;
    this.#status({ ...begun, phase: "plan" });
    await this.plan();
    const { modelRuns, tracedPipeline } = this.store.state;
    if (!isLatest()) return;
    if (modelRuns.runId !== runId) {
      this.#status({ kind: "idle" });
      return;
    }
    const programs = programsOf(trace.rows, tracedPipeline ?? []);
    const [first] = programs;
    const reference = first && modelRuns.plans.get(first.snapshot);
    if (reference?.kind !== "ready") {
      this.#status(reference ? { kind: "failed", failure: reference.failure } : { kind: "idle" });
      return;
    }
    const key = (hash: string): string => outcomeKey(hash, reference.plan.hash, inputKey(inputs));
    /** Programs of the same structure are one. */
    const hashes = new Map<string, number>();
    for (const { snapshot } of programs) {
      const planned = modelRuns.plans.get(snapshot);
      if (planned?.kind === "ready" && !hashes.has(planned.plan.hash)) {
        hashes.set(planned.plan.hash, snapshot);
      }
    }
    const unknown = [...hashes].filter(([hash]) => !isKnown(modelRuns.outcomes.get(key(hash))));
    const wanted = new Map(
      (unknown.length > 0 ? unknown : [...hashes]).map(([hash, snapshot]) => [snapshot, hash]),
    );
    this.#status({ ...begun, phase: "first", total: wanted.size });
    const engine = this.engine();
    const body = {
      runId,
      snapshots: [...wanted.keys()],
      reference: first?.snapshot ?? 0,
      inputs,
    };
    try {
      await engine.send("execute", body, (progress) => {
        if (!isLatest()) return;
        this.#receive(progress, since, (snapshot) => key(wanted.get(snapshot) ?? ""));
      });
      if (isLatest()) this.#status({ kind: "done" });
    } catch (error) {
      if (!isLatest()) return;
      this.#status(
        error instanceof Stopped
          ? { kind: "stopped" }
          : { kind: "failed", failure: this.failureOf(error) },
      );
    }
  }

  #receive(progress: RunProgress, since: number, key: (snapshot: number) => string): void {
    if (progress.kind === "executing") {
      const { snapshot, phase, done, total } = progress;
      this.#status({ kind: "running", snapshot, phase, done, total, since });
    } else if (progress.kind === "executed") {
      const { snapshot, cost, failure } = progress;
      const outcome: Outcome | undefined = cost
        ? { kind: "ready", cost }
        : failure && { kind: "failed", failure };
      if (!outcome) return;
      const { outcomes } = this.store.state.modelRuns;
      this.#update({ outcomes: withOutcome(outcomes, key(snapshot), outcome) });
    }
  }

  /** Ends the run of the model; what it has told stays. */
  stop(): void {
    if (this.store.state.modelRuns.status.kind !== "running") return;
    this.#latest += 1;
    this.#status({ kind: "stopped" });
    const engine = this.engine();
    clearTimeout(this.#replacing);
    const replacing = setTimeout(() => engine.stop(), PATIENCE_MS);
    this.#replacing = replacing;
    const answered = (): void => clearTimeout(replacing);
    engine.send("halt", {}).then(answered, answered);
  }
}
