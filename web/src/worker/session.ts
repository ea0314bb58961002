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
  ImportDescription,
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
  TraceRow,
} from "../protocol/messages";
import type { FileArray } from "../running/choice";
import type { CodeHost } from "./code-host";
import { compareVariants } from "./compare";
import type { Engine, ModuleHandle, Params } from "./engine-api";
import { EngineLost, execute } from "./execute";
import { describeFailure } from "./failure";
import { Imports } from "./imports";
import { gatherLineage, offsetOf, RunLineage, type AskedAt } from "./lineage";
import { measure } from "./measure";
import { figuresOfOneRun } from "../trace/estimate";
import { PlacedError, PreparedPipeline } from "./prepare";
import { gatherRemarks, SaidInRun } from "./remarks";
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

/** The latest run whose trace was told, as far as it is kept. */
interface KeptRun {
  readonly runId: number;
  readonly source: ProgramSource;
  readonly files: ModelFiles | undefined;
  readonly pipeline: Pipeline;
  readonly rows: readonly TraceRow[];
  readonly modules: Snapshots;
  /** What its passes said, once that is gathered. */
  said?: SaidInRun;
  /** Where its expressions came from, once that is gathered. */
  lineage?: RunLineage;
}

interface Workload {
  /** The source as JSON, by which two sources are compared. */
  readonly key: string;
  readonly mod: ModuleHandle;
  readonly params: Params;
}

type RunRequest = Extract<Request, { kind: "run" }>["body"];
type ExecuteRequest = Extract<Request, { kind: "execute" }>["body"];

export class Session {
  #workload: Workload | undefined;
  #kept: KeptRun | undefined;
  readonly #imports: Imports;
  /** Imports wait for each other: each takes the memory of a file. */
  #importing: Promise<unknown> = Promise.resolve();
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
    this.#imports = new Imports(engine);
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
    this.#imports.dispose();
    this.#freeKept();
    this.#freeWorkload();
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
        return this.#describe(request.id, request.body.file);
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
        this.#imports.stop();
        return undefined;
      case "settle":
        this.#current = 0;
        return undefined;
      case "remarkKinds":
        return this.#remarkKinds();
      case "remarks":
        return this.#remarks(request.body.runId);
      case "remarkPlaces":
        return this.#said(request.body.runId).places(request.body.row);
      case "remarksYaml":
        return this.#said(request.body.runId).yaml(request.body.remarks);
      case "lineage":
        return this.#lineage(request.id, request.body);
      case "lineageLines":
        return this.#lineageLines(request.id, request.body);
      case "alignment":
        return this.#alignment(request.id, request.body);
      case "text":
        return this.#module(request.body).astext({ showMetaData: false });
      case "graph": {
        const { body } = request;
        if (!("source" in body)) return graphOf(this.#module(body), body.fn);
        // Another program takes the place of the one that is being repeated.
        if (JSON.stringify(body.source) !== this.#workload?.key) this.#current = 0;
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

  #describe(id: number, file: Blob): Promise<ImportDescription> {
    return this.#alone(() => this.#imports.describe(file, this.#telling(id)));
  }

  async #tensors({ file, name }: Requests["tensors"]["request"]): Promise<readonly FileArray[]> {
    await this.engine.completeFrontends();
    return this.engine.readTensors(await file.arrayBuffer(), name);
  }

  #telling(id: number): (phase: "read" | "convert", done: number) => void {
    return (phase, done) => this.#progress(id, { kind: "importing", phase, done });
  }

  /** One file after the other. */
  #alone<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#importing.then(work, work);
    this.#importing = done.catch(() => undefined);
    return done;
  }

  /** The program of a source; one is kept, since a model's weights are tens of megabytes. */
  #load(
    id: number,
    source: ProgramSource,
    files: ModelFiles | undefined,
  ): Workload | Promise<Workload> {
    const key = JSON.stringify(source);
    if (source.kind !== "import") return this.#keep(key, () => this.#make(source));
    return this.#alone(async () => {
      if (this.#workload?.key === key) return this.#workload;
      if (!files) throw new MissingFile(source.name);
      // Both programs need not be there at once.
      this.#freeWorkload();
      const made = await this.#imports.import(source, files, this.#telling(id));
      return this.#keep(key, () => made);
    });
  }

  #make(source: Exclude<ProgramSource, { kind: "import" }>): Omit<Workload, "key"> {
    return source.kind === "model"
      ? this.engine.workload(source.name, source.options)
      : { mod: this.engine.parse(source.text, source.title), params: {} };
  }

  #keep(key: string, make: () => Omit<Workload, "key">): Workload {
    if (this.#workload?.key === key) return this.#workload;
    this.#freeWorkload();
    this.#workload = { key, ...make() };
    return this.#workload;
  }

  #freeWorkload(): void {
    if (!this.#workload) return;
    this.#workload.mod.dispose();
    Object.values(this.#workload.params).forEach((param) => param.dispose());
    this.#workload = undefined;
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
    const prepared = new PreparedPipeline(this.engine, pipeline, exports);
    try {
      const modules = new Snapshots();
      const listener = {
        now,
        print: (entry: ConsoleEntry) => (this.code ? this.code.print(entry) : print([entry])),
        step: (name: string, done: number) => this.#progress(id, { kind: "step", name, done }),
      };
      const outcome = traceRun(prepared, mod, params, modules, listener, exports !== undefined);
      // From here on passes are only repeated for their times; what they print has been printed.
      this.code?.mute(true);
      this.#freeKept();
      const { rows, remarks, lineage } = outcome;
      this.#kept = { runId: id, source, files: modelFiles, pipeline, rows, modules };
      if (remarks) this.#kept.said = new SaidInRun(remarks, rows);
      if (lineage) this.#kept.lineage = new RunLineage(lineage, rows);
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
    const made: Omit<Workload, "key">[] = [];
    try {
      return await compareVariants(
        this.engine,
        request,
        (source) => {
          // Of a model's file there is one program; models and texts are made as often as they differ.
          if (source.kind === "import") return this.#load(id, source, request.files);
          const program = this.#make(source);
          made.push(program);
          return program;
        },
        this.code,
        (progress) => this.#progress(id, progress),
      );
    } finally {
      for (const { mod, params } of made) {
        mod.dispose();
        Object.values(params).forEach((param) => param.dispose());
      }
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
    const found = this.#keptRun(runId).modules.module(snapshot);
    if (!found) throw new Error(GONE);
    return found;
  }

  #keptRun(runId: number): KeptRun {
    if (this.#kept?.runId !== runId) throw new Error(GONE);
    return this.#kept;
  }

  #freeKept(): void {
    this.#kept?.modules.dispose();
    this.#kept?.said?.dispose();
    this.#kept?.lineage?.dispose();
    this.#kept = undefined;
  }

  async #remarkKinds(): Promise<readonly RemarkKind[]> {
    await this.#whole();
    return this.engine.remarkKinds();
  }

  async #remarks(runId: number): Promise<RunRemarks> {
    await this.#whole();
    const run = this.#keptRun(runId);
    if (!run.said) {
      // A run with the user's code has its remarks from the beginning.
      const prepared = new PreparedPipeline(this.engine, run.pipeline);
      try {
        run.said = new SaidInRun(gatherRemarks(prepared, run.rows, run.modules), run.rows);
      } finally {
        prepared.dispose();
      }
    }
    return run.said.told();
  }

  #said(runId: number): SaidInRun {
    const { said } = this.#keptRun(runId);
    if (!said) throw new Error("The remarks of this run have not been gathered.");
    return said;
  }

  async #lineageOf(id: number, runId: number): Promise<RunLineage> {
    await this.#whole();
    const run = this.#keptRun(runId);
    if (run.lineage) return run.lineage;
    // A run with the user's code has it from the beginning.
    const params = await this.#paramsOfTrace(id);
    const prepared = new PreparedPipeline(this.engine, run.pipeline);
    try {
      const recorded = gatherLineage(prepared, run.rows, run.modules, params);
      return (run.lineage = new RunLineage(recorded, run.rows));
    } finally {
      prepared.dispose();
    }
  }

  async #lineage(
    id: number,
    of: Requests["lineage"]["request"],
  ): Promise<ProgramLineage | undefined> {
    const lineage = await this.#lineageOf(id, of.runId);
    return lineage.of(this.#asked(of));
  }

  async #lineageLines(id: number, of: Requests["lineageLines"]["request"]): Promise<LineageLines> {
    const lineage = await this.#lineageOf(id, of.runId);
    return lineage.lines(this.#asked(of), of.other, this.#isText(of.otherSource));
  }

  async #alignment(
    id: number,
    { runId, before, after }: Requests["alignment"]["request"],
  ): Promise<RelatedLines | undefined> {
    const run = this.#keptRun(runId);
    // One more run keeps all that its passes make of the weights.
    if (!run.lineage && (run.files?.model.size ?? 0) > LARGE_MODEL) return undefined;
    return (await this.#lineageOf(id, runId)).alignment(before, after);
  }

  #asked(of: Requests["lineage"]["request"]): AskedAt {
    const { snapshot, line, column, op } = of;
    if (op) return { snapshot, op, offset: 0, sourceLine: 0 };
    const source = this.#kept?.source;
    const isText = this.#isText(of.source);
    const text =
      isText && source?.kind === "text"
        ? source.text
        : this.#module(of).astext({ showMetaData: false });
    return { snapshot, offset: offsetOf(text, line, column), sourceLine: isText ? line + 1 : 0 };
  }

  /** Whether the program of the run was read from a text, if somebody asks for places in that. */
  #isText(asked: boolean | undefined): boolean {
    return asked === true && this.#kept?.source.kind === "text";
  }

  /** The values of parameters that belong to the program of the trace. */
  async #paramsOfTrace(id: number): Promise<Params> {
    if (!this.#kept) return {};
    const { source, files } = this.#kept;
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

const GONE = "This run's modules are gone; run the pipeline again.";

/** Whether this is the run with which the page opens, for which the engine's first part is enough. */
const isFirstResult = (source: ProgramSource, pipeline: Pipeline): boolean =>
  JSON.stringify([source, pipeline]) === JSON.stringify([DEFAULT_SOURCE, DEFAULT_PIPELINE]);

/** The lineage of files with more bytes is gathered when it is asked for itself, not for the sake of a comparison. */
const LARGE_MODEL = 64 * 1024 * 1024;

/** Graphs with more nodes are cut off: they could hardly be read, and would take long to lay out. */
const GRAPH_LIMIT = 6000;

function graphOf(mod: ModuleHandle, fn: string | undefined): GraphData {
  const names = mod.globalVars();
  const wanted = [fn, "main", names[0]].find((name) => name !== undefined && names.includes(name));
  return mod.graph({ function: wanted ?? "main", limit: GRAPH_LIMIT });
}

/** A program that was imported from a file which is not at hand. */
class MissingFile extends Error {
  override readonly name = "MissingFile";
  constructor(file: string) {
    super(`the program needs the file ${file}`);
  }
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
