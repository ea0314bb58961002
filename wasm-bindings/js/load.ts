// Loading of the engine. The entries for Node and for browsers do it on import.

import type { Deferred } from "./deferred.js";
import { host, install } from "./engine.js";
import { Kernels, type KernelFiles } from "./kernels.js";
import createModule from "./passcope.js";
import type { RawEngine } from "./generated/raw.js";

type Instantiate = (
  imports: WebAssembly.Imports,
) => Promise<WebAssembly.WebAssemblyInstantiatedSource>;

/** Instantiates what a server sends; rejects when it does not. */
export async function instantiateResponse(
  response: Response,
  imports: WebAssembly.Imports,
): Promise<WebAssembly.WebAssemblyInstantiatedSource> {
  if (!response.ok) {
    throw new Error(`the engine could not be loaded: ${response.status} ${response.statusText}`);
  }
  // Compiling while it comes needs the right type, which not every static host sends.
  if (response.headers.get("Content-Type")?.startsWith("application/wasm")) {
    return WebAssembly.instantiateStreaming(response, imports);
  }
  return WebAssembly.instantiate(await response.arrayBuffer(), imports);
}

/**
 * Makes the engine of what `instantiate` finds.
 *
 * @param options `deferred`: the later part, if that is the first part only; `kernels`: where the heavy loops are.
 */
export async function load(
  instantiate: Instantiate,
  { deferred, kernels: files }: { deferred?: Deferred; kernels?: KernelFiles | undefined } = {},
): Promise<void> {
  const kernels = new Kernels(files);
  const loaded = await new Promise<RawEngine>((resolve, reject) => {
    createModule({
      host,
      kernels,
      // The module is instantiated here. Looked for beside a script without a path, it could not even
      // be named.
      locateFile: (name) => name,
      instantiateWasm: (imports, done) => {
        instantiate(deferred?.withPlaceholders(imports) ?? imports).then(({ instance, module }) => {
          deferred?.begin(instance.exports);
          kernels.begin(instance.exports);
          done(instance, module);
        }, reject);
        // Anything but exports: they come later.
        return {};
      },
      // The console of the moment, which may have been replaced since.
      printErr: (line) => {
        console.warn(line);
      },
    }).then(resolve, reject);
  });
  install(loaded, kernels, deferred);
}
