// Loading the engine. The entries for Node and for browsers do it on import.

import { host, install, isLoaded, uses } from "./engine.js";
import { usageError } from "./errors.js";
import { Kernels, type KernelFiles } from "./kernels.js";
import { LaterPart, type PartSource } from "./later_part.js";
import { say } from "./messages.js";
import createModule from "./passcope.js";
import type { RawEngine } from "./generated/raw.js";

type Instantiate = (
  imports: WebAssembly.Imports,
) => Promise<WebAssembly.WebAssemblyInstantiatedSource>;

/** Instantiates the module in a server's response. Rejects if the response is an error. */
export async function instantiateResponse(
  response: Response,
  imports: WebAssembly.Imports,
): Promise<WebAssembly.WebAssemblyInstantiatedSource> {
  if (!response.ok) {
    throw new Error(`the engine could not be loaded: ${response.status} ${response.statusText}`);
  }
  // Compiling during the download needs the right content type, which some static hosts do not send.
  if (response.headers.get("Content-Type")?.startsWith("application/wasm")) {
    return WebAssembly.instantiateStreaming(response, imports);
  }
  return WebAssembly.instantiate(await response.arrayBuffer(), imports);
}

/** The files of the engine that are loaded later. */
export interface LaterFiles {
  /** The deferred module, if only the first module is instantiated. */
  readonly deferred?: PartSource | undefined;
  /** The readers of other frameworks' models. */
  readonly frontends?: PartSource | undefined;
  /** The kernels. */
  readonly kernels?: KernelFiles | undefined;
}

let loading = false;

/**
 * Makes the engine from the module that `instantiate` loads. Throws while another one is loading, and after an
 * object of it was made.
 */
export async function load(instantiate: Instantiate, files: LaterFiles = {}): Promise<void> {
  if (loading || uses.begun) {
    throw usageError(
      say("kEngineLoadedAlready", "the engine is loaded already, and objects of it were made"),
    );
  }
  loading = true;
  try {
    await loadOnce(instantiate, files);
  } finally {
    loading = false;
  }
}

/** For entries that load the engine on import. An engine that another entry has loaded stays. */
export async function loadUnlessLoaded(instantiate: Instantiate, files: LaterFiles): Promise<void> {
  if (!isLoaded()) await load(instantiate, files);
}

async function loadOnce(instantiate: Instantiate, files: LaterFiles): Promise<void> {
  const kernels = new Kernels(files.kernels);
  const deferred =
    files.deferred === undefined ? undefined : new LaterPart("deferred", files.deferred);
  const frontends = new LaterPart("frontends", files.frontends, deferred);
  const parts = deferred ? [frontends, deferred] : [frontends];
  const loaded = await new Promise<RawEngine>((resolve, reject) => {
    createModule({
      host,
      kernels,
      // The module is instantiated below. Emscripten would look for it beside the script, but a script without a path
      // has no folder.
      locateFile: (name) => name,
      instantiateWasm: (imports, done) => {
        const all = parts.reduce((now, part) => part.withPlaceholders(now), imports);
        instantiate(all).then(({ instance, module }) => {
          for (const part of [...parts, kernels]) part.begin(instance.exports);
          done(instance, module);
        }, reject);
        // An object without exports, which arrive later.
        return {};
      },
      // Looks up the console at each call, because it may have been replaced.
      printErr: (line) => {
        console.warn(line);
      },
    }).then(resolve, reject);
  });
  install(loaded, kernels, frontends, deferred);
}
