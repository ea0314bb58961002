// The package's entry in browsers, workers and bundlers. It fetches the engine from the folder of this file.

import { instantiateResponse, load } from "./load.js";

await load(
  async (imports) => {
    const response = await fetch(new URL("./passcope.wasm", import.meta.url));
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
