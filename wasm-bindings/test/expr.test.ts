// Expressions: their fields, their identity, and how long they live.
import {
  DiagnosticError,
  IRModule,
  NDArray,
  engine,
  keep,
  relay,
  scope,
  transform,
  PassContext,
  type AnyExpr,
} from "passcope";
import { describe, expect, test } from "vitest";
import { smallModule } from "./programs";

const everything = `#[version = "0.0.5"]
type List[A] {
  Cons(A, List[A]),
  Nil,
}
def @id[A](%a: A) -> A { %a }
def @main(%x: Tensor[(2, 3), float32], %c: bool, %l: List[float32]) {
  let %y = nn.relu(%x);
  %0 = (%y, meta[relay.Constant][0]);
  %1 = if (%c) { %0.1 } else { 2f };
  %2 = fn (%p: float32, Primitive=1) -> float32 { add(%p, %1) };
  let %r = ref(%2(1f));
  ref_write(%r, 3f);
  %3 = match? (%l) {
    Cons(%h, Cons(_, Nil)) => %h,
    _ => ref_read(%r),
  };
  (@id(%3), clip(%x, a_min=-inff, a_max=6f))
}
`.replace("meta[relay.Constant][0]", "7f");

describe("fields", () => {
  const mod = relay.fromtext(everything, { source: "everything.relay" });
  const main = mod.get("main");

  const find = <K extends AnyExpr["kind"]>(kind: K): Extract<AnyExpr, { kind: K }>[] => {
    const found: AnyExpr[] = [];
    relay.analysis.postOrderVisit(main, (expr) => {
      if (expr.kind === kind) found.push(keep(expr));
    });
    return found as Extract<AnyExpr, { kind: K }>[];
  };

  test("of functions", () => {
    expect(main.kind).toBe("Function");
    expect(main).toBeInstanceOf(relay.Function);
    expect(main.params.map(({ nameHint, typeAnnotation }) => [nameHint, typeAnnotation])).toEqual([
      ["x", "Tensor[(2, 3), float32]"],
      ["c", "bool"],
      ["l", "List[float32]"],
    ]);
    expect(main.body.kind).toBe("Let");
    const inner = find("Function")[0];
    expect(inner?.attrs).toEqual({ Primitive: 1 });
    expect(inner?.retType).toBe("float32");
    expect(mod.get("id").typeParams).toEqual(["A"]);
  });

  test("of calls, and the union tells the kinds apart", () => {
    const body = main.body;
    if (body.kind !== "Let") throw new Error(body.kind);
    expect(body.variable.nameHint).toBe("y");
    const { value } = body;
    if (value.kind !== "Call") throw new Error(value.kind);
    expect(value.op.kind === "Op" && value.op.name).toBe("nn.relu");
    expect(value.args).toHaveLength(1);
    expect(value.attrs).toEqual({});
    const clip = find("Call").find((call) => call.op.kind === "Op" && call.op.name === "clip");
    expect(clip?.attrs).toEqual({ a_min: -Infinity, a_max: 6 });
    const id = find("Call").find((call) => call.op.kind === "GlobalVar");
    expect(id?.op.kind === "GlobalVar" && id.op.nameHint).toBe("id");
  });

  test("of everything else", () => {
    const [tuple] = find("Tuple");
    expect(tuple?.fields.map(({ kind }) => kind)).toEqual(["Var", "Constant"]);
    const [item] = find("TupleGetItem");
    expect(item?.index).toBe(1);
    expect(item?.tupleValue).toBe(tuple);
    const [branch] = find("If");
    expect(branch?.cond).toBe(main.params[1]);
    expect([branch?.trueBranch.kind, branch?.falseBranch.kind]).toEqual([
      "TupleGetItem",
      "Constant",
    ]);
    const seven = tuple?.fields[1];
    expect(seven?.kind === "Constant" && seven.data.toNumbers()).toEqual([7]);
    expect(find("RefCreate")[0]?.value.kind).toBe("Call");
    expect(find("RefWrite")[0]?.value.kind).toBe("Constant");
    expect(find("RefRead")[0]?.ref).toBe(find("RefWrite")[0]?.ref);
  });

  test("of matches", () => {
    const [match] = find("Match");
    expect(match?.complete).toBe(false);
    expect(match?.data).toBe(main.params[2]);
    const [first, second] = match?.clauses ?? [];
    if (first?.lhs.kind !== "PatternConstructor") throw new Error("no constructor");
    expect(first.lhs.con.nameHint).toBe("Cons");
    expect(first.lhs.con.belongTo).toBe("List");
    expect(first.lhs.con.inputs).toHaveLength(2);
    const [head, tail] = first.lhs.patterns;
    expect(head?.kind === "PatternVar" && head.var).toBe(first.rhs);
    if (tail?.kind !== "PatternConstructor") throw new Error("no constructor");
    expect(tail.patterns.map(({ kind }) => kind)).toEqual([
      "PatternWildcard",
      "PatternConstructor",
    ]);
    expect(second?.lhs.kind).toBe("PatternWildcard");
    expect(second?.rhs.kind).toBe("RefRead");
  });

  test("say where they come from and of what type they are", () => {
    const { span } = main.body;
    expect(span?.source).toBe("everything.relay");
    expect(everything.slice(span?.start, span?.end)).toContain("let %y");
    expect(main.body.checkedType).toBe("?");
    const typed = transform.InferType()(smallModule()).get("main").body;
    expect(typed.checkedType).toBe("Tensor[(2, 3), float32]");
    expect(typed.shape).toEqual([2, 3]);
    expect(typed.dtype).toBe("float32");
    expect(typed.span).toBeUndefined();
  });

  test("of modules", () => {
    expect([...mod.functions().keys()].sort()).toEqual(["id", "main"]);
    expect(mod.functions().get("main")).toBe(main);
    expect(mod.get(relay.globalVar("main"))).toBe(main);
    expect(mod.attrs).toEqual({});
    const other = IRModule.fromFunctions({ main, other: main });
    expect(other.globalVars()).toEqual(["main", "other"]);
    expect(IRModule.fromFunctions().globalVars()).toEqual([]);
    expect(() => other.set("x", main.body)).toThrow(DiagnosticError);
    expect(() => other.set("x", undefined as never)).toThrow(
      /IRModule.set takes an expression, not undefined/,
    );
  });
});

describe("identity", () => {
  test("the same node is the same object", () => {
    const x = relay.var("x", [2]);
    const relu = relay.nn.relu(x);
    const sum = relay.add(relu, relu);
    expect(sum.args[0]).toBe(relu);
    expect(sum.args[1]).toBe(relu);
    expect(relu.args[0]).toBe(x);
    expect(relu.op).toBe(relay.op("nn.relu"));
    const fn = relay.func(sum);
    expect(fn.params[0]).toBe(x);
    const mod = IRModule.fromExpr(fn);
    expect(mod.get("main")).toBe(fn);
    expect(new Map([[relu, 1]]).get(mod.get("main").body.children[1] as typeof relu)).toBe(1);
  });

  test("a variable stays the same when its type is found", () => {
    const x = relay.var("x", [2]);
    const typed = transform
      .InferType()(IRModule.fromExpr(relay.nn.relu(x)))
      .get("main").params[0];
    expect(typed?.isSame(x)).toBe(true);
    expect(x.isSame(relay.var("x", [2]))).toBe(false);
  });

  test("disposing one object leaves the node to others", () => {
    const x = relay.var("x", [2]);
    const relu = relay.nn.relu(x);
    const copy = relu.clone();
    expect(copy).not.toBe(relu);
    expect(copy.sameAs(relu)).toBe(true);
    x.dispose();
    expect(() => x.nameHint).toThrow("this Var has been disposed");
    const again = relu.args[0];
    expect(again).not.toBe(x);
    expect(again?.kind === "Var" && again.nameHint).toBe("x");
    expect(relu.args[0]).toBe(again);
    relu.dispose();
    expect(copy.args[0]).toBe(again);
  });

  test("objects of no scope that are collected are found anew", async () => {
    const { gc } = globalThis;
    if (!gc) return;
    const before = engine.liveHandles();
    const mod = smallModule();
    for (let i = 0; i < 3; ++i) {
      (() => void mod.get("main").body.children.length)();
      for (let j = 0; j < 20 && engine.liveHandles() > before + 1; ++j) {
        gc();
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      expect(engine.liveHandles()).toBeLessThanOrEqual(before + 1);
    }
    mod.dispose();
  });
});

describe("scopes", () => {
  test("free what was made and looked at in them", () => {
    const mod = smallModule();
    const before = engine.liveHandles();
    let seen: AnyExpr | undefined;
    scope(() => {
      const main = mod.get("main");
      seen = main.body;
      relay.add(main.body, relay.const([[1, 2, 3]]));
      transform.create("InferType").dispose();
      expect(engine.liveHandles()).toBeGreaterThan(before);
    });
    expect(engine.liveHandles()).toBe(before);
    expect(() => seen?.kind === "Call" && seen.args).toThrow(
      /this Call has been disposed(.|\n)*keep\(\)/,
    );
    mod.dispose();
  });

  test("hand on what they return, and what is kept", () => {
    const mod = smallModule();
    const kept: AnyExpr[] = [];
    const [main, found] = scope(() => {
      const fn = mod.get("main");
      const call = fn.body;
      kept.push(keep(call));
      scope(() => kept.push(keep(call.children[1] as AnyExpr)));
      return [fn, { params: [...fn.params], map: new Map([["body", fn.body]]) }] as const;
    });
    expect(main.body).toBe(kept[0]);
    expect(found.map.get("body")).toBe(kept[0]);
    expect(found.params[0]).toBe(kept[1]);
  });

  test("leave alone what was there before, and find again what they freed", () => {
    const mod = smallModule();
    const main = mod.get("main");
    const inside = scope(() => {
      expect(mod.get("main")).toBe(main);
      return main.body.kind;
    });
    expect(inside).toBe("Call");
    expect(main.disposed).toBe(false);
    expect(String(main.body)).toContain("nn.relu");
  });

  test("free on errors too, and refuse to be asynchronous", () => {
    const before = engine.liveHandles();
    const error = new Error("no");
    expect(() =>
      scope(() => {
        relay.var("x");
        throw error;
      }),
    ).toThrow(error);
    expect(() => scope(async () => relay.var("x"))).toThrow(/asynchronous/);
    expect(engine.liveHandles()).toBe(before);
  });

  test("hooks have their own", () => {
    const mod = smallModule();
    let kept: AnyExpr | undefined;
    let lost: AnyExpr | undefined;
    const before = engine.liveHandles();
    const context = new PassContext({
      instruments: [
        {
          runBeforePass(given) {
            lost = given.get("main").body;
            kept = keep(given.get("main"));
          },
        },
      ],
    });
    const pass = transform.InferType();
    context.with(() => pass(mod).dispose());
    context.dispose();
    pass.dispose();
    expect(engine.liveHandles()).toBe(before + 1);
    expect(() => String(lost)).toThrow(/freed at its end/);
    expect(kept).toBe(mod.get("main"));
  });
});

describe("text", () => {
  test("modules and expressions are read", () => {
    const mod = relay.fromtext(String(smallModule()));
    expect(mod.structuralEqual(IRModule.fromtext(mod.astext()))).toBe(true);
    expect(relay.fromtext(String(mod), "a.relay").get("main").body.span?.source).toBe("a.relay");
    const expr = relay.parseExpr("free_var %x: Tensor[(2), float32]; nn.relu(%x)");
    expect(expr.kind).toBe("Call");
    expect(relay.analysis.freeVars(expr).map(({ type }) => type)).toEqual(["Tensor[(2), float32]"]);
    expect(() => relay.parseExpr("add(%x", { source: "my.relay" })).toThrow(/my\.relay/);
  });

  test("spans can be left out", () => {
    const mod = relay.fromtext(String(smallModule()), "a.relay");
    expect(mod.astext()).toContain("span=a.relay");
    expect(mod.astext({ showSpans: false })).not.toContain("span=");
    expect(mod.get("main").astext({ showSpans: false })).not.toContain("span=");
  });

  test("an expression's string is Python's", () => {
    const fn = smallModule().get("main");
    expect(String(fn)).toBe("fn (%x: Tensor[(2, 3), float32]) {\n  nn.relu(%x)\n}");
    expect(fn.astext()).toContain('#[version = "0.0.5"]');
    const constant = relay.const(NDArray.from([1, 2], [2]));
    expect(String(relay.negative(constant))).not.toContain("metadata");
  });
});
