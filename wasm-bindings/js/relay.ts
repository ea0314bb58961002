// Building and reading programs: `relay.…`.

import "./symbols.js";

import { raw } from "./engine.js";
import { usageError } from "./errors.js";
import { Expr, Function as RelayFunction, IRModule, type Params } from "./ir.js";
import { NDArray, type DType } from "./ndarray.js";

/** A network with its parameters. Disposing it frees the module and all parameters. */
export interface Workload extends Disposable {
  mod: IRModule;
  params: Params;
  dispose(): void;
}

export interface ResNetOptions {
  /** 1 by default. */
  batchSize?: number;
  /** 1000 by default. */
  numClasses?: number;
  /** 18 by default; 34, 50, 101, 152, 200 and 269, or 6n+2 and 9n+2 for images of height 28 or less. */
  numLayers?: number;
  /** Channels, height and width in the order of the layout; [3, 224, 224] by default. */
  imageShape?: readonly [number, number, number];
  /** "NCHW" by default. */
  layout?: "NCHW" | "NHWC";
  /** "float32" by default. */
  dtype?: DType;
  /** Of the random parameters; 0 by default. */
  seed?: number;
}

const snakeCase = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** A workload of the table of models (`engine.models()`), with options by their names in camelCase. */
export function getWorkload(model: string, options: object = {}): Workload {
  const named = Object.fromEntries(
    Object.entries(options)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]: [string, unknown]) => [snakeCase(name), value]),
  );
  const made = JSON.parse(raw().workload(model, JSON.stringify(named))) as {
    mod: number;
    params: [string, number][];
  };
  const mod = new IRModule(made.mod);
  const params = Object.fromEntries(
    made.params.map(([name, handle]) => [name, new NDArray(handle)]),
  );
  const dispose = (): void => {
    mod.dispose();
    for (const array of Object.values(params)) array.dispose();
  };
  return { mod, params, dispose, [Symbol.dispose]: dispose };
}

/** Networks for tests and measurements. */
export const testing = {
  resnet: {
    /** As TVM's `relay.testing.resnet.get_workload`: a typed module and seeded random parameters. */
    getWorkload: (options: ResNetOptions = {}): Workload => getWorkload("resnet", options),
  },
};

/**
 * Parses a module from Relay text.
 *
 * @param source names the text in diagnostics.
 */
export function parse(text: string, source = "from_string"): IRModule {
  return new IRModule(raw().parse(text, source));
}

/** A dimension: a size, "?" for one that is known only at run time, or a symbol's name. */
export type Dim = number | string;

/** A variable; without a shape its type is left to inference. */
function variable(name: string, shape?: readonly Dim[], dtype: DType = "float32"): Expr {
  return new Expr(raw().makeVar(name, JSON.stringify(shape ? { shape, dtype } : null)));
}
export { variable as var };

/** A constant: a tensor, which is shared and not copied, or a number as a scalar. */
function constant(value: NDArray | number, dtype: DType = "float32"): Expr {
  if (value instanceof NDArray) return new Expr(raw().makeConstant(value.handle));
  const array = NDArray.scalar(value, dtype);
  try {
    return new Expr(raw().makeConstant(array.handle));
  } finally {
    array.dispose();
  }
}
export { constant as const };

const handlesOf = (exprs: readonly Expr[]): string => JSON.stringify(exprs.map((e) => e.handle));

/** JSON has no infinities. */
const attribute = (_: string, value: unknown): unknown =>
  typeof value !== "number" || Number.isFinite(value)
    ? value
    : Number.isNaN(value)
      ? "nan"
      : value < 0
        ? "-inf"
        : "inf";

/**
 * A call of an operator by its name, such as "nn.conv2d", or of a function.
 *
 * @param attrs the operator's attributes by Relay's own names; what is left out has its default.
 */
export function call(
  callee: string | Expr,
  args: readonly Expr[],
  attrs: Record<string, unknown> = {},
): Expr {
  if (typeof callee === "string") {
    return new Expr(raw().makeCall(callee, handlesOf(args), JSON.stringify(attrs, attribute)));
  }
  if (Object.keys(attrs).length > 0) throw usageError("a call of a function has no attributes");
  return new Expr(raw().makeCallExpr(callee.handle, handlesOf(args)));
}

/** A reference to a function of the module. */
export function globalVar(name: string): Expr {
  return new Expr(raw().makeGlobalVar(name));
}

export function tuple(fields: readonly Expr[]): Expr {
  return new Expr(raw().makeTuple(handlesOf(fields)));
}

export function tupleGetItem(of: Expr, index: number): Expr {
  return new Expr(raw().makeTupleGetItem(of.handle, index));
}

/** A function; without `params` over the free variables of the body, in order of first use. */
export function func(body: Expr, params?: readonly Expr[]): RelayFunction {
  return new RelayFunction(raw().makeFunction(params ? handlesOf(params) : "null", body.handle));
}
