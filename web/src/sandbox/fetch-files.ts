// Fetches what a sandbox's worker is made of.
import { engineFiles } from "../worker/engine-files";
import type { SandboxFiles } from "./frame";

async function fetched(address: string): Promise<Response> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
  return response;
}

/** The worker's script, by its address, and the engine with its kernels and frontends. */
export async function fetchFiles(script: string): Promise<SandboxFiles> {
  const bytes = async (address: string): Promise<ArrayBuffer> =>
    (await fetched(address)).arrayBuffer();
  const [text, first, deferred, plain, relaxed, frontends] = await Promise.all([
    fetched(script).then((response) => response.text()),
    bytes(engineFiles.first),
    bytes(engineFiles.deferred),
    bytes(engineFiles.kernels.plain),
    bytes(engineFiles.kernels.relaxed),
    bytes(engineFiles.frontends),
  ]);
  return { script: text, engine: [first, deferred, plain, relaxed, frontends] };
}
