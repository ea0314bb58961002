// Deleted lines of a diff in one column are drawn by the merge view and are no part of its text, so what is covered in
// other lines (`reading-view.ts`) is put in their place here.
import type { Extension } from "@codemirror/state";
import { type EditorView, ViewPlugin } from "@codemirror/view";
import { briefLine, type HowToRead } from "./reading";

const DONE = "cm-brief-line";

/** The place in an element that so many characters of its text stand before. */
function placeAt(element: Element, offset: number): { node: Node; at: number } | undefined {
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  let left = offset;
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const { length } = node.textContent ?? "";
    if (left <= length) return { node, at: left };
    left -= length;
  }
  return undefined;
}

function brief(text: string, changed: boolean): HTMLElement {
  const element = document.createElement("span");
  element.className = "cm-brief";
  if (changed) element.classList.add("cm-deletedText");
  element.textContent = text;
  return element;
}

function readLine(line: Element, how: HowToRead): void {
  line.classList.add(DONE);
  const text = line.textContent ?? "";
  const words: [number, number][] = [];
  let at = 0;
  const texts = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const { length } = node.textContent ?? "";
    if (node.parentElement?.closest(".cm-deletedText")) words.push([at, at + length]);
    at += length;
  }
  // A line that changed as a whole has nothing in it that did.
  const whole = words.reduce((sum, [from, to]) => sum + to - from, 0) === text.length;
  const isChanged = (from: number, to: number): boolean =>
    !whole && words.some(([begin, end]) => begin < to && end > from);
  const { pieces, end } = briefLine(text, how, isChanged);
  // From the last on, so that places before stay.
  if (end) {
    const made = brief(end.text, end.changed);
    made.classList.add("cm-brief-end");
    (line.querySelector("del") ?? line).append(made);
  }
  for (const piece of [...pieces].reverse()) {
    const [from, to] = [placeAt(line, piece.from), placeAt(line, piece.to)];
    if (!from || !to) continue;
    const range = document.createRange();
    range.setStart(from.node, from.at);
    range.setEnd(to.node, to.at);
    range.deleteContents();
    if (piece.text !== "") range.insertNode(brief(piece.text, piece.changed || whole));
  }
}

/** Shows deleted lines as they are to be read. */
export function briefDeletions(how: HowToRead): Extension {
  if (how.reading === "full") return [];
  const read = (view: EditorView): void => {
    const lines = view.contentDOM.querySelectorAll(`.cm-deletedLine:not(.${DONE})`);
    for (const line of lines) readLine(line, how);
  };
  return ViewPlugin.define((view) => {
    // The first lines are drawn after the plugins are made.
    view.requestMeasure({ read: () => undefined, write: () => read(view) });
    return { docViewUpdate: read };
  });
}
