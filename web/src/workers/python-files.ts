// The files of Python for a sandbox's worker. They are fetched only if Python is chosen.
import library from "../../../build/python/library.zip?url";
import loader from "pyodide/pyodide.mjs?url";
import script from "pyodide/pyodide.asm.mjs?url";
import interpreter from "pyodide/pyodide.asm.wasm?url";
import { bytesOf, fetchFiles } from "./fetch-files";
import type { SandboxFiles } from "../sandbox/frame";

/** Like `fetchFiles`, with Python's files behind those of the engine. */
export async function fetchPythonFiles(worker: string): Promise<SandboxFiles> {
  const [files, ...python] = await Promise.all([
    fetchFiles(worker),
    bytesOf(loader),
    bytesOf(script),
    bytesOf(interpreter),
    bytesOf(library),
  ]);
  return { ...files, engine: [...files.engine, ...python] };
}
