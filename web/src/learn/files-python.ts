// What the sandbox's worker is made of on a page with cells in Python.
import type { SandboxFiles } from "../sandbox/frame";
import { fetchPythonFiles } from "../sandbox/python-files";
import script from "../worker/python-cells-main.ts?worker&url";

export const sandboxFiles = (): Promise<SandboxFiles> => fetchPythonFiles(script);
