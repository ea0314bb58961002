// The addresses of the engine's parts and of its kernels.
import deferred from "passcope/passcope.deferred.wasm?url";
import frontends from "passcope/passcope.frontends.wasm?url";
import first from "passcope/passcope.first.wasm?url";
import relaxed from "passcope/passcope.kernels.relaxed.wasm?url";
import plain from "passcope/passcope.kernels.wasm?url";
import type { EngineFiles } from "./load-engine";

const absolute = (address: string): string => new URL(address, import.meta.url).href;

export const engineFiles: EngineFiles = {
  first: absolute(first),
  deferred: absolute(deferred),
  frontends: absolute(frontends),
  kernels: { plain: absolute(plain), relaxed: absolute(relaxed) },
};
