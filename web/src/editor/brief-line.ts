// Shortened lines without an editor: the elements that replace pieces of a line, and copying, which copies the original
// text.
import { css } from "lit";
import type { Shown } from "./reading";

/** An element that replaces a piece of a line. */
export function briefElement({ text, of, changed }: Shown & { kind: "brief" }): HTMLElement {
  const element = document.createElement(changed ? "mark" : "span");
  element.className = `brief cm-brief${of === "" ? " cm-brief-end" : ""}`;
  element.dataset["of"] = of;
  if (of !== "" && text !== "") element.title = of.trim();
  // The space before the text at the end of a line is a padding, as in the editors.
  element.append(of === "" ? text.trimStart() : text);
  return element;
}

export const briefLooks = css`
  .brief:not(mark) {
    color: var(--code-comment);
  }
  .cm-brief-end {
    padding-left: 2ch;
    white-space: pre-wrap;
  }
`;

interface Selects {
  getSelection?(): Selection | null;
}

/** The selection in a shadow tree; browsers report it in different ways. */
function selectedIn(root: ShadowRoot): Range | undefined {
  const all = document.getSelection();
  const [range] = all?.getComposedRanges?.({ shadowRoots: [root] }) ?? [];
  if (range && root.contains(range.startContainer) && root.contains(range.endContainer)) {
    const live = document.createRange();
    live.setStart(range.startContainer, range.startOffset);
    live.setEnd(range.endContainer, range.endOffset);
    return live;
  }
  const own = (root as Selects).getSelection?.() ?? all;
  const found = own && own.rangeCount > 0 ? own.getRangeAt(0) : undefined;
  return found && root.contains(found.startContainer) ? found : undefined;
}

/** Copies the original text of the selected lines (`.line`), not the shortened one. */
export function copyTextItself(event: ClipboardEvent, root: ShadowRoot): void {
  const range = selectedIn(root);
  if (!range || range.collapsed || !event.clipboardData) return;
  const part = range.cloneContents();
  for (const brief of part.querySelectorAll<HTMLElement>(".brief")) {
    brief.textContent = brief.dataset["of"] ?? "";
  }
  const lines = [...part.querySelectorAll(".line")];
  const text =
    lines.length > 0 ? lines.map((line) => line.textContent).join("\n") : part.textContent;
  event.clipboardData.setData("text/plain", text ?? "");
  event.preventDefault();
}
