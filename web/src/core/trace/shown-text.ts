// The part of a program's text that is shown: views cannot handle a line of millions of characters, or texts of any
// length.
import { t } from "../texts";

/** The most characters of a shown line, and of a shown text. */
const MOST_OF_LINE = 20_000;
const MOST_OF_TEXT = 4_000_000;

/** The shown text, with a note at each place where text is left out. */
export function shownText(text: string): string {
  const some = text.slice(0, MOST_OF_TEXT);
  const lines = hasLongLine(some) ? some.split("\n").map(shownLine).join("\n") : some;
  if (some.length === text.length) return lines;
  return `${lines}\n${t("text.cut", { characters: text.length - some.length })}`;
}

const shownLine = (line: string): string =>
  line.length <= MOST_OF_LINE
    ? line
    : `${line.slice(0, MOST_OF_LINE)} ${t("text.cut", { characters: line.length - MOST_OF_LINE })}`;

function hasLongLine(text: string): boolean {
  for (let at = 0; at >= 0 && at < text.length;) {
    const end = text.indexOf("\n", at);
    if ((end < 0 ? text.length : end) - at > MOST_OF_LINE) return true;
    at = end < 0 ? text.length : end + 1;
  }
  return false;
}
