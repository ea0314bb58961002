// Arguments that are objects of the engine; see `given.ts`.

import { usageError } from "./errors.js";
import { Expr, describe } from "./expr_base.js";
import { refuse, tableGiven } from "./given.js";
import { IRModule } from "./ir.js";
import { say } from "./messages.js";
import { NDArray } from "./ndarray.js";
import { Pass } from "./pass.js";

/** @internal */
export function moduleGiven(name: string, mod: unknown): IRModule {
  if (mod instanceof IRModule) return mod;
  throw usageError(say("{name} takes an IRModule, not {value}", { name, value: describe(mod) }));
}

/** @internal */
export const moduleIfGiven = (name: string, mod: unknown): IRModule | undefined =>
  mod === undefined ? undefined : moduleGiven(name, mod);

/** @internal */
export function programGiven(name: string, of: unknown): Expr | IRModule {
  if (of instanceof Expr || of instanceof IRModule) return of;
  throw usageError(
    say("{name} takes an expression or an IRModule, not {value}", { name, value: describe(of) }),
  );
}

/** @internal */
export function passGiven(name: string, pass: unknown): Pass {
  if (pass instanceof Pass) return pass;
  throw usageError(say("{name} takes a pass, not {value}", { name, value: describe(pass) }));
}

/** @internal */
export function arrayGiven(name: string, argument: string, value: unknown): NDArray {
  return value instanceof NDArray ? value : refuse(name, argument, say("an NDArray"), value);
}

/** @internal Handles of NDArrays by name, as the engine takes them. */
export function paramsJson(name: string, params: Readonly<Record<string, NDArray>>): string {
  const entries = Object.entries(tableGiven(name, "params", params));
  return JSON.stringify(
    Object.fromEntries(entries.map(([key, array]) => [key, arrayGiven(name, key, array).handle])),
  );
}
