// The entry of the worker in the sandbox: engine, session, the user's code, and the messages between
// them and the page.
import * as passcope from "passcope/bare";
import type { EngineBytes } from "../sandbox/frame";
import type { Request } from "../protocol/messages";
import { isPartAnswer, type PartAnswer } from "../protocol/part";
import { makeCodeHost } from "./code-host";
import { engineOf } from "./engine";
import { loadEngineOf, PartsOfPage } from "./sandbox-engine";
import { Session } from "./session";
import { sessionOptions } from "./session-options";

/** What the script of sandbox.html leaves here; the user's code has no use for it. */
interface Start {
  readonly engine: EngineBytes;
  readonly port: MessagePort;
}

const globals = globalThis as { start?: Start };
const { start } = globals;
delete globals.start;
if (!start) throw new Error("This worker starts in the sandbox only.");

const { port } = start;
// Taken before any of the user's code could put something in its place.
const post = port.postMessage.bind(port);

const parts = new PartsOfPage(post);
await loadEngineOf(passcope, start.engine, parts);

const session = new Session(
  engineOf(passcope),
  (reply) => post(reply),
  sessionOptions(),
  makeCodeHost(passcope),
);

// Requests that came meanwhile have waited in the port.
port.onmessage = ({ data }: MessageEvent<Request | PartAnswer>) => {
  if (isPartAnswer(data)) parts.take(data);
  else void session.handle(data);
};
