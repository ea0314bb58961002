// The package's entry for those who bring the engine's module themselves, such as a worker that may
// not fetch anything. Nothing of the package can be used before `loadEngine` is done.

import type { FileSource } from "./fetching.js";
import type { KernelFiles } from "./kernels.js";
import type { PartOnRequest } from "./later_part.js";
import { instantiateResponse, load } from "./load.js";

/**
 * Makes the engine of the bytes of `passcope.wasm`. Call it once, and wait for it.
 *
 * @param kernels what computes convolutions, matrix products and the like: bytes or addresses, of which one is loaded
 * when it is first needed. Without it the evaluator takes longer and no model can be run by the executor.
 * @param frontends `passcope.frontends.wasm`, which reads other frameworks' models: its bytes or its address. It is
 * loaded when a model is first read; without it none can be. Where only something asynchronous can bring it, `request` of an
 * object does so, when `engine.completeFrontends()` is called or a model is read from a `Blob` or a stream.
 */
export async function loadEngine(
  bytes: BufferSource,
  kernels?: KernelFiles,
  frontends?: FileSource | PartOnRequest,
): Promise<void> {
  await load((imports) => WebAssembly.instantiate(bytes, imports), { kernels, frontends });
}

/**
 * Makes an engine that begins before all of it is there, in place of `loadEngine`.
 *
 * @param first `passcope.first.wasm`: its bytes, or the answer to a request for it. It is enough to read the tables
 * of passes and models, to make a ResNet, to run InferType, FoldScaleAxis, FoldConstant and ConvertLayout on it,
 * and to record and print what they do.
 * @param deferred `passcope.deferred.wasm`, which has the rest: its bytes, or in a worker its address. It is loaded
 * by `engine.complete()`, or when something of it is needed, which blocks the worker while it comes.
 * @param kernels as for `loadEngine`.
 * @param frontends as for `loadEngine`.
 */
export async function loadEngineInParts(
  first: BufferSource | Response,
  deferred: FileSource,
  kernels?: KernelFiles,
  frontends?: FileSource | PartOnRequest,
): Promise<void> {
  await load(
    (imports) =>
      first instanceof Response
        ? instantiateResponse(first, imports)
        : WebAssembly.instantiate(first, imports),
    { deferred, kernels, frontends },
  );
}

export type { FileSource } from "./fetching.js";
export { hasRelaxedSimd, type KernelFiles } from "./kernels.js";
export type { PartOnRequest } from "./later_part.js";
export * from "./index.js";
