// The page's side of a worker. Every request has an id. Replies that nobody waits for any more are dropped. Stop and
// crashes replace the worker.
import { t } from "../texts";
import type { CodeLanguage } from "./code";
import { HOLDS_LOCK, nextWorkerName, watchLock } from "./alive";
import type { Reply, Request, RequestKind, Requests } from "./requests";
import type { Failure, RunProgress } from "./messages";

/** A worker, or a substitute for one in tests. */
export interface Engine {
  post(request: Request): void;
  terminate(): void;
}

/**
 * Makes a worker. It must call `receive` with each reply, and `crash` when the worker breaks down, with a name for the
 * event unless it is the engine's fault. Calls after `terminate` have no effect.
 */
export type Spawn = (
  receive: (reply: Reply) => void,
  crash: (message: string, name?: string) => void,
) => Engine;

/** Spawns a real worker. */
export function workerSpawner(make: (name: string) => Worker): Spawn {
  return (receive, crash) => {
    const name = nextWorkerName();
    const worker = make(name);
    let unwatch: (() => void) | undefined;
    worker.addEventListener("message", ({ data }: MessageEvent<Reply | typeof HOLDS_LOCK>) => {
      if (data !== HOLDS_LOCK) receive(data);
      else unwatch ??= watchLock(name, () => crash(t("engine.ended")));
    });
    worker.addEventListener("error", (event) => {
      event.preventDefault();
      crash(event.message.replace(/^Uncaught (?:\w*Error: )?/, "") || t("engine.unreachable"));
    });
    worker.addEventListener("messageerror", () => crash(t("engine.unreadable")));
    return {
      post: (request) => worker.postMessage(request),
      terminate: () => {
        unwatch?.();
        worker.terminate();
      },
    };
  };
}

/** A spawner that is loaded at its first use. */
function lazySpawner(load: () => Promise<Spawn>): Spawn {
  return (receive, crash) => {
    let engine: Engine | undefined;
    let ended = false;
    const waiting: Request[] = [];
    load().then(
      (spawn) => {
        if (ended) return;
        engine = spawn(receive, crash);
        for (const request of waiting) engine.post(request);
      },
      () => crash(t("engine.unreachable")),
    );
    return {
      post: (request) => (engine ? engine.post(request) : void waiting.push(request)),
      terminate: () => {
        ended = true;
        engine?.terminate();
      },
    };
  };
}

/** Spawners of sandboxes, loaded when user code first runs. */
export const lazySandboxes = (
  load: () => Promise<Readonly<Record<CodeLanguage, Spawn>>>,
): Readonly<Record<CodeLanguage, Spawn>> => ({
  javascript: lazySpawner(async () => (await load()).javascript),
  python: lazySpawner(async () => (await load()).python),
});

/** The worker answered a request with a failure. */
export class EngineFailure extends Error {
  constructor(readonly failure: Failure) {
    super(failure.message);
    this.name = "EngineFailure";
  }
}

/** The request's worker was stopped before it answered. */
export class Stopped extends Error {
  constructor() {
    super("stopped");
    this.name = "Stopped";
  }
}

interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
  progress?: ((progress: RunProgress) => void) | undefined;
}

export class EngineClient {
  #worker: Engine | undefined;
  #hasAnswered = false;
  #lastId = 0;
  readonly #waiting = new Map<number, Waiting>();

  /**
   * @param spawn makes a worker; called at once, and again for each replacement.
   * @param onReplaced called when the worker is gone, and with it all engine state; it gets the reason.
   * @param lasting whether to replace a worker that is gone.
   */
  constructor(
    private readonly spawn: Spawn,
    private readonly onReplaced: (reason: Error) => void,
    private readonly lasting = true,
  ) {
    this.#start();
  }

  /** Resolves with the reply; rejects with EngineFailure or Stopped. */
  send<K extends RequestKind>(
    kind: K,
    body: Requests[K]["request"],
    progress?: (progress: RunProgress) => void,
  ): Promise<Requests[K]["reply"]> {
    const worker = this.#worker ?? this.#start();
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, {
        resolve: (value) => resolve(value as Requests[K]["reply"]),
        reject,
        progress,
      });
      worker.post({ id, kind, body } as Request);
    });
  }

  /** Ends the running request at once. All pending requests reject with Stopped. */
  stop(): void {
    this.#replace(new Stopped(), true);
  }

  /** Ends the client: no request may follow. All pending requests reject with Stopped. */
  close(): void {
    this.#replace(new Stopped(), false);
  }

  #start(): Engine {
    const worker: Engine = this.spawn(
      (reply) => {
        if (worker === this.#worker) this.#receive(reply);
      },
      (message, name) => {
        if (worker !== this.#worker) return;
        const failure: Failure = name
          ? { name, message, rendered: [], fatal: false }
          : this.#hasAnswered
            ? { name: "Crash", message, rendered: [], fatal: true }
            : { name: t("engine.notLoaded"), message, rendered: [], fatal: false };
        this.#replace(new EngineFailure(failure), this.#hasAnswered);
      },
    );
    this.#worker = worker;
    this.#hasAnswered = false;
    return worker;
  }

  #receive(reply: Reply): void {
    this.#hasAnswered = true;
    const waiting = this.#waiting.get(reply.id);
    if (!waiting) return;
    if (reply.kind === "progress") {
      waiting.progress?.(reply.progress);
      return;
    }
    this.#waiting.delete(reply.id);
    if (reply.kind === "done") {
      waiting.resolve(reply.value);
      return;
    }
    const error = new EngineFailure(reply.failure);
    waiting.reject(error);
    if (reply.failure.fatal) this.#replace(error, true);
  }

  /**
   * Ends the worker. With `startAgain`, a lasting client starts another one at once. A worker that never answered must
   * wait for the next request, because it may never load.
   */
  #replace(reason: Error, startAgain: boolean): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    const abandoned = [...this.#waiting.values()];
    this.#waiting.clear();
    if (startAgain && this.lasting) this.#start();
    this.onReplaced(reason);
    abandoned.forEach((waiting) => waiting.reject(reason));
  }
}
