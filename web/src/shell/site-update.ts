// Notices an update of the site while the page is open. Files that the page has not loaded yet may be gone. That
// differs from a lost connection, because only a reload helps.
import { t as core } from "../core/texts";
import { siteHasChanged } from "../offline/site-version";
import type { Failure } from "../core/protocol/messages";
import type { App } from "../core/app/app";
import type { AppState } from "../core/state/app-state";

/** Whether a part of the engine did not load. */
const notLoaded = (failure: Failure | undefined): boolean =>
  failure?.name === "LoadError" || failure?.name === core("engine.notLoaded");

const failuresOf = ({ run, problem }: AppState): (Failure | undefined)[] => [
  run.kind === "failed" ? run.failure : undefined,
  problem,
];

/** From now on, when something could not be loaded, checks whether an update is the reason, and reports it. */
export function followUpdates(app: App): void {
  const look = async (): Promise<void> => {
    if (await siteHasChanged()) app.store.update({ siteChanged: true });
  };
  // Vite's loader sends this event when a part of the page fails to load.
  addEventListener("vite:preloadError", () => void look());
  let last = failuresOf(app.store.state);
  app.store.subscribe(() => {
    const now = failuresOf(app.store.state);
    if (now.some((failure, i) => failure !== last[i] && notLoaded(failure))) void look();
    last = now;
  });
}
