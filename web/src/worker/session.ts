// What the worker does with each request. A plain class without a worker around it: it takes the
// engine, a way to answer, a clock and a way to let other messages in, so it runs in Node too.
import type { Pipeline } from "../pipeline/model";
import type { Failure, ModelSpec, Reply, Request, RunProgress, Timing } from "../protocol/messages";
import type { CodeHost } from "./code-host";
import type { Engine, ModuleHandle, Params } from "./engine-api";
import { describeFailure } from "./failure";
import { measure } from "./measure";
import { PlacedError, PreparedPipeline, Snapshots } from "./run-pipeline";

export interface SessionOptions {
  /** Bounds of repeating a run for its times: repetitions of each part, time of all together. */
  readonly maxRepetitions: number;
  readonly maxRepeatMs: number;
  /** Milliseconds, as `performance.now()`. */
  readonly now: () => number;
  /** Resolves after messages that have arrived meanwhile have been handled. */
  readonly breathe: () => Promise<void>;
}

interface Workload {
  readonly model: ModelSpec;
  readonly mod: ModuleHandle;
  readonly params: Params;
}

export class Session {
  #workload: Workload | undefined;
  #snapshots: { runId: number; modules: Snapshots } | undefined;
  /** Id of the run request that may still repeat; a newer request that needs the engine ends it. */
  #current = 0;

  constructor(
    private readonly engine: Engine,
    private readonly post: (reply: Reply) => void,
    private readonly options: SessionOptions,
    readonly code?: CodeHost,
  ) {}

  /** Answers a request, by exactly one "done" or "failed", for runs after any "progress". */
  async handle(request: Request): Promise<void> {
    const { id } = request;
    try {
      const value = await this.#answer(request);
      this.post({ id, kind: "done", value });
    } catch (error) {
      this.post({ id, kind: "failed", failure: failureOf(error) });
    }
  }

  dispose(): void {
    this.#current = 0;
    this.#snapshots?.modules.dispose();
    this.#snapshots = undefined;
    this.#freeWorkload();
  }

  #answer(request: Request): unknown {
    switch (request.kind) {
      case "info":
        return {
          version: this.engine.version,
          clockResolutionUs: this.engine.clockResolutionUs,
          passes: this.engine.passes(),
        };
      case "load": {
        this.#current = 0;
        const { mod, params } = this.#load(request.body.model);
        return {
          text: mod.astext({ showMetaData: false }),
          parameters: Object.keys(params).length,
        };
      }
      case "run":
        return this.#run(request.id, request.body.model, request.body.pipeline);
      case "settle":
        this.#current = 0;
        return undefined;
      case "text":
        return this.#text(request.body.runId, request.body.snapshot);
    }
  }

  /** The workload of a model; one is kept, since its weights are tens of megabytes. */
  #load(model: ModelSpec): Workload {
    const kept = this.#workload;
    if (kept && kept.model.depth === model.depth && kept.model.batch === model.batch) return kept;
    this.#freeWorkload();
    const { mod, params } = this.engine.workload(model.depth, model.batch);
    this.#workload = { model, mod, params };
    return this.#workload;
  }

  #freeWorkload(): void {
    if (!this.#workload) return;
    this.#workload.mod.dispose();
    Object.values(this.#workload.params).forEach((param) => param.dispose());
    this.#workload = undefined;
  }

  async #run(id: number, model: ModelSpec, pipeline: Pipeline): Promise<Timing | undefined> {
    this.#current = id;
    const { now } = this.options;
    const resolutionUs = this.engine.clockResolutionUs;
    const { mod, params } = this.#load(model);
    const prepared = new PreparedPipeline(this.engine, pipeline);
    try {
      const modules = new Snapshots();
      const outcome = prepared.trace(mod, params, modules, now);
      this.#snapshots?.modules.dispose();
      this.#snapshots = { runId: id, modules };
      const { rows, opDiffs, failure } = outcome;
      const first: Timing = {
        durationsUs: outcome.durationsUs,
        runs: rows.map(() => 1),
        grouped: false,
        resolutionUs,
        final: failure !== undefined || rows.length === 0,
      };
      this.#progress(id, {
        kind: "trace",
        trace: { runId: id, model, rows, opDiffs, timing: first, ...(failure ? { failure } : {}) },
      });
      if (failure?.fatal) throw new Fatal(failure);
      if (first.final) return first;

      return await measure(prepared.parts(rows, params, modules, now), first.durationsUs, {
        ...this.options,
        resolutionUs,
        wanted: () => this.#current === id,
        tell: (timing) => this.#progress(id, { kind: "timing", timing }),
      });
    } finally {
      prepared.dispose();
    }
  }

  #text(runId: number, snapshot: number): string {
    const text =
      this.#snapshots?.runId === runId ? this.#snapshots.modules.text(snapshot) : undefined;
    if (text === undefined) {
      throw new Error("This run's modules are gone; run the pipeline again.");
    }
    return text;
  }

  #progress(id: number, progress: RunProgress): void {
    this.post({ id, kind: "progress", progress });
  }
}

/** A failure of a run, told with its trace, that must end the worker as well. */
class Fatal extends Error {
  constructor(readonly failure: Failure) {
    super(failure.message);
  }
}

function failureOf(error: unknown): Failure {
  if (error instanceof Fatal) return error.failure;
  return error instanceof PlacedError
    ? describeFailure(error.cause, error.place)
    : describeFailure(error);
}
