// Helpers of the generated functions of operators.

import { isTable } from "./given.js";
import { Call, Tuple, type AttrValues, type Expr } from "./expr.js";

/** A tuple, or its fields. */
export type Exprs = Expr | readonly Expr[];

/** @internal Calls an operator. Arrays among the arguments become tuples. */
export function operator(name: string, args: readonly Exprs[], attrs?: object): Call {
  const exprs = args.map((arg) => (Array.isArray(arg) ? new Tuple(arg as Expr[]) : (arg as Expr)));
  return new Call(name, exprs, attrs as AttrValues | undefined);
}

const perDimension = [
  "strides",
  "dilation",
  "kernel_size",
  "pool_size",
  "output_padding",
  "padding",
] as const;

/**
 * @internal Completes attributes of an operator with `dims` spatial dimensions, as TVM's functions do. A number applies
 * to all dimensions, and a padding to both sides.
 */
export function spatial(attrs: object = {}, dims: number): object {
  // The constructor of Call reports the mistake.
  if (!isTable(attrs)) return attrs;
  const full: Record<string, unknown> = { padding: 0, ...attrs };
  for (const name of perDimension) {
    if (typeof full[name] === "number") full[name] = Array<unknown>(dims).fill(full[name]);
  }
  const padding: unknown = full.padding;
  if (Array.isArray(padding) && padding.length === dims) full.padding = padding.concat(padding);
  return full;
}
