// The worker's entry: the engine, a session, and the messages between them and the page.
import { open } from "./inbox";
import { engine } from "./engine";
import { Session } from "./session";
import { sessionOptions } from "./session-options";

const session = new Session(engine, (reply) => self.postMessage(reply), sessionOptions());

open((request) => void session.handle(request));
