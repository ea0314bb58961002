// Has the site kept for use without a connection, once the page has better things behind it.
import { ownScript } from "../trusted";

/** The build that this page is of; empty when it is served without having been built. */
const version = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name="version"]')?.content ?? "";

/** After `delay` ms. Does nothing where there are no service workers, as on insecure addresses. */
export function keepOffline(delay: number): void {
  if (!("serviceWorker" in navigator) || version() === "") return;
  setTimeout(() => {
    const { serviceWorker } = navigator;
    serviceWorker
      .register(ownScript("sw.js"))
      .then(() => serviceWorker.ready)
      .then(({ active }) => {
        if (!serviceWorker.controller) active?.postMessage(version());
      })
      // The page works as it did; the next visit tries again.
      .catch(() => undefined);
  }, delay);
}
