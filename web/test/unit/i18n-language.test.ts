// The language changes when its texts have loaded, and the latest choice wins.
import { afterEach, describe, expect, it, vi } from "vitest";
import { number } from "../../src/i18n/zh/format";
import { inLanguage } from "../../src/shell/texts";
import { language, onLanguage, setLanguage, textsReady } from "../../src/i18n/language";
import { decisions as words, type Decision } from "passcope/records";
import { reasonText } from "../../src/core/trace/reason";
import { sentences } from "../../src/i18n/sentences";
import { rich, texts } from "../../src/i18n/texts";

const en = {
  greeting: "Hello",
  passes: ({ n }: { n: number }) => `${n} passes`,
  keys: ({ key }: { key: unknown }) => rich`Press ${key} to run`,
};
const zh = {
  greeting: "你好",
  passes: ({ n }: { n: number }) => `${number(n)} 个 Pass`,
  keys: ({ key }: { key: unknown }) => rich`按 ${key} 运行`,
};

afterEach(() => setLanguage("en"));

describe("sentences of the engine's", () => {
  it("are found by their English, and stay English without a translation", async () => {
    const say = sentences(async () => ({ "Undoes it.": "撤销。" }));
    expect(say("Undoes it.")).toBe("Undoes it.");
    await setLanguage("zh");
    expect(["Undoes it.", "Undoes them.", "constructor"].map(say)).toEqual([
      "撤销。",
      "Undoes them.",
      "constructor",
    ]);
    await setLanguage("en");
    expect(say("Undoes it.")).toBe("Undoes it.");
  });
});

describe("texts", () => {
  it("are English at first, and Chinese once that was chosen and fetched", async () => {
    const fetch = vi.fn(async () => zh);
    const { t } = texts(en, fetch);
    expect(t("greeting")).toBe("Hello");
    expect(t("passes", { n: 2 })).toBe("2 passes");
    expect(fetch).not.toHaveBeenCalled();
    await setLanguage("zh");
    expect(language()).toBe("zh");
    expect(t("greeting")).toBe("你好");
    expect(t("passes", { n: 1234 })).toBe("1,234 个 Pass");
    await setLanguage("en");
    expect(t("greeting")).toBe("Hello");
    await setLanguage("zh");
    expect(fetch).toHaveBeenCalledOnce();
  });

  it("have elements in them, in each language's order", async () => {
    const { t } = texts(en, async () => zh);
    const key = { an: "element" };
    expect(t("keys", { key })).toEqual(["Press ", key, " to run"]);
    await setLanguage("zh");
    expect(t("keys", { key })).toEqual(["按 ", key, " 运行"]);
  });

  it("of code that is loaded late follow the language", async () => {
    await setLanguage("zh");
    const heard = vi.fn();
    const stop = onLanguage(heard);
    const { t } = texts(en, async () => zh);
    expect(t("greeting")).toBe("Hello");
    await textsReady();
    expect(t("greeting")).toBe("你好");
    expect(heard).toHaveBeenCalledOnce();
    stop();
  });

  it("are to be had in a language that is not the page's", async () => {
    const { t, in: translated } = texts(en, async () => zh);
    expect((await translated("zh"))("greeting")).toBe("你好");
    expect(t("greeting")).toBe("Hello");
    expect((await inLanguage("zh"))("run.run")).toBe("运行");
  });
});

describe("a change of language", () => {
  it("is told once, and not when there is none", async () => {
    const heard = vi.fn();
    const stop = onLanguage(heard);
    await setLanguage("en");
    expect(heard).not.toHaveBeenCalled();
    await setLanguage("zh");
    expect(heard).toHaveBeenCalledOnce();
    stop();
    await setLanguage("en");
    expect(heard).toHaveBeenCalledOnce();
  });

  it("is given up when another one follows before its texts are there", async () => {
    let resolve: (table: typeof zh) => void = () => undefined;
    const { t } = texts(en, () => new Promise<typeof zh>((done) => (resolve = done)));
    const first = setLanguage("zh");
    await setLanguage("en");
    resolve(zh);
    await first;
    expect(language()).toBe("en");
    expect(t("greeting")).toBe("Hello");
  });

  it("leaves things as they are when the texts cannot be had, and can be tried again", async () => {
    const fetch = vi.fn<() => Promise<typeof zh>>().mockRejectedValueOnce(new Error("offline"));
    fetch.mockResolvedValue(zh);
    const { t } = texts(en, fetch);
    await expect(setLanguage("zh")).rejects.toThrow("offline");
    expect(language()).toBe("en");
    await setLanguage("zh");
    expect(t("greeting")).toBe("你好");
  });
});

describe("the engine's decisions", () => {
  const decisions: Decision[] = [
    { kind: "required", by: "ConvertLayout" },
    { kind: "disabled" },
    { kind: "opt-level", level: 3, allowed: 2 },
    { kind: "vetoed", by: "Veto" },
    { kind: "dependency", by: "ConvertLayout" },
    { kind: "not-reached", by: "FoldConstant" },
  ];

  it("are worded in English as the engine does", () => {
    expect(decisions.map(({ kind }) => kind)).toEqual(Object.keys(words));
    const filled = decisions.map((decision) =>
      Object.entries(decision).reduce(
        (text, [name, value]) => text.replace(`{${name}}`, String(value)),
        words[decision.kind],
      ),
    );
    expect(decisions.map(reasonText)).toEqual(filled);
  });

  it("are translated, names and levels as they are", async () => {
    await setLanguage("zh");
    expect(decisions.map(reasonText)).toEqual([
      "ConvertLayout 需要它",
      "已禁用",
      "优化级别 3 > 2",
      "被 Veto 否决",
      "需要它的 ConvertLayout 没有运行",
      expect.stringMatching(/^未到达.FoldConstant 失败$/),
    ]);
  });
});
