// Relay text in colours without an editor, for previews.
import { css } from "lit";

const TOKENS =
  /(?<comment>\/\*.*?(?:\*\/|$)|\/\/.*|#\[.*)|(?<string>"(?:[^"\\]|\\.)*")|(?<name>[%@][\w.]+)|(?<number>-?\b\d+(?:\.\d*)?(?:e[+-]?\d+)?[fhul]?\d*)|(?<keyword>\b(?:def|fn|let|if|else|match|type|extern|ref|meta|free_var)\b)|(?<op>[A-Za-z_][\w.]*(?=\())|(?<attr>[A-Za-z_][\w.]*)/g;

/** A line in pieces, each with its kind of token; "" for text without a colour. */
export function colourLine(line: string): { kind: string; text: string }[] {
  const pieces: { kind: string; text: string }[] = [];
  let last = 0;
  for (const match of line.matchAll(TOKENS)) {
    if (match.index > last) pieces.push({ kind: "", text: line.slice(last, match.index) });
    const kind = Object.entries(match.groups ?? {}).find(([, text]) => text !== undefined)?.[0];
    pieces.push({ kind: kind ?? "", text: match[0] });
    last = match.index + match[0].length;
  }
  if (last < line.length) pieces.push({ kind: "", text: line.slice(last) });
  return pieces;
}

/** The same colours as in the editor. */
export const colours = css`
  .comment {
    color: var(--code-comment);
  }
  .string {
    color: var(--code-string);
  }
  .number {
    color: var(--code-number);
  }
  .keyword {
    color: var(--code-keyword);
  }
  .op {
    color: var(--code-op);
    font-weight: 600;
  }
  .attr {
    color: var(--code-attr);
  }
`;
