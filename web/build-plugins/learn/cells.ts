// Reads the cells of a page from a file. Each cell begins with a line "// %% name" in JavaScript, or "# %% name" in
// Python, which Jupyter's tools know.
import type { CodeLanguage } from "../../src/core/protocol/code";

export interface SourceCell {
  readonly name: string;
  readonly code: string;
}

const marks: Readonly<Record<CodeLanguage, RegExp>> = {
  javascript: /^\/\/ %% ([\w-]+)\n/m,
  python: /^# %% ([\w-]+)\n/m,
};
/** The lines that may come before the first cell: blank lines, and in Python a notice. */
const noCode: Readonly<Record<CodeLanguage, RegExp>> = {
  javascript: /^\s*$/,
  python: /^(?:#.*\n|\s)*$/,
};

export function readCells(text: string, language: CodeLanguage = "javascript"): SourceCell[] {
  const [before = "", ...parts] = text.split(marks[language]);
  if (!noCode[language].test(before)) throw new Error("there is code before the first cell");
  const cells: SourceCell[] = [];
  for (let i = 0; i < parts.length; i += 2) {
    const name = parts[i] ?? "";
    if (cells.some((cell) => cell.name === name)) throw new Error(`two cells are named ${name}`);
    cells.push({ name, code: (parts[i + 1] ?? "").trim() });
  }
  return cells;
}
