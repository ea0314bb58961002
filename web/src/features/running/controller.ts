// Runs the model in the engine that has the trace's programs, and puts the results into the state.
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

/** True if the program need not run again. A stopped program has only the time of its first run, so it must. */
const isKnown = (outcome: Outcome | undefined): boolean =>
  outcome !== undefined && (outcome.kind === "failed" || outcome.cost.state !== "first");

/**
 * How long after Stop, in milliseconds, the page waits for an engine inside of a kernel before it replaces it. The
 * replacement loses the trace's programs. The page reports at once that it has stopped.
 */
const PATIENCE_MS = 500;

export class RunningModel {
  /** The number of the latest run, by which an older one knows that it is obsolete. */
  #latest = 0;
  /** The current planning of a run's programs. */
  #planning: { readonly runId: number; readonly done: Promise<void> } | undefined;
  /** The timer that replaces an engine which does not answer after Stop. */
  #replacing: ReturnType<typeof setTimeout> | undefined;

  /**
   * @param engine returns the engine that has the trace's programs.
   * @param own returns the page's own engine.
   * @param failureOf turns an error into a failure with a message.
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

  /** The tensors of a file that the engine reads. */
  tensorsOf(file: File): Promise<readonly FileArray[]> {
    return this.own().send("tensors", { file, name: file.name });
  }

  setInputs(inputs: InputChoice): void {
    this.store.update({ inputs });
  }

  /** Computes the cost of each program of the trace, unless it is known or being computed. */
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
   * Runs the programs with unknown figures, or all programs if all figures are known. An engine that is still stopping
   * is not replaced, because its programs are needed.
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
    /** Programs with equal structural hashes run once. */
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

  /** Stops the run of the model. Results that have arrived stay. */
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
