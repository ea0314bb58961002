// Questions to expressions and modules: `relay.analysis.…`.

import { raw } from "./engine.js";
import type { Diagnostic } from "./errors.js";
import { nodesOf, type AnyExpr, type Expr, type Op, type Var } from "./expr.js";
import type { ModuleEffects } from "./generated/records.js";
import { namedHandles, type IRModule, type Params } from "./ir.js";
import { inSomeScope } from "./scope.js";

/**
 * Calls `visit` once for each expression that is reachable from `expr`, what is below first, left to
 * right. Unless this is inside of a `scope` or a callback, the expressions are freed at the end, but for
 * those that are kept.
 */
export function postOrderVisit(expr: Expr, visit: (expr: AnyExpr) => void): void {
  inSomeScope(() => nodesOf(expr, "nodes").forEach((node) => void visit(node)));
}

/** The variables that `expr` uses and does not bind, in order of first use. */
export const freeVars = (expr: Expr): Var[] => nodesOf(expr, "free") as Var[];

/** The variables that `expr` binds. */
export const boundVars = (expr: Expr): Var[] => nodesOf(expr, "bound") as Var[];

/** All variables of `expr`. */
export const allVars = (expr: Expr): Var[] => nodesOf(expr, "all") as Var[];

/** The operators that `expr` calls or mentions, each once. */
export const allOps = (expr: Expr): Op[] => nodesOf(expr, "ops") as Op[];

/** How often each operator is called; a call that is used twice counts once. */
export const countOps = (of: Expr | IRModule): Record<string, number> => of.countOps();

/** Whether both are the same program up to the names of variables. */
export function structuralEqual<T extends Expr | IRModule>(a: T, b: T): boolean {
  return (a as Expr).structuralEqual(b as Expr);
}

/** 16 hexadecimal digits, equal for what is structurally equal. */
export const structuralHash = (of: Expr | IRModule): string => of.structuralHash();

/**
 * The mistakes of an expression or a module, at most ten: variables that are bound twice or used where
 * they are not bound and, in a module, free variables and functions that it does not have.
 */
export const illFormed = (of: Expr | IRModule): Diagnostic[] =>
  JSON.parse(raw().illFormed(of.handle)) as Diagnostic[];

/** As TVM's: whether there are no such mistakes. Free variables of an expression are none. */
export const wellFormed = (of: Expr | IRModule): boolean => illFormed(of).length === 0;

/**
 * What running a module's main function costs, without running it: its operations, its weights, and the memory that
 * the graph executor needs, if that can run it.
 *
 * @param options `params` are values that become constants of the program, as for `relay.build`.
 */
export function effects(mod: IRModule, { params = {} }: { params?: Params } = {}): ModuleEffects {
  return JSON.parse(raw().effects(mod.handle, namedHandles(params))) as ModuleEffects;
}
