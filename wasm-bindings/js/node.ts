// The package's entry in Node.js: reads the engine from the file beside this one.

import { readFile } from "node:fs/promises";
import { load } from "./load.js";

await load(async (imports) =>
  WebAssembly.instantiate(await readFile(new URL("./passcope.wasm", import.meta.url)), imports),
);

export * from "./index.js";
