// Another language over the same engine: an interpreter that lives where this package does, such as Python's.
//
// It calls the engine's functions with the handles that they take and is told, as this package is, what the engine
// calls: hooks, passes and the report of a failure. Its objects and exceptions have numbers of their own, so that both
// can be used in one program: a pipeline of this package may have passes of the guest's in it.

import { host, raw } from "./engine.js";
import { PasscopeError } from "./errors.js";
import { inflateSync } from "./fflate.js";
import type { RawEngine } from "./generated/raw.js";
import { GuestInstrument } from "./instrument_handles.js";
import { Pass } from "./pass.js";
import { PassContext } from "./pass_context.js";

/** The numbers of a guest's objects and exceptions begin here; those of this package stay below. */
export const FIRST_OF_GUEST = 2 ** 30;

/** What a guest is told. None of it throws; numbers are those of `Host` in host.ts. */
export interface Guest {
  hook(target: number, hook: number, module: number, info: string, failed: string): number;
  write(sink: number, file: string, text: string): number;
  runPass(target: number, fn: number, module: number, info: string): number;
  askRule(target: number, question: string): string | number;
  message(exception: number): string;
  releaseException(exception: number): void;
  releaseObject(target: number): void;
  fail(kind: number, exception: number, text: string, data: string): void;
  /** What those who call the engine in JavaScript are thrown for an exception; a GuestError where there is nothing. */
  errorOf?(exception: number): Error | undefined;
}

/** Of the enumeration `FailureKind` in bindings.cc. */
const kForeign = 1;
const kInternal = 3;

/**
 * What the guest's exceptions are for those who call the engine in JavaScript. Their message is the guest's, with its
 * traceback if it has one.
 */
export class GuestError extends PasscopeError {
  override name = "GuestError";
}

/**
 * Lets a guest share the engine, which has to be loaded. Call it once.
 *
 * @returns the engine's functions as the guest calls them. What goes wrong in one it is told by `fail`; they throw only
 * what stops the engine.
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

  /** Who has called the engine last and waits for it. */
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

  /** Keeps what the guest threw as what this package throws. */
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
    calls[name] = (...args: unknown[]) =>
      as(guest, () => {
        // The guest may let go of something while a call of this package's is about to fail, as when the engine
        // releases an exception that holds objects: the failure is none of that call's.
        const pending = host.takeFailure();
        try {
          return call(...args);
        } finally {
          if (pending) host.putFailure(pending);
        }
      });
  }
  return calls as unknown as RawEngine;
}

/** A pass of the guest's, by a handle that it takes over, to be used as any other. */
export const guestPass = (handle: number): Pass => new Pass(handle);

/** An instrument of the guest's, by a handle that it takes over, to be used as any other. */
export const guestInstrument = (handle: number): GuestInstrument => new GuestInstrument(handle);

/** The handle, a new one, of the context that this package has entered last; 0 where there is none. */
export function outerContext(): number {
  const { handle } = PassContext.current();
  return handle === 0 ? 0 : raw().clone(handle);
}
