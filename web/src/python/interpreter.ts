// Python beside the engine: connects an interpreter that has been loaded with the engine's functions, and runs cells
// in it. Knows nothing of how the interpreter was loaded, so that it runs in the sandbox's worker and in Node.
import type { PyodideAPI } from "pyodide";
import type { PyCallable, PyProxy } from "pyodide/ffi";
import { connectGuest, FIRST_OF_GUEST, type Guest } from "passcope/guest";
import type { ConsoleLevel } from "../protocol/code";
import type { CellFiles } from "../protocol/notebook";

/** Takes what is printed, in lines. */
export type Print = (level: ConsoleLevel, text: string, line: number | undefined) => void;

/** What `loadPyodide` is told of packages: there are none besides those of the library. */
export const NO_PACKAGES = JSON.stringify({
  info: { abi_version: "2026_0", arch: "wasm32", platform: "emscripten_5_0_3", python: "3.14.2" },
  packages: {},
});

type Method = (...args: unknown[]) => unknown;

/** A guest whose methods come later, by their names. */
function laterGuest(): { guest: Guest; take: (names: string[], methods: Method[]) => void } {
  const taken: Record<string, Method> = {};
  const guest = new Proxy(taken, {
    get: (methods, name) => methods[name as string],
  }) as unknown as Guest;
  return {
    guest,
    take: (names, methods) => names.forEach((name, i) => (taken[name] = methods[i] as Method)),
  };
}

/** The cells of one interpreter. */
export interface PythonCells {
  /** What came of a cell, as JSON of a `CellOutcome`. */
  run(name: string, code: string): string;
  /** Lets the cells use these files too. */
  give(files: CellFiles): void;
}

/** Connects Python with the engine, which has to be loaded, and makes its cells. Call it once. */
export function startPython(python: PyodideAPI, print: Print): PythonCells {
  const { guest, take } = laterGuest();
  const functions = connectGuest(guest);
  python.registerJsModule("_passcope_guest", {
    FIRST_OF_GUEST,
    functions,
    names: Object.keys(functions),
    take,
  });
  const cells = python.pyimport("passcope_cells") as PyProxy & {
    start: (tell: (level: ConsoleLevel, text: string, line: number) => void) => PyProxy & {
      run: PyCallable;
      give: PyCallable;
    };
  };
  const started = cells.start((level, text, line) => print(level, text, line > 0 ? line : undefined));
  const { run, give } = started;
  return {
    run: (name, code) => run(name, code) as string,
    give: (files) => {
      for (const [name, bytes] of Object.entries(files)) give(name, new Uint8Array(bytes));
    },
  };
}
