// Makes the engine in the sandbox's worker from bytes that the page sends.
import type * as passcope from "passcope/bare";
import { ASKS_FOR_FRONTENDS, mayReadModels, type PartAnswer } from "../../core/protocol/part";
import type { EngineBytes } from "../../sandbox/frame";

type Bare = typeof passcope;

/** Requests the engine part that reads models from the page. */
export class PartsOfPage {
  #waiting: {
    readonly resolve: (bytes: ArrayBuffer) => void;
    readonly reject: (error: Error) => void;
  }[] = [];

  constructor(private readonly post: (question: string) => void) {}

  /** Resolves with the part's bytes. */
  request(): Promise<ArrayBuffer> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      this.post(ASKS_FOR_FRONTENDS);
    });
  }

  /** Takes the page's answer. */
  take(answer: PartAnswer): void {
    for (const { resolve, reject } of this.#waiting.splice(0)) {
      if ("bytes" in answer) resolve(answer.bytes);
      else reject(new Error(answer.why));
    }
  }
}

/** Makes the engine of the worker. Resolves when the deferred module is loaded, too. */
export async function loadEngineOf(
  bare: Pick<Bare, "engine" | "loadEngineInParts">,
  [first, deferred, kernels]: EngineBytes,
  parts: PartsOfPage,
): Promise<void> {
  await bare.loadEngineInParts(first, deferred, { plain: kernels, relaxed: kernels }, parts);
  // The deferred module is loaded before the user's code runs, so the code cannot notice it and no time includes it.
  await bare.engine.complete();
}

/**
 * Loads the part that reads models if the code may need it, because the code cannot wait. If the part does not load,
 * the code gets the error when it uses it.
 */
export async function prepareFor(code: string, { engine }: Pick<Bare, "engine">): Promise<void> {
  if (mayReadModels(code)) await engine.completeFrontends().catch(() => undefined);
}
