// Keyboard and screen reader support of the graph: the keys, and the nodes as a list.
import { html, type TemplateResult } from "lit";
import { t } from "./texts";
import { nodeName, statusWords } from "./describe";
import type { Scene } from "./scene";

export interface KeyActions {
  zoom(factor: number): void;
  fit(): void;
  focusSearch(): void;
  next(by: 1 | -1): void;
  showSelected(): void;
  toggleSelected(): void;
  deselect(): boolean;
  move(key: string): void;
}

/** Returns true if the graph handles the key. */
export function graphKey({ key, shiftKey }: KeyboardEvent, actions: KeyActions): boolean {
  switch (key) {
    case "+":
    case "=":
      actions.zoom(1.4);
      return true;
    case "-":
      actions.zoom(1 / 1.4);
      return true;
    case "0":
      actions.fit();
      return true;
    case "/":
      actions.focusSearch();
      return true;
    case "F7":
      actions.next(shiftKey ? -1 : 1);
      return true;
    case "Enter":
      actions.showSelected();
      return true;
    case " ":
      actions.toggleSelected();
      return true;
    case "Escape":
      return actions.deselect();
    default:
      if (!/^(Arrow|Page|Home|End)/.test(key)) return false;
      actions.move(key);
      return true;
  }
}

/** The number of options around the active one that the list contains. */
const LISTED = 6;

/** The nodes around the selected one as options, each with its position among all. */
export function nodeOptions(
  scene: Scene,
  order: readonly number[],
  selected: number,
): TemplateResult[] {
  const at = Math.max(order.indexOf(selected), 0);
  const first = Math.max(at - LISTED, 0);
  return order.slice(first, at + LISTED + 1).flatMap((i, place) => {
    const node = scene.nodes[i];
    if (!node) return [];
    return html`<div
      class="visually-hidden"
      role="option"
      id=${`node-${i}`}
      aria-selected=${i === selected}
      aria-posinset=${first + place + 1}
      aria-setsize=${order.length}
    >
      ${t("node.words", { words: [nodeName(node), statusWords(node)].filter(Boolean) })}
    </div>`;
  });
}
