// Finding mistakes of passes: `transform.bisect` and `transform.reduce`.

import { describe } from "./describe.js";
import { host, raw } from "./engine.js";
import { usageError } from "./errors.js";
import type {
  BisectResult as BisectRecord,
  ReduceProgress,
  ReduceResult as ReduceRecord,
} from "./generated/records.js";
import { callableGiven, tableGiven } from "./given.js";
import { cloneHandle } from "./handle.js";
import type { PassTarget } from "./host.js";
import { IRModule, moduleGiven } from "./ir.js";
import { say } from "./messages.js";
import { optionsJson } from "./options.js";
import { Pass } from "./pass.js";
import { PassContext } from "./pass_context.js";

/**
 * The fault that a test looks for in the program after the passes:
 *
 * - "values": the program computes something else than before.
 * - "well-formed": the program is ill-formed or ill-typed.
 * - "throws": a pass throws the error that it throws now.
 * - "text=…", "no-text=…": the program's text contains, or does not contain, this text.
 * - "op=…", "no-op=…": the program calls, or does not call, this operator.
 * - A function that returns true if the program is bad.
 */
export type Test =
  | "values"
  | "well-formed"
  | "throws"
  | `text=${string}`
  | `no-text=${string}`
  | `op=${string}`
  | `no-op=${string}`
  | ((mod: IRModule) => boolean);

export interface TestOptions {
  /** "values" by default. */
  test?: Test;
  /** The function that is run; "main" by default. */
  function?: string;
  /** The seed of the random inputs; 0 by default. */
  seed?: number;
  /** The relative tolerance for reals; derived from the program by default. */
  rtol?: number;
  /** The absolute tolerance for reals; derived from the size of the tensor by default. */
  atol?: number;
  /** The size of a dimension that is not an integer; 1 by default. */
  dynamicSize?: number;
  /** A number for all elements of the inputs, in place of random numbers. */
  constant?: number;
}

export interface BisectOptions extends TestOptions {
  /** Tests one execution after the other, in place of a binary search. */
  linear?: boolean;
  /** Called before each run of the passes with its number, from 1, and its limit (-1 means no limit). */
  onProgress?: (progress: { run: number; limit: number }) => void;
}

export interface ReduceOptions extends TestOptions {
  /** 60 by default; 0 means no limit. */
  maxSeconds?: number;
  /** The number of programs to try; 0, the default, means no limit. */
  maxCandidates?: number;
  /** Called before each program that is tried. */
  onProgress?: (progress: ReduceProgress) => void;
}

export interface BisectResult extends BisectRecord {
  /** The programs before and after the failing execution; `after` is absent if that threw. */
  before?: IRModule;
  after?: IRModule;
  /** JavaScript code that runs the passes up to the failing execution. It expects your `mod` and `passes`. */
  program?: string;
}

export interface ReduceResult extends ReduceRecord {
  /** The smallest program. */
  mod: IRModule;
  /** Those of the given passes that are needed. */
  passes: Pass[];
}

type Call = (
  module: number,
  passes: string,
  options: string,
  predicate: number,
  progress: number,
) => string;

function predicateTarget(name: string, test: (mod: IRModule) => unknown): PassTarget {
  return (_fn, module) => {
    const mod = new IRModule(module);
    const answer = test(mod);
    if (typeof answer === "boolean") return answer ? cloneHandle(mod) : 0;
    throw usageError(
      say("kTestResultNotBoolean", "the test of {name} returned {value}, not a boolean", {
        name,
        value: describe(answer),
      }),
    );
  };
}

/** The part that `bisect` and `reduce` share: checks the arguments and calls the engine. */
function check<T>(
  name: string,
  call: Call,
  mod: IRModule,
  passes: readonly Pass[],
  options: TestOptions,
  onProgress: ((progress: never) => void) | undefined,
): T {
  moduleGiven(name, mod);
  if (!Array.isArray(passes) || !passes.every((pass) => pass instanceof Pass)) {
    throw usageError(
      say("kPassArrayRequired", "{name} takes an array of passes, not {value}", {
        name,
        value: describe(passes),
      }),
    );
  }
  const { test = "values", ...rest } = tableGiven(name, "options", options);
  if (onProgress !== undefined) callableGiven(name, "onProgress", onProgress);
  const given = typeof test === "function" ? rest : { ...rest, test };
  const handles = JSON.stringify(passes.map((pass: Pass) => pass.handle));
  return host.lend(({ pass, sink }) => {
    const predicate = typeof test === "function" ? pass(predicateTarget(name, test)) : 0;
    const progress = onProgress ? sink((_file, text) => onProgress(JSON.parse(text) as never)) : 0;
    return JSON.parse(
      call(
        mod.handle,
        handles,
        optionsJson(given, name, ["test", "onProgress"]),
        predicate,
        progress,
      ),
    ) as T;
  });
}

/** Code that repeats an execution, under a context like the current one. */
function programFor(limit: number): string {
  const { optLevel, requiredPass, disabledPass, config } = PassContext.current();
  const settings = Object.entries({ optLevel, requiredPass, disabledPass, config })
    .filter(([, value]) => typeof value === "number" || Object.keys(value).length > 0)
    .map(([key, value]) => `${key}: ${JSON.stringify(value)}, `);
  const context = `{ ${settings.join("")}instruments: [new instrument.OptBisect({ limit: ${limit} })] }`;
  return `new PassContext(${context}).with(() => passes.reduce((mod, pass) => pass(mod), mod))`;
}

/**
 * Finds the execution of a pass after which a test fails. Passes inside of other passes count as executions of their
 * own, and function passes count once for each function. `bisect` calls the passes in order about log2(executions) + 4
 * times, with the settings of the current context and without its instruments.
 *
 * @throws DiagnosticError for wrong options; rethrows the exception of a test function.
 */
export async function bisect(
  mod: IRModule,
  passes: readonly Pass[],
  given: BisectOptions = {},
): Promise<BisectResult> {
  const { onProgress, ...options } = tableGiven("bisect", "options", given);
  const { result, before, after } = await Promise.resolve().then(() =>
    check<{ result: BisectRecord; before?: number; after?: number }>(
      "bisect",
      (...args) => raw().bisectPasses(...args),
      mod,
      passes,
      options,
      onProgress,
    ),
  );
  return {
    ...result,
    ...(before === undefined ? {} : { before: new IRModule(before) }),
    ...(after === undefined ? {} : { after: new IRModule(after) }),
    ...(result.outcome === "found" ? { program: programFor(result.limit) } : {}),
  };
}

/**
 * Makes a program smaller while a test still fails after the passes. It removes passes, functions, outputs and calls,
 * shrinks shapes, and sets attributes to their defaults.
 *
 * @throws DiagnosticError for wrong options; rethrows the exception of a test function.
 */
export async function reduce(
  mod: IRModule,
  passes: readonly Pass[],
  given: ReduceOptions = {},
): Promise<ReduceResult> {
  const { onProgress, ...options } = tableGiven("reduce", "options", given);
  const { result, module } = await Promise.resolve().then(() =>
    check<{ result: ReduceRecord; module: number }>(
      "reduce",
      (...args) => raw().reduceProgram(...args),
      mod,
      passes,
      options,
      onProgress,
    ),
  );
  return {
    ...result,
    mod: new IRModule(module),
    passes: passes.filter((_, i) => result.kept[i]),
  };
}
