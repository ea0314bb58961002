// Fetches the files of a sandbox's worker.
import { hasRelaxedSimd } from "passcope/bare";
import { engineFiles } from "../engine/session/engine-files";
import type { SandboxFiles } from "../sandbox/frame";
import guard from "./guard-main.ts?worker&url";

async function fetched(address: string): Promise<Response> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
  return response;
}

/** The bytes at an address. */
export const bytesOf = async (address: string): Promise<ArrayBuffer> =>
  (await fetched(address)).arrayBuffer();

/**
 * Fetches the worker's script (by its address), the guard's script, and the engine with the kernels of this browser.
 * The result can also fetch the part that reads models.
 */
export async function fetchFiles(script: string): Promise<SandboxFiles> {
  const { first, deferred, kernels, frontends } = engineFiles;
  const text = async (address: string): Promise<string> => (await fetched(address)).text();
  const [own, guards, ...engine] = await Promise.all([
    text(script),
    text(guard),
    bytesOf(first),
    bytesOf(deferred),
    bytesOf(hasRelaxedSimd() ? kernels.relaxed : kernels.plain),
  ]);
  let coming: Promise<ArrayBuffer> | undefined;
  return {
    script: own,
    guard: guards,
    engine,
    frontends: () => {
      coming ??= bytesOf(frontends);
      // After a failure, the next call tries again.
      coming.catch(() => (coming = undefined));
      return coming;
    },
  };
}
