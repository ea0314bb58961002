// What the engine calls: hooks of instruments and passes written in JavaScript, and the report of a
// failure.
//
// A JavaScript exception must not cross the engine's C++ frames: their handlers would not run. So
// what a hook throws is kept here under a number, the number crosses, and the object itself is
// thrown again where the engine was called.

import { DiagnosticError, OutOfMemoryError, PasscopeError, type Diagnostic } from "./errors.js";
import { hooks, type HookName } from "./generated/hooks.js";
import { scope } from "./scope.js";

/** The engine calls hooks by number. */
const hookNames = Object.keys(hooks) as HookName[];

/**
 * An instrument as the host needs it. The module's handle is the callee's to release, `info` is JSON; what a hook
 * does not take is 0 or empty.
 */
export type HookTarget = (hook: HookName, module: number, info: string, error: string) => boolean;

/**
 * A pass as the host needs it. The handles are the callee's to release; that of the function is 0 for
 * a pass over modules. It answers a handle that the engine releases.
 */
export type PassTarget = (fn: number, module: number, info: string) => number;

/** Takes what the engine writes: the name of a file, empty for what is printed, and a text. */
export type Write = (file: string, text: string) => void;

/** Of the enumeration `FailureKind` in bindings.cc. */
const kForeign = 1;
const kDiagnostic = 2;
const kOutOfMemory = 4;

/** What went wrong in the engine's latest call. `fatal`: it stops the engine, being a bug or the end of its memory. */
export interface Failure {
  error: unknown;
  fatal: boolean;
}

/** Gives what the engine is to call a number, which stands for it in a call of the engine. */
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
  /** Inflates into an array of the right size; set by who reads archives. */
  inflater: ((from: Uint8Array, to: Uint8Array) => Uint8Array) | undefined;

  /**
   * Runs `use`, which hands functions over to the engine by the numbers that `lender` gives them. The engine releases
   * them when it needs them no more; when `use` throws, they are released here, since the engine may not have got them.
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

  /** The failure of the call that has just returned, once. */
  takeFailure(): Failure | undefined {
    const failure = this.#failure;
    this.#failure = undefined;
    return failure;
  }

  /** Puts back a failure that was taken. */
  putFailure(failure: Failure | undefined): void {
    this.#failure = failure;
  }

  /** Functions that the engine holds. */
  get lentFunctions(): number {
    return this.#targets.size + this.#sinks.size + this.#passes.size;
  }

  /** Exceptions of hooks that have not reached a caller or been dropped: 0 between calls. */
  get pendingExceptions(): number {
    return this.#exceptions.size;
  }

  // --- called by the engine ---

  /** 0 or 1: the hook's answer; below 0: the negative number of what it threw. */
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

  /** 0, or below 0 as `hook`. */
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

  /** Above 0: the handle of what the pass returned; below 0 as `hook`. */
  runPass(target: number, fn: number, module: number, info: string): number {
    try {
      const call = this.#passes.get(target);
      if (!call) throw new PasscopeError(`there is no pass ${target}`);
      return scope(() => call(fn, module, info));
    } catch (error) {
      return this.#keepException(error);
    }
  }

  /** The answer of a rule, as JSON, or below 0 as `hook`. This package has no rules: a guest's have their numbers. */
  askRule(target: number, question: string): string | number {
    return this.#keepException(new PasscopeError(`there is no rule ${target} for ${question}`));
  }

  /** Whether what is deflated fills `to` exactly. */
  inflate(from: Uint8Array, to: Uint8Array): boolean {
    try {
      return this.inflater !== undefined && this.inflater(from, to).length === to.length;
    } catch {
      // Damaged data, which the engine then names.
      return false;
    }
  }

  message(exception: number): string {
    const error = this.#exceptions.get(exception);
    try {
      return error instanceof Error ? error.message : String(error);
    } catch {
      // An object that cannot be made a string may still be thrown.
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
      this.#failure = { error: new DiagnosticError(text, diagnostics), fatal: false };
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
