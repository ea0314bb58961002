// The sandbox of this page. Loaded when code is run for the first time.
import { sandboxFiles } from "./files";
import { sandboxSpawner } from "./spawner";

export const sandbox = sandboxSpawner({
  frame: new URL("sandbox.html", document.baseURI).href,
  files: sandboxFiles,
  of: "session",
  parent: document.body,
});
