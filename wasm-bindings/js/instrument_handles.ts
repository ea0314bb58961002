// Instruments as the engine takes them: those that it has, and objects with hooks.

import { BuiltInInstrument } from "./built_in_instrument.js";
import { host, raw, release } from "./engine.js";
import { usageError } from "./errors.js";
import type { PassInstrumentHooks } from "./generated/hook_methods.js";
import { hooks, type HookName } from "./generated/hooks.js";
import type { PassInfo } from "./generated/records.js";
import { EngineObject } from "./handle.js";
import { IRModule } from "./ir.js";
import { say } from "./messages.js";

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
export interface PassInstrumentObject extends PassInstrumentHooks {
  /** For messages and for the log of decisions; by default the name of the object's class. */
  name?: string;
  /**
   * Whether the pass should run; only `false` vetoes. Every instrument is asked, unless the context
   * requires the pass: then none is.
   */
  shouldRun?(mod: IRModule, info: PassInfo): boolean | void;
}

/** An instrument as a HookLog watches it: it does what the instrument does. */
export class WatchedInstrument extends EngineObject {
  /** The instrument that is watched. */
  readonly instrument: Instrument;

  /** @internal */
  constructor(handle: number, instrument: Instrument) {
    super(handle);
    this.instrument = instrument;
  }
}

/** An instrument that another language has made over the same engine (guest.ts). */
export class GuestInstrument extends EngineObject {}

export type Instrument =
  BuiltInInstrument | WatchedInstrument | GuestInstrument | PassInstrumentObject;

const hookNames = Object.keys(hooks) as HookName[];

function checkHooks(instrument: unknown, name = ""): asserts instrument is PassInstrumentObject {
  const object = instrument as PassInstrumentObject;
  const isObject = typeof instrument === "object" && instrument !== null;
  if (isObject && hookNames.some((hook) => typeof object[hook] === "function")) return;
  throw usageError(
    name === ""
      ? say("an instrument needs at least one hook")
      : say("{name} needs at least one hook", { name }),
    [say("the hooks are: {hooks}", { hooks: hookNames })],
  );
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
  if (typeof target !== "function") throw usageError(say("passInstrument takes a class"));
  return new Proxy(target, {
    construct(constructor, args, newTarget): object {
      const instrument = Reflect.construct(constructor, args, newTarget) as object;
      checkHooks(instrument, constructor.name);
      return instrument;
    },
  });
}

/** Whether it is one that the engine has; other objects of the engine are no instruments. */
const isEngines = (
  instrument: Instrument,
): instrument is BuiltInInstrument | WatchedInstrument | GuestInstrument =>
  instrument instanceof BuiltInInstrument ||
  instrument instanceof WatchedInstrument ||
  instrument instanceof GuestInstrument;

/** An instrument by what each hook takes, which `hooks` says. */
type AnyHooks = Partial<Record<HookName, (...given: unknown[]) => unknown>>;

/** `info` is the pass's PassInfo as JSON. */
function callHook(
  object: AnyHooks,
  hook: HookName,
  module: number,
  info: string,
  error: string,
): boolean {
  const takes: readonly ("mod" | "info" | "error")[] = hooks[hook];
  if (takes.length === 0) return object[hook]?.() !== false;
  const mod = new IRModule(module, true);
  try {
    const given = { mod, info: JSON.parse(info) as PassInfo, error };
    return object[hook]?.(...takes.map((name) => given[name])) !== false;
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
      if (isEngines(instrument)) return instrument.handle;
      checkHooks(instrument);
      // Weak: the context in the list's name keeps the object, and an object that knows its context
      // must not keep it alive.
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
    // The context has taken them over.
    for (const handle of made) release(handle);
  }
}
