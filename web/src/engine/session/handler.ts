// Handlers of requests, by the request's name. A feature's handlers are in its handlers.ts; `workers/handlers.ts`
// collects all of them.
import type { Failure, ModelFiles, ProgramSource, RunProgress } from "../../core/protocol/messages";
import type { RequestTable, TypesOf } from "../../core/protocol/request";
import type { SnapshotOf } from "../../core/protocol/session-requests";
import type { CodeHost } from "./code-host";
import type { Engine, ModuleHandle, Params } from "./engine-api";
import type { Tell } from "./imports";
import type { KeptRun } from "./kept-run";
import type { MadeProgram, Programs } from "./programs";
import type { SessionOptions } from "./session-options";

/** The session's side of one request, as a handler sees it. */
export interface Answering {
  /** The request's number. */
  readonly id: number;
  readonly engine: Engine;
  readonly options: SessionOptions;
  readonly programs: Programs;
  /** Present only where the user's code may run. */
  readonly code: CodeHost | undefined;
  /** Ends the repetitions of an earlier request. `isCurrent` is true until a later request does the same. */
  readonly begin: () => void;
  /** Ends the repetitions of an earlier request. */
  readonly interrupt: () => void;
  readonly isCurrent: () => boolean;
  /** Loads the rest of the engine. If that fails, the first call that needs it throws. */
  readonly complete: () => Promise<void>;
  /** Like `complete`, for requests beside a run: it rejects if the rest does not load. */
  readonly whole: () => Promise<void>;
  /** The run whose trace was sent last. Throws if it is another run. */
  readonly keptRun: (runId: number) => KeptRun;
  /** A module of that run. The run keeps the handle. */
  readonly module: (of: SnapshotOf) => ModuleHandle;
  /** The values of the parameters of that run's program. */
  readonly paramsOfTrace: () => Promise<Params>;
  readonly load: (
    source: ProgramSource,
    files: ModelFiles | undefined,
  ) => MadeProgram | Promise<MadeProgram>;
  /** Reports the progress of reading or converting a file. */
  readonly tell: Tell;
  readonly progress: (progress: RunProgress) => void;
}

type Handler<Body, Reply> = (asked: Answering, body: Body) => Reply | Promise<Reply>;

/** A handler for each request of a table. */
export type HandlersOf<Table extends RequestTable> = {
  readonly [Kind in keyof Table]: Handler<
    TypesOf<Table>[Kind]["request"],
    TypesOf<Table>[Kind]["reply"]
  >;
};

export type HandlerTable = Readonly<Record<string, Handler<never, unknown>>>;

/** A failure after which the worker must end. */
export class Fatal extends Error {
  constructor(readonly failure: Failure) {
    super(failure.message);
  }
}
