// Reads the code blocks of a Markdown document, and their purpose: a file, a part of a program, commands, or shown
// output.
import { createRequire } from "node:module";
import { root } from "../cli/cli.mjs";

const MarkdownIt = createRequire(`${root}web/package.json`)("markdown-it");
const parser = new MarkdownIt({ html: true });

/** The file extensions for blocks of each language. */
const ENDINGS = {
  html: /\.html$/,
  js: /\.[cm]?js$/,
  json: /\.json$/,
  python: /\.py$/,
  relay: /\.relay$/,
  ts: /\.m?ts$/,
};
const FILE = /^[\w-][\w./-]*\.[a-z]+$/;

/** A block that starts a program has an import at the start of a line. */
const IMPORTS = { js: /^import\b/m, ts: /^import\b/m, python: /^(?:import|from) /m };

/** The name of a block's file, from the line before the block (`name.relay`:) or the comment in its first line. */
function fileOf(language, text, before) {
  const ending = ENDINGS[language];
  const comment = /^(?:\/\/|#) (\S+)\n/.exec(text)?.[1] ?? "";
  if (ending && FILE.test(comment) && ending.test(comment)) return comment;
  if (!before.endsWith(":")) return undefined;
  const names = [...before.matchAll(/`([^`]+)`/g)].map((match) => match[1]);
  if (ending) return names.filter((name) => FILE.test(name) && ending.test(name)).at(-1);
  // A language without highlighting has blocks of "text". The line before tells that it is a file.
  if (language !== "text" || !/\b(?:save|saved|file)\b|^`[^`]+`:$/i.test(before)) return undefined;
  return names.filter((name) => FILE.test(name)).at(-1);
}

/**
 * The code blocks of a document.
 *
 * @param {string} source
 * @returns {{language: string, text: string, line: number, file?: string, before: string, adjacent: boolean}[]} `line`:
 * the first line of code, from 1; `before`: the paragraph right before the block
 */
export function codeBlocks(source) {
  const blocks = [];
  let before = "";
  let distance = 0;
  const tokens = parser.parse(source, {});
  for (const [index, token] of tokens.entries()) {
    if (token.type === "inline") {
      before = tokens[index - 1].type === "paragraph_open" ? token.content : "";
      distance += 1;
    } else if (token.type === "html_block") {
      before = "";
      distance += 1;
    } else if (token.type === "fence" || token.type === "code_block") {
      const fence = token.type === "fence";
      const language = fence ? token.info.trim().split(/\s/)[0] : "indented";
      const line = token.map[0] + (fence ? 2 : 1);
      const file = fileOf(language, token.content, before);
      blocks.push({ language, text: token.content, line, file, before, distance });
      before = "";
      distance = 0;
    }
  }
  return blocks;
}

/** The commands of a block, one per line. A command continues after an open quote or a backslash. */
export function commandsOf(text, line) {
  const lines = text.trimEnd().split("\n");
  const session = lines.some((each) => each.startsWith("$ "));
  const commands = [];
  for (let i = 0; i < lines.length; i += 1) {
    const start = line + i;
    if (session && !lines[i].startsWith("$ ")) {
      commands.at(-1)?.shown.push(lines[i]);
      continue;
    }
    let command = lines[i].replace(/^\$ /, "");
    while (i + 1 < lines.length && goesOn(command)) command += `\n${lines[(i += 1)]}`;
    if (command.trim() !== "" && !/^\s*#/.test(command)) {
      commands.push({ command: command.trim(), line: start, shown: [] });
    }
  }
  return commands;
}

function goesOn(command) {
  // After comments and quoted texts are removed, a remaining quote is open.
  const rest = command.replace(/'[^']*'|"(?:\\.|[^"\\])*"|(?<=\s)#.*/g, "");
  return /(?:\\|\||&&)\s*$|['"]/.test(rest);
}

/** True if the block shows output: it follows directly, or after a line that announces the output. */
const isShown = ({ language, distance, before, file }) =>
  language === "text" &&
  file === undefined &&
  (distance === 0 ||
    (distance === 1 && /\b(?:print|output|show|report|answer|write)\w*\b[^.]*:$/.test(before)));

/**
 * The steps to run for a document, in order, and the mistakes in its text.
 *
 * @param {string} source
 */
export function stepsOf(source) {
  const blocks = codeBlocks(source);
  const steps = [];
  const mistakes = [];
  const open = {};
  let last;
  for (const block of blocks) {
    const { text, line, file } = block;
    const { language } = block;
    let shown = false;
    if (language === "") {
      mistakes.push({ line: line - 1, what: "the block has no language" });
      last = undefined;
      continue;
    } else if (isShown(block) && last) {
      last.shown.push({ text, line });
      shown = true;
    } else if (language === "sh" || language === "console" || language === "indented") {
      const commands = commandsOf(text, line);
      const known =
        /^(?:\$ |passcope|build\/native\/|npx |npm |node |python|environment\/|sudo |PASSCOPE_)/;
      if (language === "indented" && !known.test(text)) {
        mistakes.push({ line, what: "an indented block that is no command has no language" });
      } else {
        last = { kind: "commands", commands, line, shown: [] };
        steps.push(last);
      }
    } else if (IMPORTS[language]) {
      const begins = file !== undefined || IMPORTS[language].test(text) || !open[language];
      if (begins) {
        open[language] = { kind: "program", language, file, line, blocks: [], shown: [] };
        steps.push(open[language]);
      }
      open[language].blocks.push(block);
      last = open[language];
    } else {
      steps.push({ kind: language, text, line, file, shown: [] });
      last = undefined;
    }
    // Output may have one. It is compared with the real output.
    if (!shown && text.includes("…") && !text.startsWith("$ ")) {
      const at = text.slice(0, text.indexOf("…")).split("\n").length - 1;
      mistakes.push({ line: line + at, what: "the snippet has an ellipsis" });
    }
  }
  return { steps, mistakes };
}

/** A program with its blocks at their lines in the document, so that messages have the document's line numbers. */
export function programText({ blocks }) {
  const lines = [];
  for (const { text, line } of blocks) {
    while (lines.length < line - 1) lines.push("");
    lines.push(...text.trimEnd().split("\n"));
  }
  return `${lines.join("\n")}\n`;
}

const MEASURED =
  /[-+]?\d[\d,]*(?:\.\d+)?(?:e[-+]?\d+)? ?(?:ns|us|µs|ms|s|seconds?|%|[kKMG]i?B|bytes|[KMG]?FLOP\/s)(?![\w/])/g;

/** The lines of output without the parts that differ between runs: times, sizes, shares, and widths of columns. */
export const normalised = (text) =>
  text
    .trimEnd()
    .split("\n")
    .map((line) =>
      line
        .replace(MEASURED, "<n>")
        .replace(/\s*\(<n>\)/g, "")
        .replace(/\s+/g, " ")
        .trim(),
    )
    .filter((line) => line !== "");

/** True if the shown lines are in the output, without gaps. */
export function containsLines(printed, shown) {
  const all = normalised(printed);
  const part = normalised(shown);
  return all.some((_, at) => part.every((line, i) => all[at + i] === line)) || part.length === 0;
}
