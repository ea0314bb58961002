// The worker that all embedded elements of a page share: one engine, and a session for each of them.
import { loadEngine } from "passcope/bare";
import { engineOf } from "../worker/engine";
import { Session } from "../worker/session";
import { sessionOptions } from "../worker/session-options";
import { usedParts } from "../worker/used-parts";
import type { FromEngine, ToEngine } from "./engine-messages";
import { SessionTable } from "./session-table";

// A failure to load must reach the page's `onerror`, not only the console.
self.addEventListener("unhandledrejection", (event) => {
  event.preventDefault();
  self.reportError(event.reason);
});

async function load(wasm: string): Promise<SessionTable> {
  const response = await fetch(wasm);
  if (!response.ok) {
    throw new Error(`the engine could not be loaded: ${response.status} ${response.statusText}`);
  }
  await loadEngine(await response.arrayBuffer());
  const engine = engineOf(usedParts);
  return new SessionTable(
    (reply) => new Session(engine, reply, sessionOptions()),
    (session, reply) => self.postMessage({ session, reply } satisfies FromEngine),
  );
}

let table: Promise<SessionTable> | undefined;

self.addEventListener("message", ({ data }: MessageEvent<ToEngine>) => {
  if (data.kind === "start") table = load(data.wasm);
  else void table?.then((sessions) => sessions.take(data));
});
