// The sandbox of a page with cells. Loaded when the first cell is run.
import { setLanguage } from "../i18n/language";
import { messagesReady } from "../i18n/message";
import { fetchFiles } from "../sandbox/fetch-files";
import { sandboxFrames } from "../sandbox/frame";
import script from "../worker/cells-main.ts?worker&url";
import { pageLanguage } from "./language";

export { checkCellReply } from "../sandbox/cell-replies";

// What the sandbox says is in the language of the page, or else in English.
await setLanguage(pageLanguage).catch(() => undefined);
await messagesReady();

const root = document.documentElement.dataset["root"] ?? "./";

export const openFrame = sandboxFrames({
  frame: new URL(`${root}sandbox.html`, document.baseURI).href,
  files: () => fetchFiles(script),
  of: "cells",
  parent: document.body,
});
