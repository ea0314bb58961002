// The worker of the user's code without a sandbox, because the sandbox blocks the files of the test server.
import { handlers } from "../../../src/workers/handlers";
import * as passcope from "passcope/bare";
import { makeCodeHost } from "../../../src/engine/code-js/code-host";
import { engineOf } from "../../../src/engine/session/engine";
import { engineFiles } from "../../../src/engine/session/engine-files";
import { open } from "../../../src/engine/session/inbox";
import { loadEngineFrom } from "../../../src/engine/session/load-engine";
import { Session } from "../../../src/engine/session/session";
import { sessionOptions } from "../../../src/engine/session/session-options";

await loadEngineFrom(engineFiles);
await passcope.engine.complete();

const session = new Session(
  engineOf(passcope),
  (reply) => self.postMessage(reply),
  sessionOptions(),
  handlers,
  makeCodeHost(passcope),
);

open((request) => void session.handle(request));
