// Files of the engine that come after its start: their bytes, an address, or something that reads them.

/** Bytes of a file, or its address. */
export type FileSource = BufferSource | string | URL;

const isAddress = (file: FileSource): file is string | URL =>
  typeof file === "string" || file instanceof URL;

export const reasonOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/** What an address has, at once. */
function request(address: string | URL): Uint8Array<ArrayBuffer> {
  const answer = new XMLHttpRequest();
  answer.open("GET", address, false);
  // Outside of workers a synchronous answer can only be text: of this character set each byte is a character.
  const isPage = typeof document === "object";
  if (isPage) answer.overrideMimeType("text/plain; charset=x-user-defined");
  else answer.responseType = "arraybuffer";
  answer.send();
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.statusText}`);
  if (!isPage) return new Uint8Array(answer.response as ArrayBuffer);
  return Uint8Array.from(answer.responseText, (character) => character.charCodeAt(0) & 0xff);
}

/** The module of a file, at once. Throws when it cannot be had. */
export const moduleNow = (file: FileSource): WebAssembly.Module =>
  new WebAssembly.Module(isAddress(file) ? request(file) : file);

/** The module of a file, without blocking meanwhile. Rejects when it cannot be had. */
export async function moduleLater(file: FileSource): Promise<WebAssembly.Module> {
  if (!isAddress(file)) return WebAssembly.compile(file);
  const response = await fetch(file);
  if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
  return WebAssembly.compile(await response.arrayBuffer());
}
