// Visitors, mutators and analyses.
import {
  DiagnosticError,
  IRModule,
  engine,
  keep,
  relay,
  scope,
  transform,
  type AnyExpr,
  type Call,
  type Constant,
  type Expr,
  type Function as RelayFunction,
  type Let,
  type Var,
} from "passcope";
import { host } from "../dist/engine.js";
import { describe, expect, test } from "vitest";

/** relu(x) + relu(x) * 2, with relu shared. */
function program(): RelayFunction {
  const x = relay.var("x", [2]);
  const relu = relay.nn.relu(x);
  return relay.func(relay.add(relu, relay.multiply(relu, relay.const(2))));
}

const nameOf = (call: Call): string => (call.op.kind === "Op" ? call.op.name : call.op.kind);

class Names extends relay.ExprVisitor {
  readonly before: string[] = [];
  readonly after: string[] = [];

  override visitCall(call: Call): void {
    this.before.push(nameOf(call));
    super.visitCall(call);
    this.after.push(nameOf(call));
  }
}

/** Wraps each constant in a negation. */
class Negate extends relay.ExprMutator {
  override visitConstant(constant: Constant): AnyExpr {
    return relay.negative(constant);
  }
}

function chain(length: number, from: Expr, make: (expr: Expr, i: number) => Expr): Expr {
  let expr = from;
  for (let i = 0; i < length; ++i) {
    const next = make(expr, i);
    if (i > 0) expr.dispose();
    expr = next;
  }
  return expr;
}

describe("visitors", () => {
  test("of their own need a method for each kind of expression that they meet", () => {
    class Lacking extends relay.ExprFunctor<void> {}
    expect(() => new Lacking().visit(relay.const(1))).toThrow(
      /Lacking has no method visitConstant/,
    );
  });

  test("meet every node once, in TVM's order", () => {
    const names = new Names();
    names.visit(program());
    expect(names.before).toEqual(["add", "nn.relu", "multiply"]);
    expect(names.after).toEqual(["nn.relu", "multiply", "add"]);
  });

  test("do not go where a method does not", () => {
    const seen: string[] = [];
    class Pruned extends relay.ExprVisitor {
      override visitCall(call: Call): void {
        seen.push(nameOf(call));
        if (nameOf(call) !== "multiply") super.visitCall(call);
      }
      override visitConstant(): void {
        seen.push("constant");
      }
    }
    new Pruned().visit(program());
    expect(seen).toEqual(["add", "nn.relu", "multiply"]);
  });

  test("meet every kind", () => {
    const mod = relay.fromtext(`#[version = "0.0.5"]
type Box { Full(float32), Empty }
def @main(%b: Box, %c: bool) {
  let %r = ref(1f);
  %0 = (ref_read(%r), if (%c) { 1f } else { 2f });
  ref_write(%r, %0.1);
  match (%b) { Full(%f) => @g(%f), Empty => add(1f, 2f) }
}
def @g(%x: float32) { Full(%x); %x }
`);
    const kinds = new Set<string>();
    const every = [
      ...["Var", "GlobalVar", "Constant", "Op", "Call", "Tuple", "TupleGetItem", "Function"],
      ...["Let", "If", "RefCreate", "RefRead", "RefWrite", "Constructor", "Match"],
    ];
    const visitor = new relay.ExprVisitor();
    const mutator = new relay.ExprMutator();
    for (const kind of every) {
      const base = Reflect.get(visitor, `visit${kind}`) as (expr: AnyExpr) => void;
      Reflect.set(visitor, `visit${kind}`, function (this: relay.ExprVisitor, expr: AnyExpr) {
        kinds.add(expr.kind);
        base.call(this, expr);
      });
    }
    for (const fn of mod.functions().values()) {
      visitor.visit(fn);
      expect(mutator.visit(fn)).toBe(fn);
    }
    expect([...kinds].sort()).toEqual([...every].sort());
  });

  test("free what they have seen, but for what is kept", () => {
    const fn = scope(program);
    const calls: Call[] = [];
    class Collect extends relay.ExprVisitor {
      override visitCall(call: Call): void {
        calls.push(calls.length === 0 ? keep(call) : call);
        super.visitCall(call);
      }
    }
    const before = engine.liveHandles();
    new Collect().visit(fn);
    expect(engine.liveHandles()).toBe(before + 1);
    expect(calls[0] && nameOf(calls[0])).toBe("add");
    expect(() => calls[1] && nameOf(calls[1])).toThrow(/keep\(\)/);
    // In a scope they live until its end.
    calls.length = 0;
    scope(() => {
      new Collect().visit(fn);
      expect(calls.map(nameOf)).toEqual(["add", "nn.relu", "multiply"]);
    });
  });

  test("ten thousand visits leave nothing behind", () => {
    const fn = program();
    const before = engine.liveHandles();
    let calls = 0;
    for (let i = 0; i < 10_000; ++i) {
      relay.analysis.postOrderVisit(fn, (expr) => {
        if (expr.kind === "Call" && nameOf(expr) === "add") calls += 1;
      });
    }
    expect(calls).toBe(10_000);
    for (let i = 0; i < 10_000; ++i) {
      const names = new Names();
      names.visit(fn);
      calls += names.after.length;
    }
    expect(calls).toBe(40_000);
    for (let i = 0; i < 1000; ++i) new Negate().visit(fn).dispose();
    expect(engine.liveHandles()).toBe(before);
    expect(host.pendingExceptions).toBe(0);
  });

  test("what a callback throws arrives, and nothing is left", () => {
    const fn = program();
    const before = engine.liveHandles();
    const error = new RangeError("stop");
    class Throws extends relay.ExprVisitor {
      override visitConstant(): void {
        throw error;
      }
    }
    const visitor = new Throws();
    expect(() => visitor.visit(fn)).toThrow(error);
    expect(() => visitor.visit(fn)).toThrow(error);
    expect(() =>
      relay.analysis.postOrderVisit(fn, () => {
        throw error;
      }),
    ).toThrow(error);
    expect(engine.liveHandles()).toBe(before);
  });

  test("may run passes inside", () => {
    const fn = program();
    const texts: string[] = [];
    relay.analysis.postOrderVisit(fn, (expr) => {
      if (expr.kind !== "Call") return;
      texts.push(transform.InferType()(IRModule.fromExpr(expr)).get("main").retType);
    });
    expect(texts).toEqual(Array(3).fill("Tensor[(2), float32]"));
  });
});

describe("mutators", () => {
  test("rebuild what is above a change and share the rest", () => {
    const fn = program();
    const result = new Negate().visit(fn);
    expect(result.countOps()).toEqual({ add: 1, multiply: 1, negative: 1, "nn.relu": 1 });
    expect(fn.countOps()).toEqual({ add: 1, multiply: 1, "nn.relu": 1 });
    if (result.kind !== "Function" || result.body.kind !== "Call") throw new Error(result.kind);
    if (fn.body.kind !== "Call") throw new Error(fn.body.kind);
    expect(result.body.args[0]).toBe(fn.body.args[0]);
    expect(result.params[0]).toBe(fn.params[0]);
  });

  test("that change nothing give the same object", () => {
    const fn = program();
    expect(new relay.ExprMutator().visit(fn)).toBe(fn);
  });

  test("may be used again", () => {
    const fn = program();
    const mutator = new Negate();
    const first = mutator.visit(fn);
    expect(mutator.visit(fn)).toBe(first);
    first.dispose();
    const second = mutator.visit(fn);
    expect(second.disposed).toBe(false);
    expect(second.countOps()).toEqual({ add: 1, multiply: 1, negative: 1, "nn.relu": 1 });
  });

  test("that answer nothing are named", () => {
    class Forgets extends relay.ExprMutator {
      override visitConstant(): AnyExpr {
        return undefined as never;
      }
    }
    expect(() => new Forgets().visit(program())).toThrow(
      "Forgets.visitConstant returned undefined, not an expression",
    );
    class Breaks extends relay.ExprMutator {
      override visitVar(_: Var): AnyExpr {
        return relay.const(1);
      }
    }
    expect(() => new Breaks().visit(program())).toThrow(/bind only variables/);
    expect(() => new Negate().visit(7 as never)).toThrow(DiagnosticError);
  });

  test("keep attributes and places", () => {
    const text = `#[version = "0.0.5"]
def @main(%x: Tensor[(1, 3, 8, 8), float32]) {
  nn.max_pool2d(add(%x, 1f), pool_size=[2, 2], padding=[0, 0, 0, 0])
}
`;
    const fn = new Negate().visit(relay.fromtext(text, "pool.relay").get("main"));
    expect(fn.span?.source).toBe("pool.relay");
    expect(String(fn)).toContain("pool_size=[2, 2]");
  });
});

describe("deep programs", () => {
  const length = 100_000;

  test("a chain of a hundred thousand calls is visited, rebuilt and counted", () => {
    const before = engine.liveHandles();
    const x = relay.var("x", [2]);
    const end = scope(() => relay.add(x, relay.negative(relay.const(1))));
    const deep = chain(length, end, (expr) => relay.nn.relu(expr));
    const names = new Names();
    names.visit(deep);
    expect(names.after).toHaveLength(length + 2);
    expect(new Set(names.before)).toEqual(new Set(["nn.relu", "add", "negative"]));
    // Every call of the chain is rebuilt.
    const changed = new Negate().visit(deep);
    expect(changed.countOps()).toEqual({ add: 1, negative: 2, "nn.relu": length });
    let count = 0;
    relay.analysis.postOrderVisit(changed, () => void (count += 1));
    expect(count).toBe(length + 8);
    for (const expr of [deep, changed, x, end]) expr.dispose();
    expect(engine.liveHandles()).toBe(before);
  });

  test("so are tuples, lets and branches", () => {
    const x = relay.var("x", [2]);
    const nested = chain(30_000, x, (expr, i) => {
      if (i % 3 === 0) return scope(() => relay.tupleGetItem(relay.tuple([expr, x]), 0));
      if (i % 3 === 1) return scope(() => new relay.Let(relay.var("v"), relay.const(i), expr));
      return scope(() => new relay.If(relay.var("c", "bool"), expr, x));
    });
    const result = new Negate().visit(nested);
    expect(result.countOps()).toEqual({ negative: 10_000 });
  });

  test("overriding methods that visit by themselves have a limit, which is said", () => {
    const x = relay.var("x", [2]);
    const lets = chain(3000, x, (expr) => new relay.Let(relay.var("v"), x, expr));
    class Lets extends relay.ExprVisitor {
      count = 0;
      override visitLet(expr: Let): void {
        this.count += 1;
        this.visit(expr.body);
      }
    }
    expect(() => new Lets().visit(lets)).toThrow(/Lets\.visitLet: .*nested too deeply/);
    const few = chain(500, x, (expr) => new relay.Let(relay.var("v"), x, expr));
    const visitor = new Lets();
    visitor.visit(few);
    expect(visitor.count).toBe(500);
  });
});

describe("analyses", () => {
  test("answer for expressions and modules", () => {
    const x = relay.var("x", [2]);
    const y = relay.var("y", [2]);
    const inner = new relay.Function([x], relay.add(x, y));
    const { analysis } = relay;
    expect(analysis.freeVars(inner)).toEqual([y]);
    expect(analysis.boundVars(inner)).toEqual([x]);
    expect(analysis.allVars(inner)).toEqual([x, y]);
    expect(analysis.allOps(program()).map(({ name }) => name)).toEqual([
      "add",
      "nn.relu",
      "multiply",
    ]);
    expect(analysis.countOps(inner)).toEqual({ add: 1 });
    expect(analysis.countOps(IRModule.fromExpr(inner))).toEqual({ add: 1 });
    expect(analysis.structuralEqual(program(), program())).toBe(true);
    expect(analysis.structuralHash(program())).toBe(program().structuralHash());
  });

  test("tell whether a program is well-formed", () => {
    const { analysis } = relay;
    const x = relay.var("x", [2]);
    const twice = new relay.Let(x, relay.const([1, 2]), new relay.Let(x, relay.const([1, 2]), x));
    expect(analysis.wellFormed(program())).toBe(true);
    expect(analysis.wellFormed(relay.nn.relu(x))).toBe(true);
    expect(analysis.wellFormed(twice)).toBe(false);
    expect(analysis.illFormed(twice)[0]?.message).toContain("x");
    const mod = IRModule.fromExpr(program());
    expect(analysis.wellFormed(mod)).toBe(true);
    mod.set("lost", relay.func(relay.call(relay.globalVar("no_such"), [])));
    expect(analysis.illFormed(mod).map(({ kind }) => kind)).toEqual(["unknown-global"]);
  });

  test("post order is TVM's", () => {
    const kinds: string[] = [];
    relay.analysis.postOrderVisit(program(), (expr) => {
      kinds.push(expr.kind === "Op" ? expr.name : expr.kind);
    });
    expect(kinds).toEqual([
      ...["Var", "add", "nn.relu", "Call", "multiply", "Constant", "Call", "Call", "Function"],
    ]);
  });
});
