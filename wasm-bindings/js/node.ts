// The package's entry in Node.js. It reads the engine from the folder of this file.

import { existsSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { missingFile } from "./fetching.js";
import { loadUnlessLoaded } from "./load.js";

/**
 * The path of a file of the engine. It is beside this file, unless a bundler has moved this file alone. Then it is in
 * the package, if that is still installed.
 */
function file(name: string): URL | string {
  const beside = new URL(`./${name}`, import.meta.url);
  if (existsSync(beside)) return beside;
  try {
    return createRequire(import.meta.url).resolve(`passcope/${name}`);
  } catch {
    throw missingFile(name, beside.href);
  }
}

await loadUnlessLoaded(
  async (imports) => WebAssembly.instantiate(await readFile(file("passcope.wasm")), imports),
  {
    frontends: () => readFileSync(file("passcope.frontends.wasm")),
    kernels: {
      get plain() {
        return readFileSync(file("passcope.kernels.wasm"));
      },
      get relaxed() {
        return readFileSync(file("passcope.kernels.relaxed.wasm"));
      },
    },
  },
);

export * from "./index.js";
