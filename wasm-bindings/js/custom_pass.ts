// Passes written in JavaScript: `transform.functionPass` and `transform.modulePass`.

import { describe } from "./describe.js";
import { host, raw } from "./engine.js";
import { usageError } from "./errors.js";
import type { Expr } from "./expr.js";
import { Function as RelayFunction, exprOf } from "./expr.js";
import type { CustomPassOptions as Settings } from "./generated/settings.js";
import { optionsGiven, refuse } from "./given.js";
import { cloneHandle } from "./handle.js";
import type { PassTarget } from "./host.js";
import { IRModule } from "./ir.js";
import { optionsJson } from "./options.js";
import { Pass, type PassInfo } from "./pass.js";
import { PassContext } from "./pass_context.js";
import { say } from "./messages.js";

export interface CustomPassOptions extends Settings {
  /** By default the name of the function or class. */
  name?: string;
}

/** Transforms one function of a module. */
export type TransformFunction = (fn: RelayFunction, mod: IRModule, ctx: PassContext) => Expr;
/** Transforms a module. */
export type TransformModule = (mod: IRModule, ctx: PassContext) => IRModule;

interface FunctionTransformer {
  transformFunction: TransformFunction;
}
interface ModuleTransformer {
  transformModule: TransformModule;
}

type ClassOf<T> = new (...args: never[]) => T;
/** A class whose instances are passes and have the members of the user's class. */
type PassClass<C extends ClassOf<object>> = new (
  ...args: ConstructorParameters<C>
) => Pass & Omit<InstanceType<C>, keyof Pass>;

/** The two kinds of passes: how they are called and what they must return. */
const sorts = {
  functionPass: {
    method: "transformFunction",
    overModules: false,
    returns: RelayFunction,
    expected: () => say("kFunctionValue", "a function"),
  },
  modulePass: {
    method: "transformModule",
    overModules: true,
    returns: IRModule,
    expected: () => say("kModuleValue", "a module"),
  },
} as const;
type Sort = keyof typeof sorts;
type Transform = (...args: unknown[]) => unknown;

function makePass(sort: Sort, info: PassInfo, transform: Transform): number {
  const { overModules, returns, expected } = sorts[sort];
  const target: PassTarget = (fn, module) => {
    const mod = new IRModule(module);
    const result = overModules
      ? transform(mod, PassContext.current())
      : transform(exprOf(fn), mod, PassContext.current());
    if (result instanceof returns) return cloneHandle(result);
    const what = result instanceof IRModule ? say("kModuleValue", "a module") : describe(result);
    const later = typeof (result as { then?: unknown } | null | undefined)?.then === "function";
    throw usageError(
      say("kPassResultInvalid", "the pass {pass} returned {value}, not {expected}", {
        pass: info.name,
        value: what,
        expected: expected(),
      }),
      later ? [say("kPassAsynchronous", "a pass must not be asynchronous")] : [],
      "invalid-pass",
    );
  };
  const settings = { name: info.name, optLevel: info.optLevel, required: info.required };
  return host.lend((lender) =>
    raw().makeForeignPass(lender.pass(target), overModules, optionsJson(settings)),
  );
}

/** The options with their defaults; throws if an option is wrong. */
function infoOf(sort: Sort, options: CustomPassOptions, fallback: string): PassInfo {
  const of = `transform.${sort}`;
  const {
    optLevel,
    name = fallback,
    required = [],
  } = optionsGiven(of, options ?? ({} as CustomPassOptions), {
    optLevel: "any",
    name: "string",
    required: "any",
  });
  if (!Number.isInteger(optLevel)) {
    refuse(of, "optLevel", say("kIntegerOption", "an integer"), optLevel);
  }
  if (!Array.isArray(required) || required.some((item) => typeof item !== "string")) {
    refuse(of, "required", say("kStringArrayValue", "an array of strings"), required);
  }
  return { name, optLevel, required: [...(required as readonly string[])], traceable: false };
}

/** A constructor function in the style before ES2015 is a class, too, if its prototype has the method. */
const isClass = (value: unknown, method: string): value is ClassOf<object> =>
  typeof value === "function" &&
  (/^class\b/.test(Function.prototype.toString.call(value)) ||
    typeof Reflect.get((value.prototype as object | undefined) ?? {}, method) === "function");

/** Forwards the fields and methods of the user's object, which does the work, to the pass. */
function forward(pass: object, worker: object): void {
  const names = new Set<string | symbol>();
  for (let from = worker; from !== Object.prototype; from = Object.getPrototypeOf(from) as object) {
    Reflect.ownKeys(from).forEach((name) => names.add(name));
  }
  for (const name of names) {
    if (Reflect.has(pass, name)) continue;
    Object.defineProperty(pass, name, {
      configurable: true,
      get: () => {
        const value: unknown = Reflect.get(worker, name);
        return typeof value === "function" ? (value.bind(worker) as unknown) : value;
      },
      set: (value) => Reflect.set(worker, name, value),
    });
  }
}

function create(sort: Sort, options: CustomPassOptions, given: unknown): unknown {
  const { method } = sorts[sort];
  if (isClass(given, method)) {
    const info = infoOf(sort, options, given.name || "anonymous");
    const Worker = given as new (...args: unknown[]) => Record<string, unknown>;
    const made = class extends Pass {
      constructor(...args: unknown[]) {
        const worker = new Worker(...args);
        const transform = worker[method];
        if (typeof transform !== "function") {
          throw usageError(
            say(
              "kPassClassMethodMissing",
              "the class {class} needs a method {method} for transform.{sort}",
              {
                class: Worker.name,
                method,
                sort,
              },
            ),
          );
        }
        super(makePass(sort, info, (transform as Transform).bind(worker)));
        forward(this, worker);
      }
    };
    Object.defineProperty(made, "name", { value: Worker.name });
    return made;
  }
  if (typeof given === "function") {
    const info = infoOf(sort, options, given.name || "anonymous");
    return new Pass(makePass(sort, info, given as Transform));
  }
  throw usageError(
    say("kTransformArgumentInvalid", "transform.{sort} takes a function or a class, not {value}", {
      sort,
      value: describe(given),
    }),
  );
}

/**
 * Makes a pass over each function of a module, written in JavaScript. As with the engine's own passes, the types of the
 * result are inferred.
 *
 *     const pass = transform.functionPass({ optLevel: 1, name: "Mine" }, (fn, mod, ctx) => fn);
 *
 * With a class that has a method `transformFunction(fn, mod, ctx)`, it returns a class of passes:
 *
 *     const Mine = transform.functionPass({ optLevel: 1 }, class Mine {
 *       constructor(factor) { this.factor = factor; }
 *       transformFunction(fn, mod, ctx) { … }
 *     });
 *     const pass = new Mine(relay.const(3));
 *
 * With only the options, it is a decorator of such a class. The caller gets the same object that the pass threw. A pass
 * runs in a scope: when it returns, the expressions that it looked at or made are freed, except its result and those
 * that were kept.
 */
export function functionPass(options: CustomPassOptions, transform: TransformFunction): Pass;
export function functionPass<C extends ClassOf<FunctionTransformer>>(
  options: CustomPassOptions,
  transformer: C,
): PassClass<C>;
export function functionPass(
  options: CustomPassOptions,
): <C extends ClassOf<FunctionTransformer>>(transformer: C, context?: unknown) => C;
export function functionPass(options: CustomPassOptions, ...given: unknown[]): unknown {
  if (given.length > 0) return create("functionPass", options, given[0]);
  return (transformer: unknown) => create("functionPass", options, transformer);
}

/**
 * Makes a pass over whole modules. It is like `functionPass`, with `(mod, ctx) => mod` or a method `transformModule`.
 */
export function modulePass(options: CustomPassOptions, transform: TransformModule): Pass;
export function modulePass<C extends ClassOf<ModuleTransformer>>(
  options: CustomPassOptions,
  transformer: C,
): PassClass<C>;
export function modulePass(
  options: CustomPassOptions,
): <C extends ClassOf<ModuleTransformer>>(transformer: C, context?: unknown) => C;
export function modulePass(options: CustomPassOptions, ...given: unknown[]): unknown {
  if (given.length > 0) return create("modulePass", options, given[0]);
  return (transformer: unknown) => create("modulePass", options, transformer);
}
