// Finding where two programs differ, for tests: TVM's `tvm.ir.assert_structural_equal`.

import { describe } from "./describe.js";
import { raw } from "./engine.js";
import { DiagnosticError, PasscopeError, hide, usageError } from "./errors.js";
import { Expr } from "./expr_base.js";
import type { StructuralDifference } from "./generated/records.js";
import { optionsGiven } from "./given.js";
import { IRModule } from "./ir.js";
import { say } from "./messages.js";
import { parseExpr } from "./relay.js";
import { scope } from "./scope.js";
import { InferType } from "./transform.js";

/** A program in a test: a module, an expression, or Relay text of one of them. */
export type Program = IRModule | Expr | string;

export interface StructuralOptions {
  /** Whether free variables are equal if they can be mapped one to one; false by default. */
  mapFreeVars?: boolean;
}

/** The error of assertStructuralEqual. Test runners show it as a failed assertion. */
export class StructuralEqualError extends PasscopeError {
  override name = "StructuralEqualError";

  /** The first difference. */
  declare readonly difference: StructuralDifference;
  /** The text of each program, without metadata. */
  declare readonly actual: string;
  declare readonly expected: string;

  constructor(difference: StructuralDifference, actual: string, expected: string) {
    super(difference.message);
    // The message has them.
    hide(this, "difference", difference);
    hide(this, "actual", actual);
    hide(this, "expected", expected);
  }
}

const textOf = (program: IRModule | Expr): string =>
  program.astext({ showMetaData: false, showSpans: false });

/** True for the text of a module: after comments, it begins with a definition. */
const isModuleText = (text: string): boolean =>
  /^(?:\s|\/\/[^\n]*\n|\/\*[^]*?\*\/)*(?:#\[version|def\s|type\s|extern\s)/.test(text);

/**
 * Reads a text; returns programs unchanged. The text of a module does not need the version line. Constants that it only
 * numbers (`meta[relay.Constant][0]`) are those of `other`.
 */
function programOf(name: string, given: unknown, other: unknown): IRModule | Expr {
  if (given instanceof IRModule || given instanceof Expr) return given;
  if (typeof given !== "string") {
    throw usageError(
      say(
        "kProgramOrTextRequired",
        "{name} takes an IRModule, an expression or Relay text, not {value}",
        {
          name,
          value: describe(given),
        },
      ),
    );
  }
  if (!isModuleText(given)) return parseExpr(given, "expression");
  const text = given.includes("#[version") ? given : `#[version = "0.0.5"]\n${given}`;
  const like = other instanceof IRModule && !text.includes("#[metadata]") ? other : undefined;
  return IRModule.fromtext(text, "program", like);
}

/** True if InferType has run. */
const isTyped = (program: IRModule | Expr): boolean => textOf(program).includes("/* ty=");

/** Runs InferType on a module. Returns expressions, and modules that InferType refuses, unchanged. */
function typed(program: IRModule | Expr): IRModule | Expr {
  if (!(program instanceof IRModule)) return program;
  try {
    return InferType()(program);
  } catch (error) {
    if (error instanceof DiagnosticError) return program;
    throw error;
  }
}

interface Compared {
  a: IRModule | Expr;
  b: IRModule | Expr;
  /** Undefined if they are equal. */
  difference: StructuralDifference | undefined;
}

function compare(name: string, a: Program, b: Program, options: StructuralOptions): Compared {
  const { mapFreeVars = false } = optionsGiven(name, options, { mapFreeVars: "boolean" });
  const left = programOf(name, a, b);
  const right = programOf(name, b, a);
  if (left instanceof IRModule !== right instanceof IRModule) {
    throw usageError(
      say(
        "kStructuralKindsDiffer",
        "{name} compares two modules or two expressions, not one of each",
        { name },
      ),
    );
  }
  const find = (x: IRModule | Expr, y: IRModule | Expr): Compared => {
    const answer = raw().structuralDifference(x.handle, y.handle, mapFreeVars);
    return {
      a: x,
      b: y,
      difference: (JSON.parse(answer) as StructuralDifference | null) ?? undefined,
    };
  };
  const first = find(left, right);
  if (!first.difference || (typeof a === "string") === (typeof b === "string")) return first;
  // A text has the types that its author wrote, but a program has inferred types.
  if (typeof a === "string") return isTyped(right) ? find(typed(left), right) : first;
  return isTyped(left) ? find(left, typed(right)) : first;
}

/**
 * The first difference of two programs, as in TVM's `get_first_structural_mismatch`; undefined if they are structurally
 * equal. If only one of them is a text, and the other one has types, the text's types are inferred.
 */
export const firstStructuralMismatch = (
  a: Program,
  b: Program,
  options: StructuralOptions = {},
): StructuralDifference | undefined =>
  scope(() => compare("firstStructuralMismatch", a, b, options).difference);

/**
 * Throws a StructuralEqualError unless two programs are the same up to the names of bound variables, as TVM's
 * `tvm.ir.assert_structural_equal`. The message has the path to the first difference, both places in the texts, and the
 * difference of the texts. `firstStructuralMismatch` says how texts are read.
 */
export function assertStructuralEqual(
  a: Program,
  b: Program,
  options: StructuralOptions = {},
): void {
  scope(() => {
    const found = compare("assertStructuralEqual", a, b, options);
    if (!found.difference) return;
    throw new StructuralEqualError(found.difference, textOf(found.a), textOf(found.b));
  });
}
