// The engine's later part on its way, for tests of what happens before it is there.
import type { Page, Request, Route } from "@playwright/test";

export const deferredPart = /passcope\.deferred-[\w-]+\.wasm$/;

/** Whether a worker waits for it, which has nothing else to do meanwhile. */
export const isUrgent = (request: Request): boolean => request.resourceType() === "xhr";

/** Lets no request for the later part through before `release`. */
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
