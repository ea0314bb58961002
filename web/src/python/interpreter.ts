// Python beside the engine: connects an interpreter that has been loaded with the engine's functions, and runs cells
// in it. Knows nothing of how the interpreter was loaded, so that it runs in the sandbox's worker and in Node.
import type { PyodideAPI } from "pyodide";
import type { PyProxy } from "pyodide/ffi";
import { connectGuest, FIRST_OF_GUEST, outerContext, type Guest } from "passcope/guest";
import type { CodePlace, ConsoleLevel } from "../protocol/code";
import type { CellFiles } from "../protocol/notebook";
import { OwnError } from "../worker/own-error";

/** Takes what is printed, in lines. */
type Print = (level: ConsoleLevel, text: string, line: number | undefined) => void;

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

/** What Python tells of an exception. */
export interface PythonFailure {
  readonly name: string;
  readonly message: string;
  readonly place?: CodePlace;
  readonly fatal: boolean;
}

export const errorOf = ({ name, message, place, fatal }: PythonFailure): OwnError =>
  new OwnError(name, message, place, fatal);

/** What there is of a name of the code: an object's handle, or why there is none. */
export type Used =
  | { readonly handle: number }
  | { readonly failure: PythonFailure }
  /** Nothing is called so; these are the names that there are. */
  | { readonly names: readonly string[] }
  /** It is something else. */
  | { readonly what: "class" | "function" | "object"; readonly type: string };

/** A module whose passes and instruments are used from outside. Answers are JSON. */
export interface PythonCode {
  /** Runs the top level, of a module or of a script: `{}`, or a `failure`. What was loaded before is let go of. */
  readonly load: (source: string, isScript: boolean) => string;
  /** What there is of a name, a `Used`. */
  readonly use: (sort: "pass" | "instrument", name: string) => string;
  /** Tells what was printed and not told. */
  readonly flush: () => void;
}

export interface Python {
  /** A place for cells, which begins without names. What is printed goes to whose place was made last. */
  cells(print: Print): PythonCells;
  /** A place for code, in the same way. */
  code(print: Print): PythonCode;
  /** Lets Python read these files, by their names. */
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
