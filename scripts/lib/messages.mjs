// The identities and patterns of all messages. The sources have them in `MSG(` and `PHRASE(` in C++
// (src/diagnostics/message.h), in `say(` in the package (wasm-bindings/js/messages.ts), and in `words(` in the page
// (web/src/engine/code-js/code-messages.ts). A table of translations has one entry for each identity.

import { readFileSync } from "node:fs";
import path from "node:path";
import { filesBelow } from "./files.mjs";
import { UserError, root } from "./run.mjs";

/**
 * @typedef {object} Pattern
 * @property {string} identity "kArgumentCount"
 * @property {string} pattern "{operator} takes {expected} arguments, not {actual}"
 * @property {string[]} names The names of its placeholders without duplicates, in order of first use.
 * @property {string[]} kinds The kinds of diagnostics with this message, sorted. Empty for parts of other messages, and
 * if the kind is chosen elsewhere.
 * @property {string[]} places "src/op/op.cc:76", in the order of the files.
 */

/** The folders with messages, and the functions that make them. The file that declares the functions is skipped. */
const languages = [
  {
    folder: "src",
    files: /\.(?:cc|h)$/,
    makers: /\b(?:MSG|PHRASE|Say|Phrase)\(/g,
    declares: "src/diagnostics/message.h",
  },
  {
    folder: "wasm-bindings/js",
    files: /\.ts$/,
    makers: /\bsay\(/g,
    declares: "wasm-bindings/js/messages.ts",
  },
  {
    folder: "web/src/engine",
    files: /\.ts$/,
    makers: /\bwords\(/g,
    declares: "web/src/engine/code-js/code-messages.ts",
  },
];

/** An identity before its pattern, as an enumerator in C++ and as a string in TypeScript. */
const identityBefore = /\s*(?:(k[A-Z]\w*)|"(k[A-Z]\w*)")\s*,/y;

const literal = /\s*(?:R"\(([\s\S]*?)\)"|"((?:[^"\\\n]|\\.)*)"|'((?:[^'\\\n]|\\.)*)')/y;

/** After the literal: more arguments, the end, or a trailing comma of the formatter. */
const rest = /\s*[,)]/y;

/** @param {string} body the inside of a literal of C++ or TypeScript */
const unescaped = (body) => body.replace(/\\(["'\\nt])/g, (_, c) => ({ n: "\n", t: "\t" })[c] ?? c);

/** Strings and comments. An apostrophe in a number does not begin a string. */
const stringsAndComments =
  /R"\([\s\S]*?\)"|"(?:[^"\\\n]|\\.)*"|(?<!\w)'(?:[^'\\\n]|\\.)*'|\/\/.*|\/\*[\s\S]*?\*\//g;

/**
 * Replaces some strings and comments by blanks, so that offsets stay.
 *
 * @param {string} text
 * @param {(found: string) => boolean} blanked true for a string or a comment to replace
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
 * True if there is text to translate: a word outside of placeholders and of code in backticks.
 *
 * @param {string} pattern
 */
export const hasWords = (pattern) =>
  /\p{L}/u.test(pattern.replaceAll(/`[^`]*`/g, "").replaceAll(/\{\w+\}/g, ""));

/**
 * The messages of one source. Throws a UserError that names the place of a pattern that is not a literal, or that has
 * words and no identity: no translation could refer to it.
 *
 * @param {string} source
 * @param {string} file the file's name for the places
 * @param {RegExp} makers with the flag g
 * @returns {{ identity: string, pattern: string, place: string, kind: string | undefined }[]}
 */
export function patternsIn(source, file, makers) {
  const text = without(source, (found) => found.startsWith("/"));
  const code = without(source, () => true);
  return [...code.matchAll(makers)].map((found) => {
    const place = `${file}:${text.slice(0, found.index).split("\n").length}`;
    let at = found.index + found[0].length;
    const named = from(identityBefore, text, at);
    const identity = named?.[1] ?? named?.[2] ?? "";
    at += named?.[0].length ?? 0;
    let pattern = "";
    for (let part = from(literal, text, at); part; part = from(literal, text, at)) {
      pattern += part[1] ?? unescaped(part[2] ?? part[3] ?? "");
      at += part[0].length;
    }
    if (pattern === "" || !from(rest, text, at)) {
      throw new UserError(`${place}: the pattern of a message has to be a literal`);
    }
    if (identity === "" && hasWords(pattern)) {
      throw new UserError(
        `${place}: a message with words needs an identity, such as kVariableUnbound`,
      );
    }
    return { identity, pattern, place, kind: kindBefore(code, found.index) };
  });
}

/**
 * @param {RegExp} expression with the flag y
 * @param {string} text
 * @param {number} at
 */
function from(expression, text, at) {
  expression.lastIndex = at;
  return expression.exec(text);
}

/**
 * The enumerator of the kind in the same statement before `at`, such as "kArity".
 *
 * @param {string} code without strings and comments
 * @param {number} at
 */
function kindBefore(code, at) {
  const statement = code.slice(code.lastIndexOf(";", at) + 1, at);
  return [...statement.matchAll(/DiagKind::(\w+)/g)].at(-1)?.[1];
}

/** Maps enumerators to names, by the table of kinds: "kArity" → "wrong-arity". */
function kindNames() {
  const table = readFileSync(path.join(root, "src/diagnostics/kinds.def"), "utf8");
  return new Map(
    [...table.matchAll(/^DIAG\((\w+), "([^"]+)"/gm)].map(([, key, name]) => [key, name]),
  );
}

/**
 * The messages that have words, sorted by pattern. Throws a UserError if an identity has two patterns, or a pattern two
 * identities: the page finds a translation by the pattern.
 *
 * @returns {Pattern[]}
 */
export function messagePatterns() {
  const names = kindNames();
  /** @type {Map<string, { identity: string, kinds: Set<string>, places: string[] }>} */
  const found = new Map();
  /** @type {Map<string, string>} */
  const patternOf = new Map();
  for (const { folder, files, makers, declares } of languages) {
    for (const file of filesBelow(folder)
      .filter((name) => files.test(name) && name !== declares)
      .sort()) {
      const source = readFileSync(path.join(root, file), "utf8");
      for (const { identity, pattern, place, kind } of patternsIn(source, file, makers)) {
        if (!hasWords(pattern)) continue;
        const entry = found.get(pattern) ?? { identity, kinds: new Set(), places: [] };
        found.set(pattern, entry);
        entry.places.push(place);
        const name = kind && names.get(kind);
        if (name) entry.kinds.add(name);
        if (entry.identity !== identity) {
          throw new UserError(
            `${place}: ${identity} has the pattern of ${entry.identity} (${entry.places[0]})`,
          );
        }
        const other = patternOf.get(identity) ?? pattern;
        if (other !== pattern) {
          throw new UserError(
            `${place}: ${identity} has another pattern in ${found.get(other)?.places[0]}`,
          );
        }
        patternOf.set(identity, pattern);
      }
    }
  }
  return [...found]
    .map(([pattern, { identity, kinds, places }]) => ({
      identity,
      pattern,
      names: namesOf(pattern),
      kinds: [...kinds].sort(),
      places,
    }))
    .sort((a, b) => (a.pattern < b.pattern ? -1 : 1));
}
