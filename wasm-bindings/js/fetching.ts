// Files of the engine that are loaded after its start: their bytes, an address, or a function that reads them.

import "./symbols.js";

import { LoadError } from "./errors.js";

/** The bytes of a WebAssembly module. */
export type ModuleBytes = ArrayBuffer | ArrayBufferView;

/** Bytes of a file, or its address. */
export type FileSource = ModuleBytes | string | URL;

/** The error for a file of the engine that is not where the code of the package expects it. */
export const missingFile = (name: string, address: string, cause?: unknown): LoadError =>
  new LoadError(
    `${name}, a file of Passcope, is not at ${address}. If a bundler has moved the package's code, copy the files ` +
      `node_modules/passcope/dist/*.wasm beside its output. In Node and Bun you can leave the package out of the ` +
      `bundle instead: --external:passcope with esbuild, --external passcope with bun build. To embed the file, ` +
      `import "passcope/passcope.wasm" with esbuild's --loader:.wasm=binary --target=node20 or Bun's { type: "file" }, and give its ` +
      `bytes to loadEngine of "passcope/bare".`,
    cause === undefined ? undefined : { cause },
  );

const isAddress = (file: FileSource): file is string | URL =>
  typeof file === "string" || file instanceof URL;

export const reasonOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/** Requests an address synchronously. */
function request(address: string | URL): Uint8Array<ArrayBuffer> {
  const answer = new XMLHttpRequest();
  answer.open("GET", address, false);
  // Outside of workers, a synchronous response can only be text. In this character set each byte becomes one character.
  const isPage = typeof document === "object";
  if (isPage) answer.overrideMimeType("text/plain; charset=x-user-defined");
  else answer.responseType = "arraybuffer";
  answer.send();
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.statusText}`);
  if (!isPage) return new Uint8Array(answer.response as ArrayBuffer);
  return Uint8Array.from(answer.responseText, (character) => character.charCodeAt(0) & 0xff);
}

/** Compiles the module of a file synchronously. Throws if it cannot be loaded. */
export const moduleNow = (file: FileSource): WebAssembly.Module =>
  new WebAssembly.Module(isAddress(file) ? request(file) : (file as BufferSource));

/** Compiles the module of a file without blocking. Rejects if it cannot be loaded. */
export async function moduleLater(file: FileSource): Promise<WebAssembly.Module> {
  if (!isAddress(file)) return WebAssembly.compile(file as BufferSource);
  const response = await fetch(file);
  if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
  return WebAssembly.compile(await response.arrayBuffer());
}
