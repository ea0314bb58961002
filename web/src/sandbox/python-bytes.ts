// What a sandbox's worker that runs Python is given at its start.
import type { EngineBytes } from "./frame";

/** The interpreter: what loads it, its script and its module; and the library that it imports from. */
export type PythonBytes = readonly [
  loader: ArrayBuffer,
  script: ArrayBuffer,
  interpreter: ArrayBuffer,
  library: ArrayBuffer,
];

/** What `start` has in a worker with Python. */
export type EngineAndPython = readonly [...EngineBytes, ...PythonBytes];
