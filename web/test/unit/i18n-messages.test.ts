// Messages in Chinese: a message with its arguments reads as Chinese. i18n-patterns.test.ts compares the tables.
import { relay } from "passcope";
import { afterEach, describe, expect, it } from "vitest";
import { setLanguage } from "../../src/i18n/language";
import { diagnosticText, messagesReady, messageText, type Message } from "../../src/i18n/message";
import { describeFailure } from "../../src/engine/session/failure";
import { failureTexts } from "../../src/core/trace/failure-text";
import { failure as failureSchema } from "../../src/core/protocol/records";

const plain = (said: string): Message => ({ text: said, pattern: said, arguments: [] });

/** A message with arguments like the engine's. Its English text does not matter. */
const of = (pattern: string, values: Readonly<Record<string, string | Message>>): Message => ({
  text: pattern,
  pattern,
  arguments: Object.entries(values).map(([name, value]) =>
    typeof value === "string" ? { name, text: value } : { name, text: value.text, message: value },
  ),
});

describe("messages", () => {
  afterEach(() => setLanguage("en"));

  it("are in English until the Chinese is there, and again in English", async () => {
    const said = of("unknown operator `{operator}`", { operator: "ad" });
    expect(messageText(said)).toBe(said.text);
    await setLanguage("zh");
    await messagesReady();
    expect(messageText(said)).toBe("没有算子 `ad`");
    await setLanguage("en");
    expect(messageText(said)).toBe(said.text);
  });

  it("have words in words, lists and braces", async () => {
    await setLanguage("zh");
    await messagesReady();
    const expected = of("expected {expected} {place}, found {found}", {
      expected: plain("`,` or `)`"),
      place: plain("in the arguments of a call"),
      found: plain("the end of the text"),
    });
    expect(messageText(expected)).toBe("调用的参数中应为 `,` 或 `)`，实际为文本的结尾");
    const after = of("expected {expected} {place}, found {found}", {
      expected: plain("a name"),
      place: plain("after `def`"),
      found: "`(`",
    });
    expect(messageText(after)).toBe("`def` 之后应为名称，实际为 `(`");
    expect(messageText(plain("`,` or `}}`"))).toBe("`,` 或 `}`");
    const list = (form: "comma" | "or", ...items: string[]): Message => ({
      ...plain("its options are: {options}"),
      arguments: [{ name: "options", text: items.join(", "), list: { items, form } }],
    });
    expect(messageText(list("comma", "a", "b"))).toBe("它的选项有：a、b");
    expect(messageText(list("or", "a", "b", "c"))).toBe("它的选项有：a、b 或 c");
    expect(messageText(list("or", "a"))).toBe("它的选项有：a");
  });

  it("without words stay, and so does what has no translation", async () => {
    await setLanguage("zh");
    await messagesReady();
    const named = of("{operator}: {problem}", {
      operator: "nn.dense",
      problem: plain("only one size can be -1"),
    });
    expect(messageText(named)).toBe("nn.dense：只能有一个大小为 -1");
    const described = of("{attribute}: {doc}", {
      attribute: "units",
      doc: "The number of output features.",
    });
    expect(messageText(described)).toBe("units：输出特征数。");
    expect(messageText(plain("something new"))).toBe("something new");
    expect(messageText(plain("constructor"))).toBe("constructor");
  });

  it("of a real program are Chinese all through, with the program's text as it is", async () => {
    await setLanguage("zh");
    await messagesReady();
    const program =
      '#[version = "0.0.5"]\ndef @main(%x: Tensor[(2, 3), float32]) {\n  nn.dens(%x)\n}';
    let thrown: unknown;
    try {
      relay.fromtext(program, { source: "a.relay" });
    } catch (error) {
      thrown = error;
    }
    // The same for a failure from a sandbox.
    const failure = failureSchema(describeFailure(thrown));
    const [said = ""] = failureTexts(failure);
    expect(said).toMatch(/^错误\[unknown-operator\]：没有算子 `nn\.dens`\n {2}--> /);
    expect(said).toContain("nn.dens(%x)");
    expect(said).toMatch(/说明：您是不是想写 `?nn\.dense`?/);
    expect(said).not.toMatch(/error|note|did you mean/);
    await setLanguage("en");
    expect(failureTexts(failure)).toEqual(failure.rendered);
  });

  it("that were rendered in another way stay English", async () => {
    await setLanguage("zh");
    await messagesReady();
    const said = {
      kind: "usage",
      severity: "error",
      message: plain("a pass"),
      notes: [plain("a list")],
    } as const;
    expect(diagnosticText("error[usage]: a pass\n  note: a list", said)).toBe(
      "错误[usage]：Pass\n  说明：列表",
    );
    expect(diagnosticText("something else", said)).toBe("something else");
    expect(diagnosticText("something else", undefined)).toBe("something else");
  });
});

describe("a failure", () => {
  const diagnostic = {
    kind: "usage",
    severity: "error",
    message: "m",
    pattern: "m",
    arguments: [],
    noteMessages: [],
    rendered: "error[usage]: m",
  };

  it("has its diagnostics as data only if all of them are whole", () => {
    const failed = (...diagnostics: unknown[]): unknown =>
      describeFailure(Object.assign(new Error("m"), { diagnostics })).said;
    expect(failed(diagnostic)).toHaveLength(1);
    expect(failed(diagnostic, { ...diagnostic, pattern: 1 })).toBeUndefined();
    expect(failed({ ...diagnostic, arguments: [{ name: "x" }] })).toBeUndefined();
    expect(failed({ ...diagnostic, noteMessages: "none" })).toBeUndefined();
    expect(failed({ ...diagnostic, severity: "worse" })).toBeUndefined();
    expect(failed()).toBeUndefined();
  });

  it("is bounded in how deep words lie in words", () => {
    let deep: object = { text: "m", pattern: "m", arguments: [] };
    for (let i = 0; i < 100_000; i += 1) {
      deep = { text: "m", pattern: "{x}", arguments: [{ name: "x", text: "m", message: deep }] };
    }
    const { arguments: given } = deep as { arguments: unknown };
    const failed = describeFailure(
      Object.assign(new Error("m"), { diagnostics: [{ ...diagnostic, arguments: given }] }),
    );
    expect(() => failureSchema(failed)).not.toThrow();
    const hostile = { ...failed, said: [{ ...diagnostic, message: deep, notes: [] }] };
    expect(() => failureSchema(hostile)).toThrow(/too deep/);
  });
});
