// The sandboxes of this page, by the language of the code. They load when user code first runs.
import { sandboxFiles } from "./code-files";
import { requests } from "./requests";
import { sandboxSpawners } from "../sandbox/spawner";

export const sandboxes = sandboxSpawners({
  frame: new URL("sandbox.html", document.baseURI).href,
  files: sandboxFiles,
  requests,
  of: "session",
  parent: document.body,
});
