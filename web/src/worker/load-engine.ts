// Loads the engine in a worker that may fetch: the first part now, the later one when it is asked for or needed.
import { loadEngineInParts } from "passcope/bare";

/** The addresses of the engine's two parts and of its kernels. */
export interface EngineFiles {
  readonly first: string;
  readonly deferred: string;
  readonly kernels: { readonly plain: string; readonly relaxed: string };
}

export async function loadEngineFrom({ first, deferred, kernels }: EngineFiles): Promise<void> {
  await loadEngineInParts(await fetch(first), deferred, kernels);
}
