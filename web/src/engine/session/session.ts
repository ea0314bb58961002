// Answers the requests to a worker. It is a plain class that gets the engine, a way to answer, a clock and a way to let
// other messages in. So it also runs in Node.
import { codeNames, DEFAULT_PIPELINE, type Pipeline } from "../../core/pipeline/model";
import type { Reply, Request } from "../../core/protocol/requests";
import type {
  ConsoleEntry,
  Failure,
  ModelFiles,
  ProgramSource,
  RunProgress,
  Timing,
} from "../../core/protocol/messages";
import type { RunRequest, sessionRequests } from "../../core/protocol/session-requests";
import { DEFAULT_SOURCE } from "../../core/state/app-state";
import { figuresOfOneRun } from "../../core/trace/estimate";
import type { CodeHost } from "./code-host";
import type { Engine } from "./engine-api";
import { describeFailure } from "./failure";
import { Fatal, type Answering, type HandlersOf, type HandlerTable } from "./handler";
import type { Tell } from "./imports";
import { GONE, KeptRun } from "./kept-run";
import { measure } from "./measure";
import { PlacedError, PreparedPipeline } from "./prepare";
import { Programs, type MadeProgram } from "./programs";
import { repeatable } from "./repeat";
import type { SessionOptions } from "./session-options";
import { Snapshots } from "./snapshots";
import { traceRun } from "./trace-run";

export class Session {
  readonly #programs: Programs;
  #kept: KeptRun | undefined;
  /** The id of the request that may still repeat passes or models. A newer request that needs the engine ends it. */
  #current = 0;

  constructor(
    private readonly engine: Engine,
    private readonly post: (reply: Reply) => void,
    private readonly options: SessionOptions,
    /** The handlers of features' requests. */
    private readonly handlers: HandlerTable,
    /** Present only where the user's code may run. */
    private readonly code?: CodeHost,
  ) {
    this.#programs = new Programs(engine);
  }

  /** Answers a request with exactly one "done" or "failed". Any "progress" comes before it. */
  async handle(request: Request): Promise<void> {
    const { id } = request;
    try {
      const value = await this.#answer(request);
      this.code?.flush();
      this.post({ id, kind: "done", value });
    } catch (error) {
      this.code?.flush();
      this.post({ id, kind: "failed", failure: failureOf(error) });
    }
  }

  dispose(): void {
    this.#current = 0;
    this.#freeKept();
    this.#programs.dispose();
  }

  #answer({ id, kind, body }: Request): unknown {
    const own: Readonly<Record<string, unknown>> = this.#own;
    const handler = (own[kind] ?? this.handlers[kind]) as
      ((asked: Answering, body: unknown) => unknown) | undefined;
    if (!handler) throw new Error(`no handler answers "${kind}"`);
    return handler(this.#answering(id), body);
  }

  /** The session's own handlers. */
  readonly #own: HandlersOf<typeof sessionRequests> = {
    info: ({ engine }) => ({
      version: engine.version,
      clockResolutionUs: engine.clockResolutionUs,
      passes: engine.passes(),
      instruments: engine.instruments(),
      models: engine.models(),
      configKeys: engine.configKeys(),
    }),
    pipeline: async ({ engine }, { text, list }) => {
      // The reader is in the deferred module, which the following run needs too.
      await this.#complete();
      return engine.readPipeline(text, list);
    },
    load: async (asked, { source, files }) => {
      asked.interrupt();
      const { mod, params } = await asked.load(source, files);
      return { text: mod.astext({ showMetaData: false }), parameters: Object.keys(params).length };
    },
    run: (asked, request) => this.#run(asked, request),
    settle: ({ interrupt }) => {
      interrupt();
      return undefined;
    },
    text: ({ module }, of) => module(of).astext({ showMetaData: false }),
    halt: ({ interrupt, programs }) => {
      interrupt();
      programs.stop();
      return undefined;
    },
  };

  #answering(id: number): Answering {
    const tell: Tell = (phase, done) => this.#progress(id, { kind: "importing", phase, done });
    const load = (
      source: ProgramSource,
      files: ModelFiles | undefined,
    ): MadeProgram | Promise<MadeProgram> => this.#programs.load(source, files, tell);
    return {
      id,
      engine: this.engine,
      options: this.options,
      programs: this.#programs,
      code: this.code,
      begin: () => (this.#current = id),
      interrupt: () => (this.#current = 0),
      isCurrent: () => this.#current === id,
      complete: () => this.#complete(),
      whole: async () => {
        if (!this.engine.isComplete) await this.engine.complete();
      },
      keptRun: (runId) => this.#keptRun(runId),
      module: ({ runId, snapshot }) => this.#keptRun(runId).module(snapshot),
      paramsOfTrace: async () => {
        if (!this.#kept) return {};
        const { source, files } = this.#kept.facts;
        return (await load(source, files)).params;
      },
      load,
      tell,
      progress: (progress) => this.#progress(id, progress),
    };
  }

  async #run(
    asked: Answering,
    { source, files: modelFiles, pipeline, code, repeatCode = false }: RunRequest,
  ): Promise<Timing | undefined> {
    const { id, progress } = asked;
    asked.begin();
    // Otherwise the passes' times would include the loading.
    if (!isFirstResult(source, pipeline)) await this.#complete();
    const { now } = this.options;
    const resolutionUs = this.engine.clockResolutionUs;
    const { mod, params } = await asked.load(source, modelFiles);
    const print = (entries: readonly ConsoleEntry[]): void =>
      progress({ kind: "console", entries });
    this.code?.begin(print);
    const exports = codeNames(pipeline).size > 0 ? await this.code?.load(code) : undefined;
    let muted = false;
    const tell = (entry: ConsoleEntry): void => {
      if (this.code) this.code.print(entry);
      else if (!muted) print([entry]);
    };
    const prepared = new PreparedPipeline(this.engine, pipeline, exports, (text) =>
      tell({ level: "log", text }),
    );
    try {
      const modules = new Snapshots();
      const listener = {
        now,
        print: tell,
        step: (name: string, done: number) => progress({ kind: "step", name, done }),
      };
      const outcome = traceRun(prepared, mod, params, modules, listener, exports !== undefined);
      // From here on, passes are only repeated for their times, and their output has been printed.
      muted = true;
      this.code?.mute(true);
      this.#freeKept();
      const { rows, remarks, lineage } = outcome;
      const facts = { runId: id, source, files: modelFiles, pipeline, rows, modules };
      this.#kept = new KeptRun(this.engine, facts, remarks, lineage);
      const { operators, opDiffs, hooks, files, wrong, verified, hooksUs, recordedUs, failure } =
        outcome;
      const { parts, code: once } = repeatable(prepared, rows, params, modules, now, repeatCode);
      const figures = figuresOfOneRun(rows, outcome.durationsUs, resolutionUs);
      const first: Timing = {
        durationsUs: figures.durationsUs,
        quartilesUs: figures.quartilesUs,
        grainUs: figures.grainUs,
        runs: rows.map(() => 1),
        warmUp: rows.map(() => 0),
        states: rows.map((_, i) => (once.has(i) ? "code" : "first")),
        firstUs: figures.durationsUs,
        grouped: false,
        resolutionUs,
        final: failure !== undefined || parts.length === 0,
      };
      const seen = {
        operators,
        opDiffs,
        hooks,
        files,
        wrong,
        hooksUs,
        recordedUs,
        ...(verified === undefined ? {} : { verified }),
      };
      const trace = { runId: id, source, rows, ...seen, timing: first };
      progress({
        kind: "trace",
        trace: failure ? { ...trace, failure } : trace,
      });
      if (failure?.fatal) throw new Fatal(failure);
      void this.#complete();
      if (first.final) return first;

      return await measure(parts, first, {
        ...this.options,
        resolutionUs,
        wanted: () => asked.isCurrent(),
        tell: (timing) => progress({ kind: "timing", timing }),
      });
    } finally {
      prepared.dispose();
    }
  }

  /** Loads the rest of the engine. If that fails, the first call that needs it throws. */
  async #complete(): Promise<void> {
    if (!this.engine.isComplete) await this.engine.complete().catch(() => undefined);
  }

  #keptRun(runId: number): KeptRun {
    if (this.#kept?.facts.runId !== runId) throw new Error(GONE);
    return this.#kept;
  }

  #freeKept(): void {
    this.#kept?.dispose();
    this.#kept = undefined;
  }

  #progress(id: number, progress: RunProgress): void {
    this.post({ id, kind: "progress", progress });
  }
}

/** Whether this is the run that the page opens with. The first module of the engine is enough for it. */
const isFirstResult = (source: ProgramSource, pipeline: Pipeline): boolean =>
  JSON.stringify([source, pipeline]) === JSON.stringify([DEFAULT_SOURCE, DEFAULT_PIPELINE]);

function failureOf(error: unknown): Failure {
  if (error instanceof Fatal) return error.failure;
  return error instanceof PlacedError
    ? describeFailure(error.cause, error.place)
    : describeFailure(error);
}
