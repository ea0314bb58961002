// The output of the latest run, or of code that ran on its own after it.
import type { ConsoleEntry } from "../../core/protocol/messages";
import type { AppState } from "../../core/state/app-state";
import type { Store } from "../../core/state/store";

/** The greatest number of entries that the console keeps. */
const MAX_CONSOLE = 10_000;

export class Console {
  constructor(private readonly store: Store<AppState>) {}

  print(entries: readonly ConsoleEntry[]): void {
    const all = [...this.store.state.console, ...entries];
    this.store.update({ console: all.slice(-MAX_CONSOLE) });
  }

  clear(): void {
    this.store.update({ console: [] });
  }
}
