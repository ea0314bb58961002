// When the first run and its measurement are over.
import { isBusy, type AppState } from "../core/state/app-state";
import type { Store } from "../core/state/store";

/**
 * Resolves when no pass runs or is measured any more, or when the page waits for a press of Run. Before the first run,
 * the engine is still loading.
 */
export async function hasMeasured(store: Store<AppState>): Promise<void> {
  const isOver = (): boolean => {
    const { run, trace, waiting } = store.state;
    if (run.kind === "idle") return trace !== undefined || waiting !== undefined;
    return !isBusy(run);
  };
  if (isOver()) return;
  await new Promise<void>((resolve) => {
    const stop = store.subscribe(() => {
      if (!isOver()) return;
      stop();
      resolve();
    });
  });
}
