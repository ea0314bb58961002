// The files of the sandbox's worker on a page with cells in Python.
import type { SandboxFiles } from "../sandbox/frame";
import { fetchPythonFiles } from "../workers/python-files";
import script from "../workers/python-cells-main.ts?worker&url";

export const sandboxFiles = (): Promise<SandboxFiles> => fetchPythonFiles(script);
