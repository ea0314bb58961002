// Where the site has the engine's two parts.
import deferred from "passcope/passcope.deferred.wasm?url";
import first from "passcope/passcope.first.wasm?url";
import type { EngineFiles } from "./load-engine";

const absolute = (address: string): string => new URL(address, import.meta.url).href;

export const engineFiles: EngineFiles = { first: absolute(first), deferred: absolute(deferred) };
