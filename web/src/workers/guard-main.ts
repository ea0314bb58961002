// The entry of the guard's worker. It makes the code worker, passes the page's requests on, and lets the guard check
// the replies. The code worker knows only this worker.
import { isPartAnswer, type PartAnswer } from "../core/protocol/part";
import type { CellRequest } from "../core/protocol/notebook";
import type { Request } from "../core/protocol/requests";
import type { SandboxFiles } from "../sandbox/frame";
import { Guard, type Guarded } from "../sandbox/guard";
import { requests } from "./requests";
import { MAX_WHY } from "../sandbox/limits";

/** The values that the script of sandbox.html leaves here. */
export interface GuardStart {
  readonly of: Guarded;
  /** The script of the code's worker. */
  readonly script: string;
  readonly engine: SandboxFiles["engine"];
  /** The port to the page. */
  readonly port: MessagePort;
}

const { start } = globalThis as { start?: GuardStart };
if (!start) throw new Error("This worker starts in the sandbox only.");
const { of, script, engine, port: page } = start;

const guard = new Guard(of, requests, {
  send: (message) => page.postMessage(message),
  ask: (question) => port.postMessage(question),
  now: () => performance.now(),
  later: (act, ms) => setTimeout(act, ms),
});

const urlOf = (text: string): string =>
  URL.createObjectURL(new Blob([text], { type: "text/javascript" }));

// Chromium refuses to make a worker from a module without a proper origin, but a worker may import one.
const worker = new Worker(
  urlOf(
    `onmessage = ({ data }) => { onmessage = null; self.start = data; ` +
      `import(${JSON.stringify(urlOf(script))}).catch(reportError); };`,
  ),
);
const { port1: port, port2: workersPort } = new MessageChannel();

/** Ports that the worker sends are closed at once. */
function hears({ data, ports }: MessageEvent<unknown>): void {
  for (const each of ports) each.close();
  guard.hears(data, ports.length);
}

port.onmessage = hears;
port.onmessageerror = () => guard.end("noAnswer", "it cannot be read");
// Some browsers report it: the worker has closed itself, or the browser has ended it.
port.addEventListener("close", () => guard.end("closed"));
// Only the user's code uses this channel. Nothing that comes by it is believed.
worker.onmessage = ({ ports }) => {
  for (const each of ports) each.close();
  guard.hearsAside(ports.length);
};
worker.onmessageerror = () => guard.hearsAside(0);
worker.onerror = (event) => {
  event.preventDefault();
  guard.end("broke", String(event.message || "").slice(0, MAX_WHY));
};
worker.postMessage({ engine, port: workersPort }, [...engine, workersPort]);

page.onmessage = ({ data }: MessageEvent<Request | CellRequest | PartAnswer>) => {
  if (!isPartAnswer(data)) {
    guard.asks(data);
    port.postMessage(data);
  } else if ("bytes" in data) {
    port.postMessage(data, [data.bytes]);
  } else {
    guard.refused();
    port.postMessage(data);
  }
};
