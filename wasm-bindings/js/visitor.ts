// Visitors and mutators of expressions, as TVM's in Python.
//
// `visit` calls the method of the expression's kind, once per node: what a node gave is remembered. The
// methods that are not overridden visit what is below, so a visitor is recursive like a program is
// nested. Programs may be nested deeper than JavaScript's stack allows. Therefore, below a nesting of
// 256 visits, the nodes under the one to be visited are visited first, from a list and bottom-up, and a
// method that then visits them finds them done. That is what calling the methods in the usual order
// does, except that there
//
// - `visitCall`, `visitTuple` and `visitTupleGetItem` are called for nodes below first, and also for
//   those that an overriding method would not have visited;
// - the other methods, when overridden, decide what is visited below, as everywhere; so they may be
//   nested a thousand times only.

import { describe } from "./describe.js";
import { raw } from "./engine.js";
import { usageError } from "./errors.js";
import {
  Expr,
  exprOf,
  type AnyExpr,
  type Call,
  type Constant,
  type Constructor,
  type ExprKind,
  type Function as RelayFunction,
  type GlobalVar,
  type If,
  type Let,
  type Match,
  type Op,
  type RefCreate,
  type RefRead,
  type RefWrite,
  type Tuple,
  type TupleGetItem,
  type Var,
} from "./expr.js";
import { handlesOf } from "./expr_base.js";
import { EngineObject } from "./handle.js";
import { inSomeScope } from "./scope.js";
import { say } from "./messages.js";

/** Deeper visits have what is below them visited first. */
const kDirectDepth = 256;
const kMaxDepth = 1024;

const dataflow = new Set<ExprKind>(["Call", "Tuple", "TupleGetItem"]);

const isFreed = (value: unknown): boolean => value instanceof EngineObject && value.disposed;

/** The expressions below one that visitors look at: all but the variables of patterns. */
function visited(expr: AnyExpr): readonly AnyExpr[] {
  if (expr.kind !== "Match") return expr.children as readonly AnyExpr[];
  return [expr.data, ...expr.clauses.map((clause) => clause.rhs)];
}

/**
 * The expression over other children, which stand in the order of its fields; the same object when they
 * are its own.
 */
function withChildren(expr: AnyExpr, children: readonly Expr[]): AnyExpr {
  const old = expr.children;
  if (old.length === children.length && old.every((child, i) => child === children[i])) return expr;
  return exprOf(raw().withChildren(expr.handle, handlesOf(children, expr.kind)));
}

type Methods<R> = {
  [K in ExprKind as `visit${K}`]: (expr: Extract<AnyExpr, { kind: K }>) => R;
};

/**
 * A function over expressions, by one method per kind. Give it those that are needed, or extend
 * `ExprVisitor` or `ExprMutator`, which have them all.
 */
export abstract class ExprFunctor<R> {
  readonly #memo = new Map<Expr, R>();
  #depth = 0;

  /**
   * What the method of the expression's kind answers; it is called once per node.
   *
   * The outermost visit, unless it is inside of a `scope` or a callback, is a scope of its own: what the
   * methods have seen is freed at its end, but for its result and what was kept.
   */
  visit(expr: Expr): R {
    if (!(expr instanceof Expr)) {
      throw usageError(
        say("{class} visits expressions, not {value}", {
          class: this.constructor.name,
          value: describe(expr),
        }),
      );
    }
    // One that has been freed says so.
    void expr.handle;
    const known = this.#memo.get(expr);
    if (known !== undefined && !isFreed(known)) return known;
    if (this.#depth > 0) {
      if (known === undefined && this.#memo.has(expr)) return known as R;
      return this.#visitNow(expr);
    }
    try {
      return inSomeScope(() => this.#visitNow(expr));
    } finally {
      for (const [key, value] of this.#memo) {
        if (key.disposed || isFreed(value)) this.#memo.delete(key);
      }
    }
  }

  /** The methods that visit all that is below, and nothing else. */
  protected get defaults(): Partial<Methods<unknown>> {
    return {};
  }

  /** Looks at what a method answered. */
  protected check(result: R, _expr: AnyExpr): R {
    return result;
  }

  #visitNow(expr: Expr): R {
    if (this.#depth >= kDirectDepth) this.#visitBelow(expr);
    const method = `visit${expr.kind}` as const;
    const call = (this as unknown as Methods<R>)[method] as ((expr: Expr) => R) | undefined;
    if (typeof call !== "function") {
      throw usageError(
        say("{class} has no method {method}", { class: this.constructor.name, method }),
      );
    }
    if (this.#depth >= kMaxDepth) {
      throw usageError(
        say("{class}.{method}: the program is nested too deeply", {
          class: this.constructor.name,
          method,
        }),
        [say("overriding methods can be nested {limit} times", { limit: kMaxDepth })],
      );
    }
    this.#depth += 1;
    try {
      const result = this.check(call.call(this, expr), expr as AnyExpr);
      this.#memo.set(expr, result);
      return result;
    } finally {
      this.#depth -= 1;
    }
  }

  /** Visits what is below an expression, bottom-up, as far as the top of this file says. */
  #visitBelow(root: Expr): void {
    const frame = (expr: Expr): { expr: Expr; below: readonly Expr[]; next: number } => {
      const method = `visit${expr.kind}` as const;
      const ours = (this as unknown as Methods<R>)[method] as unknown;
      const through = dataflow.has(expr.kind) || ours === this.defaults[method];
      return { expr, below: through ? visited(expr as AnyExpr) : [], next: 0 };
    };
    const stack = [frame(root)];
    for (let top = stack.at(-1); top; top = stack.at(-1)) {
      const below = top.below[top.next];
      top.next += 1;
      if (!below) {
        stack.pop();
        if (stack.length > 0) this.visit(top.expr);
      } else if (!this.#memo.has(below)) {
        stack.push(frame(below));
      }
    }
  }
}

/** Visits every expression below another. Override the methods of the kinds of interest. */
export class ExprVisitor extends ExprFunctor<void> implements Methods<void> {
  protected override get defaults(): Methods<void> {
    return ExprVisitor.prototype;
  }

  visitVar(_expr: Var): void {}
  visitGlobalVar(_expr: GlobalVar): void {}
  visitConstant(_expr: Constant): void {}
  visitOp(_expr: Op): void {}
  visitConstructor(_expr: Constructor): void {}

  visitCall(expr: Call): void {
    this.#visitBelow(expr);
  }
  visitTuple(expr: Tuple): void {
    this.#visitBelow(expr);
  }
  visitTupleGetItem(expr: TupleGetItem): void {
    this.#visitBelow(expr);
  }
  visitFunction(expr: RelayFunction): void {
    this.#visitBelow(expr);
  }
  visitLet(expr: Let): void {
    this.#visitBelow(expr);
  }
  visitIf(expr: If): void {
    this.#visitBelow(expr);
  }
  visitRefCreate(expr: RefCreate): void {
    this.#visitBelow(expr);
  }
  visitRefRead(expr: RefRead): void {
    this.#visitBelow(expr);
  }
  visitRefWrite(expr: RefWrite): void {
    this.#visitBelow(expr);
  }
  visitMatch(expr: Match): void {
    this.#visitBelow(expr);
  }

  #visitBelow(expr: AnyExpr): void {
    for (const below of visited(expr)) this.visit(below);
  }
}

/**
 * Rebuilds an expression from what its methods make of the parts. What is not overridden gives the same
 * node when nothing below it has changed, and keeps attributes and places otherwise.
 */
export class ExprMutator extends ExprFunctor<AnyExpr> implements Methods<AnyExpr> {
  protected override get defaults(): Methods<AnyExpr> {
    return ExprMutator.prototype;
  }

  protected override check(result: AnyExpr, expr: AnyExpr): AnyExpr {
    if (result instanceof Expr) return result;
    throw usageError(
      say("{class}.visit{kind} returned {value}, not an expression", {
        class: this.constructor.name,
        kind: expr.kind,
        value: describe(result),
      }),
    );
  }

  visitVar(expr: Var): AnyExpr {
    return expr;
  }
  visitGlobalVar(expr: GlobalVar): AnyExpr {
    return expr;
  }
  visitConstant(expr: Constant): AnyExpr {
    return expr;
  }
  visitOp(expr: Op): AnyExpr {
    return expr;
  }
  visitConstructor(expr: Constructor): AnyExpr {
    return expr;
  }

  visitCall(expr: Call): AnyExpr {
    return this.#rebuild(expr);
  }
  visitTuple(expr: Tuple): AnyExpr {
    return this.#rebuild(expr);
  }
  visitTupleGetItem(expr: TupleGetItem): AnyExpr {
    return this.#rebuild(expr);
  }
  visitFunction(expr: RelayFunction): AnyExpr {
    return this.#rebuild(expr);
  }
  visitLet(expr: Let): AnyExpr {
    return this.#rebuild(expr);
  }
  visitIf(expr: If): AnyExpr {
    return this.#rebuild(expr);
  }
  visitRefCreate(expr: RefCreate): AnyExpr {
    return this.#rebuild(expr);
  }
  visitRefRead(expr: RefRead): AnyExpr {
    return this.#rebuild(expr);
  }
  visitRefWrite(expr: RefWrite): AnyExpr {
    return this.#rebuild(expr);
  }
  visitMatch(expr: Match): AnyExpr {
    const below = new Set<Expr>(visited(expr));
    return this.#rebuild(expr, below);
  }

  /** @param only the children that are visited; all by default. */
  #rebuild(expr: AnyExpr, only?: ReadonlySet<Expr>): AnyExpr {
    const children: AnyExpr[] = [];
    for (const child of expr.children as readonly AnyExpr[]) {
      children.push(!only || only.has(child) ? this.visit(child) : child);
    }
    return withChildren(expr, children);
  }
}
