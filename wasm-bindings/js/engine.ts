// The engine of this package: checked calls of its functions, and its tables.

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
import { enterEngine, leaveEngine } from "./running.js";
import { forgetNames, withNamesGiven } from "./option_names.js";
import type { Kernels } from "./kernels.js";
import type { LaterPart } from "./later_part.js";
import type { RawEngine } from "./generated/raw.js";

export const host = new Host();

let module: RawEngine | undefined;
let deferred: LaterPart | undefined;
let frontends: LaterPart | undefined;
let kernels: Kernels | undefined;
/** The first error that may have damaged the engine's memory: a trap, or a stack overflow. */
let trap: { readonly cause: unknown } | undefined;
let stopped: PasscopeError | undefined;
/** Read when the engine is loaded, because a stopped engine is not called again. */
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

/** Throws the reason why the engine has stopped, if it has. */
function checkRunning(): void {
  if (stopped) throw stopped;
  if (trap) throw stop(trap.cause);
}

/**
 * Stops the engine if a call could not load a later part or the kernels. The engine was left in the middle of its work,
 * whatever the call returned.
 */
function stopIfIncomplete(): void {
  const failure = deferred?.takeFailure() ?? frontends?.takeFailure() ?? kernels?.takeFailure();
  if (!failure) return;
  stopped = failure;
  throw failure;
}

/**
 * Refuses arguments that are not numbers, texts, flags or bytes. The engine would convert them with their own `valueOf`
 * or `toString`, which may throw, or call the engine, in the middle of the call.
 */
function checkArguments(name: string, args: readonly unknown[]): void {
  for (const arg of args) {
    if (typeof arg === "number" || typeof arg === "string" || typeof arg === "boolean") continue;
    if (arg instanceof Uint8Array) continue;
    const sort = arg === null ? "null" : typeof arg;
    throw new PasscopeError(`${name} takes numbers, texts, flags and bytes, not ${sort}`);
  }
}

/** Wraps a function of the engine, so that it throws failures as errors of the right class. */
function guarded<A extends unknown[], R>(name: string, call: (...args: A) => R): (...args: A) => R {
  const checked = (...args: A): R => {
    checkRunning();
    checkArguments(name, args);
    let result: R;
    enterEngine();
    try {
      result = call(...args);
    } catch (error) {
      // The engine itself never throws. The error is embind's complaint about an argument, before anything ran; or a
      // later part that could not be loaded; or a trap, which may have damaged the engine's memory. The trap is noted
      // before any other call, because the stack may be full. Another call could overflow it again, and callers in
      // between would then go on with the engine.
      const refused = error instanceof Error && error.name === "BindingError";
      if (!refused) trap ??= { cause: error };
      stopIfIncomplete();
      if (refused) throw new PasscopeError(error.message, { cause: error });
      checkRunning();
      throw error;
    } finally {
      leaveEngine();
    }
    stopIfIncomplete();
    checkRunning();
    const failure = host.takeFailure();
    if (failure?.fatal) throw stop(failure.error);
    const error = failure && withNamesGiven(failure.error);
    forgetNames();
    if (!failure) return result;
    if (failure.ofEngine) Error.captureStackTrace?.(error as Error, checked);
    throw error;
  };
  return checked;
}

const calls: Partial<RawEngine> = {};

/** The engine's functions. */
export function raw(): RawEngine {
  if (!module) throw new PasscopeError("the engine is not loaded yet");
  return calls as RawEngine;
}

/** The size of the engine's memory in bytes; 0 after it has stopped. */
export const engineBytes = (): number => (module && !stopped && !trap ? module.memoryBytes() : 0);

/** Frees a handle. Finalizers and `dispose` call it, so it must not throw. */
export function release(handle: number): void {
  if (module && !stopped && !trap) module.release(handle);
}

/**
 * @internal Loads the readers of other frameworks' models, and blocks until they are there. Call it before any function
 * that needs them.
 */
export function needFrontends(): void {
  raw();
  frontends?.completeNow();
}

/** @internal Whether objects of the engine were made. They are numbers, which another engine understands differently. */
export const uses = { begun: false };

/** @internal */
export const isLoaded = (): boolean => module !== undefined;

/** @internal Makes a loaded module the engine of this package. Some of its parts may still be missing. */
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
  uses.begun = false;
  version = loaded.version();
  kernels = itsKernels;
  frontends = itsFrontends;
  deferred = laterPart;
}

let clockResolution: number | undefined;

/** The engine's version, tables and state. */
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
   * True if all of the engine has been loaded, apart from the readers of other frameworks' models. It is false only
   * after `loadEngineInParts`, until the later part has been loaded.
   */
  get isComplete(): boolean {
    return module !== undefined && (deferred?.isComplete ?? true);
  },
  /** Loads the later part. Rejects with a `LoadError` if that fails; you can then try again. */
  complete: async (): Promise<void> => {
    raw();
    await deferred?.complete();
  },
  /**
   * Loads the kernels, which compute convolutions, matrix products and similar operators. Otherwise the first call that
   * needs them loads them, and blocks meanwhile. Rejects with a `LoadError` if that fails; you can then try again.
   */
  completeKernels: async (): Promise<void> => {
    raw();
    await kernels?.prepare();
  },
  /**
   * Loads the readers of other frameworks' models (`relay.frontend`). Otherwise the first call that needs them loads
   * them, and blocks meanwhile. Rejects with a `LoadError` if that fails; you can then try again.
   */
  completeFrontends: async (): Promise<void> => {
    raw();
    await frontends?.complete();
  },
  /** The number of objects of this package that have been neither disposed nor collected. */
  liveHandles: (): number => raw().liveHandles(),
  /** The size of the engine's memory in bytes. It grows when needed and never shrinks. */
  memoryBytes: (): number => raw().memoryBytes(),
  /** The smallest step of the clock that times the passes, in microseconds; measured once. */
  get clockResolutionUs(): number {
    clockResolution ??= raw().clockResolutionUs();
    return clockResolution;
  },
};
