// Loading of the engine. The entries for Node and for browsers do it on import.

import { host, install } from "./engine.js";
import { Kernels, type KernelFiles } from "./kernels.js";
import { LaterPart, type PartSource } from "./later_part.js";
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

/** Where the engine's files are that come later. */
export interface LaterFiles {
  /** The later part, if what is instantiated is the first part only. */
  readonly deferred?: PartSource | undefined;
  /** The readers of other frameworks' models. */
  readonly frontends?: PartSource | undefined;
  /** The heavy loops. */
  readonly kernels?: KernelFiles | undefined;
}

/** Makes the engine of what `instantiate` finds. */
export async function load(instantiate: Instantiate, files: LaterFiles = {}): Promise<void> {
  const kernels = new Kernels(files.kernels);
  const deferred =
    files.deferred === undefined ? undefined : new LaterPart("deferred", files.deferred);
  const frontends = new LaterPart("frontends", files.frontends, deferred);
  const parts = deferred ? [frontends, deferred] : [frontends];
  const loaded = await new Promise<RawEngine>((resolve, reject) => {
    createModule({
      host,
      kernels,
      // The module is instantiated here. Looked for beside a script without a path, it could not even
      // be named.
      locateFile: (name) => name,
      instantiateWasm: (imports, done) => {
        const all = parts.reduce((now, part) => part.withPlaceholders(now), imports);
        instantiate(all).then(({ instance, module }) => {
          for (const part of [...parts, kernels]) part.begin(instance.exports);
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
  install(loaded, kernels, frontends, deferred);
}
