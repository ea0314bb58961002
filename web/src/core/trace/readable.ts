// Relay text laid out for comparing.

/**
 * Puts each parameter of a function's signature on a line of its own. TVM prints a function's whole
 * signature as one line, which for a large network is tens of kilobytes: no diff of it can be read.
 * Commas nested in types, as in `Tensor[(1, 3), float32]`, do not break.
 */
export function splitSignature(text: string): string {
  return text
    .split("\n")
    .map((line) => (line.startsWith("def @") ? splitLine(line) : line))
    .join("\n");
}

function splitLine(line: string): string {
  const open = line.indexOf("(");
  if (open < 0) return line;
  const parameters: string[] = [];
  let depth = 0;
  let start = open + 1;
  let at = open;
  for (; at < line.length; at += 1) {
    const c = line[at];
    if (c === "(" || c === "[") depth += 1;
    else if (c === ")" || c === "]") depth -= 1;
    if (depth === 0) break;
    if (c === "," && depth === 1) {
      parameters.push(line.slice(start, at + 1).trim());
      start = at + 1;
    }
  }
  if (depth !== 0) return line;
  parameters.push(line.slice(start, at).trim());
  return `${line.slice(0, open + 1)}\n    ${parameters.join("\n    ")}\n  ${line.slice(at)}`;
}

/**
 * For each line of a printed text, from 0, the line that `splitSignature` and what cuts long texts show of it: the first
 * one of a signature.
 *
 * @param lines how many lines are shown.
 */
export function shownLineOf(text: string, lines: number): (line: number) => number | undefined {
  const first: number[] = [];
  let at = 0;
  for (const line of text.split("\n")) {
    first.push(at);
    at += line.startsWith("def @") ? splitLine(line).split("\n").length : 1;
  }
  return (line) => {
    const shown = first[line];
    return shown !== undefined && shown < lines ? shown : undefined;
  };
}
