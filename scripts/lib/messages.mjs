// The patterns of all messages, as the sources have them: the literals behind `Say(` and `Phrase(` in C++
// (src/diagnostics/message.h), behind `say(` in the package (wasm-bindings/js/messages.ts), and behind `words(` in what
// the page runs beside the user's code (web/src/engine/code-js/code-messages.ts). A table of translations has one entry for each.

import { readFileSync } from "node:fs";
import path from "node:path";
import { filesBelow } from "./files.mjs";
import { UserError, root } from "./run.mjs";

/**
 * @typedef {object} Pattern
 * @property {string} pattern "{operator} takes {expected} arguments, not {actual}"
 * @property {string[]} names Of its places, each once, in the order of their first places.
 * @property {string[]} kinds The kinds of diagnostics that are seen to say it, sorted; none for what is a
 *   part of other messages, and where the kind is chosen elsewhere.
 * @property {string[]} places "src/op/op.cc:76", in the order of the files.
 */

/** Where messages are made, and what makes them. The file that declares it is left out. */
const languages = [
  {
    folder: "src",
    files: /\.(?:cc|h)$/,
    makers: /\b(?:Say|Phrase)\(/g,
    declares: "src/diagnostics/message.h",
  },
  {
    folder: "wasm-bindings/js",
    files: /\.ts$/,
    makers: /\bsay\(/g,
    declares: "wasm-bindings/js/messages.ts",
  },
  ...["web/src/engine"].map((folder) => ({
    folder,
    files: /\.ts$/,
    makers: /\bwords\(/g,
    declares: "web/src/engine/code-js/code-messages.ts",
  })),
];

const literal = /\s*(?:R"\(([\s\S]*?)\)"|"((?:[^"\\\n]|\\.)*)"|'((?:[^'\\\n]|\\.)*)')/y;

/** What may stand behind the literal: more arguments, the end, or a comma that a formatter put there. */
const rest = /\s*[,)]/y;

/** @param {string} body Of a literal of C++ or of TypeScript. */
const unescaped = (body) => body.replace(/\\(["'\\nt])/g, (_, c) => ({ n: "\n", t: "\t" })[c] ?? c);

/** Strings and comments; an apostrophe in a number begins no string. */
const stringsAndComments =
  /R"\([\s\S]*?\)"|"(?:[^"\\\n]|\\.)*"|(?<!\w)'(?:[^'\\\n]|\\.)*'|\/\/.*|\/\*[\s\S]*?\*\//g;

/**
 * The text with blanks in place of what `blanked` says, so that places stay.
 *
 * @param {string} text
 * @param {(found: string) => boolean} blanked Of a string or a comment.
 */
const without = (text, blanked) =>
  text.replace(stringsAndComments, (found) =>
    blanked(found) ? found.replace(/[^\n]/g, " ") : found,
  );

/** @param {string} pattern */
export const namesOf = (pattern) => [
  ...new Set(
    [...pattern.replaceAll(/\{\{|\}\}/g, "").matchAll(/\{(\w+)\}/g)].map(([, name]) => name),
  ),
];

/**
 * Whether there is something to translate: a word outside of places and of code in backticks.
 *
 * @param {string} pattern
 */
export const hasWords = (pattern) =>
  /\p{L}/u.test(pattern.replaceAll(/`[^`]*`/g, "").replaceAll(/\{\w+\}/g, ""));

/**
 * What one source says. Throws a UserError that names the place for a pattern that is no literal: nobody
 * would find it to translate it.
 *
 * @param {string} source
 * @param {string} file For the places.
 * @param {RegExp} makers With the flag g.
 * @returns {{ pattern: string, place: string, kind: string | undefined }[]}
 */
export function patternsIn(source, file, makers) {
  const text = without(source, (found) => found.startsWith("/"));
  const code = without(source, () => true);
  return [...code.matchAll(makers)].map((found) => {
    const place = `${file}:${text.slice(0, found.index).split("\n").length}`;
    let at = found.index + found[0].length;
    let pattern = "";
    for (let part = from(literal, text, at); part; part = from(literal, text, at)) {
      pattern += part[1] ?? unescaped(part[2] ?? part[3] ?? "");
      at += part[0].length;
    }
    if (pattern === "" || !from(rest, text, at)) {
      throw new UserError(`${place}: the pattern of a message has to be a literal`);
    }
    return { pattern, place, kind: kindBefore(code, found.index) };
  });
}

/**
 * @param {RegExp} expression With the flag y.
 * @param {string} text
 * @param {number} at
 */
function from(expression, text, at) {
  expression.lastIndex = at;
  return expression.exec(text);
}

/**
 * The enumerator of the kind that the same statement names before `at`, such as "kArity".
 *
 * @param {string} code Without strings and comments.
 * @param {number} at
 */
function kindBefore(code, at) {
  const statement = code.slice(code.lastIndexOf(";", at) + 1, at);
  return [...statement.matchAll(/DiagKind::(\w+)/g)].at(-1)?.[1];
}

/** From enumerators to names, by the table of kinds: "kArity" → "wrong-arity". */
function kindNames() {
  const table = readFileSync(path.join(root, "src/diagnostics/kinds.def"), "utf8");
  return new Map(
    [...table.matchAll(/^DIAG\((\w+), "([^"]+)"/gm)].map(([, key, name]) => [key, name]),
  );
}

/**
 * The patterns that have words, sorted.
 *
 * @returns {Pattern[]}
 */
export function messagePatterns() {
  const names = kindNames();
  /** @type {Map<string, { kinds: Set<string>, places: string[] }>} */
  const found = new Map();
  for (const { folder, files, makers, declares } of languages) {
    for (const file of filesBelow(folder)
      .filter((name) => files.test(name) && name !== declares)
      .sort()) {
      const source = readFileSync(path.join(root, file), "utf8");
      for (const { pattern, place, kind } of patternsIn(source, file, makers)) {
        if (!hasWords(pattern)) continue;
        const entry = found.get(pattern) ?? { kinds: new Set(), places: [] };
        found.set(pattern, entry);
        entry.places.push(place);
        const name = kind && names.get(kind);
        if (name) entry.kinds.add(name);
      }
    }
  }
  return [...found]
    .map(([pattern, { kinds, places }]) => ({
      pattern,
      names: namesOf(pattern),
      kinds: [...kinds].sort(),
      places,
    }))
    .sort((a, b) => (a.pattern < b.pattern ? -1 : 1));
}
