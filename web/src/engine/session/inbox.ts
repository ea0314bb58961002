// Imported first by the worker: catches messages that arrive while the engine is still loading.
// The engine initialises with a top-level await, and a worker's messages start to flow without
// waiting for that, so a handler attached after it would miss the first ones.
import type { Request } from "../../core/protocol/requests";

const waiting: Request[] = [];
let deliver: ((request: Request) => void) | undefined;

self.addEventListener("message", (event: MessageEvent<Request>) => {
  if (deliver) deliver(event.data);
  else waiting.push(event.data);
});

// A module that fails to initialise must reach the page's `onerror`, not only the console.
self.addEventListener("unhandledrejection", (event) => {
  event.preventDefault();
  self.reportError(event.reason);
});

/** Delivers the messages that have arrived so far, and then each new one. */
export function open(handler: (request: Request) => void): void {
  deliver = handler;
  waiting.splice(0).forEach(handler);
}
