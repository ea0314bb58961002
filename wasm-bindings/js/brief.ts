// One line about an expression: `nn.dense(%x, Constant Tensor[(4, 3), float32], units=4)`. It does not look below the
// operands, so its length does not grow with the program.

import { engine } from "./engine.js";
import { toJson } from "./exact_json.js";
import type { AnyExpr, AttrValues, Call, Constant } from "./expr.js";
import { cut } from "./inspect.js";

/** Attributes with their defaults, by operator. */
let defaults: Map<string, ReadonlyMap<string, string>> | undefined;

function defaultsOf(op: string): ReadonlyMap<string, string> | undefined {
  defaults ??= new Map(
    engine
      .ops()
      .map((row) => [
        row.name,
        new Map((row.attrs ?? []).map((attr) => [attr.name, JSON.stringify(attr.default)])),
      ]),
  );
  return defaults.get(op);
}

/** An attribute in Relay's notation. */
function attribute(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(attribute).join(", ")}]`;
  if (typeof value === "bigint" || typeof value === "number") return String(value);
  return toJson(value) ?? String(value);
}

/** Attributes that differ from their defaults. */
function attributes(attrs: AttrValues, op: string): string[] {
  const usual = defaultsOf(op);
  return Object.entries(attrs)
    .filter(([name, value]) => value !== null && usual?.get(name) !== toJson(value))
    .map(([name, value]) => `${name}=${attribute(value)}`);
}

/** A constant: its type, and its values if there are at most `most`. */
function constant(expr: Constant, most: number): string {
  const array = expr.data;
  try {
    const { shape, dtype } = array;
    if (array.size > most) return `Tensor[(${shape.join(", ")}), ${dtype}]`;
    const values = array.elementsText(most);
    return shape.length === 0
      ? `${dtype} ${values}`
      : `Tensor[(${shape.join(", ")}), ${dtype}] ${values}`;
  } finally {
    array.dispose();
  }
}

/** An expression as an operand. */
function operand(expr: AnyExpr): string {
  switch (expr.kind) {
    case "Var":
      return `%${expr.nameHint}`;
    case "GlobalVar":
      return `@${expr.nameHint}`;
    case "Op":
      return expr.name;
    case "Constructor":
      return expr.nameHint;
    case "Constant":
      return constant(expr, 1);
    case "Call":
      return `${callee(expr)}(…)`;
    case "TupleGetItem":
      return `${operand(expr.tupleValue)}.${expr.index}`;
    case "Tuple":
      return expr.fields.length === 0 ? "()" : "(…)";
    case "Function":
      return "fn (…) {…}";
    default:
      return `${expr.kind} {…}`;
  }
}

const callee = (call: Call): string => (call.op.kind === "Function" ? "fn" : operand(call.op));

/** A constant with more values shows only its type. */
const kValues = 16;

const list = (exprs: readonly AnyExpr[]): string => exprs.map(operand).join(", ");

/** @internal An expression as its text begins, without its type. */
export function brief(expr: AnyExpr): string {
  switch (expr.kind) {
    case "Call": {
      const attrs = expr.op.kind === "Op" ? attributes(expr.attrs, expr.op.name) : [];
      return `${callee(expr)}(${[...expr.args.map(operand), ...attrs].join(", ")})`;
    }
    case "Constant":
      return constant(expr, kValues);
    case "Tuple":
      return `(${list(expr.fields)}${expr.fields.length === 1 ? "," : ""})`;
    case "Let":
      return `let ${operand(expr.variable)} = ${operand(expr.value)}; ${operand(expr.body)}`;
    case "If":
      return `if (${operand(expr.cond)}) { ${operand(expr.trueBranch)} } else { ${operand(expr.falseBranch)} }`;
    case "RefCreate":
      return `ref(${operand(expr.value)})`;
    case "RefRead":
      return `ref_read(${operand(expr.ref)})`;
    case "RefWrite":
      return `ref_write(${operand(expr.ref)}, ${operand(expr.value)})`;
    case "Match":
      return `match${expr.complete ? "" : "?"} (${operand(expr.data)}) { ${expr.clauses.length} clauses }`;
    case "Constructor":
      return `${expr.belongTo}.${expr.nameHint}(${expr.inputs.join(", ")})`;
    default:
      return operand(expr);
  }
}

/** @internal The type of an expression after a colon; empty if it is not known. */
export function typeSuffix(expr: AnyExpr): string {
  const type = expr.kind === "Var" ? expr.type : expr.checkedType;
  const isKnown = expr.kind === "Op" || expr.kind === "Constructor" || expr.kind === "Constant";
  return isKnown || type === "?" ? "" : `: ${cut(type)}`;
}
