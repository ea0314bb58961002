// The worker that all embedded elements of a page share: one engine, and a session for each element.
import { engineOf } from "../engine/session/engine";
import { loadEngineFrom, type EngineFiles } from "../engine/session/load-engine";
import { Session } from "../engine/session/session";
import { sessionOptions } from "../engine/session/session-options";
import { handlers } from "../workers/handlers";
import { usedParts } from "../engine/session/used-parts";
import type { FromEngine, ToEngine } from "./engine-messages";
import { SessionTable } from "./session-table";

// A failure to load must reach the page's `onerror`, not only the console.
self.addEventListener("unhandledrejection", (event) => {
  event.preventDefault();
  self.reportError(event.reason);
});

async function load(files: EngineFiles): Promise<SessionTable> {
  await loadEngineFrom(files);
  const engine = engineOf(usedParts);
  return new SessionTable(
    (reply) => new Session(engine, reply, sessionOptions(), handlers),
    (session, reply) => self.postMessage({ session, reply } satisfies FromEngine),
  );
}

let table: Promise<SessionTable> | undefined;

self.addEventListener("message", ({ data }: MessageEvent<ToEngine>) => {
  if (data.kind === "start") table = load(data.files);
  else void table?.then((sessions) => sessions.take(data));
});
