// Passes written in JavaScript: their arguments and results, their exceptions, and leaks.
import {
  DiagnosticError,
  IRModule,
  Pass,
  PassContext,
  Sequential,
  engine,
  instrument,
  keep,
  relay,
  transform,
  type AnyExpr,
  type Constant,
  type Expr,
  type Function as RelayFunction,
} from "passcope";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { host } from "../dist/engine.js";
import { smallModule } from "./programs";

/** x + 2 */
const program = (): IRModule =>
  IRModule.fromExpr(relay.add(relay.var("x", [2]), relay.const([2, 2])));

class Scale extends relay.ExprMutator {
  constructor(readonly factor: Expr) {
    super();
  }
  override visitConstant(constant: Constant): AnyExpr {
    return relay.multiply(this.factor, constant);
  }
}

const Custom = transform.functionPass(
  { optLevel: 1 },
  class CustomPipeline {
    runs = 0;
    constructor(readonly factor: Expr) {}
    transformFunction(fn: RelayFunction): AnyExpr {
      this.runs += 1;
      return new Scale(this.factor).visit(fn);
    }
    describe(): string {
      return `${this.runs} runs`;
    }
  },
);

function caught(body: () => unknown): unknown {
  try {
    body();
  } catch (error) {
    return error;
  }
  throw new Error("nothing was thrown");
}

describe("function passes", () => {
  test("of a function", () => {
    const seen: unknown[] = [];
    const pass = transform.functionPass(
      { optLevel: 2, name: "Mine", required: ["InferType"] },
      (fn, mod, ctx) => {
        seen.push(fn.kind, mod.globalVars(), ctx, fn.body.kind);
        return relay.func(relay.nn.relu(fn.body), fn.params);
      },
    );
    expect(pass).toBeInstanceOf(Pass);
    expect(pass.info).toEqual({
      name: "Mine",
      optLevel: 2,
      required: ["InferType"],
      traceable: false,
    });
    const context = new PassContext();
    const result = context.with(() => pass(program()));
    expect(seen).toEqual(["Function", ["main"], context, "Call"]);
    expect(result.countOps()).toEqual({ add: 1, "nn.relu": 1 });
    // As in TVM, types are inferred.
    expect(result.get("main").retType).toBe("Tensor[(2), float32]");
  });

  test("of a class, with the tutorial's multiplier", () => {
    const pass = new Custom(relay.const(3));
    expect(pass).toBeInstanceOf(Pass);
    expect(pass.info).toMatchObject({ name: "CustomPipeline", optLevel: 1 });
    expect(Custom.name).toBe("CustomPipeline");
    const result = pass(program());
    expect(result.countOps()).toEqual({ add: 1, multiply: 1 });
    expect(result.evaluate({ x: Float32Array.of(0, 1) })[0]?.toNumbers()).toEqual([6, 7]);
    expect(pass.runs).toBe(1);
    pass.runs = 5;
    expect(pass.describe()).toBe("5 runs");
  });

  test("by decorator", () => {
    const source = `
      @transform.functionPass({ optLevel: 0, name: "Named" })
      class Decorated {
        transformFunction(fn) { return fn.withAttr("Seen", 1); }
      }
      @transform.modulePass({ optLevel: 0 })
      class Identity {
        transformModule(mod) { return mod; }
      }
      const made = [new Decorated(), new Identity()];`;
    // JavaScript engines do not support decorators yet, so the compiler turns them into calls, as for users.
    const { outputText } = ts.transpileModule(source, {
      compilerOptions: { target: ts.ScriptTarget.ES2022 },
    });
    // eslint-disable-next-line @typescript-eslint/no-implied-eval
    const run = new Function("transform", `${outputText}; return made;`) as (
      given: typeof transform,
    ) => [Pass, Pass];
    const [named, identity] = run(transform);
    expect(named.info.name).toBe("Named");
    expect(named(program()).get("main").attrs).toEqual({ Seen: 1 });
    const mod = program();
    expect(identity.info.name).toBe("Identity");
    expect(identity(mod).diffId()).toBe(mod.diffId());
  });

  test("run over each function, in a Sequential, seen by instruments", () => {
    const mod = program();
    mod.set("other", mod.get("main"));
    mod.set("foreign", mod.get("main").withAttr("Compiler", "x"));
    const trace = new instrument.TraceInstrument();
    const pass = new Custom(relay.const(3));
    const other = transform.functionPass({ optLevel: 3, name: "Off" }, () => {
      throw new Error("not enabled");
    });
    const result = new PassContext({ instruments: [trace] }).with(() =>
      new Sequential([pass, other, transform.FoldConstant()])(mod),
    );
    expect(pass.runs).toBe(2);
    expect(result.countOps()).toEqual({ add: 3 });
    const ran = trace.entries().filter(({ status }) => status === "ok");
    expect(ran.map(({ name, depth }) => [depth, name])).toEqual([
      [0, "sequential"],
      [1, "CustomPipeline"],
      [2, "InferType"],
      [1, "FoldConstant"],
      [2, "InferType"],
    ]);
  });
});

describe("module passes", () => {
  test("get and give modules", () => {
    const pass = transform.modulePass({ optLevel: 0, name: "Twice" }, (mod, ctx) => {
      expect(ctx).toBe(PassContext.current());
      const result = mod.clone();
      result.set("twice", mod.get("main"));
      return result;
    });
    const mod = program();
    expect(pass(mod).globalVars()).toEqual(["main", "twice"]);
    expect(mod.globalVars()).toEqual(["main"]);
    const fold = transform.modulePass({ optLevel: 0 }, (given) => transform.FoldConstant()(given));
    expect(fold(new Custom(relay.const(3))(mod)).countOps()).toEqual({ add: 1 });
  });

  test("of a class", () => {
    const Rename = transform.modulePass(
      { optLevel: 0, name: "Rename" },
      class {
        constructor(readonly to: string) {}
        transformModule(mod: IRModule): IRModule {
          return IRModule.fromFunctions({ [this.to]: mod.get("main") });
        }
      },
    );
    expect(new Rename("f")(program()).globalVars()).toEqual(["f"]);
  });
});

describe("what goes wrong", () => {
  const stays = (body: () => unknown): unknown => {
    const start = PassContext.current();
    const error = new PassContext({ optLevel: 3 }).with((context) => {
      const thrown = caught(body);
      expect(PassContext.current()).toBe(context);
      return thrown;
    });
    expect(PassContext.current()).toBe(start);
    expect(host.pendingExceptions).toBe(0);
    return error;
  };

  const kindOf = (error: unknown): string | undefined =>
    error instanceof DiagnosticError ? error.diagnostics[0]?.kind : undefined;

  test("a pass returns what is no function or module", () => {
    const given: [unknown, RegExp][] = [
      [undefined, /the pass Bad returned undefined, not a function/],
      [null, /returned null/],
      [7, /returned the number 7/],
      [relay.const(1), /returned a Constant, not a function/],
      [program(), /returned a module, not a function/],
      [Promise.resolve(), /must not be asynchronous/],
      [{}, /an object of class Object/],
    ];
    for (const [value, message] of given) {
      const pass = transform.functionPass({ optLevel: 0, name: "Bad" }, () => value as Expr);
      const error = stays(() => pass(program()));
      expect(kindOf(error)).toMatch(/invalid-pass|usage/);
      expect((error as Error).message).toMatch(message);
      const sequence = new Sequential([pass]);
      expect(() => sequence(program())).toThrow(message);
    }
    const pass = transform.modulePass(
      { optLevel: 0, name: "Bad" },
      (mod) => mod.get("main") as never,
    );
    expect(() => pass(program())).toThrow("the pass Bad returned a Function, not a module");
  });

  test("a pass makes an ill-typed program: the diagnostic names it", () => {
    const pass = transform.functionPass({ optLevel: 0, name: "Breaks" }, (fn) =>
      relay.func(relay.add(fn.body, relay.const([1, 2, 3])), fn.params),
    );
    const error = stays(() => new Sequential([pass])(program()));
    expect(kindOf(error)).toBe("shape-mismatch");
    expect((error as Error).message).toContain("pass Breaks produced this program");
  });

  test("what a pass throws arrives as the same object", () => {
    for (const thrown of [new RangeError("mine"), "text", undefined, { any: 1 }]) {
      const pass = transform.functionPass({ optLevel: 0, name: "Throws" }, () => {
        // Any value can be thrown, not only an Error.
        throw thrown as Error;
      });
      const trace = new instrument.TraceInstrument();
      const error = stays(() =>
        new PassContext({ instruments: [trace] }).with(() => new Sequential([pass])(program())),
      );
      expect(error).toBe(thrown);
      expect(trace.entries().map(({ status }) => status)).toEqual(["failed", "failed"]);
    }
  });

  test("a diagnostic of the engine inside is the very one that it threw", () => {
    let inner: unknown;
    const pass = transform.functionPass({ optLevel: 0, name: "Inner" }, () => {
      inner = caught(() => relay.call("no.such", []));
      throw inner;
    });
    expect(stays(() => pass(program()))).toBe(inner);
  });

  test("wrong options and classes are refused where they are given", () => {
    const fn = (given: RelayFunction): Expr => given;
    const make = transform.functionPass as (options: unknown, given?: unknown) => unknown;
    expect(() => make({}, fn)).toThrow(/functionPass: optLevel .* undefined/);
    expect(() => make(undefined, fn)).toThrow(/optLevel/);
    expect(() => make({ optLevel: "3" }, fn)).toThrow(/optLevel must be an integer.*"3"/);
    expect(() => make({ optLevel: 1, name: 7 }, fn)).toThrow(/name must be a string/);
    expect(() => make({ optLevel: 1, required: "InferType" }, fn)).toThrow(/required/);
    expect(() => make({ optLevel: 1 }, undefined)).toThrow(/a function or a class, not undefined/);
    const Lacks = make({ optLevel: 1 }, class Lacks {}) as new () => Pass;
    expect(() => new Lacks()).toThrow(/the class Lacks needs a method transformFunction/);
    expect(() => new Sequential([null as never])).toThrow(
      /item 0 of a Sequential is null, not a pass/,
    );
    expect(() => new Sequential([transform.InferType(), (() => {}) as never])).toThrow(/item 1/);
    expect(() => new Sequential(7 as never)).toThrow(/array of passes/);
    const needs = transform.functionPass({ optLevel: 0, name: "N", required: ["NoSuch"] }, fn);
    expect(() => new Sequential([needs])(program())).toThrow(/N requires the pass 'NoSuch'/);
    expect(() => transform.FuseOps({ fuseOptLevel: "high" } as object)).toThrow(/fuseOptLevel/);
  });
});

describe("passes leave nothing behind", () => {
  test("whatever they look at, keep, throw or run", () => {
    const mod = program();
    const factor = relay.const(3);
    const run = (): void => {
      const kept: Expr[] = [];
      const inner = transform.modulePass({ optLevel: 0, name: "Inner" }, (given) => given);
      const pass = transform.functionPass({ optLevel: 0, name: "All" }, (fn, given) => {
        relay.analysis.postOrderVisit(fn, (expr) => void expr.children);
        kept.push(keep(fn.body));
        inner(given);
        transform.FoldConstant()(given);
        return new Scale(factor).visit(fn);
      });
      const throws = transform.functionPass({ optLevel: 0, name: "Throws" }, (fn) => {
        void fn.body.children;
        throw new Error("no");
      });
      const result = pass(mod);
      expect(() => throws(mod)).toThrow("no");
      expect(kept[0]?.kind).toBe("Call");
      for (const object of [result, pass, inner, throws, ...kept]) object.dispose();
    };
    // Passes that a pass makes inside of it are left to the collector.
    const counted = (): number => {
      const before = engine.liveHandles();
      run();
      return engine.liveHandles() - before;
    };
    counted();
    const first = counted();
    expect(first).toBeLessThanOrEqual(1);
    for (let i = 0; i < 100; ++i) expect(counted()).toBe(first);
  });

  test("a node that is used after its pass says why it is gone", () => {
    let lost: AnyExpr | undefined;
    const pass = transform.functionPass({ optLevel: 0, name: "Loses" }, (fn) => {
      lost = fn.body;
      return fn;
    });
    pass(smallModule());
    expect(() => String(lost)).toThrow(/this Call has been disposed(.|\n)*return it, or keep\(\)/);
  });

  test("a pass is freed with the last thing that holds it", () => {
    const before = engine.liveHandles();
    const pass = transform.modulePass({ optLevel: 0 }, (mod) => mod);
    const sequence = new Sequential([pass]);
    pass.dispose();
    const mod = program();
    expect(sequence(mod).diffId()).toBe(mod.diffId());
    sequence.dispose();
    mod.dispose();
    expect(engine.liveHandles()).toBeGreaterThanOrEqual(before);
  });
});

describe("passes that ask functions", () => {
  const x = relay.var("x", [1, 16, 8, 8]);
  const conv = relay.nn.conv2d(x, relay.var("w", [16, 16, 3, 3]), {
    channels: 16,
    kernel_size: [3, 3],
    padding: [1, 1],
  });
  const network = IRModule.fromExpr(relay.nn.relu(conv));

  test("AlterOpLayout puts layout transforms where layouts meet", () => {
    const seen: string[] = [];
    const pass = transform.AlterOpLayout({
      rules: {
        "nn.conv2d": (call, inputs) => {
          const [data, weight] = inputs as [AnyExpr, AnyExpr];
          seen.push(call.checkedType, String(call.attrs?.data_layout));
          return relay.nn.conv2d(data, weight, { ...call.attrs, data_layout: "NCHW16c" });
        },
      },
    });
    const infer = transform.InferType();
    const before = engine.liveHandles();
    using typed = infer(network);
    using result = pass(typed);
    expect(seen).toEqual(["Tensor[(1, 16, 8, 8), float32]", "NCHW"]);
    expect(result.countOps()).toEqual({ "nn.conv2d": 1, "nn.relu": 1, layout_transform: 2 });
    expect(String(result)).toContain('dst_layout="NCHW16c"');
    result.dispose();
    typed.dispose();
    expect(engine.liveHandles()).toBe(before);
  });

  test("Legalize replaces what a rule replaces, and leaves the rest", () => {
    const pass = transform.Legalize({
      rules: {
        "nn.relu": (_call, inputs) =>
          relay.clip(inputs[0] as AnyExpr, { a_min: 0, a_max: Infinity }),
        "nn.conv2d": () => undefined,
      },
    });
    const result = pass(transform.InferType()(network));
    expect(result.countOps()).toEqual({ "nn.conv2d": 1, clip: 1 });
  });

  test("EliminateCommonSubexpr leaves alone what fskip says", () => {
    const a = relay.var("a", [2]);
    const twice = (): Expr => relay.exp(a);
    const mod = transform.InferType()(IRModule.fromExpr(relay.add(twice(), twice())));
    const run = (fskip?: (expr: AnyExpr) => boolean): number | undefined =>
      transform.EliminateCommonSubexpr({ fskip })(mod).countOps().exp;
    expect(run()).toBe(1);
    expect(run(() => false)).toBe(1);
    expect(run((expr) => expr.kind === "Call")).toBe(2);
    expect(() => run("Call" as never)).toThrow(/fskip must be a function, not /);
  });

  test("what a rule throws, or returns by mistake, reaches the caller", () => {
    const error = new Error("mine");
    const typed = transform.InferType()(network);
    const run = (rule: () => unknown): unknown =>
      caught(() => transform.Legalize({ rules: { "nn.relu": rule as () => undefined } })(typed));
    expect(
      run(() => {
        throw error;
      }),
    ).toBe(error);
    expect(String(run(() => 7))).toContain("a rule of Legalize returned the number 7");
    expect(host.pendingExceptions).toBe(0);
    expect(
      String(caught(() => transform.Legalize({ rules: { "nn.rely": () => undefined } }))),
    ).toContain("nn.relu");
    expect(
      String(caught(() => transform.AlterOpLayout({ rules: { "nn.relu": 1 as never } }))),
    ).toContain("must be a function");
  });
});
