// The sandbox of this page. Loaded when code is run for the first time.
import wasm from "passcope/passcope.wasm?url";
import script from "../worker/code-main.ts?worker&url";
import { fetchFiles } from "./frame";
import { sandboxSpawner } from "./spawner";

export const sandbox = sandboxSpawner({
  frame: new URL("sandbox.html", document.baseURI).href,
  files: () => fetchFiles(script, wasm),
  parent: document.body,
});
