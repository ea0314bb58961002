// Handles of instruments for the engine: of its own instruments, and of objects with hooks.

import { BuiltInInstrument } from "./built_in_instrument.js";
import { ownContent } from "./content.js";
import { describe } from "./describe.js";
import { host, raw, release } from "./engine.js";
import { usageError } from "./errors.js";
import type { PassInstrumentHooks } from "./generated/hook_methods.js";
import { hooks, type HookName } from "./generated/hooks.js";
import type { PassInfo } from "./generated/records.js";
import { synchronous } from "./given.js";
import { EngineObject } from "./handle.js";
import { IRModule } from "./ir.js";
import { say } from "./messages.js";
import { misspelled } from "./option_names.js";

/**
 * An instrument written in JavaScript: an object with some of TVM's five hooks, in camelCase, and Passcope's own hook
 * `runAfterFailed`.
 *
 * The modules that hooks get are freed when the hook returns; to keep one, use `mod.clone()`. If a hook throws, the
 * caller of the pass or context gets the same object. TVM's rules apply:
 *
 * - `enterPassCtx`: the instruments that were entered before are exited. The context loses all its instruments and is
 *   not entered.
 * - `exitPassCtx`: the later instruments are not exited. The context loses all its instruments.
 * - The other three hooks: the hooks of later instruments are not called. The instruments stay.
 * - `runAfterFailed`: its exception is dropped; the error of the pass goes on.
 */
export interface PassInstrumentObject extends PassInstrumentHooks {
  /** The name in messages and in the log of decisions; by default the name of the object's class. */
  name?: string;
  /**
   * Decides if the pass runs; only `false` prevents it. The hook is called on every instrument. If the context requires
   * the pass, it is not called at all.
   */
  shouldRun?(mod: IRModule, info: PassInfo): boolean | void;
}

/** A wrapper that a HookLog makes. It does the same as the instrument in it. */
export class WatchedInstrument extends EngineObject {
  /** The wrapped instrument. */
  readonly instrument: Instrument;

  /** @internal */
  constructor(handle: number, instrument: Instrument) {
    super(handle);
    this.instrument = instrument;
  }

  override toJSON(): unknown {
    return { class: this.sort, instrument: nameOf(this.instrument) };
  }

  override toString(): string {
    return `WatchedInstrument(${nameOf(this.instrument)})`;
  }

  protected override comparedContent(): string {
    return ownContent(this, this.sort);
  }
}

/** An instrument that another language has made on the same engine (guest.ts). */
export class GuestInstrument extends EngineObject {
  protected override comparedContent(): string {
    return ownContent(this, this.sort);
  }
}

export type Instrument =
  BuiltInInstrument | WatchedInstrument | GuestInstrument | PassInstrumentObject;

const hookNames = Object.keys(hooks) as HookName[];

/** The prototypes of instruments whose methods have been checked. */
const checked = new WeakSet<object>();

/** Refuses methods whose names are nearly those of hooks, because they would never be called. */
function checkNames(object: object, name: string): void {
  for (let from: object | null = object; from && from !== Object.prototype;) {
    if (checked.has(from)) break;
    for (const [method, { value }] of Object.entries(Object.getOwnPropertyDescriptors(from))) {
      if (typeof value !== "function" || method === "constructor" || Object.hasOwn(hooks, method))
        continue;
      const hook = misspelled(method, hookNames);
      if (hook === undefined || Reflect.has(object, hook)) continue;
      throw usageError(
        say("kHookUnknown", "{instrument} has the method '{method}', which is not a hook", {
          instrument: name === "" ? nameOf(object as PassInstrumentObject) : name,
          method,
        }),
        [say("kNameSuggestion", "did you mean {name}?", { name: hook })],
      );
    }
    if (from !== object) checked.add(from);
    from = Object.getPrototypeOf(from) as object | null;
  }
}

function checkHooks(instrument: unknown, name = ""): asserts instrument is PassInstrumentObject {
  const object = instrument as PassInstrumentObject;
  const isObject = typeof instrument === "object" && instrument !== null;
  if (isObject) checkNames(object, name);
  if (isObject && hookNames.some((hook) => typeof object[hook] === "function")) return;
  throw usageError(
    name === ""
      ? say("kInstrumentHookMissing", "an instrument needs at least one hook")
      : say("kNamedInstrumentHookMissing", "{name} needs at least one hook", { name }),
    [say("kInstrumentHooks", "the hooks are: {hooks}", { hooks: hookNames })],
  );
}

/**
 * Marks a class as a pass instrument, as TVM's decorator `pass_instrument`. Each new instance is checked to have at
 * least one hook. Use it as a decorator or as a function: `const Printer = instrument.passInstrument(class Printer { …
 * })`.
 */
export function passInstrument<T extends abstract new (...args: never[]) => object>(
  target: T,
  _context?: ClassDecoratorContext,
): T {
  if (typeof target !== "function")
    throw usageError(
      say("kInstrumentClassRequired", "passInstrument takes a class, not {value}", {
        value: describe(target),
      }),
    );
  return new Proxy(target, {
    construct(constructor, args, newTarget): object {
      const instrument = Reflect.construct(constructor, args, newTarget) as object;
      checkHooks(instrument, constructor.name);
      return instrument;
    },
  });
}

/**
 * True for an instrument of the engine; false for an object with hooks. Other objects of the engine are not
 * instruments.
 */
const isEngines = (
  instrument: Instrument,
): instrument is BuiltInInstrument | WatchedInstrument | GuestInstrument =>
  instrument instanceof BuiltInInstrument ||
  instrument instanceof WatchedInstrument ||
  instrument instanceof GuestInstrument;

/** An object with hooks. The arguments of each hook are listed in `hooks`. */
type AnyHooks = Partial<Record<HookName, (...given: unknown[]) => unknown>>;

/** The answer of a hook. A promise would be a yes, whatever comes of it. */
const answerOf = (object: AnyHooks, hook: HookName, result: unknown): boolean =>
  synchronous(nameOf(object as PassInstrumentObject), hook, result) !== false;

/** Calls a hook; `info` is the pass's PassInfo as JSON. */
function callHook(
  object: AnyHooks,
  hook: HookName,
  module: number,
  info: string,
  error: string,
): boolean {
  const takes: readonly ("mod" | "info" | "error")[] = hooks[hook];
  if (takes.length === 0) return answerOf(object, hook, object[hook]?.());
  const mod = new IRModule(module, true);
  try {
    const given = { mod, info: JSON.parse(info) as PassInfo, error };
    // eslint-disable-next-line passcope/bounded-arguments -- The arguments of one hook.
    return answerOf(object, hook, object[hook]?.(...takes.map((name) => given[name])));
  } finally {
    mod.dispose();
  }
}

/** @internal The name of an instrument in messages. */
export function nameOf(instrument: Instrument): string {
  if (instrument instanceof WatchedInstrument) return nameOf(instrument.instrument);
  const { name, constructor } = instrument as PassInstrumentObject;
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
      if (isEngines(instrument)) return instrument.handle;
      checkHooks(instrument);
      // Weak, because an object can refer to its context and must not keep it alive. The context's JavaScript object
      // keeps the instrument.
      const weak = new WeakRef(instrument);
      const name = nameOf(instrument);
      const handle = host.lend((lender) => {
        const target = lender.hooks((hook, module, info, error) => {
          const object = weak.deref();
          if (object) return callHook(object as AnyHooks, hook, module, info, error);
          release(module);
          return true;
        });
        return raw().makeForeignInstrument(target, name);
      });
      made.push(handle);
      return handle;
    });
    return use(handles);
  } finally {
    // The context holds handles of its own.
    for (const handle of made) release(handle);
  }
}
