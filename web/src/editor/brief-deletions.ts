// Shortens deleted lines of a diff in one column. The merge view draws them outside of its text, so `reading-view.ts`
// does not cover pieces of them.
import type { Extension } from "@codemirror/state";
import { type EditorView, ViewPlugin } from "@codemirror/view";
import { briefLine, type HowToRead } from "./reading";

const DONE = "cm-brief-line";

/** The place in an element after `offset` characters of its text. */
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
  // In a line that changed as a whole, no piece is marked.
  const whole = words.reduce((sum, [from, to]) => sum + to - from, 0) === text.length;
  const isChanged = (from: number, to: number): boolean =>
    !whole && words.some(([begin, end]) => begin < to && end > from);
  const { pieces, end } = briefLine(text, how, isChanged);
  // From the last piece to the first, so that earlier places stay valid.
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

/** Shows deleted lines in the chosen reading. */
export function briefDeletions(how: HowToRead): Extension {
  if (how.reading === "full") return [];
  const read = (view: EditorView): void => {
    const lines = view.contentDOM.querySelectorAll(`.cm-deletedLine:not(.${DONE})`);
    for (const line of lines) readLine(line, how);
  };
  return ViewPlugin.define((view) => {
    // The view draws its first lines after it makes the plugins.
    view.requestMeasure({ read: () => undefined, write: () => read(view) });
    return { docViewUpdate: read };
  });
}
