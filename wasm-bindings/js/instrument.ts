// Instruments: what watches passes. Built-in ones, and objects with hooks.

import { host, raw, release } from "./engine.js";
import { usageError } from "./errors.js";
import { EngineObject } from "./handle.js";
import type { HookName, Write } from "./host.js";
import { IRModule } from "./ir.js";
import type { WatchedInstrument } from "./hook_log.js";
import type { PassInfo } from "./pass.js";

export { HookLog, WatchedInstrument, type HookCall, type HookCalls } from "./hook_log.js";

/**
 * An instrument written in JavaScript: an object with some of TVM's five hooks, in camelCase, and of
 * the one beyond them, `runAfterFailed`.
 *
 * The modules that hooks get are freed when the hook returns; keep `mod.clone()`. What a hook throws
 * reaches the caller of the pass or context as the same object, by TVM's rules:
 *
 * - `enterPassCtx`: the instruments that were entered before are exited, the context loses all its
 *   instruments and is not entered;
 * - `exitPassCtx`: the instruments after it are not exited; the context loses all its instruments;
 * - the other three: the hooks after it are not called; the instruments stay;
 * - `runAfterFailed`: what it throws is dropped in favour of the error under way.
 */
export interface PassInstrumentObject {
  /** For messages and for the log of decisions; by default the name of the object's class. */
  name?: string;
  /** A context with this instrument is entered, or gets it by `overrideInstruments`. */
  enterPassCtx?(): void;
  exitPassCtx?(): void;
  /**
   * Whether the pass should run; only `false` vetoes. Every instrument is asked, unless the context
   * requires the pass: then none is.
   */
  shouldRun?(mod: IRModule, info: PassInfo): boolean | void;
  runBeforePass?(mod: IRModule, info: PassInfo): void;
  /** With the module that the pass returned. */
  runAfterPass?(mod: IRModule, info: PassInfo): void;
  /**
   * Beyond TVM. The pass, or a hook of another instrument, threw, so that `runAfterPass` will not come
   * although `runBeforePass` returned. With the module that the pass was given, and the error's message.
   */
  runAfterFailed?(mod: IRModule, info: PassInfo, error: string): void;
}

/** Base of the instruments that the engine brings; `engine.instruments()` lists them. */
export abstract class BuiltInInstrument extends EngineObject {
  /** @internal The name of the class is the instrument's in the engine's table. */
  constructor(name: string, options: object = {}, write?: Write) {
    super(raw().makeInstrument(name, JSON.stringify(options), write ? host.addSink(write) : 0));
  }
}

export type Instrument = BuiltInInstrument | WatchedInstrument | PassInstrumentObject;

/** A pass that ran, and those that ran inside it. Times in microseconds. */
export interface TimingNode {
  name: string;
  durationUs: number;
  /** Without the passes inside. */
  ownUs: number;
  /** The part of `ownUs` that hooks of instruments took. */
  hooksUs: number;
  failed: boolean;
  children: TimingNode[];
}

/** All runs of the passes of one name. Times in microseconds. */
export interface TimingTotal {
  name: string;
  runs: number;
  ownUs: number;
  hooksUs: number;
}

/**
 * Times passes, as TVM's instrument of this name. Its own place in the list of instruments decides
 * whether the work of others counts.
 */
export class PassTimingInstrument extends BuiltInInstrument {
  constructor() {
    super("PassTimingInstrument");
  }

  /**
   * TVM's text, one line per pass. Once the context has been left it is empty, and a warning says so,
   * as in TVM.
   */
  render(): string {
    return raw().instrumentText(this.handle);
  }

  /** The same as data; kept after the context has been left, until one is entered again. */
  profiles(): TimingNode[] {
    return JSON.parse(raw().instrumentData(this.handle)) as TimingNode[];
  }

  /** The first `top` names of passes, the one that took longest itself first; all by default. */
  totals(top = 0): TimingTotal[] {
    const totals = JSON.parse(raw().timingTotals(this.handle)) as TimingTotal[];
    return top > 0 ? totals.slice(0, top) : totals;
  }

  /** The same as a table, with a last line that says what the instruments took. */
  renderTotals(top = 0): string {
    return raw().timingTotalsText(this.handle, top);
  }

  /** What the instruments took of the time of all passes; the share is between 0 and 1. */
  overhead(): { hooksUs: number; share: number } {
    const totals = this.totals();
    const hooksUs = totals.reduce((sum, total) => sum + total.hooksUs, 0);
    const ownUs = totals.reduce((sum, total) => sum + total.ownUs, 0);
    return { hooksUs, share: ownUs > 0 ? hooksUs / ownUs : 0 };
  }
}

/** A pass that changed how often operators are called: its depth, its name, operator → change. */
export type OpDiff = [depth: number, pass: string, diff: Record<string, number>];

/** Counts the operators that each pass added or removed. The differ of TVM's tutorial. */
export class OpDiffInstrument extends BuiltInInstrument {
  constructor() {
    super("OpDiffInstrument");
  }

  /** In the order in which the passes ended; only passes that changed a count. */
  diffs(): OpDiff[] {
    return JSON.parse(raw().instrumentData(this.handle)) as OpDiff[];
  }

  /** As Python prints the tutorial's list, one entry per line. */
  render(): string {
    return raw().instrumentText(this.handle);
  }
}

/** What happened in one pass. Times in microseconds. */
export interface TraceEntry {
  index: number;
  /** The index of the pass that ran this one; -1 when there is none. */
  parent: number;
  depth: number;
  name: string;
  optLevel: number;
  required: string[];
  /** Since the first pass of the trace began. */
  startUs: number;
  durationUs: number;
  /** Without the passes inside. */
  ownUs: number;
  /** Whether the pass returned another module than it was given. */
  changed: boolean;
  opsBefore: Record<string, number>;
  opsAfter: Record<string, number>;
  /** `opsAfter` minus `opsBefore`, without what stayed. */
  opDiff: Record<string, number>;
  /**
   * "vetoed" by an instrument; "skipped" by a Sequential, which left it out or did not come to it;
   * "running" only while the pass runs, for a hook that looks.
   */
  status: "ok" | "failed" | "vetoed" | "skipped" | "running";
  /** Why it failed. */
  error?: string;
  /** Why it did not run ("opt level 3 > 2"), or what it ran for ("dependency of ConvertLayout"). */
  reason?: string;
}

/** An event of Chrome's trace format: a pass (`ph` is "X") or numbers of operators ("C"). */
export interface ChromeTraceEvent {
  name: string;
  cat: string;
  ph: "X" | "C";
  /** Microseconds, as `dur`. */
  ts: number;
  dur?: number;
  pid: number;
  tid: number;
  args: Record<string, unknown>;
}

export interface ChromeTrace {
  traceEvents: ChromeTraceEvent[];
  displayTimeUnit: "ms";
}

/**
 * Records each pass with the modules before and after it. Modules share what did not change, so this
 * costs little. The records stay until `clear`, over several contexts.
 */
export class TraceInstrument extends BuiltInInstrument {
  constructor() {
    super("TraceInstrument");
  }

  /** In the order in which the passes began. */
  entries(): TraceEntry[] {
    return JSON.parse(raw().instrumentData(this.handle)) as TraceEntry[];
  }

  /** For Perfetto, speedscope and about:tracing: write it to a file as JSON. */
  chromeTrace(): ChromeTrace {
    return JSON.parse(raw().chromeTrace(this.handle)) as ChromeTrace;
  }

  moduleBefore(index: number): IRModule {
    return new IRModule(raw().traceModule(this.handle, index, false));
  }

  /** The module before, when the pass did not end well. */
  moduleAfter(index: number): IRModule {
    return new IRModule(raw().traceModule(this.handle, index, true));
  }

  clear(): void {
    raw().traceClear(this.handle);
  }
}

/** Whether a pass ran, and why or why not. */
export interface PassDecision {
  name: string;
  depth: number;
  /** The index of the pass that runs or would have run this one; -1 when there is none. */
  parent: number;
  ran: boolean;
  changed: boolean;
  status: TraceEntry["status"];
  /**
   * Why it did not run: "disabled", "opt level 3 > 2", "vetoed by NAME", "dependency of NAME" (which
   * did not run), "not reached: NAME failed". Of a pass that ran: empty, or "dependency of NAME".
   */
  reason: string;
}

/** Logs for each pass whether it ran, and if not, why. The log stays until `clear`. */
export class PassDecisions extends BuiltInInstrument {
  constructor() {
    super("PassDecisions");
  }

  decisions(): PassDecision[] {
    return JSON.parse(raw().instrumentData(this.handle)) as PassDecision[];
  }

  /** The same as a table, one line per pass. */
  render(): string {
    return raw().instrumentText(this.handle);
  }

  clear(): void {
    raw().traceClear(this.handle);
  }
}

/** What a pass did, and how often. */
export interface PassCounter {
  pass: string;
  counter: string;
  value: number;
}

/** Sums what passes count, such as calls folded. Kept until a context is entered again. */
export class PassStatistics extends BuiltInInstrument {
  constructor() {
    super("PassStatistics");
  }

  counters(): PassCounter[] {
    return JSON.parse(raw().instrumentData(this.handle)) as PassCounter[];
  }

  /** The same as a table, one line per counter. */
  render(): string {
    return raw().instrumentText(this.handle);
  }
}

export interface PrintOptions {
  /** The passes to write about, by name; all by default. */
  passes?: readonly string[];
  /** Leaves out what a pass did not change; `PrintBeforeAll`: what was printed last. */
  changedOnly?: boolean;
  /** Whether constants are printed too. */
  showMetaData?: boolean;
  /** Takes the texts; the console by default. What it throws reaches the caller of the pass. */
  write?: (text: string) => void;
}

const namedFilter = ({
  passes,
  changedOnly,
  showMetaData,
}: Omit<PrintOptions, "write">): object => ({
  passes: passes ?? [],
  changed_only: changedOnly ?? false,
  show_meta_data: showMetaData ?? false,
});

/** @internal Where texts go when nobody takes them. */
export const toConsole = (text: string): void => {
  console.log(text);
};

function printing(options: PrintOptions): Write {
  const write = options.write ?? toConsole;
  return (_file, text) => write(text);
}

/** Prints the program before each pass. */
export class PrintBeforeAll extends BuiltInInstrument {
  constructor(options: PrintOptions = {}) {
    super("PrintBeforeAll", namedFilter(options), printing(options));
  }
}

/** Prints the program after each pass. */
export class PrintAfterAll extends BuiltInInstrument {
  constructor(options: PrintOptions = {}) {
    super("PrintAfterAll", namedFilter(options), printing(options));
  }
}

export interface DumpIROptions extends Omit<PrintOptions, "write"> {
  /** In Node: where the files go. They are kept in memory (`files`) by default. */
  directory?: string;
}

export interface DumpedFile {
  name: string;
  text: string;
}

function directoryWriter(directory: string): Write {
  // Not imported: pages have no file system.
  const fs = globalThis.process?.getBuiltinModule?.("node:fs");
  if (!fs)
    throw usageError("DumpIR: there are no directories here; leave it out and ask for files()");
  fs.mkdirSync(directory, { recursive: true });
  return (file, text) => fs.writeFileSync(`${directory}/${file}`, text);
}

/**
 * Keeps the program after each pass as a file NNN_PassName.relay. Numbered from 000 in the order in
 * which the passes end.
 */
export class DumpIR extends BuiltInInstrument {
  constructor(options: DumpIROptions = {}) {
    const { directory } = options;
    super(
      "DumpIR",
      namedFilter(options),
      directory === undefined ? undefined : directoryWriter(directory),
    );
  }

  /** Those of the last context that was entered; none when they went into a directory. */
  files(): DumpedFile[] {
    return JSON.parse(raw().instrumentData(this.handle)) as DumpedFile[];
  }
}

/** Stops at a pass that makes an ill-formed or ill-typed module. The error names the pass. */
export class WellFormed extends BuiltInInstrument {
  constructor() {
    super("WellFormed");
  }
}

/** Stops at a pass that changes the module it was given. The error names the pass. */
export class ImmutableModule extends BuiltInInstrument {
  constructor() {
    super("ImmutableModule");
  }
}

const builtIn: Record<string, new (options: object) => BuiltInInstrument> = {
  DumpIR,
  ImmutableModule,
  OpDiffInstrument,
  PassDecisions,
  PassStatistics,
  PassTimingInstrument,
  PrintAfterAll,
  PrintBeforeAll,
  TraceInstrument,
  WellFormed,
};

/**
 * An instrument of the table (`engine.instruments()`) by name, with options by the names of its
 * constructor's.
 */
export function create(name: string, options: object = {}): BuiltInInstrument {
  const Class = Object.hasOwn(builtIn, name) ? builtIn[name] : undefined;
  if (!Class) {
    // The engine's own message names those that there are.
    release(raw().makeInstrument(name, "{}", 0));
    throw usageError(`the package has no class for the instrument '${name}'`);
  }
  return new Class(options);
}

type ObjectHook = Exclude<HookName, "write">;

const hookNames = [
  "enterPassCtx",
  "exitPassCtx",
  "shouldRun",
  "runBeforePass",
  "runAfterPass",
  "runAfterFailed",
] as const satisfies readonly ObjectHook[];

function checkHooks(instrument: unknown, name = ""): asserts instrument is PassInstrumentObject {
  const object = instrument as PassInstrumentObject;
  const isObject = typeof instrument === "object" && instrument !== null;
  if (isObject && hookNames.some((hook) => typeof object[hook] === "function")) return;
  throw usageError(`${name === "" ? "an instrument" : name} needs at least one hook`, [
    `the hooks are: ${hookNames.join(", ")}`,
  ]);
}

/**
 * Marks a class as a pass instrument, as TVM's decorator `pass_instrument`: its instances are checked
 * to have at least one hook when they are made. Use it as a decorator or as a function:
 * `const Printer = instrument.passInstrument(class Printer { … })`.
 */
export function passInstrument<T extends abstract new (...args: never[]) => object>(
  target: T,
  _context?: ClassDecoratorContext,
): T {
  if (typeof target !== "function") throw usageError("passInstrument takes a class");
  return new Proxy(target, {
    construct(constructor, args, newTarget): object {
      const instrument = Reflect.construct(constructor, args, newTarget) as object;
      checkHooks(instrument, constructor.name);
      return instrument;
    },
  });
}

function callHook(
  object: PassInstrumentObject,
  hook: ObjectHook,
  module: number,
  info: string,
): boolean {
  if (typeof object[hook] !== "function") {
    release(module);
    return true;
  }
  if (hook === "enterPassCtx" || hook === "exitPassCtx") {
    object[hook]?.();
    return true;
  }
  const mod = new IRModule(module, true);
  try {
    if (hook === "runAfterFailed") {
      const end = info.indexOf("\n");
      object[hook]?.(mod, JSON.parse(info.slice(0, end)) as PassInfo, info.slice(end + 1));
      return true;
    }
    return object[hook]?.(mod, JSON.parse(info) as PassInfo) !== false;
  } finally {
    mod.dispose();
  }
}

function nameOf(instrument: PassInstrumentObject): string {
  const { name, constructor } = instrument;
  if (typeof name === "string") return name;
  const ofClass = typeof constructor === "function" && constructor !== Object;
  return ofClass ? constructor.name : "an instrument";
}

/**
 * Runs `use` with the engine's handles of a list of instruments.
 *
 * @internal
 */
export function withInstrumentHandles<T>(
  list: readonly Instrument[],
  use: (handles: number[]) => T,
): T {
  const made: number[] = [];
  try {
    const handles = list.map((instrument) => {
      if (instrument instanceof EngineObject) return instrument.handle;
      checkHooks(instrument);
      // Weak: the context in the list's name keeps the object, and an object that knows its context
      // must not keep it alive.
      const weak = new WeakRef(instrument);
      const target = host.addTarget((hook, module, info) => {
        const object = weak.deref();
        if (object && hook !== "write") return callHook(object, hook, module, info);
        release(module);
        return true;
      });
      const handle = raw().makeForeignInstrument(target, nameOf(instrument));
      made.push(handle);
      return handle;
    });
    return use(handles);
  } finally {
    // The context has taken them over.
    for (const handle of made) release(handle);
  }
}
