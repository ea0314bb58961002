// The package's entry for those who bring the engine's module themselves, such as a worker that may
// not fetch anything. Nothing of the package can be used before `loadEngine` is done.

import { load } from "./load.js";

/** Makes the engine of the bytes of `passcope.wasm`. Call it once, and wait for it. */
export async function loadEngine(bytes: BufferSource): Promise<void> {
  await load((imports) => WebAssembly.instantiate(bytes, imports));
}

export * from "./index.js";
