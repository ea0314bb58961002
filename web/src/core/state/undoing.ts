// Undoing what was done to the workspace, and doing it again.
import { t } from "../texts";
import type { AppState } from "./app-state";
import { moved, positionOf, recorded, type Editable } from "./history";
import type { Store } from "./store";

export class Undoing {
  /** @param restored hears that the workspace was put back, and how the state was before that. */
  constructor(
    private readonly store: Store<AppState>,
    private readonly restored: (before: AppState) => void,
  ) {}

  /**
   * Changes the workspace so that it can be undone.
   * @param words what is done.
   * @param offers whether to offer that it be undone, as for what takes something away.
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

  /** Does again what was undone last. */
  redo(): void {
    this.#move("redo");
  }

  /** Goes to a position of the history; false if the history does not have it any more. */
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
