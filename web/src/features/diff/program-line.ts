// A line of a diff outside of an editor: in the preview, and deleted lines in one column.
import { briefElement } from "../../editor/brief-line";
import { colourLine } from "../../editor/colour-line";
import { briefLine, shownParts, type HowToRead } from "../../editor/reading";
import type { HunkLine } from "../../core/trace/hunks";

/** How many characters of a line are coloured, and how many are shown. */
const COLOURED = 600;
const MAX_WIDTH = 4000;

export function element(name: string, looks: string, text = ""): HTMLElement {
  const made = document.createElement(name);
  made.className = looks;
  if (text !== "") made.append(text);
  return made;
}

/** Appends a line's text, in colours and shortened, with its changed words marked. */
export function fillLine(
  made: HTMLElement,
  { text: whole, words }: Pick<HunkLine, "text" | "words">,
  how: HowToRead,
): void {
  const text = whole.slice(0, MAX_WIDTH);
  const isChanged = (from: number, to: number): boolean =>
    words.some(([begin, end]) => begin < to && end > from);
  let next = 0;
  for (const part of shownParts(text, briefLine(text, how, isChanged))) {
    if (part.kind === "brief") {
      made.append(briefElement(part));
      continue;
    }
    let at = part.from;
    const end = at + part.text.length;
    for (; next < words.length; next += 1) {
      const [from = 0, to = 0] = words[next] ?? [];
      if (from >= end) break;
      if (from > at) colour(made, text.slice(at, from), at);
      const begin = Math.max(at, from);
      if (to > begin) {
        made.append(element("mark", "changed-text", text.slice(begin, Math.min(to, end))));
      }
      at = Math.max(at, Math.min(to, end));
      // The next piece starts after the part that is left out.
      if (to > end) break;
    }
    if (at < end) colour(made, text.slice(at, end), at);
  }
}

/** Appends a part of a line. `at` is the column where it begins. */
function colour(line: HTMLElement, text: string, at: number): void {
  if (at > COLOURED) line.append(text);
  else {
    for (const { kind, text: piece } of colourLine(text)) {
      line.append(kind === "" ? piece : element("span", kind, piece));
    }
  }
}
