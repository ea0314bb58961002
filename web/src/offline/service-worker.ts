// Keeps the site for when there is no connection. Each build has a worker of its own that knows its
// files by their digests, puts just these into a cache of its own, and serves pages from there. A page
// opens with the worker that is in charge; a newer one waits until the pages of the older are closed, or a user asks for
// it. Files of two versions have different names, so no page ever gets files of both.

/** The part of a service worker's scope that is used here. */
interface Scope {
  readonly registration: { readonly scope: string };
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: "install" | "activate", listener: (event: Lasting) => void): void;
  addEventListener(type: "fetch", listener: (event: Fetching) => void): void;
  addEventListener(type: "message", listener: (event: MessageEvent<unknown>) => void): void;
}
interface Lasting {
  waitUntil(done: Promise<unknown>): void;
}
interface Fetching {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}
const worker = globalThis as unknown as Scope;

/** Filled in when the site is built: see build-plugins/offline.ts. */
declare const __SITE_VERSION__: string;
/** The digests (for subresource integrity) of the files, by their paths. */
declare const __SITE_FILES__: Readonly<Record<string, string>>;
/** Large files for which nobody should wait who does not use them; kept once they were used. */
declare const __SITE_LATE__: readonly string[];

const FILES = __SITE_FILES__;
const LATE = __SITE_LATE__;
const VERSION = __SITE_VERSION__;
const { scope } = worker.registration;
const PREFIX = `passcope ${new URL(scope).pathname} `;
const CACHE = PREFIX + VERSION;

async function install(): Promise<void> {
  const cache = await caches.open(CACHE);
  await cache.addAll(
    Object.entries(FILES)
      .filter(([path]) => !LATE.includes(path))
      // Without these very bytes it is another version's file, and the whole is tried again later.
      .map(([path, integrity]) => new Request(scope + path, { integrity, cache: "no-cache" })),
  );
}

async function activate(): Promise<void> {
  const names = await caches.keys();
  const older = names.filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  await Promise.all(older.map((name) => caches.delete(name)));
}

/** The path of one of the site's files; undefined for anything else. */
function pathOf(request: Request): string | undefined {
  const { origin, pathname } = new URL(request.url);
  const address = origin + pathname;
  if (request.method !== "GET" || !address.startsWith(scope)) return undefined;
  const path = address.slice(scope.length);
  const file = path === "" || path.endsWith("/") ? `${path}index.html` : path;
  return Object.hasOwn(FILES, file) ? file : undefined;
}

async function respond(path: string): Promise<Response> {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(scope + path);
  if (kept) return kept;
  const integrity = FILES[path] ?? "";
  const response = await fetch(new Request(scope + path, { integrity }));
  if (response.ok) await cache.put(scope + path, response.clone());
  return response;
}

worker.addEventListener("install", (event) => event.waitUntil(install()));
worker.addEventListener("activate", (event) => event.waitUntil(activate()));
worker.addEventListener("fetch", (event) => {
  const path = pathOf(event.request);
  if (path !== undefined) event.respondWith(respond(path));
});
// The first page of a visitor was there before the worker, which takes it over when both are of one version.
worker.addEventListener("message", ({ data }) => {
  if (data === VERSION) void worker.clients.claim();
  // Asked for by a page's user: see keep-offline.ts.
  if (data === "take-over") void worker.skipWaiting();
});
