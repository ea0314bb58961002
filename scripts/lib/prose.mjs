// Rules for English: the length of sentences, their first words, and phrases that have a plainer form
// (docs/style.md).
// `problemsOf` checks plain text, such as a message or a comment; `problemsInMarkdown` checks a document.

import MarkdownIt from "markdown-it";

/** The longest sentence, in words. */
export const maxWords = 30;

/**
 * @typedef {object} Problem
 * @property {number} index the offset in the text
 * @property {string} message what is wrong, and what to write instead
 */

/** Phrases to avoid. `found` is matched in a text without code and quotations; `instead` completes "write …". */
const phrases = [
  { found: /\b(?:stands?|stood)\b(?! for\b|-)/, instead: '"is", "appears" or "contains"' },
  {
    found: /(?<!\bthere )\b(?:is|are|was|were) no\b(?! (?:longer|more|one)\b)/,
    instead: '"is not a" or "are not"',
  },
  { found: /\bsuch as (?:have|are|do|can)\b/, instead: '"those that …"' },
  {
    found: /\bby (?:itself|themselves|oneself)\b/,
    instead: '"alone", "automatically" or "on its own"',
  },
  { found: /\bthe very\b/, instead: '"the same" or "exactly the"' },
  {
    found: /\b(?:there|where)(?:of|in|from|upon|with)\b|\bwhereby\b/,
    instead: '"of it", "in which" or the noun',
  },
  { found: /\b(?:what|who)soever\b/, instead: '"any", or nothing' },
  {
    found: /\b(?:is|are|was|were|be|been|being) (?:asked|told|said)\b/,
    instead: "who asks, tells or says, or a verb of what happens",
  },
  { found: /\bone's own\b/, instead: '"your own"' },
  { found: /\b(?:became|becomes?) of\b/, instead: '"happened to", or what it was turned into' },
  { found: /\bwhoever\b/, instead: '"the caller", "anyone who" or the name of who acts' },
  { found: /\b(?:puts?|putting) aside\b/, instead: '"saved" or "kept"' },
  { found: /\bbut for\b/, instead: '"except"' },
  { found: /\banew\b/, instead: '"again" or "new"' },
  { found: /\bso as (?:not )?to\b/, instead: '"to" or "so that"' },
  { found: /\blest\b/, instead: '"so that … not"' },
  { found: /\b(?:says?|said|tells?|told) of\b/, instead: '"says about", "describes" or "reports"' },
  { found: /\bknows? nothing of\b/, instead: '"does not use" or "does not know"' },
  { found: /\bshall\b/, instead: '"must", "can" or the present tense' },
  { found: /\bis made of what\b/, instead: '"is made from", and the noun' },
].map(({ found, instead }) => ({ found: new RegExp(found.source, "giu"), instead }));

const opening = /^[^\p{L}\p{N}"“]*(What|Who|Whatever|Whoever|Whichever|Whose|Of)\b(?!['’]s\b)/iu;

/** A word of the same length that no rule matches. */
const asWord = (text) => `X${"x".repeat(Math.max(text.length - 1, 0))}`;

const withoutCode = (text) => text.replace(/`[^`]*`/g, asWord);

const withoutQuotations = (text) =>
  text.replace(/"[^"]*"|“[^”]*”/g, (quoted) => quoted.replaceAll(/[\p{L}\p{N}]/gu, "x"));

/** A full stop after one of these does not end a sentence. */
const abbreviations = /\b(?:e\.g|i\.e|etc|vs|cf|approx|[Ff]ig|[Nn]o(?=\. \d))\./g;

const sentences = new Intl.Segmenter("en", { granularity: "sentence" });

/**
 * The sentences of a text and their offsets, by the rules of Unicode.
 *
 * @param {string} text one paragraph, with code as words
 * @returns {{start: number, end: number}[]}
 */
function sentencesOf(text) {
  // The segmenter ends a sentence at a line break, and never before a lower-case letter. Passcope's texts wrap lines
  // and begin sentences with names in lower case.
  const plain = text
    .replaceAll("\n", " ")
    .replaceAll(abbreviations, asWord)
    .replaceAll(/[a-z]/g, (letter) => letter.toUpperCase());
  return [...sentences.segment(plain)].map(({ segment, index }) => ({
    start: index,
    end: index + segment.trimEnd().length,
  }));
}

const countWords = (sentence) =>
  sentence.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;

/** The first words of a sentence, for a message. */
function beginningOf(sentence) {
  const words = sentence.split(/\s+/);
  return words.length > 6 ? `${words.slice(0, 6).join(" ")} …` : words.join(" ");
}

/**
 * The problems in a paragraph of plain text. Code in it is in backticks.
 *
 * @param {string} text
 * @param {{lowerCase?: boolean}} [options] `lowerCase`: sentences may begin with a lower-case letter, as messages do. Without
 *   it a text that does so is a phrase, such as a table cell, and may open with any word.
 * @returns {Problem[]} in the order of their offsets
 */
export function problemsOf(text, { lowerCase = false } = {}) {
  const problems = [];
  const plain = withoutCode(text);
  for (const { start, end } of sentencesOf(plain)) {
    const sentence = plain.slice(start, end);
    const begins = beginningOf(text.slice(start, end));
    const words = countWords(sentence);
    if (words > maxWords) {
      const message = `${words} words in the sentence "${begins}": write sentences of at most 25`;
      problems.push({ index: start, message });
    }
    const first = opening.exec(sentence)?.[1];
    const isSentence = lowerCase || /^\p{Lu}/u.test(first ?? "");
    if (first !== undefined && isSentence && !/\?["”')]*$/.test(sentence.trimEnd())) {
      const message = `"${begins}" opens with "${first}": write the subject, then the verb`;
      problems.push({ index: start, message });
    }
  }
  const unquoted = withoutQuotations(plain).replaceAll("\n", " ");
  for (const { found, instead } of phrases) {
    for (const match of unquoted.matchAll(found)) {
      problems.push({ index: match.index, message: `"${match[0]}": write ${instead}` });
    }
  }
  return problems.sort((a, b) => a.index - b.index);
}

const markdown = new MarkdownIt({ html: true });

/**
 * The text of a paragraph, with code in backticks and with emphasis, which marks labels and terms, in quotes.
 *
 * @param {import("markdown-it").Token[]} tokens
 */
function textOf(tokens) {
  const parts = tokens.map((token) => {
    switch (token.type) {
      case "code_inline":
        return `\`${token.content.replaceAll("`", "'")}\``;
      case "softbreak":
      case "hardbreak":
        return "\n";
      case "em_open":
        return "“";
      case "em_close":
        return "”";
      case "image":
      case "text":
      case "text_special":
        return token.content.replaceAll("`", "'");
      case "html_inline":
        return " ";
      default:
        return "";
    }
  });
  // The name that a heading gives its link.
  return parts.join("").replace(/\s*\{#[\w-]+\}\s*$/, "");
}

/**
 * The problems in a document. Each paragraph, heading, list item and table cell counts alone. Code, generated parts
 * (between `<!-- generated by … -->` and `<!-- end -->`) and table columns with the heading "not" are exempt.
 *
 * @param {string} source
 * @returns {{line: number, message: string}[]}
 */
export function problemsInMarkdown(source) {
  const problems = [];
  let generated = false;
  let line = 0;
  let column = -1;
  // Front matter is not Markdown. Its empty lines remain, so that the lines after it keep their numbers.
  const body = source.replace(/^---\n[\s\S]*?\n---\n/, (matter) => matter.replaceAll(/[^\n]/g, ""));
  /** The columns of the current table that contain examples of bad sentences. */
  let wrong = new Set();
  for (const token of markdown.parse(body, {})) {
    if (token.map) line = token.map[0];
    if (token.type === "html_block") {
      if (token.content.startsWith("<!-- generated by ")) generated = true;
      if (token.content.startsWith("<!-- end -->")) generated = false;
    } else if (token.type === "table_open") wrong = new Set();
    else if (token.type === "tr_open") column = -1;
    else if (token.type === "th_open" || token.type === "td_open") column += 1;
    else if (token.type === "table_close") column = -1;
    else if (token.type === "inline" && !generated) {
      const text = textOf(token.children ?? []);
      if (column >= 0 && text === "not") wrong.add(column);
      if (column >= 0 && wrong.has(column)) continue;
      for (const { index, message } of problemsOf(text)) {
        const before = text.slice(0, index).split("\n").length;
        problems.push({ line: line + before, message });
      }
    }
  }
  return problems;
}
