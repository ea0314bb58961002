// Has the site kept for use without a connection, once the page has better things behind it.
import { ownScript } from "../core/trusted";
import { pageVersion } from "./site-version";

/** After `delay` ms. Does nothing where there are no service workers, as on insecure addresses. */
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
      // The page works as it did; the next visit tries again.
      .catch(() => undefined);
  }, delay);
}

/** What tells a service worker that waits for the pages of the older version to be closed not to wait any longer. */
const TAKE_OVER = "take-over";

/** Opens the page again, in the site's present version. */
export async function reloadUpdated(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  if (registration?.active) {
    await registration.update().catch(() => undefined);
    const next = registration.installing ?? registration.waiting;
    if (next) await takenOver(next);
  }
  location.reload();
}

/** Resolves when this worker is in charge, or never will be. */
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
