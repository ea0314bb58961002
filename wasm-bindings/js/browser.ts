// The package's entry in browsers and bundlers, also in workers: fetches the engine from beside this
// file.

import { load } from "./load.js";

await load(async (imports) => {
  const response = await fetch(new URL("./passcope.wasm", import.meta.url));
  if (!response.ok) {
    throw new Error(`the engine could not be loaded: ${response.status} ${response.statusText}`);
  }
  // Compiling while it comes needs the right type, which not every static host sends.
  if (response.headers.get("Content-Type")?.startsWith("application/wasm")) {
    return WebAssembly.instantiateStreaming(response, imports);
  }
  return WebAssembly.instantiate(await response.arrayBuffer(), imports);
});

export * from "./index.js";
