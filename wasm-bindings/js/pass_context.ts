// The settings under which passes run.

import "./symbols.js";

import { engine, raw } from "./engine.js";
import { usageError } from "./errors.js";
import { EngineObject } from "./handle.js";
import { withInstrumentHandles, type Instrument } from "./instrument.js";
import type { Pass } from "./pass.js";
import { say } from "./messages.js";

export interface PassContextOptions {
  /** `Sequential` runs passes up to this level; 2 by default. */
  optLevel?: number;
  /** Passes that `Sequential` runs whatever their level, and that no instrument can veto. */
  requiredPass?: readonly string[];
  /** Passes that `Sequential` leaves out. */
  disabledPass?: readonly string[];
  /** Asked and told in this order. */
  instruments?: readonly Instrument[];
  /** Settings by TVM's names; `engine.configKeys()` lists them. */
  config?: Record<string, unknown>;
}

interface ContextInfo {
  optLevel: number;
  requiredPass: string[];
  disabledPass: string[];
  config: Record<string, unknown>;
}

/** The contexts that are entered, innermost last. */
const entered: PassContext[] = [];

/** Of the engine's own default context. */
const kDefault = 0;

/**
 * As TVM's PassContext. Use it with a function, `new PassContext({ optLevel: 3 }).with(() => …)`, or
 * for the rest of a block, `using ctx = new PassContext({ optLevel: 3 }).enter();`.
 */
export class PassContext extends EngineObject {
  /** The innermost entered context, or the default one, which is always there. */
  static current(): PassContext {
    return entered.at(-1) ?? defaultContext();
  }

  /** The keys that `config` can have, with TVM's names of their types; see `engine.configKeys()`. */
  static listConfigs(): Record<string, { type: string }> {
    return Object.fromEntries(
      engine
        .configKeys()
        .map(({ name, type }) => [name, { type: type === "string" ? "runtime.String" : "IntImm" }]),
    );
  }

  #instruments: readonly Instrument[];
  readonly #default: boolean;

  constructor(options?: PassContextOptions);
  /** @internal */
  constructor(options: typeof kDefault);
  constructor(options: PassContextOptions | typeof kDefault = {}) {
    if (options === kDefault) {
      super(kDefault);
      this.#default = true;
      this.#instruments = [];
      return;
    }
    const { instruments = [], ...rest } = options;
    super(
      withInstrumentHandles(instruments, (handles) =>
        raw().makeContext(JSON.stringify({ ...rest, instruments: handles })),
      ),
    );
    this.#default = false;
    this.#instruments = [...instruments];
  }

  /** @internal */
  override get handle(): number {
    return this.#default ? kDefault : super.handle;
  }

  get #info(): ContextInfo {
    return JSON.parse(raw().contextInfo(this.handle)) as ContextInfo;
  }

  get optLevel(): number {
    return this.#info.optLevel;
  }

  get requiredPass(): string[] {
    return this.#info.requiredPass;
  }

  get disabledPass(): string[] {
    return this.#info.disabledPass;
  }

  get config(): Record<string, unknown> {
    return this.#info.config;
  }

  get instruments(): Instrument[] {
    return [...this.#instruments];
  }

  /** Whether a Sequential in this context would run the pass. */
  passEnabled(pass: Pass): boolean {
    return raw().passEnabled(this.handle, pass.handle);
  }

  /**
   * Makes this the current context and enters its instruments, until `exit` or the end of the block of
   * a `using`. When an instrument throws, the context is not entered.
   */
  enter(): this {
    // In the list before: a hook that asks for the current context gets the engine's answer only for
    // contexts that are entered, and keeps its instruments alive.
    const { handle } = this;
    this.#forgettingOnError(() => raw().enterContext(handle));
    entered.push(this);
    return this;
  }

  /** Leaves this context, which must be the innermost, and exits its instruments. */
  exit(): void {
    if (entered.at(-1) !== this) {
      throw usageError(say("a pass context is left that is not the innermost one entered"));
    }
    entered.pop();
    this.#forgettingOnError(() => raw().exitContext(this.handle));
  }

  /** Runs `body`, which must not be asynchronous, in this context. */
  with<T>(body: (context: this) => T): T {
    this.enter();
    try {
      return body(this);
    } finally {
      this.exit();
    }
  }

  /** Exits the present instruments, then takes the new ones and enters them, entered or not. */
  overrideInstruments(instruments: readonly Instrument[]): void {
    const list = [...instruments];
    withInstrumentHandles(list, (handles) => {
      const before = this.#instruments;
      this.#instruments = [...before, ...list];
      this.#forgettingOnError(() =>
        raw().overrideInstruments(this.handle, JSON.stringify(handles)),
      );
      this.#instruments = list;
    });
  }

  /** For a pass of one's own: tells PassStatistics that it did something `n` times. */
  count(counter: string, n = 1): void {
    if (!Number.isSafeInteger(n))
      throw usageError(say("'{counter}' is counted by {number}", { counter, number: n }));
    raw().countInContext(this.handle, counter, n);
  }

  /** Leaves the context if it is entered, then frees it. */
  override dispose(): void {
    if (this.#default) return;
    try {
      while (entered.includes(this)) this.exit();
    } finally {
      super.dispose();
    }
  }

  /** When entering or leaving throws, a context loses its instruments. */
  #forgettingOnError(action: () => void): void {
    try {
      action();
    } catch (error) {
      this.#instruments = [];
      throw error;
    }
  }
}

let theDefault: PassContext | undefined;

function defaultContext(): PassContext {
  theDefault ??= new PassContext(kDefault);
  return theDefault;
}
