// The worker's entry: the engine, a session, and the messages between them and the page.
import { open } from "../engine/session/inbox";
import { holdLock } from "../core/protocol/alive";
import { engineOf } from "../engine/session/engine";
import { engineFiles } from "../engine/session/engine-files";
import { loadEngineFrom } from "../engine/session/load-engine";
import { Session } from "../engine/session/session";
import { sessionOptions } from "../engine/session/session-options";
import { handlers } from "./handlers";
import { usedParts } from "../engine/session/used-parts";

await loadEngineFrom(engineFiles);

const session = new Session(
  engineOf(usedParts),
  (reply) => self.postMessage(reply),
  sessionOptions(),
  handlers,
);

holdLock(self.name, (message) => self.postMessage(message));

open((request) => void session.handle(request));
