// The guard between the page and the code worker, in a worker of its own. User code that has taken over its worker can
// send anything, and the browser copies a message into memory before anyone can check it. So messages arrive here, away
// from the page. The guard passes on only small, well-formed replies to requests. The first other message ends the
// sandbox.
import type { RequestTable } from "../core/protocol/request";
import { CONSOLE_LIMITS } from "../core/protocol/bounds";
import type { Reply, RequestKind } from "../core/protocol/requests";
import type { CellReply } from "../core/protocol/notebook";
import { ASKS_FOR_FRONTENDS } from "../core/protocol/part";
import { restsIn, type RestQuestion } from "../core/protocol/rest";
import { Mismatch } from "../core/protocol/schema";
import { checkCellReply } from "./cell-replies";
import { FloodGuard } from "./flood";
import { HEARD, ONCE, PASSED, REST, STEP_MS, UNASKED, VOLUME } from "./limits";
import { checkReply } from "./replies";

/** Why a sandbox was ended. */
export type EndReason =
  "flooded" | "printed" | "noAnswer" | "ports" | "closed" | "broke" | "restless";

/** Messages of the guard to the page. */
export type FromGuard =
  | { readonly kind: "reply"; readonly reply: Reply | CellReply }
  | { readonly kind: "frontends" }
  | { readonly kind: "end"; readonly reason: EndReason; readonly why: string };

/** The kind of replies that a guard passes on: to requests of sessions, or of cells. */
export type Guarded = "session" | "cells";

export interface GuardOptions {
  readonly send: (message: FromGuard) => void;
  /** Sends the worker a question. */
  readonly ask: (question: RestQuestion) => void;
  /** Milliseconds, as `performance.now()`. */
  readonly now: () => number;
  /** Calls `act` after `ms` milliseconds. */
  readonly later: (act: () => void, ms: number) => void;
}

type Step = Extract<Reply, { kind: "progress" }>;

export class Guard {
  /** Open requests by number. Requests of cells are "cell". */
  readonly #asked = new Map<number, RequestKind | "cell">();
  /** For each request, the kinds of progress that it has got and may not get again. */
  readonly #told = new Map<number, Set<string>>();
  readonly #heard: FloodGuard;
  readonly #unasked: FloodGuard;
  readonly #passed: FloodGuard;
  readonly #volume: FloodGuard;
  #printed = 0;
  #ended = false;
  #sentFrontends = false;
  #step: Step | undefined;
  #stepTimer = false;
  /** The number of the latest question whether the worker rests, and of the latest answer. */
  #turn = 0;
  #rested = 0;
  #missed = 0;
  #restTimer = false;

  constructor(
    private readonly of: Guarded,
    /** All requests to an engine. */
    private readonly requests: RequestTable,
    private readonly options: GuardOptions,
  ) {
    const flood = (rate: typeof HEARD): FloodGuard =>
      new FloodGuard(rate.burst, rate.perSecond, options.now);
    this.#heard = flood(HEARD);
    this.#unasked = flood(UNASKED);
    this.#passed = flood(PASSED);
    this.#volume = flood(VOLUME);
  }

  /** Handles a message that did not come by the port of the session. Only the user's code sends such messages. */
  hearsAside(ports: number): void {
    if (this.#ended) return;
    if (!this.#heard.admit()) return this.end("flooded");
    if (ports > 0) return this.end("ports");
    if (!this.#unasked.admit()) this.end("flooded");
  }

  /** Notes a request of the page to the worker. */
  asks(request: { readonly id: number; readonly kind?: RequestKind }): void {
    const { id, kind = "cell" } = request;
    this.#asked.set(id, kind);
    // Each run has its own limit of output.
    if (kind === "run" || kind === "script" || kind === "cell") this.#printed = 0;
  }

  /** The page could not send the part that reads models; the worker may ask again. */
  refused(): void {
    this.#sentFrontends = false;
  }

  /** Handles a message of the worker with `ports` transferred ports. */
  hears(data: unknown, ports: number): void {
    if (this.#ended) return;
    if (!this.#heard.admit()) return this.end("flooded");
    if (ports > 0) return this.end("ports");
    if (data === ASKS_FOR_FRONTENDS) {
      if (!this.#sentFrontends) this.#send({ kind: "frontends" });
      this.#sentFrontends = true;
      return;
    }
    const turn = restsIn(data);
    if (turn !== undefined) {
      if (turn === this.#turn) this.#rested = turn;
      return;
    }
    let reply: Reply | CellReply | undefined;
    try {
      reply = this.#checked(data);
    } catch (error) {
      // Cyclic or very deep data ends the check by a RangeError.
      const why = error instanceof Mismatch ? error.message : "it cannot be checked";
      return this.end("noAnswer", why);
    }
    if (reply) this.#pass(reply);
    else if (!this.#unasked.admit()) this.end("flooded");
  }

  /** Ends the sandbox. Only the first reason is sent. */
  end(reason: EndReason, why = ""): void {
    if (this.#ended) return;
    this.#ended = true;
    this.options.send({ kind: "end", reason, why });
  }

  #checked(data: unknown): Reply | CellReply | undefined {
    let size = 0;
    const charge = (values: number, characters: number): void => {
      size = characters + 8 * values;
    };
    const copy =
      this.of === "session" ? this.#replyIn(data, charge) : this.#cellReplyIn(data, charge);
    if (!copy || this.#volume.admit(size)) return copy;
    this.end("flooded");
    return undefined;
  }

  #replyIn(data: unknown, charge: (values: number, characters: number) => void): Reply | undefined {
    return checkReply(
      this.requests,
      data,
      (id) => {
        const kind = this.#asked.get(id);
        return kind === "cell" ? undefined : kind;
      },
      charge,
    );
  }

  /** Only one cell is requested at a time. */
  #cellReplyIn(
    data: unknown,
    charge: (values: number, characters: number) => void,
  ): CellReply | undefined {
    const [id] = this.#asked.keys();
    return id === undefined ? undefined : checkCellReply(data, id, charge);
  }

  #pass(reply: Reply | CellReply): void {
    if (
      reply.kind === "printed" ||
      (reply.kind === "progress" && reply.progress.kind === "console")
    ) {
      const entries = reply.kind === "printed" ? reply.entries : entriesOf(reply);
      for (const { text } of entries) this.#printed += text.length + 1;
      if (this.#printed > 2 * (CONSOLE_LIMITS.characters + CONSOLE_LIMITS.entries)) {
        return this.end("printed");
      }
    }
    if (reply.kind === "progress") {
      const { kind } = reply.progress;
      if (kind === "step") return this.#steps(reply);
      if (ONCE.has(kind)) {
        const told = this.#told.get(reply.id) ?? new Set();
        if (told.has(kind)) return this.end("noAnswer", `${kind}: a second time`);
        this.#told.set(reply.id, told.add(kind));
      }
    } else if (reply.kind !== "printed") {
      if (this.#isRunWithoutTrace(reply)) return this.end("noAnswer", `${reply.kind}: no trace`);
      this.#asked.delete(reply.id);
      this.#told.delete(reply.id);
      this.#watchRest();
    }
    this.#flush();
    this.#send({ kind: "reply", reply });
  }

  #isRunWithoutTrace({ id, kind }: Reply | CellReply): boolean {
    return (
      kind === "done" && this.#asked.get(id) === "run" && this.#told.get(id)?.has("trace") !== true
    );
  }

  /**
   * Asks the worker again and again whether it rests, for as long as no request is open. A worker that twice does not
   * answer in time still runs the user's code, so the sandbox ends.
   */
  #watchRest(): void {
    if (this.#restTimer) return;
    this.#restTimer = true;
    this.#missed = 0;
    this.#askRest();
  }

  #askRest(): void {
    this.#turn += 1;
    this.options.ask({ kind: "rest?", turn: this.#turn });
    this.options.later(() => this.#judgeRest(), REST.ms);
  }

  #judgeRest(): void {
    if (this.#ended) return;
    if (this.#asked.size > 0) {
      this.#restTimer = false;
      return;
    }
    this.#missed = this.#rested === this.#turn ? 0 : this.#missed + 1;
    if (this.#missed >= REST.misses) this.end("restless");
    else this.#askRest();
  }

  /** If steps follow each other fast, the page gets only the latest. */
  #steps(step: Step): void {
    const first = this.#step === undefined && !this.#stepTimer;
    this.#step = step;
    if (first) this.#flush();
    if (this.#stepTimer) return;
    this.#stepTimer = true;
    this.options.later(() => {
      this.#stepTimer = false;
      this.#flush();
    }, STEP_MS);
  }

  /** Sends a waiting step before later messages. */
  #flush(): void {
    const step = this.#step;
    this.#step = undefined;
    if (step && this.#asked.has(step.id)) this.#send({ kind: "reply", reply: step });
  }

  #send(message: FromGuard): void {
    if (this.#ended) return;
    if (this.#passed.admit()) this.options.send(message);
    else this.end("flooded");
  }
}

const entriesOf = (reply: Reply | CellReply): readonly { readonly text: string }[] =>
  reply.kind === "progress" && reply.progress.kind === "console" ? reply.progress.entries : [];
