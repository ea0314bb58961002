// The settings under which passes run.

import "./symbols.js";

import { engine, raw } from "./engine.js";
import { usageError } from "./errors.js";
import { fromJson } from "./exact_json.js";
import { exprGiven, type Expr } from "./expr_base.js";
import { EngineObject } from "./handle.js";
import { fields, type Inspect, type InspectOptions } from "./inspect.js";
import { nameOf, withInstrumentHandles, type Instrument } from "./instrument_handles.js";
import type { ContextInfo, PassRemark, UnmetName } from "./generated/records.js";
import type { ConfigOptions, PassContextOptions as Settings } from "./generated/settings.js";
import {
  callableGiven,
  listGiven,
  numberGiven,
  synchronous,
  synchronousGiven,
  tableGiven,
  textGiven,
} from "./given.js";
import { optionsJson } from "./options.js";
import { passGiven, type Pass } from "./pass.js";
import { say } from "./messages.js";

export interface PassContextOptions extends Settings {
  /** The hooks are called in this order. */
  instruments?: readonly Instrument[];
  /** Settings by TVM's names; `engine.configKeys()` lists them. */
  config?: ConfigOptions | Readonly<Record<string, unknown>>;
  /**
   * Called when the context is left, for each name in `requiredPass` and `disabledPass` that no pass in it had. Such a
   * name is usually misspelled. By default, `console.warn` prints its `text`.
   */
  onUnmetName?: (unmet: UnmetName) => void;
}

/** The entered contexts, innermost last. */
const entered: PassContext[] = [];

/** The handle of the engine's default context. */
const kDefault = 0;

/**
 * TVM's PassContext. Use it with a function, `new PassContext({ optLevel: 3 }).with(() => …)`. To use it for the rest
 * of a block, write `using ctx = new PassContext({ optLevel: 3 }).enter();`.
 */
export class PassContext extends EngineObject {
  /** The innermost entered context, or the default context. */
  static current(): PassContext {
    return entered.at(-1) ?? defaultContext();
  }

  /** The keys of `config`, with TVM's names of their types; see `engine.configKeys()`. */
  static listConfigs(): Record<string, { type: string }> {
    return Object.fromEntries(
      engine
        .configKeys()
        .map(({ name, type }) => [name, { type: type === "string" ? "runtime.String" : "IntImm" }]),
    );
  }

  #instruments: readonly Instrument[];
  readonly #default: boolean;
  readonly #onUnmetName: (unmet: UnmetName) => void;
  /** Names of required and disabled passes that `onUnmetName` has not reported yet. */
  readonly #untold = new Set<string>();
  #disposing = false;

  constructor(options?: PassContextOptions);
  /** @internal */
  constructor(options: typeof kDefault);
  constructor(options: PassContextOptions | typeof kDefault = {}) {
    if (options === kDefault) {
      super(kDefault);
      this.#default = true;
      this.#instruments = [];
      this.#onUnmetName = warn;
      return;
    }
    const name = "PassContext";
    const { instruments = [], onUnmetName = warn, ...rest } = tableGiven(name, "options", options);
    callableGiven(name, "onUnmetName", onUnmetName);
    listGiven(name, "instruments", instruments);
    super(
      withInstrumentHandles(instruments, (handles) =>
        raw().makeContext(optionsJson(rest, name, ["onUnmetName"]), JSON.stringify(handles)),
      ),
    );
    this.#default = false;
    this.#instruments = [...instruments];
    this.#onUnmetName = onUnmetName;
    for (const name of rest.requiredPass ?? []) this.#untold.add(`required ${name}`);
    for (const name of rest.disabledPass ?? []) this.#untold.add(`disabled ${name}`);
  }

  /** @internal */
  override get handle(): number {
    return this.#default ? kDefault : super.handle;
  }

  get #info(): ContextInfo {
    return fromJson(raw().contextInfo(this.handle)) as ContextInfo;
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

  /** The settings, and the names of the instruments. */
  override toJSON(): ContextInfo & { instruments: string[] } {
    return { ...this.#info, instruments: this.#instruments.map(nameOf) };
  }

  override toString(): string {
    return `PassContext(${JSON.stringify(this)})`;
  }

  /** @internal */
  override show(options: InspectOptions, inspect?: Inspect): string {
    return fields(this.sort, { ...this.#info, instruments: this.#instruments }, options, inspect);
  }

  /**
   * Names in `requiredPass` and `disabledPass` that no pass had so far. Counted are the passes that ran in this context
   * or that a Sequential considered. After a pass has failed it is empty, because later passes did not run.
   */
  unmetNames(): UnmetName[] {
    return JSON.parse(raw().unmetNames(this.handle)) as UnmetName[];
  }

  /** True if a Sequential in this context would run the pass. */
  passEnabled(pass: Pass): boolean {
    return raw().passEnabled(this.handle, passGiven("PassContext.passEnabled", pass).handle);
  }

  /**
   * Makes this the current context and enters its instruments, until `exit` or the end of the block of a `using`. If an
   * instrument throws, the context is not entered.
   */
  enter(): this {
    // Without this check, an instrument that enters the context whenever it is left would prevent that it is ever
    // freed.
    if (this.#disposing)
      throw usageError(
        say("kObjectDisposed", "this {object} has been disposed", { object: this.sort }),
      );
    // The context joins the list after its instruments were entered. In their hook `enterPassCtx`, `current()` is still
    // the outer context.
    const { handle } = this;
    this.#forgettingOnError(() => raw().enterContext(handle));
    entered.push(this);
    return this;
  }

  /** Leaves this context and exits its instruments. Throws if it is not the innermost one. */
  exit(): void {
    if (entered.at(-1) !== this) {
      throw usageError(
        say(
          "kPassContextExitOrder",
          "only the innermost pass context that is entered can be exited",
        ),
      );
    }
    entered.pop();
    this.#forgettingOnError(() => raw().exitContext(this.handle));
    if (this.#untold.size === 0) return;
    for (const unmet of this.unmetNames()) {
      if (this.#untold.delete(`${unmet.list} ${unmet.name}`)) this.#onUnmetName(unmet);
    }
  }

  /**
   * Runs `body` in this context. It must not be asynchronous: after its first `await`, other code would run, and the
   * context would have been left. Run each part that calls passes in its own `with`.
   *
   * @throws DiagnosticError if `body` is asynchronous; an `async` function is not even called.
   */
  with<T>(body: (context: this) => T): T {
    synchronousGiven("PassContext.with", "body", body);
    this.enter();
    try {
      return synchronous("PassContext.with", "body", body(this));
    } catch (error) {
      // Passes that would have run after the failed one did not run.
      this.#untold.clear();
      throw error;
    } finally {
      this.exit();
    }
  }

  /** Exits the current instruments, then replaces them and enters the new ones, even if the context is not entered. */
  overrideInstruments(instruments: readonly Instrument[]): void {
    const list = [...listGiven("PassContext.overrideInstruments", "instruments", instruments)];
    withInstrumentHandles(list, (handles) => {
      const before = this.#instruments;
      this.#instruments = [...before, ...list];
      this.#forgettingOnError(() =>
        raw().overrideInstruments(this.handle, JSON.stringify(handles)),
      );
      this.#instruments = list;
    });
  }

  /** For custom passes: adds `n` to a counter of the instrument PassStatistics. */
  count(counter: string, n = 1): void {
    textGiven("PassContext.count", "counter", counter);
    numberGiven("PassContext.count", "n", n);
    if (!Number.isSafeInteger(n))
      throw usageError(
        say("kCounterNumber", "the counter '{counter}' must grow by an integer, not by {number}", {
          counter,
          number: n,
        }),
      );
    raw().countInContext(this.handle, counter, n);
  }

  /**
   * For custom passes: reports to the instrument Remarks that the running pass transformed something (`"passed"`), did
   * not transform it (`"missed"`), or found something out (`"analysis"`).
   *
   * @param name the kind of remark, as a word: `"NotFused"`
   * @param text one sentence, lower case, without a full stop
   * @param expr the subject of the remark, in the program that the pass was given
   */
  remark(type: PassRemark["type"], name: string, text: string, expr?: Expr): void {
    textGiven("PassContext.remark", "type", type);
    textGiven("PassContext.remark", "name", name);
    textGiven("PassContext.remark", "text", text);
    const about = expr === undefined ? 0 : exprGiven("PassContext.remark", expr).handle;
    raw().remark(type, name, about, text);
  }

  /**
   * Leaves the context if it is entered, then frees it. Throws, without freeing it, if another context was entered in
   * it. Exceptions of hooks that run when it is left reach the caller, too.
   */
  override dispose(): void {
    if (this.#default) return;
    this.#disposing = true;
    try {
      while (entered.includes(this)) this.exit();
    } finally {
      this.#disposing = false;
      if (!entered.includes(this)) super.dispose();
    }
  }

  /** Runs `action`. If entering or leaving throws, the context loses its instruments. */
  #forgettingOnError(action: () => void): void {
    try {
      action();
    } catch (error) {
      this.#instruments = [];
      throw error;
    }
  }
}

function warn({ text }: UnmetName): void {
  console.warn(text);
}

let theDefault: PassContext | undefined;

function defaultContext(): PassContext {
  theDefault ??= new PassContext(kDefault);
  return theDefault;
}
