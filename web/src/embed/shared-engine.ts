// One engine for all embedded elements of a page. Each element has its own session in the worker. Runs wait for each
// other, so that they do not disturb each other's times.
import { t } from "./texts";
import type { Engine, Spawn } from "../core/protocol/client";
import type { Reply, Request } from "../core/protocol/requests";
import type { EngineFiles } from "../engine/session/load-engine";
import type { FromEngine, ToEngine } from "./engine-messages";

/** A worker, or a substitute for one in tests. */
export interface EngineWorker {
  post(message: ToEngine): void;
  terminate(): void;
}

export type MakeWorker = (
  receive: (message: FromEngine) => void,
  crash: (message: string) => void,
) => EngineWorker;

interface Session {
  receive(reply: Reply): void;
  crash(message: string, name?: string): void;
}

interface Run {
  readonly session: number;
  readonly request: Request;
  /** Whether its passes have run; then it is only repeated for its times. */
  traced: boolean;
}

/** How long an unused worker is kept, in milliseconds. */
const KEEP_MS = 30_000;

export class SharedEngine {
  #worker: EngineWorker | undefined;
  #last = 0;
  readonly #sessions = new Map<number, Session>();
  readonly #queue: Run[] = [];
  #running: Run | undefined;
  #ending: ReturnType<typeof setTimeout> | undefined;

  /** @param files the addresses of the engine. */
  constructor(
    private readonly make: MakeWorker,
    private readonly files: EngineFiles,
  ) {}

  /** Makes a session. */
  readonly spawn: Spawn = (receive, crash): Engine => {
    const session = ++this.#last;
    clearTimeout(this.#ending);
    this.#sessions.set(session, { receive, crash });
    return {
      post: (request) => this.#post(session, request),
      terminate: () => this.#end(session),
    };
  };

  #started(): EngineWorker {
    if (this.#worker) return this.#worker;
    const worker = this.make(
      (message) => {
        if (worker === this.#worker) this.#receive(message);
      },
      (message) => {
        if (worker === this.#worker) this.#restart(message);
      },
    );
    this.#worker = worker;
    worker.post({ kind: "start", files: this.files });
    return worker;
  }

  #post(session: number, request: Request): void {
    if (!this.#sessions.has(session)) return;
    if (request.kind !== "run") {
      this.#started().post({ kind: "request", session, request });
      return;
    }
    // A newer run of the same element replaces a waiting one, or ends its repetitions.
    const waiting = this.#queue.findIndex((run) => run.session === session);
    if (waiting >= 0) this.#queue.splice(waiting, 1);
    if (this.#running?.session === session && this.#running.traced) this.#settle(session);
    this.#queue.push({ session, request, traced: false });
    this.#next();
  }

  #settle(session: number): void {
    const request: Request = { id: 0, kind: "settle", body: {} };
    this.#started().post({ kind: "request", session, request });
  }

  #next(): void {
    if (this.#running) return;
    const run = this.#queue.shift();
    if (!run) return;
    this.#running = run;
    this.#started().post({ kind: "request", session: run.session, request: run.request });
  }

  #receive({ session, reply }: FromEngine): void {
    const run = this.#running;
    const to = this.#sessions.get(session);
    if (reply.kind === "failed" && reply.failure.fatal) {
      // The element that had the failure gets it, and its client makes a new session.
      this.#sessions.delete(session);
      this.#restart(t("embed.lost"), t("embed.restarted"));
    } else if (run?.session === session && run.request.id === reply.id) {
      if (reply.kind !== "progress") this.#running = undefined;
      else if (reply.progress.kind === "trace") {
        run.traced = true;
        if (this.#queue.some((next) => next.session === session)) this.#settle(session);
      }
    }
    to?.receive(reply);
    this.#next();
  }

  #end(session: number): void {
    if (!this.#sessions.delete(session)) return;
    const waiting = this.#queue.findIndex((run) => run.session === session);
    if (waiting >= 0) this.#queue.splice(waiting, 1);
    const run = this.#running;
    if (run?.session === session && !run.traced) {
      // Passes cannot be interrupted, so their engine ends with them.
      this.#restart(t("embed.lost"), t("embed.restarted"));
    } else {
      this.#worker?.post({ kind: "end", session });
    }
    if (this.#sessions.size === 0) {
      clearTimeout(this.#ending);
      this.#ending = setTimeout(() => this.#drop(), KEEP_MS);
    }
  }

  #drop(): void {
    if (this.#sessions.size > 0) return;
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#running = undefined;
    this.#queue.length = 0;
  }

  /** Ends the worker. The next request makes another one. Without a name, the worker has crashed. */
  #restart(message: string, name?: string): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#running = undefined;
    this.#queue.length = 0;
    const sessions = [...this.#sessions.values()];
    // Their clients make new sessions.
    this.#sessions.clear();
    for (const session of sessions) session.crash(message, name);
  }
}
