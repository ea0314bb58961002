// Lays graphs out beside the page. One request per worker: what is no longer wanted is terminated.
import { layoutGraph, type LayoutInput } from "./layout";

self.addEventListener("message", (event: MessageEvent<LayoutInput>) => {
  self.postMessage(layoutGraph(event.data));
});
