// Cells that share their top-level names, with the real package.
import * as passcope from "passcope";
import { describe, expect, it } from "vitest";
import { Notebook } from "../../src/engine/code-js/cells/notebook";
import { rewriteCell } from "../../src/engine/code-js/cells/rewrite";
import { CodeError, codePlaceOf } from "../../src/engine/session/code-place";

/** Node cannot import blobs. */
const modules = {
  urlOf: (text: string): string => `data:text/javascript,${encodeURIComponent(text)}`,
  load: (url: string): Promise<unknown> => import(/* @vite-ignore */ url),
};

/** Runs cells from top to bottom, and returns the value of each. */
async function run(...cells: string[]): Promise<unknown[]> {
  const notebook = new Notebook(passcope, modules);
  const values: unknown[] = [];
  for (const [i, code] of cells.entries()) {
    values.push(await notebook.run({ name: `c${i}`, code }));
  }
  return values;
}

async function last(...cells: string[]): Promise<unknown> {
  return (await run(...cells)).at(-1);
}

async function failure(...cells: string[]): Promise<unknown> {
  try {
    await run(...cells);
  } catch (error) {
    return error;
  }
  throw new Error("nothing was thrown");
}

describe("names", () => {
  it.each<[string, string[], unknown]>([
    ["are shared", ["const a = 1; let b = 2; var c = 3;", "a + b + c"], 6],
    ["can be declared anew", ["const a = 1;", "const a = 2;", "let a = a + 1; a"], 3],
    ["can be assigned", ["let a = 1;", "a += 1; a++", "a"], 3],
    ["without a value are undefined", ["let a = 1;", "let a; typeof a"], "undefined"],
    ["of var keep their value", ["a = 5; var a; a"], 5],
    ["of var in a block are shared", ["{ var a = 1; for (var b of [7]); }", "a + b"], 8],
    ["of var in loops", ["for (var i = 0, n = 3; i < n; i++);", "i"], 3],
    [
      "of var in a loop over patterns",
      ["for (var { x, ys: [y] } of [{ x: 1, ys: [2] }]);", "x + y"],
      3,
    ],
    [
      "of objects taken apart",
      ["const { a, b: { c = 3 }, ...r } = { a: 1, b: {}, d: 4 };", "[a, c, r.d]"],
      [1, 3, 4],
    ],
    [
      "of arrays taken apart",
      ["let [a, , b = a, ...c] = [1, 2, undefined, 4]", "[a, b, c]"],
      [1, 1, [4]],
    ],
    [
      "taken apart by assignment",
      ["let a, b;", "({ a, b = 2 } = { a: 1 }); [b, a] = [a, b]", "[a, b]"],
      [2, 1],
    ],
    [
      "of functions are there before the function",
      ["const r = f(2); function f(n) { return n < 1 ? 0 : n + f(n - 1); }", "r + f(1)"],
      4,
    ],
    [
      "of classes",
      [
        "class A { static make() { return new A(); } }\nclass B extends A {}",
        "B.make() instanceof A && new B() instanceof A",
      ],
      true,
    ],
    ["in shorthand", ["const a = 1, b = 2;", "({ a, b })"], { a: 1, b: 2 }],
    [
      "in templates",
      ["const tag = (s, ...v) => s.raw.join('|') + v;\nconst a = 1", "tag`x${a}y`"],
      "x|y1",
    ],
    ["of globals", ["const name = 'own', Map = 1;", "name + Map"], "own1"],
    ["of nothing", ["typeof nosuch"], "undefined"],
    [
      "that are odd",
      ["let constructor = 1, $ = 2, $p = 3, __proto__ = 4;", "[constructor, $, $p, __proto__]"],
      [1, 2, 3, 4],
    ],
  ])("%s", async (_, cells, value) => {
    expect(await last(...cells)).toEqual(value);
  });

  it.each<[string, string[], unknown]>([
    ["parameters", ["const a = 1; const f = (a, { b: [c] = [a] } = {}) => a + c;", "f(5)"], 10],
    ["blocks", ["const a = 1; { const a = 2; a; }", "a"], 1],
    ["loops", ["let i = 9; for (let i = 0; i < 3; i++);", "i"], 9],
    ["catch", ["const e = 1; try { throw 2; } catch (e) { e; }", "e"], 1],
    [
      "names of function expressions",
      ["const f = 1; const g = function f(n) { return n ? f(n - 1) : typeof f; };", "g(2)"],
      "function",
    ],
    [
      "variables of functions",
      ["var a = 1; function f() { a = 2; var a; return a; }", "[f(), a]"],
      [2, 1],
    ],
    [
      "labels and keys",
      ["const a = 1; const o = { a: 2, b() { return a; } }; a: for (;;) break a;", "[o.a, o.b()]"],
      [2, 1],
    ],
    [
      "fields of classes",
      [
        "const a = 1; class C { a = a + 1; static a = 7; #b = a; get b() { return this.#b; } }",
        "[new C().a, C.a, new C().b]",
      ],
      [2, 7, 1],
    ],
  ])("can be hidden by %s", async (_, cells, value) => {
    expect(await last(...cells)).toEqual(value);
  });

  it("are looked up when they are used, also by functions of earlier cells", async () => {
    expect(
      await run(
        "let a = 1; const f = () => a; const later = () => b * 2;",
        "f()",
        "a = 2; f()",
        "let a = 3; f()",
        "const b = 4; later()",
        "const b = 5; later()",
      ),
    ).toEqual([undefined, 1, 2, 3, 8, 10]);
  });

  it("are given to functions and classes that have none", async () => {
    expect(
      await last(
        "const arrow = () => 1, fn = function () {}, C = class {}; let late; late = async () => {};",
        "const own = class Own {}; [arrow, fn, C, late, own].map(({ name }) => name)",
      ),
    ).toEqual(["arrow", "fn", "C", "late", "Own"]);
  });

  it("do not become `this`", async () => {
    expect(
      await last("function f() { return this; } const g = f;", "[f(), g?.(), (f)(), f``]"),
    ).toEqual([undefined, undefined, undefined, undefined]);
  });

  it("that a cell declared before it threw are there, and what it did", async () => {
    const notebook = new Notebook(passcope, modules);
    const broken = notebook.run({ name: "c", code: "let a = 1; throw new Error('x'); let b = 2;" });
    await expect(broken).rejects.toThrow("x");
    expect(await notebook.run({ name: "d", code: "[a, b]" })).toEqual([1, undefined]);
  });
});

describe("a cell", () => {
  it.each<[string, string, unknown]>([
    ["the last expression", "1; 2 + 3", 5],
    ["with a comment", "2 + 3 // sum\n// end", 5],
    ["in parentheses", "(1, 2);", 2],
    ["over lines", "[1, 2]\n  .map((n) => n * 2)\n  .join()", "2,4"],
    ["an object", "({ a: 1 })", { a: 1 }],
    ["of what is awaited", "const a = await Promise.resolve(4); await a", 4],
    ["of a promise", "Promise.resolve(4)", 4],
    ["nothing after a declaration", "const a = 1;", undefined],
    ["nothing of a loop", "for (const a of [1]) a;", undefined],
    ["nothing of nothing", "", undefined],
  ])("has a value: %s", async (_, code, value) => {
    expect(await last(code)).toEqual(value);
  });

  it("needs no semicolons where the language needs none", async () => {
    const code = [
      "const f = (x) => x",
      "let a = 1",
      "if (a) f(a)",
      "else f(0)",
      "a = f(a)",
      "f(a)",
      "const { b } = { b: f }",
      "do a++",
      "while (a < 3)",
      "b(a)",
    ];
    expect(await last(code.join("\n"))).toBe(3);
  });

  it("disposes what it uses when it ends", async () => {
    expect(
      await last(
        'Symbol.dispose ??= Symbol.for("Symbol.dispose"); let log = [];',
        "const thing = { [Symbol.dispose]() { log.push('gone'); } }; log.push(typeof thing)",
        "log",
      ),
    ).toEqual(["object"]);
  });

  it("imports the package, in any form", async () => {
    expect(
      await last(
        'import { relay, IRModule as M } from "passcope"; import * as all from "passcope";\n' +
          'const again = await import("passcope");',
        "[M, all.relay === relay, again.relay === relay, relay.var('x').kind]",
      ),
    ).toEqual([passcope.IRModule, true, true, "Var"]);
  });

  it("lets two cells import the same", async () => {
    const line = 'import { relay } from "passcope";';
    expect(await last(line, line, "typeof relay.var")).toBe("function");
  });
});

describe("a mistake", () => {
  it.each([
    ["let a = ;", { line: 1, column: 9 }],
    ["let a = 1;\nlet a = 2;", { line: 2, column: 5 }],
    ["const a = 1;\n  a = 2;", { line: 2, column: 3 }],
    ["const a = 1;\nfor (a of []);", { line: 2, column: 6 }],
    ['import { nosuch } from "passcope";', { line: 1, column: 10 }],
    ['import x from "passcope";', { line: 1, column: 8 }],
    ['\nimport "https://example.org/x.js";', { line: 2, column: 8 }],
    ['const a = await import("./other.js");', { line: 1, column: 24 }],
    ["export const a = 1;", { line: 1, column: 1 }],
    ["return 1;", { line: 1, column: 1 }],
  ])("is told with its place, and nothing runs: %s", async (code, place) => {
    const error = await failure(`const before = 1;`, code);
    expect(error).toBeInstanceOf(CodeError);
    expect((error as CodeError).place).toEqual(place);
  });

  it("is to assign to a constant of another cell, unless it is declared anew", async () => {
    const error = await failure("const a = 1;", "\na = 2;");
    expect((error as CodeError).place).toEqual({ line: 2, column: 1 });
    expect(await last("const a = 1;", "let a = 2; a = 3; a")).toBe(3);
  });

  it.each([
    ["nosuch;", "nosuch is not defined"],
    ["nosuch = 1;", "nosuch is not defined"],
    ["const f = () => nosuch(); f();", "nosuch is not defined"],
  ])("is to use a name that nobody declares: %s", async (code, message) => {
    const error = await failure(code);
    expect(error).toBeInstanceOf(ReferenceError);
    expect((error as Error).message).toBe(message);
  });

  it("that is thrown has its line, after whatever was rewritten", async () => {
    const code = [
      "import { relay,",
      '  transform } from "passcope";',
      "const { a, b: [c] } = { a: 1, b: [2] }; class D {}",
      "const f = () => {",
      "  if (a + c) throw new Error(`at ${a}`);",
      "};",
      "f(); relay; transform; D;",
    ].join("\n");
    expect(codePlaceOf(await failure(code))?.line).toBe(5);
  });

  it("of a function of another cell has the line of the call, and that of the function", async () => {
    const notebook = new Notebook(passcope, modules);
    await notebook.run({ name: "one", code: "\nfunction f() {\n  null.x;\n}" });
    try {
      await notebook.run({ name: "two", code: "const a = 1;\nf(a);" });
      expect.unreachable();
    } catch (error) {
      expect(codePlaceOf(error)?.line).toBe(2);
      expect(notebook.placeOf(error)).toEqual({ cell: "one", line: 3 });
    }
  });
});

describe("the text", () => {
  const none = { names: new Map(), isGlobal: () => false, exports: new Set<string>() };

  it("is refused when it is nested too deeply", () => {
    const deep = `${"(".repeat(100_000)}1${")".repeat(100_000)}`;
    expect(() => rewriteCell(deep, none)).toThrow(/^The code is nested too deeply$/);
  });

  it("has the lines of the cell, and a way back from each place", () => {
    const source = "let a = 1, b = a;\nfunction f() { return a; }\n\nf(a,\n  b)";
    const { text, origin } = rewriteCell(source, none);
    const lines = text.split("\n");
    expect(lines).toHaveLength(source.split("\n").length + 1);
    const column = (lines[1] ?? "").indexOf("$.a") + 1;
    expect(origin({ line: 2, column })).toEqual({ line: 2, column: 23 });
    expect(origin({ line: 5, column: 3 })).toEqual({ line: 5, column: 3 });
  });
});
