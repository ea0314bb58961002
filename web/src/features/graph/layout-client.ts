// The page's side of the layout worker. A new request ends the previous one.
import { t } from "./texts";
import layoutWorker from "./layout-worker.ts?worker&url";
import { moduleWorker } from "../../core/protocol/module-worker";
import type { LayoutInput, LayoutResult } from "./layout";

export type SpawnLayout = () => Worker;

const spawnWorker: SpawnLayout = () => moduleWorker(layoutWorker);

export class LayoutClient {
  #worker: Worker | undefined;
  #busy = false;

  constructor(private readonly spawn: SpawnLayout = spawnWorker) {}

  /** Resolves with undefined if a newer request replaces this one. */
  layout(input: LayoutInput): Promise<LayoutResult | undefined> {
    this.stop(this.#busy);
    const worker = (this.#worker ??= this.spawn());
    this.#busy = true;
    return new Promise((resolve, reject) => {
      this.#giveUp = () => resolve(undefined);
      worker.onmessage = ({ data }: MessageEvent<LayoutResult>) => {
        this.#busy = false;
        resolve(data);
      };
      worker.onerror = (event) => {
        reject(new Error(event.message || t("graph.layoutFailed")));
        this.stop();
      };
      worker.postMessage(input);
    });
  }

  #giveUp: () => void = () => undefined;

  /** Ends the current request and its worker. An idle worker (`busy` false) stays for the next graph. */
  stop(busy = true): void {
    if (!busy) return;
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#busy = false;
    this.#giveUp();
  }
}
