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
    const active = await serviceWorker.register(ownScript("sw.js")).then(activated);
    // Until then, the page has no worker, or that of another project whose scope contains the site.
    if (active && serviceWorker.controller?.scriptURL !== active.scriptURL) {
      active.postMessage(pageVersion());
    }
  } catch {
    // The page works without it; the next visit tries again.
  }
}

/**
 * The registration's worker, once it is active. `serviceWorker.ready` would be that of another project on the same
 * origin, as long as it controls the page.
 */
async function activated(registration: ServiceWorkerRegistration): Promise<ServiceWorker | null> {
  const coming = registration.installing ?? registration.waiting;
  if (!registration.active && coming) await settled(coming);
  return registration.active;
}

/** Resolves when the worker is active, or never will be. */
const settled = (worker: ServiceWorker): Promise<void> =>
  new Promise((resolve) => {
    const look = (): void => {
      if (worker.state === "activated" || worker.state === "redundant") resolve();
    };
    worker.addEventListener("statechange", look);
    look();
  });

/** The site's own registration. Another project on the same origin may have one whose scope contains the site. */
async function ownRegistration(): Promise<ServiceWorkerRegistration | undefined> {
  const found = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  const script = String(ownScript("sw.js"));
  const isOwn = (worker: ServiceWorker | null | undefined): boolean =>
    worker?.scriptURL === new URL(script, document.baseURI).href;
  return isOwn(found?.active ?? found?.waiting ?? found?.installing) ? found : undefined;
}

/** The message that tells a waiting service worker to take over before the older version's pages are closed. */
const TAKE_OVER = "take-over";

/** Reloads the page in the site's latest version. */
export async function reloadUpdated(): Promise<void> {
  const registration = await ownRegistration();
  if (registration?.active) {
    await registration.update().catch(() => undefined);
    const next = registration.installing ?? registration.waiting;
    if (next) await takenOver(next);
  }
  location.reload();
}

/** Resolves when this worker has taken over, or never will. */
function takenOver(worker: ServiceWorker): Promise<void> {
  const ask = (): void => {
    if (worker.state === "installed") worker.postMessage(TAKE_OVER);
  };
  worker.addEventListener("statechange", ask);
  ask();
  return settled(worker);
}
