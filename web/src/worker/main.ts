// The worker's entry: the engine, a session, and the messages between them and the page.
import { open } from "./inbox";
import { holdLock } from "../protocol/alive";
import { engineOf } from "./engine";
import { engineFiles } from "./engine-files";
import { loadEngineFrom } from "./load-engine";
import { Session } from "./session";
import { sessionOptions } from "./session-options";
import { usedParts } from "./used-parts";

await loadEngineFrom(engineFiles);

const session = new Session(
  engineOf(usedParts),
  (reply) => self.postMessage(reply),
  sessionOptions(),
);

holdLock(self.name, (message) => self.postMessage(message));

open((request) => void session.handle(request));
