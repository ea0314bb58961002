// The functions that the engine calls: hooks and passes in JavaScript, and the report of a failure.
//
// A JavaScript exception must not cross the engine's C++ frames, because their handlers do not run. So the host keeps
// the exception of a hook under a number, and returns the number. The package throws the same object again where the
// engine was called.

import { DiagnosticError, OutOfMemoryError, PasscopeError, type Diagnostic } from "./errors.js";
import { hooks, type HookName } from "./generated/hooks.js";
import { scope } from "./scope.js";

/** The engine's number of a hook is its index here. */
const hookNames = Object.keys(hooks) as HookName[];

/**
 * Calls an instrument. The function must release the module's handle; `info` is JSON. Arguments that a hook does not
 * take are 0 or empty.
 */
export type HookTarget = (hook: HookName, module: number, info: string, error: string) => boolean;

/**
 * Calls a pass. The function must release the handles. `fn` is 0 for a pass over modules. Returns a handle, which the
 * engine releases.
 */
export type PassTarget = (fn: number, module: number, info: string) => number;

/** Takes text that the engine writes. `file` is the name of a file, or empty for printed text. */
export type Write = (file: string, text: string) => void;

/** Values of the enumeration `FailureKind` in bindings.cc. */
const kForeign = 1;
const kDiagnostic = 2;
const kOutOfMemory = 4;

/** The failure of the engine's latest call. If it is fatal, it stops the engine: a bug, or the end of its memory. */
export interface Failure {
  error: unknown;
  fatal: boolean;
  /** True if the error was made for the engine, whose stack is of no use to the caller. */
  ofEngine?: boolean;
}

/** Gives functions numbers, by which the engine calls them. */
export interface Lender {
  hooks: (target: HookTarget) => number;
  sink: (write: Write) => number;
  pass: (target: PassTarget) => number;
}

export class Host {
  readonly #targets = new Map<number, HookTarget>();
  readonly #sinks = new Map<number, Write>();
  readonly #passes = new Map<number, PassTarget>();
  readonly #exceptions = new Map<number, unknown>();
  #lastNumber = 0;
  #lastException = 0;
  #failure: Failure | undefined;
  /** Inflates into an array of the right size. Modules that read archives set it. */
  inflater: ((from: Uint8Array, to: Uint8Array) => Uint8Array) | undefined;

  /**
   * Runs `use`, which passes functions to the engine as numbers that `lender` makes. The engine releases the functions
   * when it no longer needs them. If `use` throws, they are released here, because the engine may not have received
   * them.
   */
  lend<T>(use: (lender: Lender) => T): T {
    const lent: number[] = [];
    const put = <F>(functions: Map<number, F>, given: F): number => {
      this.#lastNumber += 1;
      functions.set(this.#lastNumber, given);
      lent.push(this.#lastNumber);
      return this.#lastNumber;
    };
    try {
      return use({
        hooks: (target) => put(this.#targets, target),
        sink: (write) => put(this.#sinks, write),
        pass: (target) => put(this.#passes, target),
      });
    } catch (error) {
      for (const number of lent) this.releaseObject(number);
      throw error;
    }
  }

  /** Returns the failure of the call that has just returned, and clears it. */
  takeFailure(): Failure | undefined {
    const failure = this.#failure;
    this.#failure = undefined;
    return failure;
  }

  /** Puts back a failure that was taken. */
  putFailure(failure: Failure | undefined): void {
    this.#failure = failure;
  }

  /** The number of functions that the engine holds. */
  get lentFunctions(): number {
    return this.#targets.size + this.#sinks.size + this.#passes.size;
  }

  /** The number of exceptions that have neither reached a caller nor been dropped; 0 between calls. */
  get pendingExceptions(): number {
    return this.#exceptions.size;
  }

  // --- called by the engine ---

  /** Returns the hook's answer, 0 or 1. If the hook throws, returns the negative number of the exception. */
  hook(target: number, hook: number, module: number, info: string, failed: string): number {
    try {
      const name = hookNames[hook];
      const call = this.#targets.get(target);
      if (!name || !call) throw new PasscopeError(`there is no hook ${hook} of ${target}`);
      return scope(() => call(name, module, info, failed)) ? 1 : 0;
    } catch (error) {
      return this.#keepException(error);
    }
  }

  /** Returns 0, or a negative number as `hook` does. */
  write(sink: number, file: string, text: string): number {
    try {
      const write = this.#sinks.get(sink);
      if (!write) throw new PasscopeError(`there is no sink ${sink}`);
      scope(() => write(file, text));
      return 0;
    } catch (error) {
      return this.#keepException(error);
    }
  }

  /** Returns the handle that the pass returned, 0 for nothing, or a negative number as `hook` does. */
  runPass(target: number, fn: number, module: number, info: string): number {
    try {
      const call = this.#passes.get(target);
      if (!call) throw new PasscopeError(`there is no pass ${target}`);
      return scope(() => call(fn, module, info));
    } catch (error) {
      return this.#keepException(error);
    }
  }

  /**
   * Returns the answer of a rule as JSON, or a negative number as `hook` does. This package has no rules; only a guest
   * has.
   */
  askRule(target: number, question: string): string | number {
    return this.#keepException(new PasscopeError(`there is no rule ${target} for ${question}`));
  }

  /** Returns true if the inflated data fills `to` exactly. */
  inflate(from: Uint8Array, to: Uint8Array): boolean {
    try {
      return this.inflater !== undefined && this.inflater(from, to).length === to.length;
    } catch {
      // The data is damaged. The engine reports it.
      return false;
    }
  }

  message(exception: number): string {
    const error = this.#exceptions.get(exception);
    try {
      return error instanceof Error ? error.message : String(error);
    } catch {
      // Some objects cannot be converted to strings, but can be thrown.
      return "an exception without a text";
    }
  }

  releaseException(exception: number): void {
    this.#exceptions.delete(exception);
  }

  releaseObject(target: number): void {
    this.#targets.delete(target);
    this.#sinks.delete(target);
    this.#passes.delete(target);
  }

  fail(kind: number, exception: number, text: string, data: string): void {
    if (kind === kForeign) {
      this.#failure = { error: this.#exceptions.get(exception), fatal: false };
    } else if (kind === kDiagnostic) {
      const diagnostics = JSON.parse(data) as Diagnostic[];
      this.#failure = {
        error: new DiagnosticError(text, diagnostics),
        fatal: false,
        ofEngine: true,
      };
    } else if (kind === kOutOfMemory) {
      this.#failure = { error: new OutOfMemoryError(text), fatal: true };
    } else {
      this.#failure = { error: new PasscopeError(text), fatal: true };
    }
  }

  #keepException(error: unknown): number {
    this.#lastException += 1;
    this.#exceptions.set(this.#lastException, error);
    return -this.#lastException;
  }
}
