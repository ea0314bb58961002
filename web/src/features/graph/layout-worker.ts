// Lays out graphs outside of the page's thread. The page terminates the worker when it no longer needs the result.
import { layoutGraph, type LayoutInput } from "./layout";

self.addEventListener("message", (event: MessageEvent<LayoutInput>) => {
  self.postMessage(layoutGraph(event.data));
});
