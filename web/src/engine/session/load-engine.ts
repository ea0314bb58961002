// Loads the engine in a worker that may fetch: the first module now, the deferred module when it is requested or
// needed.
import { loadEngineInParts } from "passcope/bare";

/** The addresses of the engine's parts and of its kernels. */
export interface EngineFiles {
  readonly first: string;
  readonly deferred: string;
  readonly frontends: string;
  readonly kernels: { readonly plain: string; readonly relaxed: string };
}

export async function loadEngineFrom(files: EngineFiles): Promise<void> {
  const { first, deferred, kernels, frontends } = files;
  await loadEngineInParts(await fetch(first), deferred, kernels, frontends);
}
