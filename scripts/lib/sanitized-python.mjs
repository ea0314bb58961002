// The environment of CPython for the Python package on the engine with sanitizers.

import path from "node:path";
import { root, run } from "./run.mjs";

/** The variables of the environment. */
export async function sanitizedPython() {
  const runtime = await run("clang++-14", ["--print-file-name=libclang_rt.asan-x86_64.so"], {
    check: false,
  });
  return {
    PYTHONDONTWRITEBYTECODE: "1",
    PYTHONPATH: ["build/debug/python", "python"].map((dir) => path.join(root, dir)).join(":"),
    // Python itself is built without sanitizers, and does not free all memory at its end.
    LD_PRELOAD: runtime.stdout.trim(),
    ASAN_OPTIONS: "detect_leaks=0:handle_sigill=1",
  };
}
