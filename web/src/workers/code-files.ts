// The files of the sandbox's worker, by the language of the code. Python's files are fetched only if Python is chosen.
import script from "./code-main.ts?worker&url";
import type { CodeLanguage } from "../core/protocol/code";
import { fetchFiles } from "./fetch-files";
import type { SandboxFiles } from "../sandbox/frame";

export const sandboxFiles: Readonly<Record<CodeLanguage, () => Promise<SandboxFiles>>> = {
  javascript: () => fetchFiles(script),
  python: async () => (await import("./python-code-files")).sandboxFiles(),
};
