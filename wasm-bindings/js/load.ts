// Loading of the engine. The entries for Node and for browsers do it on import.

import { host, install } from "./engine.js";
import createModule from "./passcope.js";
import type { RawEngine } from "./generated/raw.js";

type Instantiate = (
  imports: WebAssembly.Imports,
) => Promise<WebAssembly.WebAssemblyInstantiatedSource>;

/** Makes the engine of what `instantiate` finds. */
export async function load(instantiate: Instantiate): Promise<void> {
  const loaded = await new Promise<RawEngine>((resolve, reject) => {
    createModule({
      host,
      // The module is instantiated here. Looked for beside a script without a path, it could not even
      // be named.
      locateFile: (name) => name,
      instantiateWasm: (imports, done) => {
        instantiate(imports).then(({ instance, module }) => done(instance, module), reject);
        // Anything but exports: they come later.
        return {};
      },
      // The console of the moment, which may have been replaced since.
      printErr: (line) => {
        console.warn(line);
      },
    }).then(resolve, reject);
  });
  install(loaded);
}
