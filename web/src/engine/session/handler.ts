// What answers requests: a handler for each, by the request's name. A feature's handlers are in its handlers.ts;
// `workers/handlers.ts` has all of them.
import type { Failure, ModelFiles, ProgramSource, RunProgress } from "../../core/protocol/messages";
import type { RequestTable, TypesOf } from "../../core/protocol/request";
import type { SnapshotOf } from "../../core/protocol/session-requests";
import type { CodeHost } from "./code-host";
import type { Engine, ModuleHandle, Params } from "./engine-api";
import type { Tell } from "./imports";
import type { KeptRun } from "./kept-run";
import type { MadeProgram, Programs } from "./programs";
import type { SessionOptions } from "./session-options";

/** What a handler has of the session, for one request. */
export interface Answering {
  /** The request's number. */
  readonly id: number;
  readonly engine: Engine;
  readonly options: SessionOptions;
  readonly programs: Programs;
  /** Only where the user's code may run. */
  readonly code: CodeHost | undefined;
  /** Ends what an earlier request repeats; `isCurrent` holds until a later one does so. */
  readonly begin: () => void;
  /** Ends what an earlier request repeats. */
  readonly interrupt: () => void;
  readonly isCurrent: () => boolean;
  /** Has the rest of the engine loaded. If it does not come, whatever needs it says so. */
  readonly complete: () => Promise<void>;
  /** As `complete`, for what is asked beside a run: it fails where the rest does not come. */
  readonly whole: () => Promise<void>;
  /** The run whose trace was told last; throws where it is not this one. */
  readonly keptRun: (runId: number) => KeptRun;
  /** A module of that run, which stays the run's. */
  readonly module: (of: SnapshotOf) => ModuleHandle;
  /** The values of parameters that belong to the program of that run. */
  readonly paramsOfTrace: () => Promise<Params>;
  readonly load: (
    source: ProgramSource,
    files: ModelFiles | undefined,
  ) => MadeProgram | Promise<MadeProgram>;
  /** Tells how far reading or converting a file is. */
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
