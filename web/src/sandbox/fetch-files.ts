// Fetches what a sandbox's worker is made of.
import type { SandboxFiles } from "./frame";

async function fetched(address: string): Promise<Response> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
  return response;
}

/** The worker's script and the engine's module, by their addresses. */
export async function fetchFiles(script: string, wasm: string): Promise<SandboxFiles> {
  const [text, bytes] = await Promise.all([
    fetched(script).then((response) => response.text()),
    fetched(wasm).then((response) => response.arrayBuffer()),
  ]);
  return { script: text, wasm: bytes };
}
