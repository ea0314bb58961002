// The console of the user's code: values as text, and limits.
import { relay } from "passcope";
import { describe, expect, it } from "vitest";
import { CONSOLE_LIMITS } from "../../src/core/protocol/bounds";
import { type ConsoleEntry } from "../../src/core/protocol/code";
import { CodeConsole } from "../../src/engine/code-js/console";
import { formatArguments, formatTable, inspect } from "../../src/engine/code-js/inspect";

class Point {
  x = 1;
  #hidden = 2;
  get sum(): number {
    return this.x + this.#hidden;
  }
}

describe("values", () => {
  const circular: Record<string, unknown> = { a: 1 };
  circular["self"] = circular;
  const hostile = new Proxy(
    {},
    {
      ownKeys: () => {
        throw new Error("no");
      },
    },
  );
  it.each<[unknown, string]>([
    ["text", '"text"'],
    [-0, "-0"],
    [12n, "12n"],
    [undefined, "undefined"],
    [Symbol("s"), "Symbol(s)"],
    [[1, "a", [true, null]], '[1, "a", [true, null]]'],
    [{ a: 1, "b c": { d: [] } }, '{ a: 1, "b c": { d: [] } }'],
    [new Point(), "Point { x: 1 }"],
    [Point, "[class Point]"],
    [parseInt, "[Function parseInt]"],
    [new Map([["k", [1]]]), 'Map(1) { "k" => [1] }'],
    [new Set([1, 2]), "Set(2) { 1, 2 }"],
    [Float32Array.of(1, 2.5), "Float32Array(2) [1, 2.5]"],
    [new TypeError("bad"), "TypeError: bad"],
    [Object.create(null), "[no prototype] {}"],
    [circular, "{ a: 1, self: [Circular] }"],
    [{ get a() { return 1; } }, "{ a: [Getter] }"], // prettier-ignore
    [hostile, "an object that throws"],
    [{ a: { b: { c: { d: { e: 1 } } } } }, "{ a: { b: { c: { d: Object {…} } } } }"],
  ])("%# are shown as consoles do", (value, text) => {
    expect(inspect(value)).toBe(text);
  });

  it("that are long take several lines, and very long ones are cut", () => {
    expect(inspect({ a: "x".repeat(50), b: "y".repeat(50) })).toBe(
      `{\n  a: "${"x".repeat(50)}",\n  b: "${"y".repeat(50)}"\n}`,
    );
    expect(inspect(new Array(1000).fill(7))).toContain("… 900 more");
    expect(formatArguments(["z".repeat(30_000)])).toMatch(/z… \(10000 more characters\)$/);
  });

  it("with a text of their own show that", () => {
    const textOf = (value: object): string | undefined =>
      value instanceof Point ? "a point" : undefined;
    expect(formatArguments(["at", new Point(), [new Point()]], { textOf })).toBe(
      "at a point [a point]",
    );
  });

  it("that can show themselves in Node do so", () => {
    const shown = { [Symbol.for("nodejs.util.inspect.custom")]: () => "a text of its own" };
    expect(inspect({ shown: [shown] })).toBe("{ shown: [a text of its own] }");
    const graph = relay.build(relay.parse('#[version = "0.0.5"]\ndef @main(%x: int32) { %x }'));
    expect(inspect({ graph })).toContain("GraphModule {");
    expect(inspect({ graph })).not.toContain("Getter");
  });

  it("are filled into a format", () => {
    expect(formatArguments(["%s has %d of %o%%", "a", "3", { b: 1 }, "more"])).toBe(
      "a has 3 of { b: 1 }% more",
    );
    expect(formatArguments(["100%", 1])).toBe("100% 1");
  });

  it("make tables", () => {
    expect(formatTable([{ op: "add", n: 2 }, { op: "nn.relu" }, 5])).toBe(
      [
        "   op       n  value",
        "─  ───────  ─  ─────",
        "0  add      2",
        "1  nn.relu",
        "2              5",
      ].join("\n"),
    );
    expect(formatTable("text")).toBe("text");
  });
});

describe("printing", () => {
  function make(): { entries: ConsoleEntry[]; target: Console; printed: CodeConsole } {
    const entries: ConsoleEntry[] = [];
    const printed = new CodeConsole({
      tell: (more) => entries.push(...more),
      now: () => 0,
      lineOf: () => 7,
    });
    const target = {} as Console;
    printed.install(target);
    printed.begin();
    return { entries, target, printed };
  }

  it("keeps level, text and line", () => {
    const { entries, target, printed } = make();
    target.log("a", 1);
    target.warn("b");
    target.assert(true, "c");
    target.assert(false, "it %s", "failed");
    target.group("g");
    target.error("d\ne");
    target.groupEnd();
    target.count();
    printed.flush();
    expect(entries).toEqual([
      { level: "log", text: "a 1", line: 7 },
      { level: "warn", text: "b", line: 7 },
      { level: "error", text: "Assertion failed: it failed", line: 7 },
      { level: "log", text: "g", line: 7 },
      { level: "error", text: "  d\n  e", line: 7 },
      { level: "log", text: "default: 1", line: 7 },
    ]);
  });

  it("ends at the limit with a note, and begins anew with the next run", () => {
    const { entries, target, printed } = make();
    // Not through the console, which takes a stack trace for each call.
    for (let i = 0; i < CONSOLE_LIMITS.entries + 100; i += 1) printed.print("log", `${i}`, i);
    printed.flush();
    expect(entries.length).toBe(CONSOLE_LIMITS.entries + 1);
    expect(entries.at(-1)?.text).toMatch(/left out/);
    printed.begin();
    entries.length = 0;
    for (let i = 0; i < 100; i += 1) target.log("x".repeat(19_000));
    printed.flush();
    expect(entries.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThan(
      CONSOLE_LIMITS.characters + 200,
    );
    expect(entries.at(-1)?.text).toMatch(/left out/);
  });

  it("is dropped while muted", () => {
    const { entries, target, printed } = make();
    printed.muted = true;
    target.log("again");
    printed.muted = false;
    target.log("once");
    printed.flush();
    expect(entries.map(({ text }) => text)).toEqual(["once"]);
  });
});
