// Converts places between a program's printed text and its shown text.
import type { RelatedLines } from "../protocol/messages";
import { shownLineOf } from "./readable";

/** Both count from 0, the column in UTF-16 code units. */
export interface TextPlace {
  readonly line: number;
  readonly column: number;
}

/** The place in the printed text of a place in the shown text. */
export function printedPlace(printed: string, shown: string, place: TextPlace): TextPlace {
  const lines = shown.split("\n");
  const shownLine = shownLineOf(printed, lines.length);
  const raw = printed.split("\n");
  let line = 0;
  for (let i = 0; i < raw.length; i += 1) {
    const at = shownLine(i);
    if (at === undefined) continue;
    if (at > place.line) break;
    line = i;
  }
  const text = lines[place.line] ?? "";
  if (raw[line] === text) return { line, column: place.column };
  // The printed line is shown as several lines; this is one of them.
  const part = text.trim();
  const begin = raw[line]?.indexOf(part) ?? -1;
  if (begin < 0) return { line, column: 0 };
  const indent = text.length - text.trimStart().length;
  return { line, column: begin + Math.min(Math.max(place.column - indent, 0), part.length) };
}

/** The shown lines of printed lines. */
export function shownLines(printed: string, shown: string, lines: readonly number[]): number[] {
  const shownLine = shownLineOf(printed, shown.split("\n").length);
  return lines.flatMap((line) => shownLine(line) ?? []);
}

/** A program's text as printed by the engine, and as shown. */
export interface PrintedAndShown {
  readonly printed: string;
  readonly shown: string;
}

/** The related lines of two printed texts as lines of the shown texts. */
export function relatedAsShown(
  { lines, constants }: RelatedLines,
  before: PrintedAndShown,
  after: PrintedAndShown,
): RelatedLines {
  const shownOf = ({ printed, shown }: PrintedAndShown): ((line: number) => number | undefined) =>
    shownLineOf(printed, shown.split("\n").length);
  const [ofBefore, ofAfter] = [shownOf(before), shownOf(after)];
  const shown = lines.flatMap(([x, y]): [number, number][] => {
    const [a, b] = [ofBefore(x), ofAfter(y)];
    return a === undefined || b === undefined ? [] : [[a, b]];
  });
  return { lines: shown, constants };
}
