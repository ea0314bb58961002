// Renders a page with cells as HTML: its text in Markdown, and its cells with the expected results.
import { readFileSync } from "node:fs";
import path from "node:path";
import MarkdownIt, { type Token } from "markdown-it";
import { highlighted, highlightedLines, type Highlighting } from "../../src/learn/highlight";
import { CODE_LANGUAGES, CODE_NAMES, type CodeLanguage } from "../../src/core/protocol/code";
import { python } from "./highlight-python";
import { el, escapeHtml, toHtml, type Element } from "../../src/learn/markup";
import { resultMarkup } from "../../src/learn/results";
import { wordsOf, type Say } from "../../src/learn/texts";
import type { Language } from "../../src/i18n/language";
import type { SourceCell } from "./cells";
import type { CellResult } from "./run";

export interface LiveCell extends SourceCell, CellResult {
  /** From 1, in the order of the page. */
  readonly number: number;
}

export interface PageText {
  readonly title: string;
  readonly description: string;
  /** The names of the cells, in the order in which the text has them. */
  readonly cells: readonly string[];
  readonly headings: readonly Heading[];
  readonly body: string;
}

const highlightings: Readonly<Record<CodeLanguage, "javascript" | Highlighting>> = {
  javascript: "javascript",
  python,
};

export interface Heading {
  readonly level: number;
  readonly id: string;
  /** The text without markup, also for a link to the heading. */
  readonly text: string;
}

/** The plain text of a line of Markdown: the texts of its links, codes and emphasis. */
export const plainText = ({ children }: Token): string =>
  (children ?? [])
    .filter(({ type }) => /^(?:text|code_inline|softbreak)$/.test(type))
    .map(({ type, content }) => (type === "softbreak" ? " " : content))
    .join("");

/** A block of code. `info` is the name of its language in Markdown. */
export function fence(content: string, info: string): Element {
  const highlighting =
    info === "relay" || info === "javascript" ? info : info === "python" ? python : undefined;
  const pieces = highlighting ? highlighted(content, highlighting) : [content];
  return el("pre", { tabindex: "0" }, el("code", {}, ...pieces));
}

/** The title of a page, without markup. */
export function titleOf(markdown: string): string | undefined {
  const tokens = new MarkdownIt({ html: false }).parse(markdown, {});
  const heading = tokens.findIndex(({ type, tag }) => type === "heading_open" && tag === "h1");
  const inline = tokens[heading + 1];
  return heading >= 0 && inline ? plainText(inline) : undefined;
}

/** The page's text with the markup of its cells, and links to the playground by cell. */
export function renderText(
  markdown: string,
  language: Language,
  cells: readonly LiveCell[],
  playgroundLinks: ReadonlyMap<string, string> = new Map(),
  code: CodeLanguage = "javascript",
): PageText {
  const [, description = "", text = ""] =
    /^---\ndescription: (.*)\n---\n([\s\S]*)$/.exec(markdown) ?? [];
  const named: string[] = [];
  const headings: Heading[] = [];
  const md = new MarkdownIt({ html: false, typographer: false });
  md.renderer.rules.fence = (tokens, i) => {
    const { info = "", content = "" } = tokens[i] ?? {};
    const [, name] = /^cell ([\w-]+)$/.exec(info) ?? [];
    if (name === undefined) {
      return toHtml(fence(content, info));
    }
    const cell = cells.find((one) => one.name === name);
    if (!cell) throw new Error(`there is no cell ${name}`);
    named.push(name);
    return toHtml(cellMarkup(cell, language, code, playgroundLinks.get(name)));
  };
  md.core.ruler.push("heading_ids", ({ tokens }) => {
    for (const [i, token] of tokens.entries()) {
      const inline = tokens[i + 1];
      if (token.type !== "heading_open" || !inline) continue;
      const [whole = "", id] = / \{#([\w-]+)\}$/.exec(inline.content) ?? [];
      if (id === undefined && token.tag !== "h1") throw new Error(`no {#id}: ${inline.content}`);
      inline.content = inline.content.slice(0, inline.content.length - whole.length);
      const last = inline.children?.at(-1);
      if (last) last.content = last.content.slice(0, last.content.length - whole.length);
      if (id !== undefined) token.attrSet("id", id);
      headings.push({ level: Number(token.tag.slice(1)), id: id ?? "", text: plainText(inline) });
    }
  });
  const body = md.render(text);
  const title = headings.find(({ level }) => level === 1)?.text ?? "";
  if (title === "" || description === "") throw new Error("a page needs a title and a description");
  return { title, description, cells: named, headings, body };
}

/** @param playgroundLink the address of the same cell in the playground. */
function cellMarkup(
  cell: LiveCell,
  language: Language,
  codeLanguage: CodeLanguage,
  playgroundLink?: string,
): Element {
  const say = wordsOf(language);
  const { name, number, code, printed, outcome } = cell;
  const result = resultMarkup(printed, outcome, { say, timeless: true });
  const title = say("cell", number);
  return el(
    "section",
    { class: "cell", id: `cell-${name}`, "data-cell": name, "aria-label": title },
    el(
      "div",
      { class: "cell-head" },
      el("a", { class: "cell-number", href: `#cell-${name}` }, title),
      ...(playgroundLink === undefined
        ? []
        : [el("a", { href: playgroundLink }, say("openInPlayground"))]),
    ),
    el(
      "pre",
      { class: "code", tabindex: "0", "aria-label": say("codeOf", number) },
      el("code", {}, ...highlightedLines(code, highlightings[codeLanguage])),
    ),
    el(
      "div",
      { class: "cell-result", role: "group", "aria-label": say("resultOf", number) },
      ...(result.length > 0
        ? [el("p", { class: "result-title" }, say("expected")), ...result]
        : []),
    ),
  );
}

export interface Frame {
  readonly language: Language;
  /** The path from the page to the root of the site, such as "../". */
  readonly root: string;
  /** The page in the other language. */
  readonly other: string;
  readonly csp: string;
  readonly tutorials: readonly { readonly href: string; readonly title: string }[];
  /** The index of this page in `tutorials`; -1 for the list itself. */
  readonly current: number;
  /** The language of the cells, and the addresses of this page in each. */
  readonly code: CodeLanguage;
  readonly inCode: Readonly<Record<CodeLanguage, string>>;
}

export const LANGUAGE_TAGS: Readonly<Record<Language, string>> = { en: "en", zh: "zh-Hans" };

/** The policy of the playground's page, so that all pages have the same one. */
export function sitePolicy(): string {
  const html = readFileSync(path.resolve(import.meta.dirname, "../../index.html"), "utf8");
  const [, csp] = /http-equiv="Content-Security-Policy"\s+content="([^"]+)"/.exec(html) ?? [];
  if (csp === undefined) throw new Error("index.html has no policy");
  return csp;
}

interface Head {
  readonly title: string;
  readonly description: string;
  readonly csp: string;
  readonly styles: readonly string[];
  readonly script: string;
}

export function headOf({ title, description, csp, styles, script }: Head): string {
  return [
    `<meta http-equiv="Content-Security-Policy" content="${escapeHtml(csp)}" />`,
    '<meta name="viewport" content="width=device-width, initial-scale=1" />',
    '<meta name="version" content="" />',
    '<meta name="color-scheme" content="light dark" />',
    `<meta name="description" content="${escapeHtml(description)}" />`,
    `<title>${escapeHtml(title)} · Passcope</title>`,
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml" />',
    ...["/src/ui/styles/page.css", ...styles].map(
      (href) => `<link rel="stylesheet" href="${href}" />`,
    ),
    `<script type="module" src="${script}"></script>`,
  ].join("\n    ");
}

export const renderHead = ({ title, description }: PageText, { csp, current }: Frame): string =>
  headOf({
    title,
    description,
    csp,
    styles: ["/src/learn/learn.css"],
    script: `/src/learn/${current < 0 ? "contents" : "tutorial"}.ts`,
  });

/** The header of each page: the link to the playground, then other links. */
export const siteHeader = (say: Say, root: string, links: readonly Element[]): Element =>
  el(
    "header",
    { class: "site" },
    el("a", { class: "skip", href: "#text" }, say("skip")),
    el(
      "a",
      { class: "brand", href: `${root}index.html` },
      el("img", { src: "/favicon.svg", alt: "", width: "24", height: "24" }),
      "Passcope",
    ),
    el(
      "nav",
      { "aria-label": "Passcope" },
      el("a", { href: `${root}index.html` }, say("playground")),
      ...links,
    ),
  );

/** The switch to the same tutorial in another code language. */
function codeSwitch({ language, code, inCode }: Frame): Element {
  const links = CODE_LANGUAGES.map((one) =>
    el(
      "a",
      {
        href: inCode[one],
        "data-code": one,
        ...(one === code ? { "aria-current": "page" } : {}),
      },
      CODE_NAMES[one],
    ),
  );
  return el(
    "nav",
    { class: "code-switch", "aria-label": wordsOf(language)("codeLanguage") },
    ...links,
  );
}

export function renderBody(text: PageText, frame: Frame): string {
  const say = wordsOf(frame.language);
  const other: Language = frame.language === "en" ? "zh" : "en";
  const { tutorials, current } = frame;
  const header = siteHeader(say, frame.root, [
    el(
      "a",
      { href: "./index.html", ...(current < 0 ? { "aria-current": "page" } : {}) },
      say("learn"),
    ),
    el("a", { href: `${frame.root}docs/index.html`, hreflang: "en" }, say("docs")),
    el(
      "a",
      { href: frame.other, lang: LANGUAGE_TAGS[other], hreflang: LANGUAGE_TAGS[other] },
      say("otherLanguage"),
    ),
  ]);
  const links = tutorials.map(({ href, title }, i) =>
    el("li", {}, el("a", { href, ...(i === current ? { "aria-current": "page" } : {}) }, title)),
  );
  const sections = text.headings
    .filter(({ level }) => level === 2)
    .map(({ id, text: title }) => el("li", {}, el("a", { href: `#${id}` }, title)));
  const sidebar = el(
    "aside",
    {},
    el("nav", { "aria-label": say("pages") }, el("h2", {}, say("pages")), el("ol", {}, ...links)),
    ...(sections.length > 0
      ? [
          el(
            "nav",
            { "aria-label": say("contents") },
            el("h2", {}, say("contents")),
            el("ol", {}, ...sections),
          ),
        ]
      : []),
  );
  const around = [current - 1, current + 1].map((i, side) => {
    const page = current < 0 ? undefined : tutorials[i];
    if (!page) return el("span");
    const word = say(side === 0 ? "previous" : "next");
    return el("a", { href: page.href }, el("small", {}, word), page.title);
  });
  const usage =
    current < 0
      ? ""
      : toHtml(codeSwitch(frame)) +
        `<noscript>${toHtml(el("p", { class: "note" }, say("needsScript")))}</noscript>` +
        toHtml(el("div", { id: "notebook-bar" }));
  return [
    toHtml(header),
    `<div class="columns">`,
    toHtml(sidebar),
    `<main id="text" tabindex="-1">`,
    text.body.replace("</h1>", () => `</h1>${usage}`),
    ...(current < 0 ? [] : [toHtml(el("nav", { class: "around" }, ...around))]),
    "</main></div>",
  ].join("\n");
}
