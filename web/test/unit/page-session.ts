// The page's session on the engine itself, in the tests' thread.
import * as passcope from "passcope";
import type { Spawn } from "../../src/protocol/client";
import { engineOf } from "../../src/worker/engine";
import { Session } from "../../src/worker/session";

/** As the page's worker answers, but for repetitions, of which there is one. */
export const spawn: Spawn = (receive) => {
  const session = new Session(engineOf(passcope), receive, {
    maxRepetitions: 1,
    maxRepeatMs: 1,
    now: () => performance.now(),
    breathe: () => Promise.resolve(),
  });
  return {
    post: (request) => void session.handle(request),
    terminate: () => session.dispose(),
  };
};
