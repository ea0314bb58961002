// The editor's side of the language service. The first use starts the worker. If the worker cannot load, the editor
// works without it.
import type { LanguageKind, LanguageReply, LanguageRequest, LanguageRequests } from "./messages";

export type LanguageState = "off" | "loading" | "ready" | "failed";

export class LanguageClient {
  #worker: Worker | undefined;
  #state: LanguageState = "off";
  #lastId = 0;
  #source: string | undefined;
  readonly #waiting = new Map<number, (value: unknown) => void>();

  constructor(
    private readonly make: (() => Worker) | undefined,
    private readonly onState: (state: LanguageState) => void,
  ) {}

  get state(): LanguageState {
    return this.#state;
  }

  start(): void {
    if (!this.make || this.#state !== "off") return;
    this.#setState("loading");
    try {
      this.#worker = this.make();
    } catch {
      this.#fail();
      return;
    }
    this.#worker.addEventListener("message", ({ data }: MessageEvent<LanguageReply>) => {
      this.#setState("ready");
      const resolve = this.#waiting.get(data.id);
      this.#waiting.delete(data.id);
      resolve?.("value" in data ? data.value : undefined);
    });
    this.#worker.addEventListener("error", (event) => {
      event.preventDefault();
      this.#fail();
    });
  }

  /** Resolves with undefined if there is no service, or if the service ends before it answers. */
  async ask<K extends LanguageKind>(
    kind: K,
    source: string,
    body: LanguageRequests[K]["request"],
  ): Promise<LanguageRequests[K]["reply"] | undefined> {
    const worker = this.#worker;
    if (!worker) return undefined;
    const id = ++this.#lastId;
    const request = {
      id,
      kind,
      body,
      ...(source === this.#source ? {} : { source }),
    } as LanguageRequest;
    this.#source = source;
    return new Promise((resolve) => {
      this.#waiting.set(id, (value) => resolve(value as LanguageRequests[K]["reply"]));
      worker.postMessage(request);
    });
  }

  dispose(): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#source = undefined;
    this.#state = "off";
    this.#abandon();
  }

  #fail(): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#abandon();
    this.#setState("failed");
  }

  #abandon(): void {
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    waiting.forEach((resolve) => resolve(undefined));
  }

  #setState(state: LanguageState): void {
    if (state === this.#state) return;
    this.#state = state;
    this.onState(state);
  }
}
