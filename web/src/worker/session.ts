// What the worker does with each request. A plain class without a worker around it: it takes the
// engine, a way to answer, a clock and a way to let other messages in, so it runs in Node too.
import { codeNames, DEFAULT_PIPELINE, type Pipeline } from "../pipeline/model";
import type { GraphData } from "../graph/data";
import type {
  Bisection,
  CheckRequest,
  Compared,
  CompareRequest,
  ConsoleEntry,
  Failure,
  ModelFiles,
  ModelPlan,
  LineageLines,
  PipelineReading,
  ProgramLineage,
  ProgramSource,
  Reduction,
  RelatedLines,
  RemarkKind,
  Reply,
  Request,
  Requests,
  RunProgress,
  RunRemarks,
  Timing,
} from "../protocol/messages";
import type { FileArray } from "../running/choice";
import type { CodeHost } from "./code-host";
import { compareVariants } from "./compare";
import type { Engine, ModuleHandle, Params } from "./engine-api";
import { EngineLost, execute } from "./execute";
import { describeFailure } from "./failure";
import type { Tell } from "./imports";
import { GONE, KeptRun } from "./kept-run";
import type { RunLineage } from "./lineage";
import { measure } from "./measure";
import { figuresOfOneRun } from "../trace/estimate";
import { PlacedError, PreparedPipeline } from "./prepare";
import { freeProgram, Programs, type MadeProgram } from "./programs";
import { repeatable } from "./repeat";
import { DEFAULT_SOURCE } from "../state/app-state";
import { Chain, Snapshots } from "./snapshots";
import { traceRun } from "./trace-run";

export interface SessionOptions {
  /** Bounds of repeating a run for its times: repetitions of each part, time of all together. */
  readonly maxRepetitions: number;
  readonly maxRepeatMs: number;
  /** The same for each program when models are run; by default 200 runs in 1.5 seconds. */
  readonly maxModelRuns?: number;
  readonly maxModelMs?: number;
  /** Milliseconds, as `performance.now()`. */
  readonly now: () => number;
  /** Resolves after messages that have arrived meanwhile have been handled. */
  readonly breathe: () => Promise<void>;
}

type RunRequest = Extract<Request, { kind: "run" }>["body"];
type ExecuteRequest = Extract<Request, { kind: "execute" }>["body"];

export class Session {
  readonly #programs: Programs;
  #kept: KeptRun | undefined;
  /**
   * Id of the request that may still repeat something, passes or models; a newer request that needs the engine ends
   * it.
   */
  #current = 0;

  constructor(
    private readonly engine: Engine,
    private readonly post: (reply: Reply) => void,
    private readonly options: SessionOptions,
    /** Only where the user's code may run. */
    private readonly code?: CodeHost,
  ) {
    this.#programs = new Programs(engine);
  }

  /** Answers a request, by exactly one "done" or "failed", for runs after any "progress". */
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

  #answer(request: Request): unknown {
    switch (request.kind) {
      case "info":
        return {
          version: this.engine.version,
          clockResolutionUs: this.engine.clockResolutionUs,
          passes: this.engine.passes(),
          instruments: this.engine.instruments(),
          models: this.engine.models(),
          configKeys: this.engine.configKeys(),
        };
      case "operators":
        return this.engine.ops();
      case "pipeline":
        return this.#readPipeline(request.body.text, request.body.list);
      case "analyse":
        // A run that is being repeated goes on: this does not touch its modules.
        return this.engine.analyse(
          request.body.text,
          request.body.like && this.#module(request.body.like),
        );
      case "load": {
        this.#current = 0;
        return this.#loaded(request.id, request.body);
      }
      case "describe":
        this.#current = 0;
        return this.#programs.describe(request.body.file, this.#telling(request.id));
      case "tensors":
        return this.#tensors(request.body);
      case "run":
        return this.#run(request.id, request.body);
      case "script":
        return this.#script(request.id, request.body);
      case "plan":
        return this.#plan(request.id, request.body);
      case "execute":
        return this.#execute(request.id, request.body);
      case "bisect":
      case "reduce":
        return this.#check(request.id, request.kind, request.body);
      case "compare":
        return this.#compare(request.id, request.body);
      case "halt":
        this.#current = 0;
        this.#programs.stop();
        return undefined;
      case "settle":
        this.#current = 0;
        return undefined;
      case "remarkKinds":
        return this.#remarkKinds();
      case "remarks":
        return this.#remarks(request.body.runId);
      case "remarkPlaces":
        return this.#keptRun(request.body.runId).said.places(request.body.row);
      case "remarksYaml":
        return this.#keptRun(request.body.runId).said.yaml(request.body.remarks);
      case "lineage":
        return this.#lineage(request.id, request.body);
      case "lineageLines":
        return this.#lineageLines(request.id, request.body);
      case "alignment":
        return this.#alignment(request.id, request.body);
      case "alignTexts":
        return this.#alignTexts(request.body);
      case "text":
        return this.#module(request.body).astext({ showMetaData: false });
      case "graph": {
        const { body } = request;
        if (!("source" in body)) return graphOf(this.#module(body), body.fn);
        // Another program takes the place of the one that is being repeated.
        if (!this.#programs.isKept(body.source)) this.#current = 0;
        return this.#graph(request.id, body);
      }
    }
  }

  async #readPipeline(text: string, list: boolean): Promise<PipelineReading> {
    // What reads is of the engine's later part, and who has a pipeline read will run it, which needs that too.
    await this.#complete();
    return this.engine.readPipeline(text, list);
  }

  async #loaded(
    id: number,
    { source, files }: { source: ProgramSource; files?: ModelFiles | undefined },
  ): Promise<{ text: string; parameters: number }> {
    const { mod, params } = await this.#load(id, source, files);
    return { text: mod.astext({ showMetaData: false }), parameters: Object.keys(params).length };
  }

  async #graph(
    id: number,
    { source, files, fn }: { source: ProgramSource; files?: ModelFiles | undefined; fn?: string },
  ): Promise<GraphData> {
    return graphOf((await this.#load(id, source, files)).mod, fn);
  }

  async #tensors({ file, name }: Requests["tensors"]["request"]): Promise<readonly FileArray[]> {
    await this.engine.completeFrontends();
    return this.engine.readTensors(await file.arrayBuffer(), name);
  }

  #load(
    id: number,
    source: ProgramSource,
    files: ModelFiles | undefined,
  ): MadeProgram | Promise<MadeProgram> {
    return this.#programs.load(source, files, this.#telling(id));
  }

  #telling(id: number): Tell {
    return (phase, done) => this.#progress(id, { kind: "importing", phase, done });
  }

  async #run(
    id: number,
    { source, files: modelFiles, pipeline, code, repeatCode = false }: RunRequest,
  ): Promise<Timing | undefined> {
    this.#current = id;
    // Loading would be counted among the passes' times.
    if (!isFirstResult(source, pipeline)) await this.#complete();
    const { now } = this.options;
    const resolutionUs = this.engine.clockResolutionUs;
    const { mod, params } = await this.#load(id, source, modelFiles);
    const print = (entries: readonly ConsoleEntry[]): void =>
      this.#progress(id, { kind: "console", entries });
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
        step: (name: string, done: number) => this.#progress(id, { kind: "step", name, done }),
      };
      const outcome = traceRun(prepared, mod, params, modules, listener, exports !== undefined);
      // From here on passes are only repeated for their times; what they print has been printed.
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
      this.#progress(id, {
        kind: "trace",
        trace: failure ? { ...trace, failure } : trace,
      });
      if (failure?.fatal) throw new Fatal(failure);
      void this.#complete();
      if (first.final) return first;

      return await measure(parts, first, {
        ...this.options,
        resolutionUs,
        wanted: () => this.#current === id,
        tell: (timing) => this.#progress(id, { kind: "timing", timing }),
      });
    } finally {
      prepared.dispose();
    }
  }

  /** Runs the user's code by itself. */
  async #script(id: number, { code, files = {} }: Requests["script"]["request"]): Promise<void> {
    if (!this.code) throw new Error("Code runs in the sandbox only.");
    this.#current = 0;
    await this.#complete();
    const read = Object.entries(files).map(
      async ([name, blob]) => [name, await blob.arrayBuffer()] as const,
    );
    const given = Object.fromEntries(await Promise.all(read));
    this.code.begin((entries) => this.#progress(id, { kind: "console", entries }));
    await this.code.script(code, given);
  }

  /** Runs the pipeline up to a stage, and looks for what goes wrong in that. */
  async #check(
    id: number,
    kind: "bisect" | "reduce",
    { source, files, pipeline, code, stageId, test }: CheckRequest,
  ): Promise<Bisection | Reduction> {
    this.#current = id;
    await this.#complete();
    const { mod, params } = await this.#load(id, source, files);
    this.code?.begin(() => undefined);
    this.code?.mute(true);
    const exports = codeNames(pipeline).size > 0 ? await this.code?.load(code) : undefined;
    const prepared = new PreparedPipeline(this.engine, pipeline, exports);
    const chain = new Chain(mod);
    try {
      const stage = prepared.advanceTo(stageId, chain, params);
      return await this.engine[kind](
        chain.module,
        stage.calls.map(({ pass }) => pass),
        // Instruments of the user's are left out: what they do is no part of what passes do.
        prepared.contextOptions(stage.stage, [], () => undefined),
        { test, onProgress: (progress) => this.#progress(id, progress) },
      );
    } finally {
      chain.dispose();
      prepared.dispose();
    }
  }

  async #compare(id: number, request: CompareRequest): Promise<Compared> {
    this.#current = id;
    await this.#complete();
    if (request.run) await this.engine.completeKernels().catch(() => undefined);
    this.code?.begin(() => undefined);
    this.code?.mute(true);
    const made: MadeProgram[] = [];
    try {
      return await compareVariants(
        this.engine,
        request,
        (source) => {
          // Of a model's file there is one program; models and texts are made as often as they differ.
          if (source.kind === "import") return this.#load(id, source, request.files);
          const program = this.#programs.make(source);
          made.push(program);
          return program;
        },
        this.code,
        (progress) => this.#progress(id, progress),
      );
    } finally {
      made.forEach(freeProgram);
    }
  }

  /** Has the rest of the engine loaded. If it does not come, whatever needs it says so. */
  async #complete(): Promise<void> {
    if (!this.engine.isComplete) await this.engine.complete().catch(() => undefined);
  }

  /** As #complete, for what is asked beside a run: it fails where the rest does not come. */
  async #whole(): Promise<void> {
    if (!this.engine.isComplete) await this.engine.complete();
  }

  #module({ runId, snapshot }: { runId: number; snapshot: number }): ModuleHandle {
    return this.#keptRun(runId).module(snapshot);
  }

  #keptRun(runId: number): KeptRun {
    if (this.#kept?.facts.runId !== runId) throw new Error(GONE);
    return this.#kept;
  }

  #freeKept(): void {
    this.#kept?.dispose();
    this.#kept = undefined;
  }

  async #remarkKinds(): Promise<readonly RemarkKind[]> {
    await this.#whole();
    return this.engine.remarkKinds();
  }

  async #remarks(runId: number): Promise<RunRemarks> {
    await this.#whole();
    return this.#keptRun(runId).remarks();
  }

  async #lineageOf(id: number, runId: number): Promise<RunLineage> {
    await this.#whole();
    return this.#keptRun(runId).lineage(() => this.#paramsOfTrace(id));
  }

  async #lineage(
    id: number,
    of: Requests["lineage"]["request"],
  ): Promise<ProgramLineage | undefined> {
    const lineage = await this.#lineageOf(id, of.runId);
    return lineage.of(this.#keptRun(of.runId).asked(of));
  }

  async #lineageLines(id: number, of: Requests["lineageLines"]["request"]): Promise<LineageLines> {
    const lineage = await this.#lineageOf(id, of.runId);
    const run = this.#keptRun(of.runId);
    return lineage.lines(run.asked(of), of.other, run.isText(of.otherSource));
  }

  async #alignment(
    id: number,
    { runId, before, after }: Requests["alignment"]["request"],
  ): Promise<RelatedLines | undefined> {
    if (!this.#keptRun(runId).tellsLineage) return undefined;
    return (await this.#lineageOf(id, runId)).alignment(before, after);
  }

  async #alignTexts({
    before,
    after,
    ignoreNumbers,
    known,
  }: Requests["alignTexts"]["request"]): Promise<Requests["alignTexts"]["reply"]> {
    await this.#whole();
    return this.engine.alignTexts(before, after, { byNumbers: !ignoreNumbers, known });
  }

  /** The values of parameters that belong to the program of the trace. */
  async #paramsOfTrace(id: number): Promise<Params> {
    if (!this.#kept) return {};
    const { source, files } = this.#kept.facts;
    return (await this.#load(id, source, files)).params;
  }

  async #plan(id: number, of: { runId: number; snapshot: number }): Promise<ModelPlan> {
    await this.#complete();
    const params = await this.#paramsOfTrace(id);
    const mod = this.#module(of);
    const executable = this.engine.executable(mod, params);
    try {
      const plan = executable.describe();
      // The same text has other inputs where its weights are not at hand.
      return { hash: `${mod.structuralHash()} ${plan.inputs.length}`, ...plan };
    } finally {
      executable.dispose();
    }
  }

  async #execute(
    id: number,
    { runId, snapshots, reference, inputs }: ExecuteRequest,
  ): Promise<void> {
    this.#current = id;
    await this.#complete();
    // If they do not come, the first call that needs them says so.
    await this.engine.completeKernels().catch(() => undefined);
    const { now, breathe, maxModelMs = 1500, maxModelRuns = 200 } = this.options;
    const params = await this.#paramsOfTrace(id);
    // A run that takes the place of this one frees its modules.
    const clones = new Map(
      [...new Set([reference, ...snapshots])].map((snapshot) => [
        snapshot,
        this.#module({ runId, snapshot }).clone(),
      ]),
    );
    const mod = (snapshot: number): ModuleHandle => clones.get(snapshot) as ModuleHandle;
    try {
      await execute(
        this.engine,
        mod(reference),
        snapshots.map((snapshot) => ({ snapshot, mod: mod(snapshot) })),
        params,
        inputs,
        {
          now,
          breathe,
          maxMs: maxModelMs,
          maxRuns: maxModelRuns,
          wanted: () => this.#current === id,
          tell: (progress) => this.#progress(id, progress),
        },
      );
    } catch (error) {
      if (error instanceof EngineLost) throw new Fatal(error.failure);
      throw error;
    } finally {
      clones.forEach((clone) => clone.dispose());
    }
  }

  #progress(id: number, progress: RunProgress): void {
    this.post({ id, kind: "progress", progress });
  }
}

/** Whether this is the run with which the page opens, for which the engine's first part is enough. */
const isFirstResult = (source: ProgramSource, pipeline: Pipeline): boolean =>
  JSON.stringify([source, pipeline]) === JSON.stringify([DEFAULT_SOURCE, DEFAULT_PIPELINE]);

/** Graphs with more nodes are cut off: they could hardly be read, and would take long to lay out. */
const GRAPH_LIMIT = 6000;

function graphOf(mod: ModuleHandle, fn: string | undefined): GraphData {
  const names = mod.globalVars();
  const wanted = [fn, "main", names[0]].find((name) => name !== undefined && names.includes(name));
  return mod.graph({ function: wanted ?? "main", limit: GRAPH_LIMIT });
}

/** A failure of a run after which the worker must end; the page has been told of it with the trace already. */
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
