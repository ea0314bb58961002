// The package's entry in browsers, workers and bundlers. It fetches the engine from the folder of this file.

import { missingFile } from "./fetching.js";
import { instantiateResponse, loadUnlessLoaded } from "./load.js";

await loadUnlessLoaded(
  async (imports) => {
    const address = new URL("./passcope.wasm", import.meta.url);
    const response = await fetch(address).catch((cause: unknown) => {
      throw missingFile("passcope.wasm", address.href, cause);
    });
    const isPage = response.headers.get("Content-Type")?.startsWith("text/html");
    if (!response.ok || isPage) throw missingFile("passcope.wasm", address.href);
    return instantiateResponse(response, imports);
  },
  {
    frontends: new URL("./passcope.frontends.wasm", import.meta.url),
    kernels: {
      plain: new URL("./passcope.kernels.wasm", import.meta.url),
      relaxed: new URL("./passcope.kernels.relaxed.wasm", import.meta.url),
    },
  },
);

export * from "./index.js";
