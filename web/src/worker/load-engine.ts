// Loads the engine in a worker that may fetch: the first part now, the later one when it is asked for or needed.
import { loadEngineInParts } from "passcope/bare";

/** The addresses of the engine's two parts. */
export interface EngineFiles {
  readonly first: string;
  readonly deferred: string;
}

export async function loadEngineFrom({ first, deferred }: EngineFiles): Promise<void> {
  await loadEngineInParts(await fetch(first), deferred);
}
