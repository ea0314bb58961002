// A session on the fake engine, with its answers.
import { handlers } from "../../src/workers/handlers";
import { EMPTY_STAGE, passStep, type Pipeline } from "../../src/core/pipeline/model";
import type { Reply, Request, RequestKind, Requests } from "../../src/core/protocol/requests";
import type { RunTrace } from "../../src/core/protocol/messages";
import { DEFAULT_SOURCE } from "../../src/core/state/app-state";
import type { CodeHost } from "../../src/engine/session/code-host";
import { Session } from "../../src/engine/session/session";
import type { SessionOptions } from "../../src/engine/session/session-options";
import { FakeEngine } from "../fake/engine";

/** The trace among the answers to a run. */
export function traceOf(answers: readonly Reply[]): RunTrace {
  for (const reply of answers) {
    if (reply.kind === "progress" && reply.progress.kind === "trace") return reply.progress.trace;
  }
  throw new Error("there is no trace");
}

export class FakeSession {
  /** All answers. */
  readonly replies: Reply[] = [];
  readonly session: Session;
  /** How often the user's code was loaded. */
  loads = 0;
  #id = 0;

  /** @param runsCode true to run the user's code, which is a pass like the toy's InferType. */
  constructor(
    readonly engine = new FakeEngine(),
    options: Partial<SessionOptions> = {},
    runsCode = false,
  ) {
    const bounds = { maxRepetitions: 2, maxRepeatMs: 1, breathe: () => Promise.resolve() };
    this.session = new Session(
      engine,
      (reply) => this.replies.push(reply),
      { ...bounds, now: engine.now, ...options },
      handlers,
      runsCode ? this.#codeHost() : undefined,
    );
  }

  #codeHost(): CodeHost {
    return {
      begin: () => undefined,
      load: () => {
        this.loads += 1;
        return Promise.resolve({
          pass: () => this.engine.pass("InferType", undefined, () => undefined),
          instrument: () => ({}),
        });
      },
      script: () => Promise.resolve(),
      print: () => undefined,
      mute: () => undefined,
      flush: () => undefined,
    };
  }

  /** The number of the latest request. */
  get latest(): number {
    return this.#id;
  }

  /** All answers to a request. */
  async ask<K extends RequestKind>(kind: K, body: Requests[K]["request"]): Promise<Reply[]> {
    this.#id += 1;
    const mine = this.#id;
    await this.session.handle({ id: mine, kind, body } as Request);
    return this.replies.filter((reply) => reply.id === mine);
  }

  /** The final answer to a request. */
  async answer<K extends RequestKind>(kind: K, body: Requests[K]["request"]): Promise<unknown> {
    const last = (await this.ask(kind, body)).at(-1);
    if (last?.kind !== "done") throw new Error(JSON.stringify(last));
    return last.value;
  }

  /** The trace of a pipeline on the initial program. */
  async trace(pipeline: Pipeline): Promise<RunTrace> {
    return traceOf(await this.ask("run", { source: DEFAULT_SOURCE, pipeline, code: "code" }));
  }
}

/** A pipeline with one stage of these passes. "mine" is the user's code. */
export const stageOf = (...passes: string[]): Pipeline => [
  {
    ...EMPTY_STAGE,
    id: "s1",
    mode: "each",
    passes: passes.map((name, i) =>
      name === "mine"
        ? { kind: "code", id: `p${i}`, name, enabled: true }
        : passStep(`p${i}`, name),
    ),
  },
];
