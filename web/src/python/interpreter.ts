// Python beside the engine: connects an interpreter that has been loaded with the engine's functions, and runs cells
// in it. Knows nothing of how the interpreter was loaded, so that it runs in the sandbox's worker and in Node.
import type { PyodideAPI } from "pyodide";
import type { PyProxy } from "pyodide/ffi";
import { connectGuest, FIRST_OF_GUEST, type Guest } from "passcope/guest";
import type { ConsoleLevel } from "../protocol/code";
import type { CellFiles } from "../protocol/notebook";

/** Takes what is printed, in lines. */
export type Print = (level: ConsoleLevel, text: string, line: number | undefined) => void;

/** What Pyodide is told of packages: that there are none besides the library. */
export const NO_PACKAGES = JSON.stringify({
  info: { abi_version: "2026_0", arch: "wasm32", platform: "emscripten_5_0_3", python: "3.14.2" },
  packages: {},
});

/** Cells that share their names. */
export interface PythonCells {
  /** What came of a cell: a `CellOutcome` as JSON. */
  run(name: string, code: string): string;
  /** Lets the cells read these files, by their names. */
  give(files: CellFiles): void;
}

export interface Python {
  /** A place for cells, which begins without names. What is printed goes to whose place was made last. */
  cells(print: Print): PythonCells;
}

type Method = (...args: unknown[]) => unknown;

/** The module passcope_cells. */
interface CellsModule {
  readonly start: (tell: (level: ConsoleLevel, text: string, line: number) => void) => PyProxy & {
    readonly run: (name: string, code: string) => string;
    readonly give: (name: string, bytes: Uint8Array) => void;
  };
}

/** Connects Python with the engine, which has to be loaded. Call it once. */
export function startPython(python: PyodideAPI): Python {
  // Who is told what the engine calls is known when Python imports its module.
  const methods: Record<string, Method> = {};
  const guest = new Proxy(methods, { get: (known, name) => known[String(name)] });
  const functions = connectGuest(guest as unknown as Guest);
  python.registerJsModule("_passcope_guest", {
    FIRST_OF_GUEST,
    functions,
    names: Object.keys(functions),
    take: (names: readonly string[], taken: readonly Method[]) => {
      names.forEach((name, i) => Object.assign(methods, { [name]: taken[i] }));
    },
  });
  const { start } = python.pyimport("passcope_cells") as unknown as CellsModule;
  return {
    cells: (print) => {
      const { run, give } = start((level, text, line) =>
        print(level, text, line > 0 ? line : undefined),
      );
      return {
        run,
        give: (files) => {
          for (const [name, bytes] of Object.entries(files)) give(name, new Uint8Array(bytes));
        },
      };
    },
  };
}
