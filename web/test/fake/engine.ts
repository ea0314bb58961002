// A fake engine for tests of the worker's logic. Its passes can crash, throw and take a given time. It knows a toy
// program, which is a list of lines, and passes that edit it.
import type {
  BuiltInInstrument,
  CheckOptions,
  ComparedVariant,
  ContextOptions,
  Engine,
  Executable,
  FileHandle,
  Handle,
  HookLog,
  ModuleHandle,
  PassHandle,
} from "../../src/engine/session/engine-api";
import type { CompareProgress, PipelineReading, PipelineStage, VariantFigures } from "passcope";
import type { FileArray } from "../../src/core/protocol/input-choice";
import type {
  Bisection,
  ImportDescription,
  ImportSource,
  OutputDifference,
  Reduction,
} from "../../src/core/protocol/messages";
import { FakeInstruments, hooksOf, type Hooks } from "./instruments";
import { count, FakeDiagnosticError, FakeInternalError, graphOf, PASSES, type Lines } from "./toy";

/** The fake lacks everything that no test needs. A call of a missing function fails and shows its name. */
// eslint-disable-next-line @typescript-eslint/no-unsafe-declaration-merging, @typescript-eslint/no-empty-object-type
export interface FakeEngine extends Engine {}

// eslint-disable-next-line @typescript-eslint/no-unsafe-declaration-merging
export class FakeEngine {
  readonly version = "fake";
  /** False imitates an engine whose deferred module has not loaded yet. */
  isComplete = true;
  completed = 0;
  /** The number of handles that are not disposed yet. */
  live = 0;
  /** The fake's clock, in microseconds. */
  clockUs = 0;
  workloads = 0;
  #contexts: { optLevel: number; hooks: Hooks[] }[] = [];
  readonly #ids = new Map<Lines, number>();
  readonly #instruments = new FakeInstruments({
    handle: (value) => this.#handle(value),
    module: (lines) => this.#module(lines),
    clockUs: () => this.clockUs,
    now: () => this.now(),
  });

  constructor(readonly clockResolutionUs = 1) {}

  readonly now = (): number => {
    const ticks = Math.floor(this.clockUs / this.clockResolutionUs);
    return (ticks * this.clockResolutionUs) / 1000;
  };

  complete(): Promise<void> {
    this.completed += 1;
    this.isComplete = true;
    return Promise.resolve();
  }

  completeKernels(): Promise<void> {
    return Promise.resolve();
  }

  completeFrontends(): Promise<void> {
    return Promise.resolve();
  }

  /** Reads any file: its bytes are one tensor without a name. */
  readTensors(bytes: ArrayBuffer): FileArray[] {
    const data = new Uint8Array(bytes);
    return [{ name: "", shape: [data.length], dtype: "uint8", data }];
  }

  /** The number of files that were read. `duringRead` is awaited in the middle of each read. */
  filesRead = 0;
  duringRead: () => Promise<void> = () => Promise.resolve();

  /** Reads a toy file, which has the lines of the program. */
  async loadFile(
    file: Blob,
    signal: AbortSignal,
    onProgress: (done: number) => void,
  ): Promise<FileHandle> {
    this.filesRead += 1;
    onProgress(0.5);
    await this.duringRead();
    signal.throwIfAborted();
    const lines = (await file.text()).split("\n");
    if (lines[0] !== "toy") throw new FakeDiagnosticError("the file is not a model");
    onProgress(1);
    const names = [...new Set(lines.slice(1).map((line) => line.split(" ")[0] ?? ""))];
    return this.#handle({
      lines: lines.slice(1),
      describe: (): ImportDescription => ({
        format: "onnx",
        producer: "toy",
        opset: 13,
        inputs: [{ name: "x", shape: ["batch", 4], dtype: "float32" }],
        outputs: [],
        operators: names.map((name) => ({ name, count: 1, supported: name !== "Unknown" })),
        weights: 1,
        weightBytes: 4,
        externalData: [],
      }),
    });
  }

  importModel(
    source: ImportSource,
    file: FileHandle,
    external: Readonly<Record<string, FileHandle>>,
    onProgress: (done: number) => void,
  ): ReturnType<Engine["importModel"]> {
    const { lines } = file as FileHandle & { lines: Lines };
    const unknown = lines.filter((line) => line.startsWith("Unknown"));
    if (unknown.length > 0) throw new FakeDiagnosticError("not supported: Unknown");
    onProgress(1);
    this.workloads += 1;
    const shapes = source.inputs.map(({ name, shape }) => `input ${name} ${shape.join("x")}`);
    const data = Object.keys(external).map((path) => `data ${path}`);
    return { mod: this.#module(["main params", ...shapes, ...data, ...lines]), params: {} };
  }

  passes(): ReturnType<Engine["passes"]> {
    return Object.entries(PASSES).map(([name, { optLevel }]) => ({
      name,
      optLevel,
      required: [],
      summary: "",
      options: [],
    }));
  }

  instruments(): ReturnType<Engine["instruments"]> {
    return [
      {
        name: "Printer",
        summary: "",
        options: [],
        data: null,
        text: false,
        clears: false,
        questions: [],
      },
    ];
  }

  models(): ReturnType<Engine["models"]> {
    return [];
  }

  remarkKinds(): ReturnType<Engine["remarkKinds"]> {
    return [];
  }

  configKeys(): ReturnType<Engine["configKeys"]> {
    return [];
  }

  ops(): ReturnType<Engine["ops"]> {
    return [];
  }

  alignTexts(): ReturnType<Engine["alignTexts"]> {
    return [];
  }

  analyse(text: string): ReturnType<Engine["analyse"]> {
    const none = new Int32Array();
    const message = "no such thing";
    const diagnostics = text.includes("wrong")
      ? [
          {
            kind: "unknown-operator",
            severity: "error" as const,
            message,
            pattern: message,
            arguments: [],
            notes: [],
            noteMessages: [],
          },
        ]
      : [];
    return { diagnostics, types: [], spans: none, names: none, nameTypes: none };
  }

  /** Reads names between commas and semicolons. A bracket is an error. */
  readPipeline(text: string): PipelineReading {
    const at = text.indexOf("(");
    if (at >= 0) return { mistake: { expected: "option", at: at + 1, found: text.slice(at + 1) } };
    const stages = text.split(";").map((part): PipelineStage => {
      const names = part.split(",").map((name) => name.trim());
      if (names.join() === "bind") return { kind: "bind", passes: [] };
      const steps = names.map((name) =>
        name.startsWith("code.") ? { code: name.slice("code.".length) } : { name },
      );
      return { kind: "passes", passes: text === "" ? [] : steps };
    });
    return { stages };
  }

  parse(text: string, _source: string, constantsOf?: ModuleHandle): ModuleHandle {
    if (text.includes("wrong")) throw new FakeDiagnosticError("no such thing");
    if (text.includes("meta[") && !constantsOf) throw new FakeDiagnosticError("no constants");
    return this.#module(text.split("\n"));
  }

  workload(
    _name: string,
    options: Parameters<Engine["workload"]>[1],
  ): ReturnType<Engine["workload"]> {
    this.workloads += 1;
    const depth = Number(options["num_layers"]);
    const batch = Number(options["batch_size"]);
    const lines = Array.from({ length: depth }, (_, i) => `conv2d ${i} batch${batch}`);
    return { mod: this.#module(["main params", ...lines]), params: { w: this.#handle({}) } };
  }

  bindParams(fn: Handle): Handle {
    this.clockUs += 50;
    const { lines } = fn as unknown as { lines: Lines };
    return this.#handle({ lines: lines.map((l) => (l === "main params" ? "main" : l)) });
  }

  pass(
    name: string,
    options: Record<string, unknown> | undefined,
    write: (text: string) => void,
  ): PassHandle {
    const known = PASSES[name];
    if (!known) throw new FakeDiagnosticError(`unknown pass '${name}'`);
    if (known.needs && !(known.needs in (options ?? {}))) {
      throw new FakeDiagnosticError(`${name} needs ${known.needs}`);
    }
    return this.#pass((mod) => {
      const lines = this.#linesOf(mod);
      if (name === "PrintIR") write(`PrintIR: ${lines.length} lines`);
      return this.#runPass(name, lines);
    }, name);
  }

  /** A pass like those of the user's code. */
  codePass(name: string, run: (lines: Lines) => Lines): PassHandle {
    return this.#pass(
      (mod) => this.#instrumented(name, 0, this.#linesOf(mod), (lines) => run(lines)),
      name,
    );
  }

  sequential(passes: readonly PassHandle[], options?: { name: string }): PassHandle {
    const names = passes as unknown as { fakeName: string; run(m: ModuleHandle): Lines }[];
    return this.#pass((mod) => {
      if (passes.length === 0) return this.#linesOf(mod);
      return this.#instrumented(options?.name ?? "sequential", 0, this.#linesOf(mod), (lines) => {
        let current = lines;
        for (const pass of names) {
          const level = PASSES[pass.fakeName]?.optLevel ?? 0;
          if (level > (this.#contexts.at(-1)?.optLevel ?? 2)) continue;
          const handle = this.#module(current);
          try {
            current = pass.run(handle);
          } finally {
            handle.dispose();
          }
        }
        return current;
      });
    }, options?.name ?? "sequential");
  }

  instrument(
    name: string,
    _options: Record<string, unknown> | undefined,
    write: (text: string) => void,
  ): BuiltInInstrument {
    if (name !== "Printer") throw new FakeDiagnosticError(`there is no instrument ${name}`);
    let count = 0;
    const hooks: Hooks = {
      before: (_lines, pass) => write(`before ${pass}`),
      after: () => (count += 1),
    };
    return this.#handle({ name, hooks, render: () => `${count} passes` });
  }

  /** Each line is a call of 100 µs, or 50 µs in NHWC. A line with the word "unknown" has no kernel. */
  executable(mod: ModuleHandle): Executable {
    const lines = this.#linesOf(mod);
    if (lines.some((line) => line.includes("unknown"))) {
      throw new FakeDiagnosticError("the engine cannot compute unknown");
    }
    const us = (line: string): number => (line.includes("NHWC") ? 50 : 100);
    const given = new Set<string>();
    let at = 0;
    const known = {
      inputs: [{ name: "data", shape: [1, 3, 2, 2], dtype: "float32" }],
      activationBytes: 1000 * lines.length,
      weightBytes: 5000,
    };
    return this.#handle({
      ...known,
      calls: lines.length,
      describe: () => ({
        ...known,
        unsharedBytes: 2000 * lines.length,
        flop: 10 * lines.length,
        nodes: lines.map((line, i) => ({
          name: line.split(" ")[0] ?? "",
          algorithm: "",
          shapes: "float32[1]",
          flop: 10,
          bytes: 8,
          line: i,
        })),
      }),
      makeInputs: () => ({ data: this.#handle({}) }),
      setInput: (name: string) => void given.add(name),
      runCall: (index: number) => {
        if (!given.has("data")) throw new FakeDiagnosticError("the input data has no value");
        if (index !== at) throw new Error(`call ${index} runs before call ${at}`);
        at = (at + 1) % lines.length;
        this.clockUs += us(lines[index] ?? "");
        this.onCall();
      },
      outputs: () => [this.#handle({ value: lines.some((l) => l.includes("NHWC")) ? 1.5 : 1 })],
    });
  }

  /** Called after each call has run. */
  onCall = (): void => undefined;

  array(): Handle {
    return this.#handle({});
  }

  compare(reference: readonly Handle[], actual: readonly Handle[]): OutputDifference {
    const [a = 0, b = 0] = [reference, actual].map(
      ([one]) => (one as unknown as { value: number } | undefined)?.value ?? 0,
    );
    return { largest: Math.abs(a - b), relative: Math.abs(a - b) };
  }

  /** Pretends that no pipeline changes a program. */
  comparison(
    variants: readonly ComparedVariant[],
    _options: { readonly run: boolean; readonly repeat: number },
    onProgress: (progress: CompareProgress) => void,
  ): ReturnType<Engine["comparison"]> {
    const figures = variants.map(({ name, mod, stages }, done): VariantFigures => {
      onProgress({ step: "passes", variant: name, done, total: variants.length });
      const passes = stages.flatMap((stage) =>
        "passes" in stage ? stage.passes.map((pass) => pass.info.name) : [],
      );
      return {
        name,
        duration: passes.length,
        durations: [passes.length],
        passes: passes.map((pass) => ({ name: pass, runs: 1, own: 1 })),
        ops: mod.countOps(),
      };
    });
    return Promise.resolve({
      variants: figures,
      texts: variants.map(({ mod }) => mod.astext()),
      origins: variants.map(() => ({ program: 0, of: { lines: [[1, 0]], constants: [] } })),
    });
  }

  sweepValues(text: string): readonly unknown[] {
    return text.split(",").map(Number);
  }

  /** Pretends that the last call of the stage is the failing pass. */
  bisect(
    mod: ModuleHandle,
    passes: readonly PassHandle[],
    _context: ContextOptions,
    { onProgress }: CheckOptions,
  ): Promise<Bisection> {
    onProgress({ kind: "bisecting", run: 1, limit: -1 });
    const name = passes.at(-1)?.info.name ?? "";
    const text = `${name} is guilty on ${mod.astext()}`;
    const sentence = { text, pattern: text, arguments: [] };
    return Promise.resolve({ outcome: "found", sentence, limit: passes.length, diff: "", runs: 1 });
  }

  /** Pretends that the first line alone still fails. */
  reduce(
    mod: ModuleHandle,
    passes: readonly PassHandle[],
    _context: ContextOptions,
    { onProgress }: CheckOptions,
  ): Promise<Reduction> {
    const lines = this.#linesOf(mod);
    onProgress({ kind: "reducing", candidates: 1, accepted: 1, calls: 1 });
    return Promise.resolve({
      outcome: "reduced",
      sentence: { text: "smaller", pattern: "smaller", arguments: [] },
      text: lines[0] ?? "",
      kept: passes.map((_, i) => i === 0),
      callsBefore: lines.length,
      callsAfter: 1,
    });
  }

  context({ optLevel, instruments }: ContextOptions): ReturnType<Engine["context"]> {
    const hooks = instruments.map(hooksOf);
    return this.#handle({
      with: <T>(body: () => T): T => {
        this.#contexts.push({ optLevel, hooks });
        try {
          return body();
        } finally {
          this.#contexts.pop();
        }
      },
    });
  }

  hookLog(): HookLog {
    return this.#instruments.hookLog();
  }

  traceInstrument(): ReturnType<Engine["traceInstrument"]> {
    return this.#instruments.trace();
  }

  remarksInstrument(limit: number): ReturnType<Engine["remarksInstrument"]> {
    return this.#instruments.remarks(limit);
  }

  lineageTrace(): ReturnType<Engine["lineageTrace"]> {
    return this.#instruments.lineage();
  }

  opDiffInstrument(): ReturnType<Engine["opDiffInstrument"]> {
    return this.#instruments.opDiff();
  }

  timingInstrument(repeat?: readonly number[]): ReturnType<Engine["timingInstrument"]> {
    return this.#instruments.timing(repeat);
  }

  #runPass(name: string, lines: Lines): Lines {
    const pass = PASSES[name];
    if (!pass) throw new FakeInternalError(name);
    return this.#instrumented(name, pass.optLevel, lines, (input) => {
      let current = pass.run(input);
      this.clockUs += pass.us;
      for (const nested of pass.nested ?? []) current = this.#runPass(nested, current);
      return current;
    });
  }

  #instrumented(
    name: string,
    optLevel: number,
    lines: Lines,
    body: (lines: Lines) => Lines,
  ): Lines {
    const hooks = this.#contexts.at(-1)?.hooks ?? [];
    hooks.forEach((h) => h.before(lines, name, optLevel));
    try {
      const after = body(lines);
      hooks.forEach((h) => h.after(after));
      for (const hook of hooks) {
        const times = hook.repetitions?.() ?? 0;
        const began = this.now();
        this.#contexts.push({ optLevel: this.#contexts.at(-1)?.optLevel ?? 2, hooks: [] });
        for (let i = 0; i < times; i += 1) body(lines);
        this.#contexts.pop();
        if (times > 0) hook.repeated?.((this.now() - began) * 1000);
      }
      return after;
    } catch (error) {
      hooks.forEach((h) => h.after(lines, error instanceof Error ? error.message : ""));
      throw error;
    }
  }

  #pass(run: (mod: ModuleHandle) => Lines, fakeName: string): PassHandle {
    const call = (mod: ModuleHandle): ModuleHandle => this.#module(run(mod));
    return this.#handle(Object.assign(call, { fakeName, run, info: { name: fakeName } }));
  }

  #linesOf(mod: ModuleHandle): Lines {
    return (mod as unknown as { lines: Lines }).lines;
  }

  #module(lines: Lines): ModuleHandle {
    if (!this.#ids.has(lines)) this.#ids.set(lines, this.#ids.size + 1);
    const mod = this.#handle({
      lines,
      astext: () => mod.lines.join("\n"),
      get: () => this.#handle({ lines: mod.lines }),
      set: (_name: string, fn: Handle) => {
        mod.lines = (fn as unknown as { lines: Lines }).lines;
        if (!this.#ids.has(mod.lines)) this.#ids.set(mod.lines, this.#ids.size + 1);
      },
      globalVars: () => ["main"],
      countOps: () => Object.fromEntries(count(mod.lines)),
      graph: (options?: { function?: string }) => graphOf(mod.lines, options?.function ?? "main"),
      clone: () => this.#module(mod.lines),
      diffId: () => this.#ids.get(mod.lines) ?? 0,
      structuralHash: () => mod.lines.join("|"),
    });
    return mod;
  }

  /** Adds a dispose method that counts, and that throws when it is called twice. */
  #handle<T extends object>(value: T): T & Handle {
    this.live += 1;
    let disposed = false;
    return Object.assign(value, {
      dispose: () => {
        if (disposed) throw new Error("a handle was disposed of twice");
        disposed = true;
        this.live -= 1;
      },
    });
  }
}
