// A stand-in for the engine, for tests of the worker's logic that must be able to make passes crash,
// throw and take a given time. It knows a toy program: a list of lines, and passes that edit it.
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
  TimingNode,
  TraceEntry,
} from "../../src/worker/engine-api";
import type {
  CompareProgress,
  PassRemark,
  PipelineReading,
  PipelineStage,
  VariantFigures,
} from "passcope";
import type { GraphData } from "../../src/graph/data";
import type { FileArray } from "../../src/running/choice";
import type {
  Bisection,
  ImportDescription,
  ImportSource,
  OpDiffEntry,
  OutputDifference,
  Reduction,
} from "../../src/protocol/messages";

/** A module's text is its lines; the operator of a line is its first word. */
type Lines = readonly string[];

interface FakePass {
  readonly optLevel: number;
  /** Time that passes while the pass runs, without its nested passes. */
  readonly us: number;
  readonly nested?: readonly string[];
  /** An option without which the pass cannot be made. */
  readonly needs?: string;
  run(lines: Lines): Lines;
}

export class FakeDiagnosticError extends Error {
  override readonly name = "DiagnosticError";
  readonly diagnostics: { rendered: string }[];
  constructor(message: string) {
    super(message);
    this.diagnostics = [{ rendered: `error: ${message}\n --> here` }];
  }
}

export class FakeInternalError extends Error {
  override readonly name = "InternalError";
}

const same = (lines: Lines): Lines => lines;

const PASSES: Record<string, FakePass> = {
  InferType: { optLevel: 0, us: 30, run: same },
  FoldConstant: {
    optLevel: 2,
    us: 200,
    nested: ["InferType"],
    run: (lines) =>
      lines.some((l) => l.startsWith("layout_transform const"))
        ? lines.filter((l) => !l.startsWith("layout_transform const"))
        : lines,
  },
  BackwardFoldScaleAxis: { optLevel: 3, us: 50, run: same },
  ConvertLayout: {
    optLevel: 3,
    us: 400,
    needs: "desired_layouts",
    run: (lines) =>
      lines.flatMap((l) =>
        l.startsWith("conv2d") ? ["layout_transform const w", `${l} NHWC`] : [l],
      ),
  },
  Fail: {
    optLevel: 0,
    us: 10,
    run: () => {
      throw new FakeDiagnosticError("the pass met what it cannot handle");
    },
  },
  Crash: {
    optLevel: 0,
    us: 10,
    run: () => {
      throw new FakeInternalError("invariant broken");
    },
  },
};

interface Hooks {
  before(lines: Lines, name: string, optLevel: number): void;
  after(lines: Lines, error?: string): void;
  /** How often the pass that has just ended is to be repeated, and where the time of that goes. */
  repetitions?(): number;
  repeated?(us: number): void;
}

/** Of an instrument of the fake, or of an object with some of the real hooks. */
function hooksOf(instrument: object): Hooks {
  if ("hooks" in instrument) return instrument.hooks as Hooks;
  const object = instrument as {
    runBeforePass?: (mod: unknown, info: { name: string }) => void;
    runAfterPass?: (mod: unknown) => void;
  };
  return {
    before: (_lines, name) => object.runBeforePass?.(undefined, { name }),
    after: (_lines, error) => {
      if (error === undefined) object.runAfterPass?.(undefined);
    },
  };
}

interface TracedEntry extends TraceEntry {
  before: Lines;
  after: Lines;
}

const count = (lines: Lines): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const line of lines) {
    const op = line.split(" ")[0] ?? "";
    counts.set(op, (counts.get(op) ?? 0) + 1);
  }
  return counts;
};

const diffOps = (before: Lines, after: Lines): Record<string, number> => {
  const [a, b] = [count(before), count(after)];
  const diff: Record<string, number> = {};
  for (const op of new Set([...a.keys(), ...b.keys()])) {
    const by = (b.get(op) ?? 0) - (a.get(op) ?? 0);
    if (by !== 0) diff[op] = by;
  }
  return diff;
};

/** Each line computes from the one before it. */
function graphOf(lines: Lines, name: string): GraphData {
  const calls = lines.map((line, i) => ({
    kind: "call" as const,
    label: line.split(" ")[0] ?? "",
    inputs: i > 0 ? [i] : [],
    key: i,
    signature: i,
    line: i,
    column: 0,
  }));
  const root = { kind: "function" as const, label: "fn", inputs: [lines.length], params: [] };
  return {
    function: name,
    functions: [name],
    root: 0,
    truncated: false,
    nodes: [{ ...root, key: -1, signature: -1 }, ...calls],
    types: [],
  };
}

export class FakeEngine implements Engine {
  readonly version = "fake";
  /** As an engine whose later part is still to come. */
  isComplete = true;
  completed = 0;
  /** Handles made and not yet disposed of. */
  live = 0;
  /** The fake's clock, in microseconds. */
  clockUs = 0;
  workloads = 0;
  #contexts: { optLevel: number; hooks: Hooks[] }[] = [];
  readonly #ids = new Map<Lines, number>();

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

  /** Of any file: its bytes as one tensor without a name. */
  readTensors(bytes: ArrayBuffer): FileArray[] {
    const data = new Uint8Array(bytes);
    return [{ name: "", shape: [data.length], dtype: "uint8", data }];
  }

  /** How many files were read from the page, and what is waited for in the middle of each. */
  filesRead = 0;
  duringRead: () => Promise<void> = () => Promise.resolve();

  /** A toy file: the lines of the program. */
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
    if (lines[0] !== "toy") throw new FakeDiagnosticError("the file is no model");
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

  /** Names between commas and semicolons; a bracket is a mistake. */
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

  pass(name: string, options: Record<string, unknown> | undefined): PassHandle {
    const known = PASSES[name];
    if (!known) throw new FakeDiagnosticError(`there is no pass ${name}`);
    if (known.needs && !(known.needs in (options ?? {}))) {
      throw new FakeDiagnosticError(`${name} needs ${known.needs}`);
    }
    return this.#pass((mod) => this.#runPass(name, this.#linesOf(mod)), name);
  }

  /** A pass as user code would make one. */
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

  /** A line is a call of 100 µs, in NHWC of 50 µs. One with the word "unknown" has no kernel. */
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

  /** Called after each call that has run. */
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

  /** Pretends that every pipeline leaves a program alone. */
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

  /** Pretends that the last call of the stage is guilty. */
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

  /** Pretends that the first line alone is enough. */
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

  hookLog(): HookLog {
    const names: string[] = [];
    const calls: ReturnType<HookLog["calls"]>["calls"] = [];
    return this.#handle({
      watch: (instruments: readonly object[]) =>
        instruments.map((instrument) => {
          const index = names.push((instrument as { name?: string }).name ?? "an instrument") - 1;
          const inner = hooksOf(instrument);
          return this.#handle({
            hooks: {
              before: (lines: Lines, pass: string, level: number) => {
                calls.push({ instrument: index, hook: "runBeforePass", outcome: "returned", pass });
                inner.before(lines, pass, level);
              },
              after: (lines: Lines, error?: string) => inner.after(lines, error),
            },
          });
        }),
      calls: () => ({ instruments: names, calls, dropped: 0 }),
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

  traceInstrument(): ReturnType<Engine["traceInstrument"]> {
    const entries: TracedEntry[] = [];
    const open: { index: number; began: number }[] = [];
    const hooks: Hooks = {
      before: (lines, name, optLevel) => {
        entries.push({
          index: entries.length,
          parent: open.at(-1)?.index ?? -1,
          depth: open.length,
          name,
          optLevel,
          durationUs: 0,
          changed: false,
          opDiff: {},
          status: "failed",
          before: lines,
          after: lines,
        });
        open.push({ index: entries.length - 1, began: this.clockUs });
      },
      after: (lines, error) => {
        const { index, began } = open.pop() ?? { index: -1, began: 0 };
        const entry = entries[index];
        if (!entry) return;
        entry.durationUs = this.clockUs - began;
        entry.after = lines;
        entry.changed = lines !== entry.before;
        entry.opDiff = diffOps(entry.before, lines);
        if (error === undefined) entry.status = "ok";
        else entry.error = error;
      },
    };
    return this.#handle({
      hooks,
      entries: () => entries,
      moduleBefore: (i: number) => this.#module(entries[i]?.before ?? []),
      moduleAfter: (i: number) => this.#module(entries[i]?.after ?? []),
    });
  }

  /** Of each pass it hears that it took place; lines are its expressions. */
  remarksInstrument(limit: number): ReturnType<Engine["remarksInstrument"]> {
    const passes: { name: string; lines: Lines }[] = [];
    const hooks: Hooks = {
      before: (lines, name) => passes.push({ name, lines }),
      after: () => undefined,
    };
    const said = (pass: string, entry: number): PassRemark => ({
      index: entry,
      entry,
      pass,
      type: "missed",
      name: "Heard",
      function: "main",
      text: `${pass} was heard`,
      message: {
        text: `${pass} was heard`,
        pattern: "{pass} was heard",
        arguments: [{ name: "pass", text: pass }],
      },
      subject: "",
    });
    return this.#handle({
      hooks,
      remarks: () => passes.map(({ name }, i) => said(name, i)).slice(0, limit),
      counts: () => passes.map((_, entry) => ({ entry, passed: 0, missed: 1, analysis: 0 })),
      places: (entry: number) => [{ remark: entry, line: 1, column: 0, begin: 0, end: 1 }],
      yaml: (remarks: readonly number[]) => remarks.map((i) => `--- ${i}\n`).join(""),
    });
  }

  /** Each pass it hears of changes what is asked about, which is in the second line of all programs. */
  lineageTrace(): ReturnType<Engine["lineageTrace"]> {
    const entries: string[] = [];
    const hooks: Hooks = {
      before: (_lines, name) => entries.push(name),
      after: () => undefined,
    };
    return this.#handle({
      hooks,
      look: () => void entries.push("looked at"),
      lineage: (index: number, after: boolean, offset: number) =>
        offset < 0
          ? null
          : {
              text: `${entries[index] ?? ""} ${after ? "after" : "before"} ${offset}`,
              place: { begin: offset, end: offset + 1, line: 2 },
              count: 1,
              origins: [{ text: "relu(%x)", source: "model.onnx", line: 0 }],
              steps: entries.flatMap((name, entry) =>
                name === "looked at"
                  ? []
                  : [{ entry, kinds: ["changed" as const], before: 1, after: 1 }],
              ),
            },
      relatives: () => [{ begin: 0, end: 1, line: 2 }],
      relatedLines: (index: number, after: boolean, other: number, otherAfter: boolean) => ({
        lines: [[2 * index + Number(after), 2 * other + Number(otherAfter)]],
        constants: [],
      }),
    });
  }

  opDiffInstrument(): ReturnType<Engine["opDiffInstrument"]> {
    const list: OpDiffEntry[] = [];
    const open: { name: string; before: Lines }[] = [];
    const hooks: Hooks = {
      before: (before, name) => open.push({ name, before }),
      after: (lines) => {
        const entry = open.pop();
        if (!entry) return;
        const diff = diffOps(entry.before, lines);
        if (Object.keys(diff).length > 0) list.push([open.length, entry.name, diff]);
      },
    };
    return this.#handle({ hooks, diffs: () => list });
  }

  timingInstrument(repeat: readonly number[] = []): ReturnType<Engine["timingInstrument"]> {
    const roots: TimingNode[] = [];
    const open: { node: TimingNode; began: number; times: number }[] = [];
    let begun = 0;
    let ended: (typeof open)[number] | undefined;
    const hooks: Hooks = {
      before: (_lines, name) => {
        const node: TimingNode = { name, durationUs: 0, hooksUs: 0, children: [] };
        (open.at(-1)?.node.children ?? roots).push(node);
        open.push({ node, began: this.now(), times: repeat[begun++] ?? 0 });
      },
      after: () => {
        ended = open.pop();
        if (ended) ended.node.durationUs = (this.now() - ended.began) * 1000;
      },
      repetitions: () => ended?.times ?? 0,
      repeated: (us) => {
        if (ended) ended.node.repeatedUs = us / ended.times;
        // As if they had not been.
        for (const around of open) around.began += us / 1000;
      },
    };
    return this.#handle({ hooks, profiles: () => roots });
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

  /** Adds a dispose method that counts, and that notices being called twice. */
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
