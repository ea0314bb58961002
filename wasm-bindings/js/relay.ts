// Building and reading programs: `relay.…`.

import "./symbols.js";

import { raw } from "./engine.js";
import { usageError } from "./errors.js";
import type { Expr } from "./expr.js";
import {
  Call,
  Constant,
  Function as RelayFunction,
  GlobalVar,
  Tuple,
  TupleGetItem,
  Var,
  exprOf,
  type AnyExpr,
  type AttrValues,
  type ConstantValue,
  type FunctionOptions,
} from "./expr.js";
import { exprGiven } from "./expr_base.js";
import type { ModelOptions } from "./generated/models.js";
import type { TextAnalysis, ValueComparison } from "./generated/records.js";
import type { BuildOptions as Settings } from "./generated/settings.js";
import { GraphModule, type InputValue, type MakeInputsOptions } from "./graph_executor.js";
import { listGiven, numberGiven, optionsGiven, tableGiven, textGiven } from "./given.js";
import { IRModule, moduleGiven, moduleIfGiven } from "./ir.js";
import { optionsJson } from "./options.js";
import { NDArray, arrayGiven, flatNumbers, paramsJson, type Params } from "./ndarray.js";
import { say } from "./messages.js";
import type { Dim, DType, TypeSpec } from "./tensor_types.js";

export * from "./generated/ops.js";
export { alignTexts, type AlignOptions } from "./align.js";
export * as analysis from "./analysis.js";
export * as dataflowPattern from "./dataflow_pattern.js";
export * as frontend from "./frontend.js";
export * as quantize from "./quantize.js";
export * as transform from "./transform.js";
export { ExprFunctor, ExprMutator, ExprVisitor } from "./visitor.js";
export {
  Call,
  Constant,
  Constructor,
  Expr,
  Function,
  GlobalVar,
  If,
  Let,
  Match,
  Op,
  RefCreate,
  RefRead,
  RefWrite,
  Tuple,
  TupleGetItem,
  Var,
  opNamed as op,
} from "./expr.js";
import { own } from "./own.js";

export type { Workload } from "./workload.js";

/** The options of `testing.resnet.getWorkload`. */
export type ResNetOptions = ModelOptions["resnet"];

export { getWorkload, testing } from "./testing.js";

export interface SourceOptions {
  /** The name of the text in diagnostics and spans; "from_string" by default. */
  source?: string;
  /**
   * The module with the constants of a text without a metadata section. `meta[relay.Constant][…]` is the constant with
   * that number in this module's text.
   */
  constantsOf?: IRModule;
}

interface Source {
  name: string;
  constantsOf?: IRModule | undefined;
}

function sourceGiven(name: string, source: string | SourceOptions | undefined): Source {
  if (typeof source !== "object") {
    return { name: textGiven(name, "source", source ?? "from_string") };
  }
  const given = optionsGiven(name, source, { source: "string", constantsOf: "any" });
  return {
    name: textGiven(name, "source", given.source ?? "from_string"),
    constantsOf: moduleIfGiven(name, given.constantsOf),
  };
}

/** Reads a module from Relay text, in TVM's notation. */
export function fromtext(text: string | Uint8Array, source?: string | SourceOptions): IRModule {
  const { name, constantsOf } = sourceGiven("relay.fromtext", source);
  return IRModule.fromtext(text, name, constantsOf);
}
export { fromtext as parse };

/** Reads one expression, which may have free variables (`free_var %x; …`). */
export function parseExpr(text: string, source?: string | SourceOptions): AnyExpr {
  const name = "relay.parseExpr";
  return exprOf(raw().parseExpr(textGiven(name, "text", text), sourceGiven(name, source).name));
}

/**
 * An analysis of a text for editors. Offsets count UTF-16 code units, as in JavaScript's strings. Ends are exclusive.
 */
export type Analysis = {
  [Field in keyof TextAnalysis]: TextAnalysis[Field] extends number[]
    ? Int32Array
    : TextAnalysis[Field];
};

/**
 * Reads and types a module's text as far as possible, for editors. Mistakes in the text do not throw. A mistake in one
 * function does not affect the others.
 */
export function analyse(text: string, source?: string | SourceOptions): Analysis {
  const { name, constantsOf } = sourceGiven("relay.analyse", source);
  const found = JSON.parse(
    raw().analyse(textGiven("relay.analyse", "text", text), name, constantsOf?.handle ?? 0),
  ) as TextAnalysis;
  return {
    ...found,
    spans: Int32Array.from(found.spans),
    names: Int32Array.from(found.names),
    nameTypes: Int32Array.from(found.nameTypes),
  };
}

export interface OptimizeOptions {
  /** Values that become constants first. */
  params?: Params;
  /** "llvm": the engine optimizes for CPUs only, and generates no code. */
  target?: string;
}

/**
 * TVM's `relay.optimize`: the same passes in the same order. The opt level of the current context decides which of them
 * run, and its instruments watch them. The result's module contains the parameters, so `params` is empty.
 */
export function optimize(
  mod: IRModule,
  options: OptimizeOptions = {},
): { mod: IRModule; params: Params } {
  const name = "relay.optimize";
  const { handle } = moduleGiven(name, mod);
  const { params = {}, target = "llvm" } = optionsGiven(name, options, {
    params: "object",
    target: "string",
  });
  if (textGiven(name, "target", target).split(/\s/)[0] !== "llvm") {
    throw usageError(say("kTargetUnknown", "unknown target '{target}'", { target }), [
      say("kTargetChoices", 'the supported target is "llvm"'),
    ]);
  }
  return { mod: new IRModule(raw().optimize(handle, paramsJson(name, params))), params: {} };
}

export interface BuildOptions extends Settings {
  /** Values that become constants of the program. Kernels can then prepare them once. */
  params?: Params;
}

/**
 * Plans the execution of a module's main function. To show the effects of your passes, it runs only InferType. TVM's
 * `relay.build` runs the passes of `relay.optimize` first.
 */
export function build(mod: IRModule, options: BuildOptions = {}): GraphModule {
  const name = "relay.build";
  const { handle } = moduleGiven(name, mod);
  const { params = {}, ...rest } = tableGiven(name, "options", options);
  return new GraphModule(
    raw().makeGraphExecutor(handle, paramsJson(name, params), optionsJson(rest)),
  );
}

/**
 * Makes random values by name for the parameters of the main function that are tensors. They respect limits that its
 * operators show, such as indices within their axis and no divisor of zero.
 */
export function makeInputs(mod: IRModule, options: MakeInputsOptions = {}): Params {
  const { handle } = moduleGiven("relay.makeInputs", mod);
  const made = JSON.parse(raw().makeInputs(handle, optionsJson(options))) as Record<string, number>;
  return Object.fromEntries(
    Object.entries(made).map(([name, handle]) => [name, new NDArray(handle)]),
  );
}

/**
 * Compares the results of two programs on the same inputs. The tolerance follows from the data types and the length of
 * the first program.
 */
export function compareValues(
  mod: IRModule,
  reference: readonly NDArray[],
  actual: readonly NDArray[],
): ValueComparison {
  const name = "relay.compareValues";
  const handles = (argument: string, arrays: readonly NDArray[]): string =>
    JSON.stringify(
      listGiven(name, argument, arrays).map((array) => arrayGiven(name, argument, array).handle),
    );
  return JSON.parse(
    raw().compareValues(
      moduleGiven(name, mod).handle,
      handles("reference", reference),
      handles("actual", actual),
    ),
  ) as ValueComparison;
}

/** Runs a module: TVM's Executor. */
export interface Executor {
  /**
   * The main function as a JavaScript function. It takes values in the order of the parameters, or one object with
   * values by name. It returns the results; tuples are flattened.
   */
  evaluate(): (...args: InputValue[] | [Readonly<Record<string, InputValue>>]) => NDArray[];
}

/**
 * Makes an executor of a module. "graph" plans it as `build` does. "vm" runs any program, including control flow and
 * closures.
 */
export function createExecutor(
  kind: "graph" | "vm",
  mod: IRModule,
  options: BuildOptions = {},
): Executor {
  moduleGiven("relay.createExecutor", mod);
  optionsGiven("relay.createExecutor", options, {
    params: "object",
    stepByStep: "boolean",
    referenceKernels: "boolean",
    winograd: "boolean",
  });
  const named = (
    names: readonly string[],
    args: InputValue[] | [Readonly<Record<string, InputValue>>],
  ): Readonly<Record<string, InputValue>> => {
    const [first] = args;
    const byName =
      first &&
      !(first instanceof NDArray) &&
      !(first instanceof ArrayBuffer) &&
      !ArrayBuffer.isView(first);
    if (byName) return first;
    return Object.fromEntries(args.map((value, i) => [names[i] ?? String(i), value as InputValue]));
  };
  if (kind === "graph") {
    const graph = build(mod, options);
    const names = graph.info.inputs.map(({ name }) => name ?? "");
    return {
      evaluate:
        () =>
        (...args) => {
          graph.run(named(names, args));
          return graph.info.outputs.map((_output, i) => graph.getOutput(i));
        },
    };
  }
  if ((kind as string) !== "vm") {
    throw usageError(
      say("kExecutorKindUnknown", "unknown executor '{kind}'", { kind: String(kind) }),
      [say("kExecutorKinds", 'executors are "graph" and "vm"')],
    );
  }
  const params = options.params ?? {};
  const module = mod.clone();
  const names = module.get("main").params.map(({ name }) => name);
  return {
    evaluate:
      () =>
      (...args) => {
        const free = names.filter((name) => !Object.hasOwn(params, name));
        const known = Object.fromEntries(
          names
            .filter((name) => Object.hasOwn(params, name))
            .map((name) => [name, own(params, name) as NDArray]),
        );
        return module.evaluate({ ...known, ...named(free, args) });
      },
  };
}

/**
 * Makes a variable. Without a shape or a type, its type is inferred.
 *
 * @param type the shape of a tensor, or a type: "(int32, Tensor[(2, ?), float32])".
 */
function variable(name: string, type?: readonly Dim[] | TypeSpec, dtype: DType = "float32"): Var {
  return new Var(name, Array.isArray(type) ? { shape: type, dtype } : (type as TypeSpec));
}
export { variable as var };

export interface ConstantOptions {
  dtype?: DType;
  /** The shape of a typed array; by default it has one dimension. */
  shape?: readonly number[];
}

/**
 * Makes a constant from a tensor, which is shared and not copied, a typed array, a number, or numbers that are nested
 * like their tensor. The default type is "float32" for numbers and "bool" for booleans.
 */
function constant(value: ConstantValue, options: DType | ConstantOptions = {}): Constant {
  const { dtype, shape } =
    typeof options === "string"
      ? { dtype: options }
      : optionsGiven("relay.const", options, { dtype: "string", shape: "array" });
  if (value instanceof NDArray && (dtype === undefined || dtype === value.dtype)) {
    return new Constant(value);
  }
  let array: NDArray;
  if (value instanceof NDArray) {
    array = value.cast(dtype as DType);
  } else if (ArrayBuffer.isView(value)) {
    array = NDArray.from(value, shape ?? [value.length], dtype);
  } else if (shape) {
    array = NDArray.from(flatNumbers(value), shape, dtype);
  } else {
    array = NDArray.of(value, dtype);
  }
  try {
    return new Constant(array);
  } finally {
    array.dispose();
  }
}
export { constant as const };

/**
 * Makes a call of an operator, by its name such as "nn.conv2d", or of a function.
 *
 * @param attrs the operator's attributes, by Relay's own names. Missing ones have their defaults.
 */
export function call(callee: string | Expr, args: readonly Expr[], attrs?: AttrValues): Call {
  if ((args as unknown) === undefined) listGiven("relay.call", "args", args);
  return new Call(callee, args, attrs);
}

/** A reference to a function of the module. */
export function globalVar(name: string): GlobalVar {
  return new GlobalVar(name);
}

export function tuple(fields: readonly Expr[]): Tuple {
  return new Tuple(fields);
}

export function tupleGetItem(of: Expr, index: number): TupleGetItem {
  return new TupleGetItem(
    exprGiven("relay.tupleGetItem", of),
    numberGiven("relay.tupleGetItem", "index", index),
  );
}

/** Makes a function. Without `params`, its parameters are the free variables of the body, in order of first use. */
export function func(
  body: Expr,
  params?: readonly Expr[],
  options?: FunctionOptions,
): RelayFunction {
  return new RelayFunction(params, body, options);
}
