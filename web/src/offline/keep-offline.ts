// Registers the service worker that keeps the site for offline use, after more urgent work.
import { ownScript } from "../core/trusted";
import { pageVersion } from "./site-version";

/** Registers the service worker after `delay` ms. Does nothing without service workers, as on insecure addresses. */
export function keepOffline(delay: number): void {
  if (!("serviceWorker" in navigator) || pageVersion() === "") return;
  setTimeout(() => {
    const { serviceWorker } = navigator;
    serviceWorker
      .register(ownScript("sw.js"))
      .then(() => serviceWorker.ready)
      .then(({ active }) => {
        if (!serviceWorker.controller) active?.postMessage(pageVersion());
      })
      // The page works without it; the next visit tries again.
      .catch(() => undefined);
  }, delay);
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
