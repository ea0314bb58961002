// The page's session on the engine itself, in the tests' thread.
import { handlers } from "../../src/workers/handlers";
import * as passcope from "passcope";
import type { Spawn } from "../../src/core/protocol/client";
import type { CodeHost } from "../../src/engine/session/code-host";
import { engineOf } from "../../src/engine/session/engine";
import { Session } from "../../src/engine/session/session";

/** As a worker answers, but for repetitions, of which there is one. `code`: what runs the user's, if it may. */
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
