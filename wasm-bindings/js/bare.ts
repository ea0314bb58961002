// The package's entry for those who bring the engine's module themselves, such as a worker that may
// not fetch anything. Nothing of the package can be used before `loadEngine` is done.

import { Deferred, sourceOf } from "./deferred.js";
import { load } from "./load.js";

/** Makes the engine of the bytes of `passcope.wasm`. Call it once, and wait for it. */
export async function loadEngine(bytes: BufferSource): Promise<void> {
  await load((imports) => WebAssembly.instantiate(bytes, imports));
}

/**
 * Makes the engine of the bytes of `passcope.first.wasm`, which is enough for the passes and models that are used
 * most. Call it once, and wait for it.
 *
 * @param deferred `passcope.deferred.wasm`, which has the rest: its bytes, or in a worker its address. It is
 * fetched by `engine.complete()`, or when something of it is needed, which blocks the worker meanwhile.
 */
export async function loadEngineInParts(
  first: BufferSource,
  deferred: BufferSource | string | URL,
): Promise<void> {
  await load(
    (imports) => WebAssembly.instantiate(first, imports),
    new Deferred(sourceOf(deferred)),
  );
}

export * from "./index.js";
