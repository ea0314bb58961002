// What the sandbox's worker is made of, fetched from beside this script.
import script from "../worker/code-main.ts?worker&url";
import { fetchFiles } from "./fetch-files";
import type { SandboxFiles } from "./frame";

export const sandboxFiles = (): Promise<SandboxFiles> => fetchFiles(script);
