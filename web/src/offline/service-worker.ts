// Keeps the site for offline use. Each build has its own worker, which knows its files by their digests. It puts only
// these into its own cache and serves pages from there. A page keeps the worker that it opened with. A newer worker
// waits until the older one's pages are closed, or until a user asks for it. Files of two versions have different
// names, so no page gets files of both.

/** The used part of a service worker's scope. */
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

/** The build fills this in: see build-plugins/offline.ts. */
declare const __SITE_VERSION__: string;
/** The digests of the files (for subresource integrity), by path. */
declare const __SITE_FILES__: Readonly<Record<string, string>>;
/** Large files that only some users need; they are kept after their first use. */
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
      // With another digest, the file is another version's. The installation then fails, and the browser tries again
      // later.
      .map(([path, integrity]) => new Request(scope + path, { integrity, cache: "no-cache" })),
  );
}

async function activate(): Promise<void> {
  const names = await caches.keys();
  const older = names.filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  await Promise.all(older.map((name) => caches.delete(name)));
}

/** The path of a file of the site; undefined for any other request. */
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
  // An import would make this file a module, which not all browsers take as a service worker.
  // eslint-disable-next-line passcope/names-from-outside -- pathOf has checked the name.
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
// A visitor's first page opened before the worker. The worker takes it over if both have the same version.
worker.addEventListener("message", ({ data }) => {
  if (data === VERSION) void worker.clients.claim();
  // A user asked for the new version: see keep-offline.ts.
  if (data === "take-over") void worker.skipWaiting();
});
