// The texts of the tutorials: both languages have the same sections and cells, and every word has a translation.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readCells } from "../../build-plugins/learn/cells";
import { renderBody, renderText, titleOf, type PageText } from "../../build-plugins/learn/page";
import { pageOf, tutorialOf, TUTORIALS } from "../../src/learn/pages";
import { CODE_LANGUAGES } from "../../src/core/protocol/code";
import { LANGUAGES, type Language } from "../../src/i18n/language";
import { wordsOf } from "../../src/learn/texts";

const read = (file: string): string =>
  readFileSync(new URL(`../../learn/${file}`, import.meta.url), "utf8");

const codeOf = (name: string) => tutorialOf(name)?.code ?? "javascript";

function cellsOf(name: string): ReturnType<typeof readCells> {
  const page = tutorialOf(name);
  if (!page) return [];
  const file = `cells/${page.tutorial}.${page.code === "python" ? "py" : "js"}`;
  return readCells(read(file), page.code);
}

const PAGES = [
  "index",
  ...CODE_LANGUAGES.flatMap((code) => TUTORIALS.map((tutorial) => pageOf(tutorial, code))),
];

function render(name: string, language: Language): PageText {
  const cells = cellsOf(name).map((cell, i) => ({
    ...cell,
    number: i + 1,
    printed: [],
    outcome: {},
  }));
  const text = read(`text/${name}.${language}.md`);
  return renderText(text, language, cells, new Map(), codeOf(name));
}

describe.each(PAGES)("%s", (name) => {
  const [english, chinese] = LANGUAGES.map((language) => render(name, language));

  it("has every cell once, in order, in both languages", () => {
    const names = cellsOf(name).map((cell) => cell.name);
    expect(english?.cells).toEqual(names);
    expect(chinese?.cells).toEqual(names);
  });

  it("has the same sections in both languages", () => {
    const outline = (page?: PageText): unknown =>
      page?.headings.map(({ level, id }) => [level, id]);
    expect(outline(chinese)).toEqual(outline(english));
  });

  it("has the same things to try, rules and tables", () => {
    const parts = (page?: PageText): unknown =>
      page?.body.match(/<(?:blockquote|tr|li|pre|section)\b/g);
    expect(parts(chinese)).toEqual(parts(english));
  });

  it("mentions the same code in each", () => {
    const code = (page?: PageText): string[] =>
      [...(page?.body.matchAll(/<code>([^<]*)<\/code>/g) ?? [])]
        .map(([, text = ""]) => text)
        .sort();
    expect(new Set(code(chinese))).toEqual(new Set(code(english)));
  });

  it("is in its own language", () => {
    expect(english?.title).not.toMatch(/\p{Script=Han}/u);
    expect(chinese?.title + (chinese?.description ?? "")).toMatch(/\p{Script=Han}/u);
    // Emphasis that the renderer does not recognise would stay as it was typed.
    for (const page of [english, chinese]) {
      expect(page?.body.replace(/<pre[\s\S]*?<\/pre>|<code>.*?<\/code>/g, "")).not.toMatch(/\*|`/);
    }
  });
});

describe.each(PAGES)("the page around %s", (name) => {
  it.each(LANGUAGES)("shows no Markdown as it is written (%s)", (language) => {
    const text = render(name, language);
    const tutorials = TUTORIALS.map((tutorial) => ({
      href: `./${tutorial}.html`,
      title: titleOf(read(`text/${tutorial}.${language}.md`)) ?? "",
    }));
    const html = renderBody(text, {
      language,
      root: "../",
      other: "./other.html",
      csp: "",
      tutorials,
      current: -1,
      code: codeOf(name),
      inCode: { javascript: "./javascript.html", python: "./python.html" },
    });
    const shown = html.replace(/<(pre|code)\b[\s\S]*?<\/\1>/g, "").replace(/<[^>]*>/g, "");
    expect(shown).not.toMatch(/\]\(|\*|`|\{#/);
    for (const { title } of tutorials) expect(shown).toContain(title.replaceAll("&", "&amp;"));
    // The contents have the same names as the headings, and link to them.
    for (const heading of text.headings.filter(({ level }) => level === 2)) {
      expect(html).toContain(`<a href="#${heading.id}">${heading.text}</a>`);
    }
  });
});

describe("words", () => {
  it("fill in their values", () => {
    expect(wordsOf("en")("progress", 2, 5)).toBe("2 of 5 cells have run");
    expect(wordsOf("zh")("thrownIn", 3, 1)).toContain("1");
  });
});

describe("a file of cells", () => {
  it("is read in order", () => {
    expect(readCells("// %% a\n\nlet a = 1;\n\n// %% b-2\na;\n")).toEqual([
      { name: "a", code: "let a = 1;" },
      { name: "b-2", code: "a;" },
    ]);
  });

  it("names each cell once and has nothing before the first", () => {
    expect(() => readCells("// %% a\n1;\n// %% a\n2;\n")).toThrow("two cells");
    expect(() => readCells("1;\n// %% a\n")).toThrow("before the first");
    expect(() => readCells("x = 1\n# %% 0\n", "python")).toThrow("before the first");
  });

  it("may begin with a notice in Python", () => {
    expect(readCells("# A notice.\n\n# %% 0\nx = 1\n\n# %% 1\n\nx\n", "python")).toEqual([
      { name: "0", code: "x = 1" },
      { name: "1", code: "x" },
    ]);
  });
});
