// Brings a line of a program into the middle of what is seen of it.
import type { EditorView } from "@codemirror/view";

/** What is far away has an estimated place, so it is looked at again where that has brought it, so often. */
const LOOKS = 4;

/**
 * Scrolls to the line that a place is in, in the next frame: the editor measures until nothing moves any more, and
 * scrolling in the midst of that begins it anew. Only the text moves: the editor's own way would move the page as
 * well.
 */
export function scrollToLine(view: EditorView, at: number, looks = LOOKS): void {
  requestAnimationFrame(() => {
    if (!view.dom.isConnected) return;
    const scroller = view.dom.closest<HTMLElement>(".cm-mergeView") ?? view.scrollDOM;
    const { top } = view.lineBlockAt(Math.min(at, view.state.doc.length));
    const before = scroller.scrollTop;
    scroller.scrollTop = top - scroller.clientHeight / 2;
    view.scrollDOM.scrollLeft = 0;
    if (looks > 1 && scroller.scrollTop !== before) scrollToLine(view, at, looks - 1);
  });
}
