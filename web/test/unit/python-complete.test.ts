// The editor's knowledge of Python: completion and hover, with the names that the page ships.
import { describe, expect, it } from "vitest";
import { completionsAt, nameAt, pathBefore } from "../../src/features/code/python/complete";
import { Names, type NameTable } from "../../src/features/code/python/names";
import table from "../../src/features/code/python/names.json";

const names = new Names(table as NameTable);
const labels = (text: string, before = ""): string[] =>
  completionsAt(names, text, before).map(({ label }) => label);
const signature = (text: string, word: string): string | undefined =>
  nameAt(names, text, text.lastIndexOf(word) + 1)?.name.signature;

const HEAD = "import tvm\nfrom tvm import relay\nimport tvm.relay as rly\nimport numpy as np\n";

describe("completion of Python", () => {
  it("knows modules and what they have", () => {
    expect(labels("import tv")).toContain("tvm");
    expect(labels("import tvm.re")).toContain("relay");
    expect(labels("from tvm.relay import ")).toContain("nn");
    expect(labels("from tvm.relay import nn, tr")).toContain("transform");
    expect(labels(`${HEAD}relay.`)).toEqual(
      expect.arrayContaining(["nn", "Function", "add", "var"]),
    );
    expect(labels(`${HEAD}rly.nn.`)).toEqual(expect.arrayContaining(["conv2d", "dense", "relu"]));
    expect(labels(`${HEAD}x = foo(relay.transform.`)).toContain("FoldConstant");
    expect(labels(`${HEAD}np.random.`)).toContain("randn");
    expect(labels("relay.")).toEqual([]);
    expect(labels("unknown.")).toEqual([]);
  });

  it("knows names of the text, of code before it, and of Python", () => {
    const found = labels(
      "from tvm import relay as r, nd\nfor i, (a, b) in []:\n    pass\nde",
      "x, y = 1, 2",
    );
    expect(found).toEqual(
      expect.arrayContaining(["r", "nd", "i", "a", "b", "x", "y", "def", "print"]),
    );
    expect(labels("relay.nn.", "from tvm import (\n    relay,\n    nd,\n)")).toContain("dense");
    expect(labels("x = 1\ny")).not.toContain("y");
  });

  it("knows what calls give", () => {
    expect(labels(`${HEAD}f = relay.Function([x], relay.add(\n  x, y))\nf.`)).toEqual(
      expect.arrayContaining(["params", "body", "astext"]),
    );
    expect(labels(`${HEAD}c = relay.nn.conv2d(x, w)  # )\nc.`)).toEqual(
      expect.arrayContaining(["op", "args", "attrs", "astype"]),
    );
    expect(labels(`${HEAD}m = tvm.IRModule.from_expr(f)\nn = m\nn.`).length).toBeGreaterThanOrEqual(
      0,
    );
    expect(
      labels(`${HEAD}with tvm.transform.PassContext(opt_level=3) as ctx:\n    ctx.`),
    ).toContain("opt_level");
    expect(labels(`${HEAD}def f(func: relay.Function, mod, ctx="a,)"):\n    func.`)).toContain(
      "body",
    );
    expect(labels(`${HEAD}x: relay.Var = foo()\nx.`)).toContain("name_hint");
    expect(labels(`${HEAD}relay.var("x").`)).toEqual([]);
  });

  it("knows a class of the text by its base", () => {
    const text = `${HEAD}class Mine(relay.ExprMutator):\n    def __init__(self):\n        self.count = 0\n\n    def mine(self, x):\n        self.`;
    expect(labels(text)).toEqual(expect.arrayContaining(["count", "mine", "visit", "visit_call"]));
    expect(labels(`${text}count\n\nm = Mine()\nm.`)).toContain("visit");
    expect(labels(`${text}count\n\nself.`)).toEqual([]);
  });

  it("is told apart by its path", () => {
    expect(pathBefore("a = relay.nn.de")).toEqual(["relay", "nn", "de"]);
    expect(pathBefore("f(x, rel")).toEqual(["rel"]);
    expect(pathBefore("relay.")).toEqual(["relay", ""]);
    expect(pathBefore("f(x).")).toEqual([]);
    expect(pathBefore("1 + ")).toEqual([]);
  });
});

describe("hover in Python", () => {
  it("shows signatures and documentation", () => {
    const text = `${HEAD}y = relay.nn.dense(x, w)\nf = relay.Function([x], y)\nnp.zeros(3)\n`;
    expect(signature(text, "dense")).toMatch(/^dense\(data, weight, units=None/);
    expect(signature(text, "Function")).toMatch(/^Function\(params, body/);
    expect(signature(text, "zeros")).toMatch(/^zeros\(shape/);
    const found = nameAt(names, text, text.indexOf("nn.dense") + 4);
    expect(found?.name.doc).toBeTruthy();
    expect(text.slice(found?.from, found?.to)).toBe("dense");
    expect(nameAt(names, text, text.indexOf("(x, w)") + 2)).toBeUndefined();
    expect(nameAt(names, text, 0)).toBeUndefined();
  });
});
