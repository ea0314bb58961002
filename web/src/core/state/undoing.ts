// Undo and redo of edits of the workspace.
import { t } from "../texts";
import type { AppState } from "./app-state";
import { moved, positionOf, recorded, type Editable } from "./history";
import type { Store } from "./store";

export class Undoing {
  /** @param restored called after an undo or redo, with the state before it. */
  constructor(
    private readonly store: Store<AppState>,
    private readonly restored: (before: AppState) => void,
  ) {}

  /**
   * Changes the workspace as one edit that can be undone.
   * @param words the description of the edit.
   * @param offers whether to offer undo, as after removals.
   */
  edit(patch: Partial<Editable>, words: string, offers = false): void {
    const { state } = this.store;
    const history = recorded(state.history, state, patch, words, performance.now());
    const offer = { kind: "undo", words, position: positionOf(history) } as const;
    this.store.update({ ...patch, history, offer: offers ? offer : undefined });
  }

  /** Undoes the latest edit, if there is one. */
  undo(): void {
    this.#move("undo");
  }

  /** Redoes the edit that was undone last, if there is one. */
  redo(): void {
    this.#move("redo");
  }

  /** Goes to a position of the history. Returns false if the history no longer has it. */
  travel(position: number): boolean {
    const { past, future, base } = this.store.state.history;
    const back = position === base || past.some(({ id }) => id === position);
    if (!back && !future.some(({ id }) => id === position)) return false;
    while (positionOf(this.store.state.history) !== position) this.#move(back ? "undo" : "redo");
    return true;
  }

  dismissOffer(): void {
    this.store.update({ offer: undefined });
  }

  #move(direction: "undo" | "redo"): void {
    const before = this.store.state;
    const move = moved(before.history, before, direction);
    if (!move) return;
    const { patch, history, edit } = move;
    const back = direction === "undo";
    this.store.update({
      ...patch,
      history,
      offer: {
        kind: back ? "redo" : "undo",
        words: t(back ? "history.undone" : "history.redone", { what: edit.words }),
        position: positionOf(history),
      },
    });
    this.restored(before);
  }
}
