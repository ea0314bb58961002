// Mistakes are reported as errors of this package's classes.
import {
  DiagnosticError,
  IRModule,
  NDArray,
  PassContext,
  PasscopeError,
  Sequential,
  bindParamsByName,
  relay,
  transform,
} from "passcope";
import { describe, expect, test } from "vitest";
import { smallModule } from "./programs";

function thrownBy(call: () => unknown): DiagnosticError {
  try {
    call();
  } catch (error) {
    if (error instanceof DiagnosticError) return error;
    throw error;
  }
  throw new Error("nothing was thrown");
}

const kinds = (call: () => unknown): string[] => thrownBy(call).diagnostics.map((d) => d.kind);

describe("diagnostics", () => {
  test("are errors with a class, a name and a text", () => {
    const error = thrownBy(() => transform.create("FoldConstnt"));
    expect(error).toBeInstanceOf(PasscopeError);
    expect(error).toBeInstanceOf(Error);
    expect(error.name).toBe("DiagnosticError");
    expect(error.message).toBe(
      "error[unknown-pass]: unknown pass 'FoldConstnt'\n  note: did you mean FoldConstant?",
    );
    expect(error.diagnostics).toEqual([
      {
        kind: "unknown-pass",
        severity: "error",
        message: "unknown pass 'FoldConstnt'",
        pattern: "unknown pass '{pass}'",
        arguments: [{ name: "pass", text: "FoldConstnt" }],
        notes: ["did you mean FoldConstant?"],
        noteMessages: [
          {
            text: "did you mean FoldConstant?",
            pattern: "did you mean {name}?",
            arguments: [{ name: "name", text: "FoldConstant" }],
          },
        ],
        rendered: error.message,
      },
    ]);
    expect(error.stack).toContain("errors.test");
  });

  test("of the package itself are data, too", () => {
    const [item] = thrownBy(() => new Sequential([7 as never])).diagnostics;
    expect(item?.message).toBe("item 0 of a Sequential is the number 7, not a pass");
    expect(item?.pattern).toBe("item {index} of a Sequential is {value}, not a pass");
    expect(item?.arguments).toEqual([
      { name: "index", text: "0", number: 0 },
      {
        name: "value",
        text: "the number 7",
        message: {
          text: "the number 7",
          pattern: "the {type} {value}",
          arguments: [
            { name: "type", text: "number" },
            { name: "value", text: "7" },
          ],
        },
      },
    ]);
  });

  test("carry their place in the text, counted as JavaScript counts", () => {
    const text = `#[version = "0.0.5"]
def @main(%x: Tensor[(2, 3), float32]) {
  /* 𝄞 is two code units */ %0 = nn.rellu(%x);
  nn.dense(%0)
}
`;
    const error = thrownBy(() => relay.parse(text, "program.relay"));
    const [first] = error.diagnostics;
    expect(first?.kind).toBe("unknown-operator");
    const { span } = first ?? {};
    expect(span?.source).toBe("program.relay");
    expect(text.slice(span?.start, span?.end)).toBe("nn.rellu");
    const line = text.split("\n")[(span?.line ?? 0) - 1] ?? "";
    expect(line.slice((span?.column ?? 0) - 1, (span?.endColumn ?? 0) - 1)).toBe("nn.rellu");
    expect(first?.rendered).toContain("program.relay:3:");
    expect(first?.rendered).toContain("^~~~~~~~");
    // All mistakes are reported, not only the first one.
    expect(error.diagnostics.length).toBeGreaterThan(1);
  });

  test("of types keep their place after parsing", () => {
    const text = `#[version = "0.0.5"]
def @main(%x: Tensor[(2), float32], %y: Tensor[(3), float32]) {
  add(nn.relu(%x), nn.relu(%y))
}
`;
    const mod = relay.parse(text);
    const error = thrownBy(() => transform.InferType()(mod));
    expect(error.diagnostics[0]?.kind).toBe("shape-mismatch");
    expect(error.diagnostics[0]?.span?.line).toBe(3);
    expect(error.message).toContain("add(nn.relu(%x), nn.relu(%y))");
  });

  test("tell wrong calls of the interface apart", () => {
    const mod = smallModule();
    expect(kinds(() => mod.get("nothing"))).toEqual(["unknown-global"]);
    expect(kinds(() => transform.create("FoldConstant", { foldQn: true }))).toEqual([
      "bad-pass-option",
    ]);
    expect(kinds(() => transform.ConvertLayout({ "nn.conv2d": ["NHWX!"] }))).toEqual([
      "bad-pass-option",
    ]);
    expect(kinds(() => new PassContext({ config: { "no.such.key": 1 } }))).toEqual([
      "unknown-config",
    ]);
    expect(kinds(() => new PassContext({ optlevel: 3 } as object))).toEqual(["usage"]);
    expect(kinds(() => relay.testing.resnet.getWorkload({ numLayers: 19 }))).toEqual([
      "unknown-model",
    ]);
    expect(kinds(() => relay.call("nn.conv2d", []))).toEqual(["wrong-arity"]);
    expect(kinds(() => relay.call("nn.conv2", []))).toEqual(["unknown-operator"]);
    expect(kinds(() => mod.evaluate({}))).toEqual(["evaluation-failed"]);
    expect(kinds(() => NDArray.from([1, 2, 3], [2, 2]))).toEqual(["usage"]);
    expect(kinds(() => transform.InferType()(undefined as unknown as IRModule))).toEqual(["usage"]);
    const wrong = NDArray.from([1, 2], [2]);
    expect(kinds(() => bindParamsByName(mod.get("main"), { x: wrong }))).toEqual([
      "unknown-parameter",
    ]);
  });

  test("of one type error name the operator and both shapes", () => {
    const x = relay.var("x", [2, 3]);
    const y = relay.var("y", [4, 5]);
    const mod = IRModule.fromExpr(relay.call("nn.dense", [x, y], { units: 4 }));
    expect(() => transform.InferType()(mod)).toThrow(/nn\.dense.*(3|5)/s);
  });

  test("an argument of the wrong kind is a PasscopeError too", () => {
    expect(() => relay.parse(7 as unknown as string)).toThrow(PasscopeError);
    expect(() => transform.create(undefined as unknown as string)).toThrow(PasscopeError);
  });

  test("using what was disposed says so", () => {
    const mod = smallModule();
    mod.dispose();
    mod.dispose();
    expect(mod.disposed).toBe(true);
    expect(() => String(mod)).toThrow("this IRModule has been disposed");
    const pass = transform.InferType();
    pass.dispose();
    expect(() => pass(smallModule())).toThrow(/has been disposed/);
    expect(() => new Sequential([pass])).toThrow(/has been disposed/);
  });

  test("contexts are left in the order of their nesting", () => {
    const outer = new PassContext().enter();
    const inner = new PassContext().enter();
    expect(() => outer.exit()).toThrow(/only the innermost/);
    inner.exit();
    outer.exit();
    expect(() => outer.exit()).toThrow(/only the innermost/);
  });
});
