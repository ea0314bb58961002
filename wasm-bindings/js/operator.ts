// What the generated functions of operators share.

import { isTable } from "./given.js";
import { Call, Tuple, type AttrValues, type Expr } from "./expr.js";

/** A tuple, or its fields. */
export type Exprs = Expr | readonly Expr[];

/** @internal A call of an operator; arrays among the arguments become tuples. */
export function operator(name: string, args: readonly Exprs[], attrs?: object): Call {
  const exprs = args.map((arg) => (Array.isArray(arg) ? new Tuple(arg as Expr[]) : (arg as Expr)));
  return new Call(name, exprs, attrs as AttrValues | undefined);
}

const perDimension = ["strides", "dilation", "kernel_size", "pool_size", "output_padding"];

/**
 * @internal Attributes over `dims` dimensions as TVM's functions complete them: numbers stand for all
 * dimensions, and a padding for both sides.
 */
export function spatial(attrs: object = {}, dims: number): object {
  // Call tells what is wrong.
  if (!isTable(attrs)) return attrs;
  const full: Record<string, unknown> = { padding: 0, ...attrs };
  for (const name of [...perDimension, "padding"]) {
    if (typeof full[name] === "number") full[name] = Array<unknown>(dims).fill(full[name]);
  }
  const padding: unknown = full.padding;
  if (Array.isArray(padding) && padding.length === dims) full.padding = padding.concat(padding);
  return full;
}
