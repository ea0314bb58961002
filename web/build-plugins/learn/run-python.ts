// Runs cells in Python in Node, with the code that runs them in the browser, and keeps their results.
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import * as passcope from "passcope";
import { loadPyodide } from "pyodide";
import type { ConsoleEntry } from "../../src/core/protocol/code";
import { NO_PACKAGES, startPython, type Python } from "../../src/engine/code-python/interpreter";
import { runPythonCell } from "../../src/engine/code-python/outcome";
import type { SourceCell } from "./cells";
import type { CellResult } from "./run";

const root = path.resolve(import.meta.dirname, "../../..");
const library = path.join(root, "build/python/library.zip");
const resnet18 = path.join(root, "examples/torchscript/resnet18.pt");

async function start(): Promise<Python> {
  if (!existsSync(library)) {
    throw new Error(`${library} has not been built: run npm run build`);
  }
  // The import loads the first module of the engine.
  if (!passcope.engine.isComplete) await passcope.engine.complete();
  return startPython(await loadPyodide({ stdLibURL: library, lockFileContents: NO_PACKAGES }));
}

let python: Promise<Python> | undefined;

/** The only interpreter, because it shares the engine with JavaScript. */
export function pythonInNode(): Promise<Python> {
  python ??= start();
  return python;
}

/** Runs cells from top to bottom, in a namespace of their own. */
export async function runPythonCells(cells: readonly SourceCell[]): Promise<CellResult[]> {
  let printed: ConsoleEntry[] = [];
  const host = (await pythonInNode()).cells((level, text, line) => {
    printed.push(line === undefined ? { level, text } : { level, text, line });
  });
  host.give({ "resnet18.pt": new Uint8Array(readFileSync(resnet18)).buffer });
  return cells.map((cell) => {
    printed = [];
    const outcome = runPythonCell(host, cell);
    return { outcome, printed };
  });
}
