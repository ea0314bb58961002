// The package's entry for those who bring the engine's module themselves, such as a worker that may
// not fetch anything. Nothing of the package can be used before `loadEngine` is done.

import { Deferred, sourceOf } from "./deferred.js";
import { instantiateResponse, load } from "./load.js";

/** Makes the engine of the bytes of `passcope.wasm`. Call it once, and wait for it. */
export async function loadEngine(bytes: BufferSource): Promise<void> {
  await load((imports) => WebAssembly.instantiate(bytes, imports));
}

/**
 * Makes an engine that begins before all of it is there, in place of `loadEngine`.
 *
 * @param first `passcope.first.wasm`: its bytes, or the answer to a request for it. It is enough to read the tables
 * of passes and models, to make a ResNet, to run InferType, FoldScaleAxis, FoldConstant and ConvertLayout on it,
 * and to record and print what they do.
 * @param deferred `passcope.deferred.wasm`, which has the rest: its bytes, or in a worker its address. It is loaded
 * by `engine.complete()`, or when something of it is needed, which blocks the worker while it comes.
 */
export async function loadEngineInParts(
  first: BufferSource | Response,
  deferred: BufferSource | string | URL,
): Promise<void> {
  await load(
    (imports) =>
      first instanceof Response
        ? instantiateResponse(first, imports)
        : WebAssembly.instantiate(first, imports),
    new Deferred(sourceOf(deferred)),
  );
}

export * from "./index.js";
