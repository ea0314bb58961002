// Looking for mistakes of passes: `transform.bisect` and `transform.reduce`.

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
 * What goes wrong: "values" (the program computes something else than before), "well-formed" (it is
 * ill-formed or ill-typed), "throws" (a pass throws the error that it throws now), "text=…" and
 * "no-text=…" (its text contains, or does not contain, this), "op=…" and "no-op=…" (the operator is
 * called, or is not); or a function that says whether the program that the passes made is bad.
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
  /** Of the random inputs; 0 by default. */
  seed?: number;
  /** How far reals may differ, relative to themselves; derived from the program by default. */
  rtol?: number;
  /** How far reals may differ at all; derived from the size of the tensor by default. */
  atol?: number;
  /** What stands for a dimension that is not an integer; 1 by default. */
  dynamicSize?: number;
  /** A number that all inputs consist of instead of random ones. */
  constant?: number;
}

export interface BisectOptions extends TestOptions {
  /** Looks at one execution after the other instead of halving. */
  linear?: boolean;
  /** Called before each run of the passes with its number, from 1, and its limit (-1: none). */
  onProgress?: (progress: { run: number; limit: number }) => void;
}

export interface ReduceOptions extends TestOptions {
  /** 60 by default; 0: no limit. */
  maxSeconds?: number;
  /** How many programs are tried at most; 0, the default: no limit. */
  maxCandidates?: number;
  /** Called before each program that is tried. */
  onProgress?: (progress: ReduceProgress) => void;
}

export interface BisectResult extends BisectRecord {
  /** The programs before and after the guilty execution; `after` is absent when it threw. */
  before?: IRModule;
  after?: IRModule;
  /** A piece of JavaScript that runs the passes up to the guilty execution: `mod` and `passes` are yours. */
  program?: string;
}

export interface ReduceResult extends ReduceRecord {
  /** The smallest program. */
  mod: IRModule;
  /** The passes that are needed. */
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
      say("the test of {name} returned {value}, not a boolean", { name, value: describe(answer) }),
    );
  };
}

/** Calls the engine with what `bisect` and `reduce` have in common. */
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
      say("{name} takes an array of passes, not {value}", { name, value: describe(passes) }),
    );
  }
  const { test = "values", ...rest } = tableGiven(name, "options", options);
  if (onProgress !== undefined) callableGiven(name, "onProgress", onProgress);
  const given = typeof test === "function" ? rest : { ...rest, test };
  const handles = JSON.stringify(passes.map((pass: Pass) => pass.handle));
  const set = optionsJson(given);
  return host.lend(({ pass, sink }) => {
    const predicate = typeof test === "function" ? pass(predicateTarget(name, test)) : 0;
    const progress = onProgress ? sink((_file, text) => onProgress(JSON.parse(text) as never)) : 0;
    return JSON.parse(call(mod.handle, handles, set, predicate, progress)) as T;
  });
}

/** The program that shows an execution again, under a context like the current one. */
function programFor(limit: number): string {
  const { optLevel, requiredPass, disabledPass, config } = PassContext.current();
  const settings = Object.entries({ optLevel, requiredPass, disabledPass, config })
    .filter(([, value]) => typeof value === "number" || Object.keys(value).length > 0)
    .map(([key, value]) => `${key}: ${JSON.stringify(value)}, `);
  const context = `{ ${settings.join("")}instruments: [new instrument.OptBisect({ limit: ${limit} })] }`;
  return `new PassContext(${context}).with(() => passes.reduce((mod, pass) => pass(mod), mod))`;
}

/**
 * Finds the execution of a pass after which a test fails: passes inside of others are told apart,
 * function passes for each function. The passes are called one after the other under the settings of the
 * current context, without its instruments, about log2(executions) + 4 times.
 *
 * @throws DiagnosticError for wrong options; what a test that is a function throws.
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
 * Makes a program small while a test still fails after the passes: leaves out passes, functions, outputs
 * and calls, shrinks shapes, and sets attributes to their defaults.
 *
 * @throws DiagnosticError for wrong options; what a test that is a function throws.
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
