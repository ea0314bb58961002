// What the sandbox's worker is made of where the user's code is Python, fetched from beside this script.
import script from "./python-code-main.ts?worker&url";
import type { SandboxFiles } from "../sandbox/frame";
import { fetchPythonFiles } from "./python-files";

export const sandboxFiles = (): Promise<SandboxFiles> => fetchPythonFiles(script);
