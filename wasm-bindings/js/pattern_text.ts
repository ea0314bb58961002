// Patterns as text, in the notation of this package.

import { brief } from "./brief.js";
import type { DFPattern } from "./dataflow_pattern.js";
import { attributeOut } from "./expr_base.js";

/** Patterns that are nested more deeply are shown as "…". */
const kNotationDepth = 12;

/** @internal A pattern as the calls that make it, such as `isOp("add")(wildcard(), isConstant())`. */
export function notation(pattern: DFPattern, depth = kNotationDepth): string {
  if (depth === 0) return "…";
  const { kind, children, any } = pattern;
  const parts = children.map((child) => notation(child, depth - 1));
  const [first = ""] = parts;
  const data = (value: unknown): string => JSON.stringify(value, attributeOut);
  const listed = (items: readonly string[]): string => (any ? "null" : items.join(", "));
  switch (kind) {
    case "Expr": {
      const { expr } = pattern;
      if (expr?.kind === "Op") return `isOp(${data(expr.name)})`;
      return `isExpr(${expr ? brief(expr) : ""})`;
    }
    case "Var":
      return `isVar(${pattern.patternName ? data(pattern.patternName) : ""})`;
    case "Constant":
      return "isConstant()";
    case "Wildcard":
      return "wildcard()";
    case "Call":
      return `${first}(${listed(parts.slice(1))})`;
    case "Function":
      return `functionPattern(${any ? "null" : `[${parts.slice(0, -1).join(", ")}]`}, ${parts.at(-1) ?? ""})`;
    case "Tuple":
      return `isTuple(${any ? "null" : `[${parts.join(", ")}]`})`;
    case "TupleGetItem":
      return `isTupleGetItem(${first}${(pattern.index ?? -1) < 0 ? "" : `, ${pattern.index}`})`;
    case "If":
      return `isIf(${parts.join(", ")})`;
    case "Let":
      return `isLet(${parts.join(", ")})`;
    case "Alt":
      return `${first}.or(${parts.slice(1).join(", ")})`;
    case "Attr":
      return `${first}.hasAttr(${data(pattern.attrs)})`;
    case "Type":
      return `${first}.hasType(${data(pattern.type)})`;
    case "DataType":
      return `${first}.hasDtype(${data(pattern.dtype)})`;
    case "Shape":
      return `${first}.hasShape(${data(pattern.shape)})`;
    case "Dominator":
      return `dominates(${parts.join(", ")})`;
    default:
      return kind;
  }
}
