// Makes the names of Python's packages for the page's editor. Pyodide runs python/tools/describe.py with the engine of
// the built package, so the build needs neither Python nor a native engine.

import { fileURLToPath } from "node:url";
import { root } from "./run.mjs";

/** The output file, relative to the root. */
export const pythonNames = "web/src/features/code/python/names.json";

/** The script that describes the package, relative to the root. */
export const describer = "python/tools/describe.py";

/** Writes the file. */
async function build() {
  const [{ loadPyodide }, { engine }, { connectGuest, FIRST_OF_GUEST, outerContext }] =
    await Promise.all([import("pyodide"), import("passcope"), import("passcope/guest")]);
  await engine.complete();
  const python = await loadPyodide();
  // The module that Python's modules import for the engine's functions, as in
  // web/src/engine/code-python/interpreter.ts.
  const methods = {};
  const functions = connectGuest(methods);
  python.registerJsModule("_passcope_guest", {
    FIRST_OF_GUEST,
    functions,
    names: Object.keys(functions),
    outerContext,
    take: (names, taken) => names.forEach((name, i) => (methods[name] = taken[i])),
  });
  python.mountNodeFS("/passcope", root);
  python.runPython(`
import runpy, sys
sys.dont_write_bytecode = True
sys.argv = ["describe.py", "names", "/passcope/${pythonNames}"]
runpy.run_path("/passcope/${describer}", run_name="__main__")
`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await build();
