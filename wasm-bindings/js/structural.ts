// Where two programs differ, for tests: TVM's `tvm.ir.assert_structural_equal`.

import { describe } from "./describe.js";
import { raw } from "./engine.js";
import { DiagnosticError, PasscopeError, usageError } from "./errors.js";
import { Expr } from "./expr_base.js";
import type { StructuralDifference } from "./generated/records.js";
import { tableGiven } from "./given.js";
import { IRModule } from "./ir.js";
import { say } from "./messages.js";
import { parseExpr } from "./relay.js";
import { scope } from "./scope.js";
import { InferType } from "./transform.js";

/** A program as tests give it: a module, an expression, or Relay text of one of them. */
export type Program = IRModule | Expr | string;

export interface StructuralOptions {
  /** Whether free variables are equal when they can be matched one to one; false by default. */
  mapFreeVars?: boolean;
}

/** What assertStructuralEqual throws: test runners show it as any failed assertion. */
export class StructuralEqualError extends PasscopeError {
  override name = "StructuralEqualError";

  constructor(
    /** Where they differ first. */
    readonly difference: StructuralDifference,
    /** The two texts, without metadata. */
    readonly actual: string,
    readonly expected: string,
  ) {
    super(difference.message);
  }
}

const textOf = (program: IRModule | Expr): string =>
  program.astext({ showMetaData: false, showSpans: false });

/** Whether a text is that of a module: what comes first in it, comments aside, begins a definition. */
const isModuleText = (text: string): boolean =>
  /^(?:\s|\/\/[^\n]*\n|\/\*[^]*?\*\/)*(?:#\[version|def\s|type\s|extern\s)/.test(text);

/**
 * What a text says; what is a program already stays as it is. Of a module's text the line of the version may be left
 * out, and constants that it only numbers (`meta[relay.Constant][0]`) are those of `other`.
 */
function programOf(name: string, given: unknown, other: unknown): IRModule | Expr {
  if (given instanceof IRModule || given instanceof Expr) return given;
  if (typeof given !== "string") {
    throw usageError(
      say("{name} takes an IRModule, an expression or Relay text, not {value}", {
        name,
        value: describe(given),
      }),
    );
  }
  if (!isModuleText(given)) return parseExpr(given, "expression");
  const text = given.includes("#[version") ? given : `#[version = "0.0.5"]\n${given}`;
  const like = other instanceof IRModule && !text.includes("#[metadata]") ? other : undefined;
  return IRModule.fromtext(text, "program", like);
}

/** Whether InferType has been there. */
const isTyped = (program: IRModule | Expr): boolean => textOf(program).includes("/* ty=");

/** A module with the types that InferType finds; what it refuses, and an expression, as it is. */
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
  /** Undefined where they are equal. */
  difference: StructuralDifference | undefined;
}

function compare(name: string, a: Program, b: Program, options: StructuralOptions): Compared {
  const { mapFreeVars = false } = tableGiven(name, "options", options);
  const left = programOf(name, a, b);
  const right = programOf(name, b, a);
  if (left instanceof IRModule !== right instanceof IRModule) {
    throw usageError(say("{name} compares two modules or two expressions", { name }));
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
  // A text has the types that somebody wrote, a program those that InferType has found.
  if (typeof a === "string") return isTyped(right) ? find(typed(left), right) : first;
  return isTyped(left) ? find(left, typed(right)) : first;
}

/**
 * Where two programs differ first, as TVM's `get_first_structural_mismatch`; undefined when they are structurally
 * equal. The types of a text that is compared with a program that has them are inferred.
 */
export const firstStructuralMismatch = (
  a: Program,
  b: Program,
  options: StructuralOptions = {},
): StructuralDifference | undefined =>
  scope(() => compare("firstStructuralMismatch", a, b, options).difference);

/**
 * Throws a StructuralEqualError unless two programs are the same up to the names of bound variables, as TVM's
 * `tvm.ir.assert_structural_equal`. Its message has the path to the first difference, both places in their texts, and
 * what the texts differ in. Texts are read as by `firstStructuralMismatch`.
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
