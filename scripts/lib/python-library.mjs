// Makes the zip file that Python in the page imports everything from: the useful part of the standard library and the
// project's own modules. The interpreter of the page compiles them. The file is not compressed, because the server
// compresses it.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { filesBelow } from "./files.mjs";
import { UserError, root } from "./run.mjs";

/** The output file, relative to the root. */
export const pythonLibrary = "build/python/library.zip";

/** The folders with the modules. */
const folders = ["python/page", "python/passcope"];

/** @returns {string[]} The project's sources, relative to the root. */
export const pythonSources = () =>
  folders.flatMap((folder) => filesBelow(folder).filter((file) => file.endsWith(".py")));

/** `python/passcope/relay/op.py` is imported as `passcope.relay.op`, `python/page/x.py` as `x`. */
const nameInLibrary = (file) => file.replace(/^python\/(?:page\/)?/, "");

/** Writes the file. */
async function build() {
  const { loadPyodide } = await import("pyodide");
  const python = await loadPyodide();
  const sources = Object.fromEntries(
    pythonSources().map((file) => [
      nameInLibrary(file),
      readFileSync(path.join(root, file), "utf8"),
    ]),
  );
  const pack = readFileSync(path.join(root, "scripts/lib/python-library.py"), "utf8");
  const namespace = python.toPy({ sources });
  const bytes = python.runPython(`${pack}\nlibrary(sources)`, { globals: namespace }).toJs();
  if (!(bytes instanceof Uint8Array)) throw new UserError("Python has made no library");
  mkdirSync(path.dirname(path.join(root, pythonLibrary)), { recursive: true });
  writeFileSync(path.join(root, pythonLibrary), bytes);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await build();
