// Catches messages that arrive while the engine is still loading; the worker imports this module first. The engine
// initialises with a top-level await, and messages arrive during that time. A handler attached later would miss the
// first ones.
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
