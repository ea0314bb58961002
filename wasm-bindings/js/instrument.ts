// Instruments: what watches passes. Built-in ones, and objects with hooks.

import { BuiltInInstrument } from "./built_in_instrument.js";
import { host, raw, release } from "./engine.js";
import { usageError } from "./errors.js";
import { hooks, type HookName, type PassInstrumentHooks } from "./generated/hooks.js";
import { builtIn } from "./generated/instrument_table.js";
import { WatchedInstrument } from "./hook_log.js";
import { tableGiven, textGiven } from "./given.js";
import { GuestInstrument } from "./guest_instrument.js";
import { IRModule } from "./ir.js";
import type { PassInfo } from "./pass.js";
import { say } from "./messages.js";

export { BuiltInInstrument } from "./built_in_instrument.js";
export { HookLog, WatchedInstrument } from "./hook_log.js";
export * from "./generated/instrument_table.js";
export type * from "./generated/records.js";
export type { DumpIROptions } from "./instruments/dump_ir.js";
export type { PrintOptions } from "./instruments/printing.js";

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

export type Instrument =
  BuiltInInstrument | WatchedInstrument | GuestInstrument | PassInstrumentObject;

/**
 * An instrument of the table (`engine.instruments()`) by name, with options by the names of its
 * constructor's.
 */
export function create(name: string, options: object = {}): BuiltInInstrument {
  textGiven("instrument.create", "name", name);
  if (!Object.hasOwn(builtIn, name)) {
    // The engine's own message names those that there are.
    release(raw().makeInstrument(name, "{}", 0));
  }
  tableGiven(name, "options", options);
  const Class = builtIn[name as keyof typeof builtIn] as new (options: object) => BuiltInInstrument;
  return new Class(options);
}

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
