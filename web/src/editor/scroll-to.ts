// Scrolls a line of a program to the middle of the view.
import { BlockType, type EditorView } from "@codemirror/view";

/** The number of times to check and correct the place: distant lines have only estimated places. */
const LOOKS = 4;

/**
 * Scrolls to the line of a place, in the next frame. The editor measures until nothing moves, and scrolling during that
 * restarts it. Only the text scrolls; the editor's own method also scrolls the page.
 */
export function scrollToLine(view: EditorView, at: number, looks = LOOKS): void {
  requestAnimationFrame(() => {
    if (!view.dom.isConnected) return;
    const scroller = view.dom.closest<HTMLElement>(".cm-mergeView") ?? view.scrollDOM;
    const block = view.lineBlockAt(Math.min(at, view.state.doc.length));
    // Spacers and deleted lines above the line belong to its block.
    const parts = typeof block.type === "number" ? [block] : block.type;
    const { top } = parts.find(({ type }) => type === BlockType.Text) ?? block;
    const before = scroller.scrollTop;
    scroller.scrollTop = top - scroller.clientHeight / 2;
    view.scrollDOM.scrollLeft = 0;
    if (looks > 1 && scroller.scrollTop !== before) scrollToLine(view, at, looks - 1);
  });
}
