// The cells of a page: a file of JavaScript in which each begins with a line "// %% name".

export interface SourceCell {
  readonly name: string;
  readonly code: string;
}

export function readCells(text: string): SourceCell[] {
  const [before = "", ...parts] = text.split(/^\/\/ %% ([\w-]+)\n/m);
  if (before.trim() !== "") throw new Error("there is code before the first cell");
  const cells: SourceCell[] = [];
  for (let i = 0; i < parts.length; i += 2) {
    const name = parts[i] ?? "";
    if (cells.some((cell) => cell.name === name)) throw new Error(`two cells are named ${name}`);
    cells.push({ name, code: (parts[i + 1] ?? "").trim() });
  }
  return cells;
}
