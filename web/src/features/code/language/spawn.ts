// The language service's worker. The embedded element is built with spawn-none.ts in this file's place.
import { moduleWorker } from "../../../core/protocol/module-worker";
import worker from "./worker.ts?worker&url";

/** Undefined where there is no language service. */
export const spawnLanguage: (() => Worker) | undefined = () => moduleWorker(worker);
