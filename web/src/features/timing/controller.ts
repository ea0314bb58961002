// Which rows of the times are shown.
import type { AppState } from "../../core/state/app-state";
import type { Store } from "../../core/state/store";

export class Timing {
  constructor(private readonly store: Store<AppState>) {}

  /** Shows the rows that changed something, or all; and those whose names have `search`. */
  filter(patch: Partial<Pick<AppState, "hideUnchanged" | "search">>): void {
    this.store.update(patch);
  }
}
