// Registers the service worker that keeps the site for offline use, after more urgent work.
import { ownScript } from "../core/trusted";
import { pageVersion } from "./site-version";

/** Chromium's description of the connection. */
interface Connection {
  readonly connection?: { readonly saveData?: boolean };
}

/**
 * Registers the service worker, which then loads the site, after `delay` ms and when the page is quiet. Does nothing
 * without service workers, as on insecure addresses, or if the user wants to save data.
 *
 * @param quiet resolves when loading disturbs nothing, such as a measurement.
 */
export async function keepOffline(delay: number, quiet?: () => Promise<unknown>): Promise<void> {
  if (!("serviceWorker" in navigator) || pageVersion() === "") return;
  const { serviceWorker } = navigator;
  if ((navigator as Connection).connection?.saveData && !serviceWorker.controller) return;
  await new Promise((resolve) => setTimeout(resolve, delay));
  await quiet?.();
  try {
    const { active } = await serviceWorker
      .register(ownScript("sw.js"))
      .then(() => serviceWorker.ready);
    if (!serviceWorker.controller) active?.postMessage(pageVersion());
  } catch {
    // The page works without it; the next visit tries again.
  }
}

/** The message that tells a waiting service worker to take over before the older version's pages are closed. */
const TAKE_OVER = "take-over";

/** Reloads the page in the site's latest version. */
export async function reloadUpdated(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  if (registration?.active) {
    await registration.update().catch(() => undefined);
    const next = registration.installing ?? registration.waiting;
    if (next) await takenOver(next);
  }
  location.reload();
}

/** Resolves when this worker is active, or never will be. */
function takenOver(worker: ServiceWorker): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (worker.state === "installed") worker.postMessage(TAKE_OVER);
      if (worker.state === "activated" || worker.state === "redundant") resolve();
    };
    worker.addEventListener("statechange", look);
    look();
  });
}
