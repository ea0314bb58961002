// Sharing the engine with another language, whose interpreter runs beside this package, such as Python's.
//
// The guest calls the engine's functions with handles. The engine calls the guest, as it calls this package: hooks,
// passes, rules, and reports of failures. The guest's objects and exceptions have numbers of their own, so one program
// can use both languages. For example, a pipeline of this package can have passes of the guest.

import { host, raw } from "./engine.js";
import { PasscopeError } from "./errors.js";
import { inflateSync } from "./fflate.js";
import type { RawEngine } from "./generated/raw.js";
import { GuestInstrument } from "./instrument_handles.js";
import { Pass } from "./pass.js";
import { PassContext } from "./pass_context.js";
import { setOwn } from "./own.js";

/** The first number of a guest's objects and exceptions. Those of this package have smaller numbers. */
export const FIRST_OF_GUEST = 2 ** 30;

/** The functions that the guest provides. None of them throws. Numbers are as for `Host` in host.ts. */
export interface Guest {
  hook(target: number, hook: number, module: number, info: string, failed: string): number;
  write(sink: number, file: string, text: string): number;
  runPass(target: number, fn: number, module: number, info: string): number;
  askRule(target: number, question: string): string | number;
  message(exception: number): string;
  releaseException(exception: number): void;
  releaseObject(target: number): void;
  fail(kind: number, exception: number, text: string, data: string): void;
  /** The error that a caller in JavaScript gets for an exception of the guest. By default it is a GuestError. */
  errorOf?(exception: number): Error | undefined;
}

/** Values of the enumeration `FailureKind` in bindings.cc. */
const kForeign = 1;
const kInternal = 3;

/**
 * The error that a caller in JavaScript gets for an exception of the guest. Its message is the guest's, including a
 * traceback.
 */
export class GuestError extends PasscopeError {
  override name = "GuestError";
}

/**
 * Shares the engine with a guest. The engine must be loaded. Call it once.
 *
 * @returns the engine's functions for the guest. They report failures to the guest's `fail`, and throw only errors that
 * stop the engine.
 */
export function connectGuest(guest: Guest): RawEngine {
  const own: Guest = {
    hook: host.hook.bind(host),
    write: host.write.bind(host),
    runPass: host.runPass.bind(host),
    askRule: host.askRule.bind(host),
    message: host.message.bind(host),
    releaseException: host.releaseException.bind(host),
    releaseObject: host.releaseObject.bind(host),
    fail: host.fail.bind(host),
  };
  host.inflater ??= (from, to) => inflateSync(from, { out: to });

  /** The side whose call of the engine is running: the innermost caller. */
  let caller = own;
  const as = <R>(side: Guest, call: () => R): R => {
    const before = caller;
    caller = side;
    try {
      return call();
    } finally {
      caller = before;
    }
  };
  const sideOf = (number: number): Guest => (number < FIRST_OF_GUEST ? own : guest);
  const ask = <R>(target: number, call: (side: Guest) => R): R => {
    const side = sideOf(target);
    return as(side, () => call(side));
  };

  /** Keeps an exception of the guest as an exception of this package, and returns its new number. */
  const asOwn = (exception: number): number => {
    const error = guest.errorOf?.(exception) ?? new GuestError(guest.message(exception));
    return host.lend(({ hooks }) => {
      const target = hooks(() => {
        throw error;
      });
      try {
        return -own.hook(target, 0, 0, "", "");
      } finally {
        own.releaseObject(target);
      }
    });
  };

  const routed: Guest = {
    hook: (target, ...rest) => ask(target, (side) => side.hook(target, ...rest)),
    write: (sink, ...rest) => ask(sink, (side) => side.write(sink, ...rest)),
    runPass: (target, ...rest) => ask(target, (side) => side.runPass(target, ...rest)),
    askRule: (target, question) => ask(target, (side) => side.askRule(target, question)),
    message: (exception) => sideOf(exception).message(exception),
    releaseException: (exception) => sideOf(exception).releaseException(exception),
    releaseObject: (target) => sideOf(target).releaseObject(target),
    fail: (kind, exception, text, data) => {
      if (kind !== kForeign || sideOf(exception) === caller) {
        caller.fail(kind, exception, text, data);
      } else if (caller === own) {
        const kept = asOwn(exception);
        own.fail(kind, kept, text, data);
        own.releaseException(kept);
      } else {
        guest.fail(kInternal, 0, own.message(exception), "");
      }
    },
  };
  Object.assign(host, routed);

  const calls: Record<string, unknown> = {};
  for (const [name, call] of Object.entries(raw()) as [string, (...args: unknown[]) => unknown][]) {
    const routedCall = (...args: unknown[]): unknown =>
      as(guest, () => {
        // The guest may release an object while a call of this package is failing, such as when the engine releases an
        // exception that holds objects. The guest's call must not take that failure.
        const pending = host.takeFailure();
        try {
          return call(...args);
        } finally {
          if (pending) host.putFailure(pending);
        }
      });
    setOwn(calls, name, routedCall);
  }
  return calls as unknown as RawEngine;
}

/** Wraps a pass of the guest. Takes ownership of the handle. */
export const guestPass = (handle: number): Pass => new Pass(handle);

/** Wraps an instrument of the guest. Takes ownership of the handle. */
export const guestInstrument = (handle: number): GuestInstrument => new GuestInstrument(handle);

/** A new handle of the context that this package entered last; 0 if there is none. */
export function outerContext(): number {
  const { handle } = PassContext.current();
  return handle === 0 ? 0 : raw().clone(handle);
}
