// The package's entry in Node.js. It reads the engine from the folder of this file.

import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { load } from "./load.js";

const file = (name: string): URL => new URL(`./${name}`, import.meta.url);

await load(
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
