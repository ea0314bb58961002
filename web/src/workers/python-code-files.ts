// The files of the sandbox's worker for Python.
import script from "./python-code-main.ts?worker&url";
import type { SandboxFiles } from "../sandbox/frame";
import { fetchPythonFiles } from "./python-files";

export const sandboxFiles = (): Promise<SandboxFiles> => fetchPythonFiles(script);
