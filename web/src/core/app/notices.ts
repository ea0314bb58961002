// Messages to the user besides those of a run, and how they are dismissed.
import type { AppState } from "../state/app-state";
import type { Store } from "../state/store";

export class Notices {
  constructor(private readonly store: Store<AppState>) {}

  /** Shows an error. */
  report(name: string, error: unknown): void {
    const message = error instanceof Error ? error.message : String(error);
    this.store.update({ problem: { name, message, rendered: [], fatal: false } });
  }

  dismiss(what: "problem" | "earlier" | "waiting" | "siteChanged"): void {
    this.store.update({ [what]: undefined });
  }

  /** Dismisses the summary of the latest run's failure. The failure stays visible at its place. */
  dismissFailure(): void {
    const { run } = this.store.state;
    if (run.kind === "failed") this.store.update({ dismissed: run.failure });
  }
}
