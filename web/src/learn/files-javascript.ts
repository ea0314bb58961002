// The files of the sandbox's worker on a page with cells in JavaScript.
import { fetchFiles } from "../workers/fetch-files";
import type { SandboxFiles } from "../sandbox/frame";
import script from "../workers/cells-main.ts?worker&url";

export const sandboxFiles = (): Promise<SandboxFiles> => fetchFiles(script);
