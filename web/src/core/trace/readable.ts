// Relay text laid out for comparison.

/**
 * Puts each parameter of a function's signature on its own line. TVM prints a signature as one line, which is tens of
 * kilobytes for a large network, so its diff would be unreadable. Commas nested in types, as in `Tensor[(1, 3),
 * float32]`, do not break.
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
 * For each line of a printed text, from 0, the shown line after `splitSignature` and the cut of long texts. For a
 * signature this is its first line.
 *
 * @param lines the number of shown lines.
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
