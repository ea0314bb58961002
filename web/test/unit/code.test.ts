// Loads the user's code with the real package.
import * as passcope from "passcope";
import { describe, expect, it } from "vitest";
import { loadCode, type LoadedCode } from "../../src/engine/code-js/code";
import { MAX_CODE } from "../../src/core/protocol/code";
import { checkLength } from "../../src/engine/code-js/code-length";
import { instrumentOf, passOf } from "../../src/engine/code-js/code-exports";
import { setLanguage } from "../../src/i18n/language";
import { messagesReady } from "../../src/i18n/message";
import { failureText } from "../../src/core/trace/failure-text";
import { describeFailure } from "../../src/engine/session/failure";
import { CodeError, codePlaceOf } from "../../src/engine/session/code-place";

// Node cannot import blobs.
const load = (source: string): Promise<LoadedCode> =>
  loadCode(source, passcope, (text) => `data:text/javascript,${encodeURIComponent(text)}`);

async function failure(source: string): Promise<unknown> {
  try {
    await load(source);
  } catch (error) {
    return error;
  }
  throw new Error("nothing was thrown");
}

const thrownBy = (call: () => unknown): unknown => {
  try {
    call();
  } catch (error) {
    return error;
  }
  throw new Error("nothing was thrown");
};

describe("code", () => {
  it("has a limit of length", () => {
    expect(() => checkLength("x".repeat(MAX_CODE + 1))).toThrow(
      /^The code is longer than the limit of [\d,]+ characters$/,
    );
  });

  it("imports the package itself and exports what it likes", async () => {
    const { exports } = await load(
      'import { relay, Function as F } from "passcope";\n' +
        "export const r = relay;\nexport { F };\nexport default 3;\nexport class A {}\n",
    );
    expect(exports["r"]).toBe(passcope.relay);
    expect(exports["F"]).toBe(passcope.Function);
    expect(exports["default"]).toBe(3);
    expect(Object.keys(exports).sort()).toEqual(["A", "F", "default", "r"]);
  });

  it("is run anew each time it is loaded", async () => {
    const source = "export const made = {};\n//";
    const [one, two] = [await load(`${source}1`), await load(`${source}2`)];
    expect(one.exports["made"]).not.toBe(two.exports["made"]);
  });

  it.each([
    ["export const a = 1;\nexport const = 2;", { line: 2, column: 14 }],
    ["let a = 1;\nlet a = 2;", { line: 2, column: 5 }],
    ["export class A {\n  m() {\n", { line: 3, column: 1 }],
    ['import x from "passcope";', { line: 1, column: 8 }],
    ['import { relay, nosuch } from "passcope";', { line: 1, column: 17 }],
    ['export { nosuch } from "passcope";', { line: 1, column: 10 }],
    ['\nimport "https://example.org/x.js";', { line: 2, column: 8 }],
    ['const a = await import("./other.js");', { line: 1, column: 24 }],
    ["const a = import(location.href);", { line: 1, column: 11 }],
  ])("with a mistake is not run, and the place is told: %s", async (source, place) => {
    const error = await failure(source);
    expect(error).toBeInstanceOf(CodeError);
    expect(codePlaceOf(error)).toEqual(place);
  });

  it("that throws is found by line and column", async () => {
    const error = await failure("\n\n  null.x;\n");
    expect(error).toBeInstanceOf(TypeError);
    expect(codePlaceOf(error)).toEqual({ line: 3, column: 8 });
  });

  it("is found behind the package's own frames, and behind a longer import", async () => {
    const { exports } = await load(
      'import { relay } from "passcope"; export const f = () => relay.const("x");\n',
    );
    const error = thrownBy(exports["f"] as () => void);
    expect(codePlaceOf(error)).toEqual({ line: 1, column: 69 });
  });

  it("cannot lead astray by its message", async () => {
    const error = await failure('\nthrow new Error("at code.js:77:8 or so");');
    expect(codePlaceOf(error)).toEqual({ line: 2, column: 7 });
    expect(codePlaceOf(await failure('throw "a text";'))).toBeUndefined();
  });
});

describe("exports", () => {
  const source = `
    import { instrument, relay, transform } from "passcope";
    export const Same = transform.functionPass({ optLevel: 1 }, (fn) => fn, );
    export const Class = transform.modulePass({ optLevel: 0 }, class Class {
      transformModule(mod) { return mod; }
    });
    export const Printer = instrument.passInstrument(class Printer { runBeforePass() {} });
    export class Fields { runAfterPass = () => undefined; }
    export const object = { shouldRun: () => true };
    export const built = new instrument.OpDiffInstrument();
    export const text = "text";
    export const plain = (fn) => fn;
    export class Nothing {}
  `;

  it("are passes, as objects and as classes", async () => {
    const code = await load(source);
    expect(passOf(code, "Same", passcope)).toBe(code.exports["Same"]);
    const made = passOf(code, "Class", passcope);
    expect(made.info.name).toBe("Class");
    expect(passOf(code, "Class", passcope)).not.toBe(made);
    for (const name of ["Printer", "text", "plain", "Nothing", "toString"]) {
      expect(() => passOf(code, name, passcope), name).toThrow(CodeError);
    }
  });

  it("are called by their names where they have no class and none of their own", async () => {
    const code = await load(`
      export const loud = { runBeforePass() {} };
      export const other = { name: "mine", runBeforePass() {} };
      export const frozen = Object.freeze({ runBeforePass() {} });
    `);
    const nameOf = (name: string): unknown =>
      (instrumentOf(code, name, passcope) as { name?: unknown }).name;
    expect([nameOf("loud"), nameOf("other"), nameOf("frozen")]).toEqual([
      "loud",
      "mine",
      undefined,
    ]);
    expect(Object.keys(instrumentOf(code, "loud", passcope))).toEqual(["runBeforePass"]);
  });

  it("that cannot be used are told, in Chinese, too", async () => {
    const code = await load(source);
    const told = (use: () => unknown): string => {
      try {
        use();
      } catch (error) {
        return failureText(describeFailure(error));
      }
      return "";
    };
    const all = (): string[] => [
      told(() => passOf(code, "text", passcope)),
      told(() => instrumentOf(code, "Class", passcope)),
      told(() => passOf({ exports: { A: 1, B: 2 } }, "nowhere", passcope)),
      told(() => passOf({ exports: {} }, "nowhere", passcope)),
    ];
    expect(all()).toEqual([
      "text is a value of type string, not a pass: make one with transform.functionPass or transform.modulePass",
      "Class is a class or function, not an instrument: it needs at least one of enterPassCtx, exitPassCtx, shouldRun, runBeforePass, runAfterPass, runAfterFailed",
      "The code exports nothing named nowhere; it exports A, B",
      "The code exports nothing named nowhere",
    ]);
    await setLanguage("zh");
    await messagesReady();
    expect(all()).toEqual([
      "text 是类型为 string 的值，不是 Pass：请用 transform.functionPass 或 transform.modulePass 构造",
      "Class 是类或函数，不是 Pass Instrument：至少要有其中一个钩子：enterPassCtx、exitPassCtx、shouldRun、runBeforePass、runAfterPass、runAfterFailed",
      "代码没有导出名为 nowhere 的内容；它导出的有 A、B",
      "代码没有导出名为 nowhere 的内容",
    ]);
    await setLanguage("en");
  });

  it("are instruments, as objects and as classes", async () => {
    const code = await load(source);
    for (const name of ["Printer", "Fields", "object", "built"]) {
      const mod = passcope.IRModule.fromtext('#[version = "0.0.5"]\ndef @main(%x: int32) { %x }');
      const made = instrumentOf(code, name, passcope) as passcope.Instrument;
      new passcope.PassContext({ instruments: [made] }).with(() =>
        passcope.transform.InferType()(mod),
      );
    }
    expect(instrumentOf(code, "Printer", passcope)).not.toBe(
      instrumentOf(code, "Printer", passcope),
    );
    for (const name of ["Same", "Class", "text", "plain", "Nothing", "nowhere"]) {
      expect(() => instrumentOf(code, name, passcope), name).toThrow(CodeError);
    }
  });
});
