// Matchers for Vitest, Jest and other runners with the same `expect.extend`:
//
//   import * as matchers from "passcope/matchers";
//   expect.extend(matchers);
//   expect(FoldConstant()(mod)).toEqualRelay(`def @main(%x: Tensor[(2), float32]) { … }`);
//
// `passcope/matchers/vitest`, `passcope/matchers/jest` and `passcope/matchers/bun` do that, with types. They also register
// how programs and arrays are compared and written into snapshots. Every export of this file is a matcher.

// The entry of the package for this environment.
import "passcope";
import {
  type IRModule,
  StructuralEqualError,
  assertStructuralEqual,
  relay,
  scope,
  type Expr,
  type Program,
  type StructuralOptions,
} from "./index.js";
import type { BaselineOptions } from "./matchers/baseline.js";
import { own } from "./own.js";

export { toMatchBaseline } from "./matchers/baseline.js";

/** The result of a matcher. */
export interface MatcherResult {
  pass: boolean;
  message: () => string;
  /** For runners that show the difference themselves. */
  actual?: unknown;
  expected?: unknown;
}

/** The matchers as methods of the result of `expect`. */
export interface RelayMatchers<R = void> {
  /**
   * Passes if the program is structurally equal to a module, an expression or Relay text. Names of bound variables do
   * not count. See `assertStructuralEqual`.
   */
  toEqualRelay(expected: Program, options?: StructuralOptions): R;
  /** Passes if no variable is bound twice or used where it is not bound, and no function is missing. */
  toBeWellFormed(): R;
  /**
   * Passes if the operator is called, or called `times` times. A call that is used twice counts once. Throws, also
   * after `not`, if there is no operator of this name.
   */
  toContainOp(op: string, times?: number): R;
  /**
   * Passes if the program, `{ file }` or `{ model, options }` is as recorded in the baseline (docs/ci.md). It needs
   * Node, and `await`.
   */
  toMatchBaseline(options?: BaselineOptions): Promise<void>;
}

const programOf = (received: Program): IRModule | Expr =>
  typeof received === "string" ? relay.parse(received) : received;

export function toEqualRelay(
  received: Program,
  expected: Program,
  options: StructuralOptions = {},
): MatcherResult {
  try {
    assertStructuralEqual(received, expected, options);
  } catch (error) {
    if (!(error instanceof StructuralEqualError)) throw error;
    return {
      pass: false,
      message: () => error.message,
      actual: error.actual,
      expected: error.expected,
    };
  }
  return { pass: true, message: () => "the programs are structurally equal, and should not be" };
}

export function toBeWellFormed(received: Program): MatcherResult {
  const mistakes = relay.analysis.illFormed(programOf(received));
  return {
    pass: mistakes.length === 0,
    message: () =>
      mistakes.length === 0
        ? "the program is well-formed, and should not be"
        : ["the program is not well-formed:", ...mistakes.map(({ rendered }) => rendered)].join(
            "\n",
          ),
  };
}

export function toContainOp(received: Program, op: string, times?: number): MatcherResult {
  // Throws the engine's error, which has the nearest names.
  scope(() => void relay.op(op));
  if (times !== undefined && (!Number.isInteger(times) || times < 0)) {
    throw new TypeError(`toContainOp: times must be a number of calls, not ${String(times)}`);
  }
  const counts = scope(() => relay.analysis.countOps(programOf(received)));
  const found = own(counts, op) ?? 0;
  const wanted = times === undefined ? "" : ` ${times.toString()} times`;
  const all = Object.entries(counts).map(([name, count]) => `  ${count.toString()} ${name}`);
  return {
    pass: times === undefined ? found > 0 : found === times,
    message: () =>
      [
        `expected calls of ${op}${wanted}, or with .not none such; there are ${found.toString()}. All calls:`,
        ...all,
      ].join("\n"),
  };
}
