// Connects a loaded Python interpreter with the engine's functions, and runs cells in it. It does not depend on how the
// interpreter was loaded, so it runs in the sandbox's worker and in Node.
import type { PyodideAPI } from "pyodide";
import type { PyProxy } from "pyodide/ffi";
import { connectGuest, FIRST_OF_GUEST, outerContext, type Guest } from "passcope/guest";
import type { ConsoleLevel } from "../../core/protocol/bounds";
import type { CodePlace } from "../../core/protocol/code";
import type { CellFiles } from "../../core/protocol/notebook";
import { OwnError } from "../session/own-error";
import { own } from "../../i18n/own";

/** Takes the output, in lines. */
type Print = (level: ConsoleLevel, text: string, line: number | undefined) => void;

/** Pyodide's list of packages: none besides the standard library. */
export const NO_PACKAGES = JSON.stringify({
  info: { abi_version: "2026_0", arch: "wasm32", platform: "emscripten_5_0_3", python: "3.14.2" },
  packages: {},
});

/** Cells that share one namespace. */
export interface PythonCells {
  /** Runs a cell and returns a `CellOutcome` as JSON. */
  run(name: string, code: string): string;
  /** Adds files, which the cells read by name. */
  give(files: CellFiles): void;
}

/** An exception as Python describes it. */
export interface PythonFailure {
  readonly name: string;
  readonly message: string;
  readonly place?: CodePlace;
  readonly fatal: boolean;
}

export const errorOf = ({ name, message, place, fatal }: PythonFailure): OwnError =>
  new OwnError(name, message, place, fatal);

/** The result of looking up a name of the code: an object's handle, or why there is none. */
export type Used =
  | { readonly handle: number }
  | { readonly failure: PythonFailure }
  /** No object has this name; these are the names that exist. */
  | { readonly names: readonly string[] }
  /** The object is something else. */
  | { readonly what: "class" | "function" | "object"; readonly type: string };

/** A Python module whose passes and instruments the page uses. Its results are JSON. */
export interface PythonCode {
  /**
   * Runs the top level of a module or of a script. Returns `{}` or a `failure`. Objects of earlier code are released.
   */
  readonly load: (source: string, isScript: boolean) => string;
  /** Looks up a name; returns a `Used`. */
  readonly use: (sort: "pass" | "instrument", name: string) => string;
  /** Sends output that was not sent yet. */
  readonly flush: () => void;
}

export interface Python {
  /** Makes an empty namespace for cells. Output goes to the latest namespace. */
  cells(print: Print): PythonCells;
  /** Makes a namespace for code. Output goes to the latest namespace. */
  code(print: Print): PythonCode;
  /** Adds files, which Python reads by name. */
  give(files: CellFiles): void;
}

type Method = (...args: unknown[]) => unknown;

/** The module passcope_cells. */
interface CellsModule {
  readonly start: (
    tell: (level: ConsoleLevel, text: string, line: number) => void,
  ) => PyProxy & Pick<PythonCells, "run">;
}

/** The module passcope_output. */
interface OutputModule {
  readonly give: (name: string, bytes: Uint8Array) => void;
}

/** The module passcope_code. */
interface CodeModule {
  readonly start: (
    tell: (level: ConsoleLevel, text: string, line: number) => void,
  ) => PyProxy & PythonCode & { readonly describe: (exception: number) => string };
}

/** Connects Python with the engine, which must be loaded. Call it once. */
export function startPython(python: PyodideAPI): Python {
  // Python provides the functions that the engine calls when it imports its module.
  const methods: Record<string, Method> = {};
  const guest = new Proxy(methods, { get: (known, name) => own(known, String(name)) });
  const functions = connectGuest(guest as unknown as Guest);
  python.registerJsModule("_passcope_guest", {
    FIRST_OF_GUEST,
    functions,
    names: Object.keys(functions),
    outerContext,
    take: (names: readonly string[], taken: readonly Method[]) => {
      names.forEach((name, i) => Object.assign(methods, { [name]: taken[i] }));
    },
  });
  const telling =
    (print: Print) =>
    (level: ConsoleLevel, text: string, line: number): void =>
      print(level, text, line > 0 ? line : undefined);
  const give = (files: CellFiles): void => {
    const output = python.pyimport("passcope_output") as unknown as OutputModule;
    for (const [name, bytes] of Object.entries(files)) output.give(name, new Uint8Array(bytes));
  };
  return {
    cells: (print) => {
      const cells = python.pyimport("passcope_cells") as unknown as CellsModule;
      const { run } = cells.start(telling(print));
      return { run, give };
    },
    code: (print) => {
      const module = python.pyimport("passcope_code") as unknown as CodeModule;
      const { load, use, flush, describe } = module.start(telling(print));
      methods["errorOf"] = (exception) =>
        errorOf(JSON.parse(describe(exception as number)) as PythonFailure);
      return { load, use, flush };
    },
    give,
  };
}
