// Messages to the user beside a run's own, and putting them away.
import type { AppState } from "../state/app-state";
import type { Store } from "../state/store";

export class Notices {
  constructor(private readonly store: Store<AppState>) {}

  /** Says what did not work. */
  report(name: string, error: unknown): void {
    const message = error instanceof Error ? error.message : String(error);
    this.store.update({ problem: { name, message, rendered: [], fatal: false } });
  }

  dismiss(what: "problem" | "earlier" | "waiting" | "siteChanged"): void {
    this.store.update({ [what]: undefined });
  }

  /** Puts the summary of the latest run's failure away; where it belongs it still stands. */
  dismissFailure(): void {
    const { run } = this.store.state;
    if (run.kind === "failed") this.store.update({ dismissed: run.failure });
  }
}
