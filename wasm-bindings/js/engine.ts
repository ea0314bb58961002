// The engine of this package: the guarded call of its functions, and what it knows.

import { InternalError, OutOfMemoryError, PasscopeError } from "./errors.js";
import type {
  ConfigKey,
  DiagnosticKind,
  InstrumentDescription,
  ModelDescription,
  OpDescription,
  PassDescription,
  RemarkKind,
} from "./generated/records.js";
import { Host } from "./host.js";
import type { Kernels } from "./kernels.js";
import type { LaterPart } from "./later_part.js";
import type { RawEngine } from "./generated/raw.js";

export const host = new Host();

let module: RawEngine | undefined;
let deferred: LaterPart | undefined;
let frontends: LaterPart | undefined;
let kernels: Kernels | undefined;
/** The first of what left the engine's memory in a state that is not to be trusted: a trap, or the end of its stack. */
let trap: { readonly cause: unknown } | undefined;
let stopped: PasscopeError | undefined;
/** Asked for early: a stopped engine is not called any more. */
let version = "";

const REPORT =
  "This is a bug of Passcope; please report it with this text and the program that led to it.";

function stop(cause: unknown): PasscopeError {
  const name = `Passcope ${version} has stopped`;
  const noMemory =
    cause instanceof OutOfMemoryError ||
    (cause instanceof RangeError && /memory|allocation/.test(cause.message));
  if (noMemory) {
    stopped = new OutOfMemoryError(
      `${name}: its memory is used up. Load the package again to go on, with a smaller program, or with fewer objects ` +
        `that have not been disposed.`,
      { cause },
    );
  } else if (cause instanceof RangeError && /call stack/i.test(cause.message)) {
    stopped = new InternalError(
      `${name}: the stack ran out inside of it. Functions that call each other without end lead to this, the engine's ` +
        `among them. Where there are none: ${REPORT}`,
      { cause },
    );
  } else {
    const reason = cause instanceof Error ? cause.message : String(cause);
    stopped = new InternalError(`${name}: ${reason}. ${REPORT}`, { cause });
  }
  return stopped;
}

/** Throws why the engine has stopped, if it has. */
function checkRunning(): void {
  if (stopped) throw stopped;
  if (trap) throw stop(trap.cause);
}

/**
 * When a later part or the kernels were needed and could not be had, the engine was left in the middle of something,
 * whatever has come of it.
 */
function stopIfIncomplete(): void {
  const failure = deferred?.takeFailure() ?? frontends?.takeFailure() ?? kernels?.takeFailure();
  if (!failure) return;
  stopped = failure;
  throw failure;
}

/**
 * Refuses what is no number, text, flag or bytes: the engine would have it converted by its own `valueOf` or
 * `toString`, which may throw, or call the engine, in the middle of the call.
 */
function checkArguments(name: string, args: readonly unknown[]): void {
  for (const arg of args) {
    if (typeof arg === "number" || typeof arg === "string" || typeof arg === "boolean") continue;
    if (arg instanceof Uint8Array) continue;
    const sort = arg === null ? "null" : typeof arg;
    throw new PasscopeError(`${name} takes numbers, texts, flags and bytes, not ${sort}`);
  }
}

/** A function of the engine that throws what went wrong, of the right class. */
function guarded<A extends unknown[], R>(name: string, call: (...args: A) => R): (...args: A) => R {
  return (...args) => {
    checkRunning();
    checkArguments(name, args);
    let result: R;
    try {
      result = call(...args);
    } catch (error) {
      // The engine itself never throws. What comes out is embind's complaint about an argument, before anything ran, a
      // later part that was needed and could not be had, or a trap, after which the engine's memory is not to be
      // trusted. This is noted before anything else is called, since the stack may be what has run out: a call that
      // would end here by the same want must not let the callers in between go on with the engine.
      const refused = error instanceof Error && error.name === "BindingError";
      if (!refused) trap ??= { cause: error };
      stopIfIncomplete();
      if (refused) throw new PasscopeError(error.message, { cause: error });
      checkRunning();
      throw error;
    }
    stopIfIncomplete();
    checkRunning();
    const failure = host.takeFailure();
    if (!failure) return result;
    if (failure.fatal) throw stop(failure.error);
    throw failure.error;
  };
}

const calls: Partial<RawEngine> = {};

/** The engine's functions. */
export function raw(): RawEngine {
  if (!module) throw new PasscopeError("the engine is not loaded yet");
  return calls as RawEngine;
}

/** Frees a handle; for finalizers and `dispose`, which must not throw. */
export function release(handle: number): void {
  if (module && !stopped && !trap) module.release(handle);
}

/** @internal Loads the readers of other frameworks' models at once, before the engine is called that needs them. */
export function needFrontends(): void {
  raw();
  frontends?.completeNow();
}

/** @internal Makes a loaded module, of which parts may be still to come, the engine of this package. */
export function install(
  loaded: RawEngine,
  itsKernels: Kernels,
  itsFrontends: LaterPart,
  laterPart?: LaterPart,
): void {
  for (const [name, value] of Object.entries(loaded)) {
    if (typeof value !== "function") continue;
    Reflect.set(calls, name, guarded(name, value as () => unknown));
  }
  module = loaded;
  version = loaded.version();
  kernels = itsKernels;
  frontends = itsFrontends;
  deferred = laterPart;
}

let clockResolution: number | undefined;

/** What the engine is and knows. */
export const engine = {
  get version(): string {
    return raw().version();
  },
  passes: (): PassDescription[] => JSON.parse(raw().passes()) as PassDescription[],
  instruments: (): InstrumentDescription[] =>
    JSON.parse(raw().instruments()) as InstrumentDescription[],
  ops: (): OpDescription[] => JSON.parse(raw().ops()) as OpDescription[],
  models: (): ModelDescription[] => JSON.parse(raw().models()) as ModelDescription[],
  diagnosticKinds: (): DiagnosticKind[] => JSON.parse(raw().diagnosticKinds()) as DiagnosticKind[],
  remarkKinds: (): RemarkKind[] => JSON.parse(raw().remarkKinds()) as RemarkKind[],
  configKeys: (): ConfigKey[] => JSON.parse(raw().configKeys()) as ConfigKey[],
  /**
   * Whether all of the engine is there but for what reads other frameworks' models. False only after
   * `loadEngineInParts`, until the later part has come.
   */
  get isComplete(): boolean {
    return module !== undefined && (deferred?.isComplete ?? true);
  },
  /** Loads what is not there yet. Rejects with a `LoadError`, after which it can be tried again. */
  complete: async (): Promise<void> => {
    raw();
    await deferred?.complete();
  },
  /**
   * Loads what computes convolutions, matrix products and the like, which otherwise comes when it is first needed and
   * blocks while it comes. Rejects with a `LoadError`, after which it can be tried again.
   */
  completeKernels: async (): Promise<void> => {
    raw();
    await kernels?.prepare();
  },
  /**
   * Loads what reads other frameworks' models (`relay.frontend`), which otherwise comes when it is first needed and
   * blocks while it comes. Rejects with a `LoadError`, after which it can be tried again.
   */
  completeFrontends: async (): Promise<void> => {
    raw();
    await frontends?.complete();
  },
  /** Objects of this package that have neither been disposed nor been collected. */
  liveHandles: (): number => raw().liveHandles(),
  /** Size of the engine's memory. It grows when needed and never shrinks. */
  memoryBytes: (): number => raw().memoryBytes(),
  /** The smallest step of the clock that the times of passes are taken with; measured once. */
  get clockResolutionUs(): number {
    clockResolution ??= raw().clockResolutionUs();
    return clockResolution;
  },
};
