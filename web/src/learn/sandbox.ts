// The sandbox of a page with cells. It loads when the first cell runs.
import { setLanguage } from "../i18n/language";
import { messagesReady } from "../i18n/message";
import type { CodeLanguage } from "../core/protocol/code";
import { sandboxFrames } from "../sandbox/frame";
import type { SandboxFiles } from "../sandbox/frame";
import { codeLanguage, pageLanguage } from "./language";

export { checkCellReply } from "../sandbox/cell-replies";

// Messages of the sandbox are in the page's language, or else in English.
await setLanguage(pageLanguage).catch(() => undefined);
await messagesReady();

/** The files that run the cells of each language. Only those of one language are fetched. */
const files: Readonly<Record<CodeLanguage, () => Promise<SandboxFiles>>> = {
  javascript: async () => (await import("./files-javascript")).sandboxFiles(),
  python: async () => (await import("./files-python")).sandboxFiles(),
};

const root = document.documentElement.dataset["root"] ?? "./";

export const openFrame = sandboxFrames({
  frame: new URL(`${root}sandbox.html`, document.baseURI).href,
  files: files[codeLanguage],
  of: "cells",
  parent: document.body,
});
