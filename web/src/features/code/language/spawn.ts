// Starts the worker of the language service. The build of the embedded element replaces this file with spawn-none.ts.
import { moduleWorker } from "../../../core/protocol/module-worker";
import worker from "./worker.ts?worker&url";

/** Undefined where there is no language service. */
export const spawnLanguage: (() => Worker) | undefined = () => moduleWorker(worker);
