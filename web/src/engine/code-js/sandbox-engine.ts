// The engine in the sandbox's worker, of what the page sends.
import type * as passcope from "passcope/bare";
import { ASKS_FOR_FRONTENDS, mayReadModels, type PartAnswer } from "../../core/protocol/part";
import type { EngineBytes } from "../../sandbox/frame";

type Bare = typeof passcope;

/** What reads models, asked for from the page. */
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

/** Makes the engine of the worker. */
export async function loadEngineOf(
  bare: Pick<Bare, "engine" | "loadEngineInParts">,
  [first, deferred, kernels]: EngineBytes,
  parts: PartsOfPage,
): Promise<void> {
  await bare.loadEngineInParts(first, deferred, { plain: kernels, relaxed: kernels }, parts);
  // Before there is any code that could notice, or be measured together with it.
  await bare.engine.complete();
}

/** Makes ready what code may need and could not wait for. When it cannot be had, the code is told when it needs it. */
export async function prepareFor(code: string, { engine }: Pick<Bare, "engine">): Promise<void> {
  if (mayReadModels(code)) await engine.completeFrontends().catch(() => undefined);
}
