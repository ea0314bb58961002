// Loads Python in the sandbox's worker from bytes that the page sends: the worker cannot fetch.
import type { PyodideAPI, PyodideConfig } from "pyodide";
import type * as passcope from "passcope/bare";
import { NO_PACKAGES } from "./interpreter";
import type { EngineAndPython, PythonBytes } from "../../sandbox/python-bytes";
import { loadEngineOf, type PartsOfPage } from "../code-js/sandbox-engine";
import { own } from "../../i18n/own";

type Loader = (options: PyodideConfig) => Promise<PyodideAPI>;

/** The largest size of Python's memory, in bytes. Code that needs more gets a MemoryError. */
const MAX_MEMORY = 2 ** 30;

/** The address of Pyodide's files, as Pyodide sees it. It leads nowhere. */
const NOWHERE = "https://python.invalid/";

async function importBytes<T>(bytes: ArrayBuffer): Promise<T> {
  const url = URL.createObjectURL(new Blob([bytes], { type: "text/javascript" }));
  try {
    return (await import(/* @vite-ignore */ url)) as T;
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** Runs `run` while fetches are answered from these bytes, by file name. */
async function answering<T>(
  files: Readonly<Record<string, { bytes: ArrayBuffer; type: string }>>,
  run: () => Promise<T>,
): Promise<T> {
  const original = globalThis.fetch;
  globalThis.fetch = (request) => {
    const address = request instanceof Request ? request.url : String(request);
    const file = own(files, address.slice(NOWHERE.length));
    return file
      ? Promise.resolve(new Response(file.bytes, { headers: { "Content-Type": file.type } }))
      : Promise.reject(new TypeError(`there is no ${address}`));
  };
  try {
    return await run();
  } finally {
    globalThis.fetch = original;
  }
}

/** Limits the size of a memory, in bytes. The module that uses it sees a lack of memory. */
function bound(memory: WebAssembly.Memory, max: number): void {
  const grow = memory.grow.bind(memory);
  memory.grow = (pages) => {
    if (memory.buffer.byteLength + pages * 65536 > max) throw new RangeError("too much memory");
    return grow(pages);
  };
}

async function loadPython([
  loader,
  script,
  interpreter,
  library,
]: PythonBytes): Promise<PyodideAPI> {
  // To find out whether this is a classic worker, Pyodide sends a request. The policy would refuse it, and the console
  // would report that. This worker began as a classic one and now runs a module.
  Object.defineProperty(globalThis, "importScripts", { value: undefined });
  const files = {
    "pyodide.asm.wasm": { bytes: interpreter, type: "application/wasm" },
    "python_stdlib.zip": { bytes: library, type: "application/zip" },
  };
  const [{ loadPyodide }, { default: createPyodideModule }] = await Promise.all([
    importBytes<{ loadPyodide: Loader }>(loader),
    importBytes<{ default: NonNullable<PyodideConfig["createPyodideModule"]> }>(script),
  ]);
  const python = await answering(files, () =>
    loadPyodide({
      indexURL: NOWHERE,
      packageBaseUrl: NOWHERE,
      lockFileContents: NO_PACKAGES,
      createPyodideModule,
      // The page has no standard input.
      stdin: () => null,
    }),
  );
  const { memory } = (python as unknown as { _module: { memory: WebAssembly.Memory } })._module;
  bound(memory, MAX_MEMORY);
  return python;
}

/** Makes the engine and the interpreter of the worker. */
export async function loadEngineAndPython(
  bare: Pick<typeof passcope, "engine" | "loadEngineInParts">,
  [first, deferred, kernels, ...files]: EngineAndPython,
  parts: PartsOfPage,
): Promise<PyodideAPI> {
  const [python] = await Promise.all([
    loadPython(files),
    loadEngineOf(bare, [first, deferred, kernels], parts),
  ]);
  return python;
}
