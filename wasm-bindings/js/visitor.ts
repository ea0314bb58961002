// Visitors and mutators of expressions, as TVM's in Python.
//
// `visit` calls the method of the expression's kind, and remembers the result, so each node is visited once. Methods
// that are not overridden visit the subexpressions, so a visitor recurses as deep as the program is nested. Programs
// may be nested deeper than JavaScript's stack allows. Below a nesting of 256 visits, the subexpressions of a node are
// therefore visited before the node, bottom-up, from a list. A method that visits them later finds the results. This is
// the usual order of calls, with two exceptions there:
//
// - `visitCall`, `visitTuple` and `visitTupleGetItem` are called for subexpressions first, even for those that an
//   overriding method would not have visited.
// - The other methods, if overridden, still decide which subexpressions are visited. So they can be nested only about a
//   thousand times.

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

/** Deeper visits visit the subexpressions first. */
const kDirectDepth = 256;
const kMaxDepth = 1024;

const dataflow = new Set<ExprKind>(["Call", "Tuple", "TupleGetItem"]);

const isFreed = (value: unknown): boolean => value instanceof EngineObject && value.disposed;

/** The subexpressions that visitors look at: all except the variables of patterns. */
function visited(expr: AnyExpr): readonly AnyExpr[] {
  if (expr.kind !== "Match") return expr.children as readonly AnyExpr[];
  return [expr.data, ...expr.clauses.map((clause) => clause.rhs)];
}

/**
 * The expression with other children, in the order of its fields. Returns the same object if the children are its own.
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
 * A function over expressions, with a method per kind. Define the methods that you need, or extend `ExprVisitor` or
 * `ExprMutator`, which define all of them.
 */
export abstract class ExprFunctor<R> {
  readonly #memo = new Map<Expr, R>();
  #depth = 0;

  /**
   * Returns the result of the method of the expression's kind. The method is called once per node.
   *
   * The outermost visit has a scope of its own, unless it is inside of a `scope` or a callback. The objects that the
   * methods saw are freed at its end, except the result and objects that were kept.
   */
  visit(expr: Expr): R {
    if (!(expr instanceof Expr)) {
      throw usageError(
        say("kVisitorNeedsExpression", "{class} visits expressions, not {value}", {
          class: this.constructor.name,
          value: describe(expr),
        }),
      );
    }
    // Throws if the expression has been freed.
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

  /** The methods that only visit all subexpressions. */
  protected get defaults(): Partial<Methods<unknown>> {
    return {};
  }

  /** Checks the result of a method. */
  protected check(result: R, _expr: AnyExpr): R {
    return result;
  }

  #visitNow(expr: Expr): R {
    if (this.#depth >= kDirectDepth) this.#visitBelow(expr);
    const method = `visit${expr.kind}` as const;
    const call = (this as unknown as Methods<R>)[method] as ((expr: Expr) => R) | undefined;
    if (typeof call !== "function") {
      throw usageError(
        say("kVisitorMethodMissing", "{class} has no method {method}", {
          class: this.constructor.name,
          method,
        }),
      );
    }
    if (this.#depth >= kMaxDepth) {
      throw usageError(
        say("kVisitorNestedTooDeeply", "{class}.{method}: the program is nested too deeply", {
          class: this.constructor.name,
          method,
        }),
        [
          say("kVisitorNestingLimit", "calls of overriding methods can nest at most {limit} deep", {
            limit: kMaxDepth,
          }),
        ],
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

  /** Visits the subexpressions of an expression, bottom-up, as the comment at the top of this file explains. */
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

/** Visits all subexpressions of an expression. Override the methods of the kinds of interest. */
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
 * Rebuilds an expression from the results of its methods. A method that is not overridden returns the same node if no
 * subexpression has changed. Otherwise it keeps attributes and source places.
 */
export class ExprMutator extends ExprFunctor<AnyExpr> implements Methods<AnyExpr> {
  protected override get defaults(): Methods<AnyExpr> {
    return ExprMutator.prototype;
  }

  protected override check(result: AnyExpr, expr: AnyExpr): AnyExpr {
    if (result instanceof Expr) return result;
    throw usageError(
      say(
        "kVisitorResultNotExpression",
        "{class}.visit{kind} returned {value}, not an expression",
        {
          class: this.constructor.name,
          kind: expr.kind,
          value: describe(result),
        },
      ),
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

  /** @param only the children to visit; all by default. */
  #rebuild(expr: AnyExpr, only?: ReadonlySet<Expr>): AnyExpr {
    const children: AnyExpr[] = [];
    for (const child of expr.children as readonly AnyExpr[]) {
      children.push(!only || only.has(child) ? this.visit(child) : child);
    }
    return withChildren(expr, children);
  }
}
