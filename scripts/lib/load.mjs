// Keeps the processor busy, to see how tests behave on a loaded machine.

import os from "node:os";
import { Worker } from "node:worker_threads";

/**
 * Loads every core until `end` is called. The load is threads of this process, so it always ends with the process.
 *
 * @param {number} [cores]
 * @returns {{end: () => Promise<void>}}
 */
export function load(cores = os.availableParallelism()) {
  const workers = Array.from(
    { length: cores },
    () => new Worker("for (let x = 1; ; ) x = Math.imul(x, 1664525) + 1013904223;", { eval: true }),
  );
  return {
    end: async () => {
      await Promise.all(workers.map((worker) => worker.terminate()));
    },
  };
}
