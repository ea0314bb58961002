// An update of the site while the page is open: what the page has not loaded yet may be gone, which is told apart from
// a lost connection, since only loading the page again helps then.
import { t as core } from "../core/texts";
import { siteHasChanged } from "../offline/site-version";
import type { Failure } from "../core/protocol/messages";
import type { App } from "../core/app/app";
import type { AppState } from "../core/state/app-state";

/** Whether something of the engine did not arrive. */
const notLoaded = (failure: Failure | undefined): boolean =>
  failure?.name === "LoadError" || failure?.name === core("engine.notLoaded");

const failuresOf = ({ run, problem }: AppState): (Failure | undefined)[] => [
  run.kind === "failed" ? run.failure : undefined,
  problem,
];

/** From now on looks, when something could not be loaded, whether that is why, and has the page say so. */
export function followUpdates(app: App): void {
  const look = async (): Promise<void> => {
    if (await siteHasChanged()) app.store.update({ siteChanged: true });
  };
  // What Vite's loader of parts of the page tells.
  addEventListener("vite:preloadError", () => void look());
  let last = failuresOf(app.store.state);
  app.store.subscribe(() => {
    const now = failuresOf(app.store.state);
    if (now.some((failure, i) => failure !== last[i] && notLoaded(failure))) void look();
    last = now;
  });
}
