// The filter of the rows of times.
import type { AppState } from "../../core/state/app-state";
import type { Store } from "../../core/state/store";

export class Timing {
  constructor(private readonly store: Store<AppState>) {}

  /** Sets the filter: only changed rows or all, and rows whose names contain `search`. */
  filter(patch: Partial<Pick<AppState, "hideUnchanged" | "search">>): void {
    this.store.update(patch);
  }
}
