// The package's entry for programs that supply the engine's module, such as a worker that must not fetch anything.
// Before `loadEngine` has finished, nothing of the package can be used.

import type { FileSource, ModuleBytes } from "./fetching.js";
import type { KernelFiles } from "./kernels.js";
import type { PartOnRequest } from "./later_part.js";
import { instantiateResponse, load } from "./load.js";

/**
 * Loads the engine from the bytes of `passcope.wasm`. Call it once, and wait for it.
 *
 * @param kernels `passcope.kernels.wasm` and its variant for relaxed SIMD, which compute convolutions, matrix products
 * and similar operators: bytes or addresses. One of them is loaded when it is first needed. Without kernels, the
 * evaluator takes longer, and the executor cannot run models.
 * @param frontends `passcope.frontends.wasm`, which reads other frameworks' models: its bytes or its address. It is
 * loaded when a model is first read. Without it, models cannot be read. If only asynchronous code can get it, pass an
 * object with `request`. `engine.completeFrontends()` calls it, and so does reading a model from a `Blob` or a stream.
 */
export async function loadEngine(
  bytes: ModuleBytes,
  kernels?: KernelFiles,
  frontends?: FileSource | PartOnRequest,
): Promise<void> {
  await load((imports) => WebAssembly.instantiate(bytes as BufferSource, imports), {
    kernels,
    frontends,
  });
}

/**
 * Loads an engine that can start before all of it has arrived. Call it in place of `loadEngine`.
 *
 * @param first `passcope.first.wasm`: its bytes, or the response to a request for it. It can read the tables of passes
 * and models, make a ResNet, run InferType, FoldScaleAxis, FoldConstant and ConvertLayout on it, and record and print
 * the results.
 * @param deferred `passcope.deferred.wasm`, the rest of the engine: its bytes or, in a worker, its address.
 * `engine.complete()` loads it. Otherwise the first call that needs it loads it, and blocks the worker meanwhile.
 * @param kernels as for `loadEngine`.
 * @param frontends as for `loadEngine`.
 */
export async function loadEngineInParts(
  first: ModuleBytes | Response,
  deferred: FileSource,
  kernels?: KernelFiles,
  frontends?: FileSource | PartOnRequest,
): Promise<void> {
  await load(
    (imports) =>
      first instanceof Response
        ? instantiateResponse(first, imports)
        : WebAssembly.instantiate(first as BufferSource, imports),
    { deferred, kernels, frontends },
  );
}

export type { FileSource, ModuleBytes } from "./fetching.js";
export { hasRelaxedSimd, type KernelFiles } from "./kernels.js";
export type { PartOnRequest } from "./later_part.js";
export * from "./index.js";
