// The entry of the worker in the sandbox where the user's code is Python: engine, interpreter, session, and the
// messages between them and the page.
import * as passcope from "passcope/bare";
import type { Request } from "../protocol/messages";
import { isPartAnswer, type PartAnswer } from "../protocol/part";
import { startPython } from "../python/interpreter";
import type { EngineAndPython } from "../sandbox/python-files";
import { engineOf } from "./engine";
import { makePythonCodeHost } from "./python-code-host";
import { loadPython } from "./python-interpreter";
import { loadEngineOf, PartsOfPage, prepareFor } from "./sandbox-engine";
import { Session } from "./session";
import { sessionOptions } from "./session-options";

/** What the script of sandbox.html leaves here; the user's code has no use for it. */
interface Start {
  readonly engine: EngineAndPython;
  readonly port: MessagePort;
}

const globals = globalThis as { start?: Start };
const { start } = globals;
delete globals.start;
if (!start) throw new Error("This worker starts in the sandbox only.");

const { port } = start;
// Taken before any of the user's code could put something in its place.
const post = port.postMessage.bind(port);
const now = performance.now.bind(performance);

const [first, deferred, kernels, ...files] = start.engine;
const parts = new PartsOfPage(post);
const [python] = await Promise.all([
  loadPython(files),
  loadEngineOf(passcope, [first, deferred, kernels], parts),
]);

const session = new Session(
  engineOf(passcope),
  (reply) => post(reply),
  sessionOptions(),
  makePythonCodeHost(startPython(python), (source) => prepareFor(source, passcope), now),
);

// Requests that came meanwhile have waited in the port.
port.onmessage = ({ data }: MessageEvent<Request | PartAnswer>) => {
  if (isPartAnswer(data)) parts.take(data);
  else void session.handle(data);
};
