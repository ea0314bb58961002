// Code as coloured text, for read-only programs.
import { javascriptLanguage } from "@codemirror/lang-javascript";
import { highlightCode, tagHighlighter, tags, type Highlighter } from "@lezer/highlight";
import { relayLanguage } from "../editor/relay-language";
import { el, type Markup } from "./markup";

/** The parser and the colours of a language. */
export interface Highlighting {
  readonly parser: typeof javascriptLanguage.parser;
  readonly highlighter: Highlighter;
}

/** The CSS classes of tokens in programming languages. */
export const codeHighlighter = tagHighlighter([
  { tag: [tags.keyword, tags.self, tags.modifier], class: "hl-keyword" },
  {
    tag: [tags.function(tags.variableName), tags.function(tags.propertyName), tags.className],
    class: "hl-op",
  },
  { tag: [tags.string, tags.regexp, tags.special(tags.string)], class: "hl-string" },
  { tag: [tags.number, tags.bool, tags.null], class: "hl-number" },
  { tag: [tags.comment, tags.docComment], class: "hl-comment" },
  { tag: [tags.operator, tags.punctuation], class: "hl-attr" },
]);

const languages = {
  javascript: { parser: javascriptLanguage.parser, highlighter: codeHighlighter },
  relay: {
    parser: relayLanguage.parser,
    highlighter: tagHighlighter([
      { tag: tags.keyword, class: "hl-keyword" },
      { tag: tags.operatorKeyword, class: "hl-op" },
      { tag: tags.string, class: "hl-string" },
      { tag: tags.number, class: "hl-number" },
      { tag: [tags.attributeName, tags.typeName], class: "hl-attr" },
      { tag: tags.comment, class: "hl-comment" },
    ]),
  },
};

export type HighlightedLanguage = keyof typeof languages;

/** The text in coloured pieces. Their texts together are the text. */
export function highlighted(text: string, language: HighlightedLanguage | Highlighting): Markup[] {
  const { parser, highlighter } = typeof language === "string" ? languages[language] : language;
  const pieces: Markup[] = [];
  highlightCode(
    text,
    parser.parse(text),
    highlighter,
    (piece, classes) => pieces.push(classes ? el("span", { class: classes }, piece) : piece),
    () => pieces.push("\n"),
  );
  return pieces;
}

/** The same with an element per line, so that lines can be numbered. */
export function highlightedLines(
  text: string,
  language: HighlightedLanguage | Highlighting,
): Markup[] {
  const lines: Markup[][] = [[]];
  for (const piece of highlighted(text, language)) {
    if (piece === "\n") lines.push([]);
    else lines.at(-1)?.push(piece);
  }
  return lines.flatMap((line, i) => [
    ...(i > 0 ? ["\n"] : []),
    el("span", { class: "line" }, ...line),
  ]);
}
