// The files that a sandbox's worker with Python gets at its start.
import type { EngineBytes } from "./frame";

/** The interpreter: its loader, its script and its module; and the library that it imports from. */
export type PythonBytes = readonly [
  loader: ArrayBuffer,
  script: ArrayBuffer,
  interpreter: ArrayBuffer,
  library: ArrayBuffer,
];

/** The files in `start` of a worker with Python. */
export type EngineAndPython = readonly [...EngineBytes, ...PythonBytes];
