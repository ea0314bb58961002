// The sandbox of a page with cells. Loaded when the first cell is run.
import wasm from "passcope/passcope.wasm?url";
import { fetchFiles, sandboxFrames } from "../sandbox/frame";
import script from "../worker/cells-main.ts?worker&url";

export { checkCellReply } from "../sandbox/cell-replies";

const root = document.documentElement.dataset["root"] ?? "./";

export const openFrame = sandboxFrames({
  frame: new URL(`${root}sandbox.html`, document.baseURI).href,
  files: () => fetchFiles(script, wasm),
  parent: document.body,
});
