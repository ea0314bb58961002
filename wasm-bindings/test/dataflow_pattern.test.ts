// The pattern language, used as TVM's tests use it.
import {
  DiagnosticError,
  type IRModule,
  engine,
  relay,
  transform,
  type AnyExpr,
  type Expr,
} from "passcope";
import { describe, expect, test } from "vitest";

const {
  DFPatternCallback,
  dominates,
  functionPattern,
  hasDtype,
  hasShape,
  hasType,
  isConstant,
  isExpr,
  isIf,
  isLet,
  isOp,
  isTuple,
  isTupleGetItem,
  isVar,
  rewrite,
  wildcard,
} = relay.dataflowPattern;
type DFPattern = relay.dataflowPattern.DFPattern;
type NodeMap = relay.dataflowPattern.NodeMap;

const v = (name: string): relay.Var => relay.var(name);
const conv2d = (x: Expr, w: Expr, attrs: object = {}): relay.Call =>
  relay.call("nn.conv2d", [x, w], attrs as never);
const op = (name: string, ...args: Expr[]): relay.Call => relay.call(name, args);
const relu = (x: Expr): relay.Call => op("nn.relu", x);
const anyConv = (): DFPattern => isOp("nn.conv2d")(wildcard(), wildcard());
const elementwise = (): DFPattern => wildcard().hasAttr({ TOpPattern: 0 })(wildcard());
const anyAdd = (): DFPattern => isOp("add")(wildcard(), wildcard());

/** A callback that calls a function. */
class By extends DFPatternCallback {
  constructor(
    public pattern: DFPattern,
    readonly run: (pre: AnyExpr, post: AnyExpr, nodes: NodeMap) => Expr,
    options: relay.dataflowPattern.CallbackOptions = {},
  ) {
    super(options);
  }
  callback(pre: AnyExpr, post: AnyExpr, nodes: NodeMap): Expr {
    return this.run(pre, post, nodes);
  }
}
const subtractInstead = (_pre: AnyExpr, post: AnyExpr): Expr => {
  const [a, b] = (post as relay.Call).args as [AnyExpr, AnyExpr];
  return op("subtract", a, b);
};

describe("patterns", () => {
  test("tell what they are made of", () => {
    const [a, b] = [wildcard(), wildcard()];
    const sum = isOp("add")(a, b);
    expect(sum.kind).toBe("Call");
    expect(sum.children.map(({ kind }) => kind)).toEqual(["Expr", "Wildcard", "Wildcard"]);
    expect(sum.children[1]?.key).toBe(a.key);
    expect((isOp("add").expr as relay.Op).name).toBe("add");
    expect(isVar("x").patternName).toBe("x");
    expect(isTupleGetItem(isTuple([a, b]), 1).index).toBe(1);
    expect(hasType({ shape: [10, 10], dtype: "float32" }).type).toBe("Tensor[(10, 10), float32]");
    expect(hasDtype("float16").dtype).toBe("float16");
    expect(hasShape([10, "?"]).shape).toEqual([10, "?"]);
    expect(isOp("add").hasAttr({ TOpPattern: 0 }).attrs).toEqual({ TOpPattern: 0 });
    expect(functionPattern([a, b], sum).children).toHaveLength(3);
    expect(isIf(a, a, b).children).toHaveLength(3);
    expect(isLet(a, a, b).kind).toBe("Let");
    expect(wildcard()(null).any).toBe(true);
  });

  test("match calls, in both orders where they commute", () => {
    const [x, y] = [v("x"), v("y")];
    expect(isOp("add").or(isOp("subtract")).match(relay.op("subtract"))).toBe(true);
    expect(isOp("add")(isVar("x"), isVar("y")).match(op("add", y, x))).toBe(true);
    expect(isOp("subtract")(isVar("x"), isVar("y")).match(op("subtract", y, x))).toBe(false);
    expect(wildcard()(null).match(relu(x))).toBe(true);
    expect(anyAdd().match(op("subtract", x, y))).toBe(false);
    expect(isTuple(null).match(relay.tuple([x, y, x]))).toBe(true);
    expect(functionPattern(null, wildcard()).match(relay.func(x, [x]))).toBe(true);
  });

  test("have optional parts, constants, attributes and types", () => {
    const [x, w, b] = [v("x"), v("w"), v("b")];
    const pattern = isOp("nn.relu")(
      anyConv().optional((before) => isOp("nn.bias_add")(before, wildcard())),
    );
    expect(pattern.match(relu(conv2d(x, w)))).toBe(true);
    expect(pattern.match(relu(op("nn.bias_add", conv2d(x, w), b)))).toBe(true);
    expect(pattern.match(relu(op("add", conv2d(x, w), b)))).toBe(false);
    expect(isOp("nn.conv2d")(wildcard(), isConstant()).match(conv2d(x, w))).toBe(false);
    expect(isOp("nn.conv2d")(wildcard(), isConstant()).match(conv2d(x, relay.const(1)))).toBe(true);
    expect(isExpr(relay.const(1)).match(relay.const(1))).toBe(true);
    expect(
      anyConv()
        .hasAttr({ kernel_size: [3, 3] })
        .match(conv2d(x, w, { kernel_size: [3, 3] })),
    ).toBe(true);
    expect(anyConv().hasAttr({ data_layout: "NHWC" }).match(conv2d(x, w))).toBe(false);
    const typed = relay.var("t", [10, 10]);
    expect(
      wildcard()
        .hasShape([10, 10])
        .hasDtype("float32")
        .match(op("add", typed, typed)),
    ).toBe(true);
    expect(hasShape([10, 5]).match(typed)).toBe(false);
  });

  test("find dominated subgraphs", () => {
    const conv = conv2d(v("x"), v("w"));
    const diamond = dominates(anyConv(), elementwise(), anyAdd());
    const leaky = relay.call("nn.leaky_relu", [conv], { alpha: 0 });
    expect(diamond.match(op("add", relu(relu(conv)), leaky))).toBe(true);
    expect(diamond.match(op("add", relu(v("y")), leaky))).toBe(false);
    expect(
      anyAdd()
        .dominates(anyConv(), elementwise())
        .match(op("add", relu(conv), leaky)),
    ).toBe(true);
  });

  test("say what is wrong with what they are made of", () => {
    expect(() => isOp("no.such.operator")).toThrow(DiagnosticError);
    expect(() => isTuple([1 as never])).toThrow("a pattern of kind Tuple is made of patterns");
    expect(() => isExpr("x" as never)).toThrow("must be an expression");
    expect(() => wildcard().match({} as never)).toThrow("must be an expression");
    expect(() => hasType("Tensor[")).toThrow(DiagnosticError);
    expect(() => hasDtype("reals" as never)).toThrow(DiagnosticError);
  });
});

describe("rewriting", () => {
  test("replaces what matches", () => {
    const [x, y] = [v("x"), v("y")];
    const out = new By(anyAdd(), subtractInstead).rewrite(op("add", x, y));
    expect(out.structuralEqual(op("subtract", x, y))).toBe(true);
  });

  class BatchNorm extends DFPatternCallback {
    x = wildcard();
    var = wildcard();
    mean = wildcard();
    beta = wildcard();
    gamma = wildcard();
    eps = isConstant();
    pattern = this.gamma
      .mul(this.x.sub(this.mean))
      .div(isOp("sqrt")(this.var.add(this.eps)))
      .add(this.beta);

    callback(_pre: AnyExpr, _post: AnyExpr, nodes: NodeMap): Expr {
      const epsilon = (nodes.first(this.eps) as relay.Constant).data.toNumbers()[0] as number;
      const inputs = [this.x, this.gamma, this.beta, this.mean, this.var].map((part) =>
        nodes.first(part),
      );
      return relay.tupleGetItem(relay.call("nn.batch_norm", inputs, { epsilon }), 0);
    }
  }

  test("finds a batch norm however it is written", () => {
    const [x, variance, mean, beta, gamma] = [v("x"), v("var"), v("mean"), v("beta"), v("gamma")];
    const root = op("sqrt", op("add", variance, relay.const(1e-5)));
    const centred = op("subtract", x, mean);
    const rule = new BatchNorm();
    for (const normed of [
      op("add", op("divide", op("multiply", gamma, centred), root), beta),
      op("add", beta, op("divide", op("multiply", gamma, centred), root)),
      op("add", op("multiply", gamma, op("divide", centred, root)), beta),
    ]) {
      expect(rule.rewrite(normed).countOps()).toEqual({ "nn.batch_norm": 1 });
    }
  });

  test("takes several callbacks, until none changes anything, or once", () => {
    const x = v("x");
    const [zero, one] = [isExpr(relay.const(0)), isExpr(relay.const(1))];
    const any = wildcard();
    const keep = (_pre: AnyExpr, _post: AnyExpr, nodes: NodeMap): Expr => nodes.first(any);
    const rules = [new By(any.add(zero), keep), new By(any.mul(one), keep)];
    const expr = op(
      "multiply",
      relay.const(1),
      op("add", op("multiply", x, relay.const(1)), relay.const(0)),
    );
    expect(rewrite(rules, expr)).toBe(x);
    const shorter = (_pre: AnyExpr, post: AnyExpr): Expr => {
      const tuple = (post as relay.Call).args[0] as relay.Tuple;
      const fields = tuple.fields.slice(0, -1);
      return fields.length > 0
        ? relay.call("concatenate", [relay.tuple(fields)], { axis: 0 })
        : tuple;
    };
    const concat = relay.call("concatenate", [relay.tuple([x, x, x])], { axis: 0 });
    const pattern = isOp("concatenate")(null);
    expect(new By(pattern, shorter).rewrite(concat).kind).toBe("Tuple");
    const once = new By(pattern, shorter, { rewriteOnce: true }).rewrite(concat);
    expect(((once as relay.Call).args[0] as relay.Tuple).fields).toHaveLength(2);
  });

  test("has types when they are required", () => {
    const x = relay.var("x", [2, 3]);
    const seen: string[] = [];
    new By(
      anyAdd(),
      (pre, post) => {
        seen.push(pre.checkedType);
        return post;
      },
      { requireType: true },
    ).rewrite(op("add", x, x));
    expect(seen).toEqual(["Tensor[(2, 3), float32]"]);
  });

  test("hands on what a callback throws, and refuses what is no expression", () => {
    const sum = op("add", v("x"), v("y"));
    const mine = new Error("mine");
    const throwing = new By(anyAdd(), () => {
      throw mine;
    });
    expect(() => throwing.rewrite(sum)).toThrow(mine);
    expect(() => new By(anyAdd(), () => undefined as never).rewrite(sum)).toThrow(
      "a callback of a pattern returned undefined, not an expression",
    );
    const growing = new By(anyAdd(), (_pre, post) => op("negative", post));
    expect(() => growing.rewrite(sum)).toThrow("do two of them undo each other?");
    expect(() =>
      new By(anyAdd(), (_pre, _post, nodes) => nodes.first(isVar())).rewrite(sum),
    ).toThrow("this part of the pattern matched nothing");
  });

  test("frees what it made", () => {
    const sum = op("add", v("x"), v("y"));
    const rule = new By(anyAdd(), subtractInstead);
    const before = engine.liveHandles();
    for (let i = 0; i < 50; ++i) rule.rewrite(sum).dispose();
    expect(engine.liveHandles() - before).toBeLessThan(5);
  });
});

describe("partitioning", () => {
  test("makes functions, with attributes, if a check agrees", () => {
    const [x, w] = [v("x"), v("w")];
    const pattern = isOp("nn.relu")(anyConv());
    const expr = relu(conv2d(x, w));
    const call = pattern.partition(expr, { attrs: { Composite: "accel.conv_relu" } }) as relay.Call;
    const fn = call.op as relay.Function;
    expect(fn.attrs).toEqual({
      PartitionedFromPattern: "nn.conv2d_nn.relu_",
      Composite: "accel.conv_relu",
    });
    expect(fn.params.map(({ name }) => name)).toEqual(["FunctionVar_0_0", "FunctionVar_0_1"]);
    const asked: string[] = [];
    const check = (match: AnyExpr): boolean => {
      asked.push(match.kind);
      return false;
    };
    expect(pattern.partition(expr, { check })).toBe(expr);
    expect(asked).toEqual(["Call"]);
  });
});

describe("one's own code generator", () => {
  const program = (): IRModule =>
    relay.fromtext(`#[version = "0.0.5"]
def @main(%x: Tensor[(1, 3, 8, 8), float32], %w: Tensor[(4, 3, 3, 3), float32]) {
  exp(tanh(nn.relu(nn.conv2d(%x, %w, channels=4, kernel_size=[3, 3]))))
}`);

  test("from a pattern table to functions", () => {
    const asked: string[] = [];
    const passes = [
      transform.MergeComposite([
        [
          "accel.conv_relu",
          isOp("nn.relu")(anyConv()),
          (match) => {
            asked.push(match.checkedType);
            return true;
          },
        ],
      ]),
      transform.AnnotateTarget("accel", {
        supported: { accel: { tanh: true, exp: (call) => call.shape?.[1] !== 4 } },
      }),
      transform.MergeCompilerRegions(),
      transform.PartitionGraph({ modName: "net" }),
    ];
    const out = passes.reduce((mod, pass) => pass(mod), transform.InferType()(program()));
    expect(asked).toEqual(["Tensor[(1, 4, 6, 6), float32]"]);
    expect(out.globalVars()).toEqual(["main", "tvmgen_net_accel_main_0"]);
    expect(out.get("tvmgen_net_accel_main_0").attrs).toMatchObject({ Compiler: "accel" });
    expect(out.get("main").countOps()).toEqual({ exp: 1 });
    expect(
      transform
        .InlineCompilerFunctionsBoundTo(["tvmgen_net_accel_main_0"])(out)
        .get("main")
        .countOps(),
    ).toEqual({ exp: 1, "nn.conv2d": 1, "nn.relu": 1, tanh: 1 });
  });

  test("what functions throw, and what is wrong with tables", () => {
    const mine = new Error("mine");
    const bad = transform.MergeComposite([
      [
        "accel.conv",
        anyConv(),
        () => {
          throw mine;
        },
      ],
    ]);
    expect(() => bad(program())).toThrow(mine);
    expect(() => transform.MergeComposite([["x", "y"]] as never)).toThrow(
      "entry 0 of a pattern table must be a name and a pattern",
    );
    expect(() =>
      transform.AnnotateTarget("accel", { supported: { accel: { tanh: "yes" as never } } }),
    ).toThrow("must be true, false or a function");
    expect(() =>
      transform.AnnotateTarget("accel", { supported: { accel: ["no.such.op"] } }),
    ).toThrow(DiagnosticError);
  });
});

test("a callback may rewrite, by patterns of other lengths, while it is asked", () => {
  // The engine's functions are called recursively, and each call has its own texts.
  const depths = [1, 2, 3, 5, 8];
  const chain = (length: number): DFPattern => {
    let pattern: DFPattern = wildcard();
    for (let i = 0; i < length; i += 1) pattern = isOp("nn.relu")(pattern);
    return pattern;
  };
  const x = v("x");
  const within = (depth: number): Expr => {
    if (depth === 0) return x;
    let expr: Expr = x;
    for (let i = 0; i < depth; i += 1) expr = relu(expr);
    const inner = new By(chain(depth), () => op("exp", within(depth - 1)));
    return rewrite(inner, expr);
  };
  for (const depth of depths) {
    const expected = Array.from({ length: depth }).reduce<Expr>((expr) => op("exp", expr), x);
    expect(String(within(depth))).toBe(String(expected));
  }
});
