// Makes what the page's editor knows of Python's packages: python/tools/describe.py, run by Pyodide over the engine of the
// built package, so that neither a Python nor a native engine is needed.

import { fileURLToPath } from "node:url";
import { root } from "./run.mjs";

/** Where the file is made, relative to the root. */
export const pythonNames = "web/src/features/code/python/names.json";

/** What describes the package, relative to the root. */
export const describer = "python/tools/describe.py";

/** Writes the file. */
async function build() {
  const [{ loadPyodide }, { engine }, { connectGuest, FIRST_OF_GUEST, outerContext }] =
    await Promise.all([import("pyodide"), import("passcope"), import("passcope/guest")]);
  await engine.complete();
  const python = await loadPyodide();
  // What Python's modules import as the engine's functions, as in web/src/engine/code-python/interpreter.ts.
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
