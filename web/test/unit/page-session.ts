// The page's session on the real engine, in the thread of the tests.
import { handlers } from "../../src/workers/handlers";
import * as passcope from "passcope";
import type { Spawn } from "../../src/core/protocol/client";
import type { CodeHost } from "../../src/engine/session/code-host";
import { engineOf } from "../../src/engine/session/engine";
import { Session } from "../../src/engine/session/session";

/** Answers like a worker, but with only one repetition. `code` runs the user's code, if it may run. */
export const spawner =
  (code?: CodeHost): Spawn =>
  (receive) => {
    const session = new Session(
      engineOf(passcope),
      receive,
      {
        maxRepetitions: 1,
        maxRepeatMs: 1,
        maxModelRuns: 4,
        now: () => performance.now(),
        breathe: () => Promise.resolve(),
      },
      handlers,
      code,
    );
    return {
      post: (request) => void session.handle(request),
      terminate: () => session.dispose(),
    };
  };

/** The page's own worker. */
export const spawn = spawner();
