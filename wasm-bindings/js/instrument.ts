// Instruments: what watches passes. Built-in ones, and objects with hooks.

import { host, raw, release } from "./engine.js";
import { usageError } from "./errors.js";
import { EngineObject } from "./handle.js";
import type { HookName } from "./host.js";
import { IRModule } from "./ir.js";
import type { PassInfo } from "./pass.js";

/**
 * An instrument written in JavaScript: an object with some of TVM's five hooks, in camelCase.
 *
 * The modules that hooks get are freed when the hook returns; keep `mod.clone()`. What a hook throws
 * reaches the caller of the pass or context as the same object, by TVM's rules:
 *
 * - `enterPassCtx`: the instruments that were entered before are exited, the context loses all its
 *   instruments and is not entered;
 * - `exitPassCtx`: the instruments after it are not exited; the context loses all its instruments;
 * - the other three: the hooks after it are not called; the instruments stay.
 */
export interface PassInstrumentObject {
  /** For messages. */
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
}

/** Base of the instruments that the engine brings. */
export abstract class BuiltInInstrument extends EngineObject {}

export type Instrument = BuiltInInstrument | PassInstrumentObject;

/** A pass that ran, and those that ran inside it. Times in microseconds. */
export interface TimingNode {
  name: string;
  durationUs: number;
  /** Without the passes inside. */
  ownUs: number;
  failed: boolean;
  children: TimingNode[];
}

/**
 * Times passes, as TVM's PassTimingInstrument. Its own place in the list of instruments decides whether
 * the work of others counts.
 */
export class PassTimingInstrument extends BuiltInInstrument {
  constructor() {
    super(raw().makeTimingInstrument());
  }

  /** TVM's text, one line per pass. Empty once the context has been left, as in TVM. */
  render(): string {
    return raw().timingText(this.handle);
  }

  /** The same as data; kept after the context has been left, until one is entered again. */
  profiles(): TimingNode[] {
    return JSON.parse(raw().timingProfiles(this.handle)) as TimingNode[];
  }
}

/** A pass that changed how often operators are called: its depth, its name, operator → change. */
export type OpDiff = [depth: number, pass: string, diff: Record<string, number>];

/** Counts the calls of each operator before and after every pass, as the differ of TVM's tutorial. */
export class OpDiffInstrument extends BuiltInInstrument {
  constructor() {
    super(raw().makeOpDiffInstrument());
  }

  /** In the order in which the passes ended; only passes that changed a count. */
  diffs(): OpDiff[] {
    return JSON.parse(raw().opDiffs(this.handle)) as OpDiff[];
  }

  /** As Python prints the tutorial's list, one entry per line. */
  render(): string {
    return raw().opDiffText(this.handle);
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
  /** "running" only while the pass runs, for a hook that looks. */
  status: "ok" | "failed" | "vetoed" | "running";
  /** Why it failed. */
  error?: string;
}

/**
 * Records every pass with the modules before and after it. Modules share what did not change, so this
 * costs little. The records stay until `clear`, over several contexts.
 */
export class TraceInstrument extends BuiltInInstrument {
  constructor() {
    super(raw().makeTraceInstrument());
  }

  /** In the order in which the passes began. */
  entries(): TraceEntry[] {
    return JSON.parse(raw().traceEntries(this.handle)) as TraceEntry[];
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

const hookNames = [
  "enterPassCtx",
  "exitPassCtx",
  "shouldRun",
  "runBeforePass",
  "runAfterPass",
] as const satisfies readonly HookName[];

function callHook(
  object: PassInstrumentObject,
  hook: HookName,
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
    return object[hook]?.(mod, JSON.parse(info) as PassInfo) !== false;
  } finally {
    mod.dispose();
  }
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
      if (instrument instanceof BuiltInInstrument) return instrument.handle;
      if (
        typeof instrument !== "object" ||
        !hookNames.some((hook) => typeof instrument[hook] === "function")
      ) {
        throw usageError("an instrument needs at least one hook", [
          `the hooks are: ${hookNames.join(", ")}`,
        ]);
      }
      // Weak: the context in the list's name keeps the object, and an object that knows its context
      // must not keep it alive.
      const weak = new WeakRef(instrument);
      const target = host.addTarget((hook, module, info) => {
        const object = weak.deref();
        if (object) return callHook(object, hook, module, info);
        release(module);
        return true;
      });
      const handle = raw().makeForeignInstrument(target, instrument.name ?? "");
      made.push(handle);
      return handle;
    });
    return use(handles);
  } finally {
    // The context has taken them over.
    for (const handle of made) release(handle);
  }
}
