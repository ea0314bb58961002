// Delays the deferred module of the engine, for tests of its absence.
import type { Page, Request, Route } from "@playwright/test";

export const deferredPart = /passcope\.deferred-[\w-]+\.wasm$/;

/** True if a worker is blocked until the module arrives. */
export const isUrgent = (request: Request): boolean => request.resourceType() === "xhr";

/** Holds back all requests for the deferred module until `release`. */
export async function heldBack(
  page: Page,
): Promise<{ readonly asked: Promise<Request>; release(): void }> {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  const asked = page.waitForEvent("request", (request) => deferredPart.test(request.url()));
  await page.route(deferredPart, async (route: Route) => {
    await released;
    await route.continue();
  });
  return { asked, release };
}
