// The entry of the worker in the sandbox where the user's code is Python: engine, interpreter, session, and the
// messages between them and the page.
import * as passcope from "passcope/bare";
import type { Reply, Request } from "../protocol/messages";
import { startPython } from "../python/interpreter";
import type { EngineAndPython } from "../sandbox/python-files";
import { engineOf } from "./engine";
import { makePythonCodeHost } from "./python-code-host";
import { loadEngineAndPython } from "./python-interpreter";
import { prepareFor } from "./sandbox-engine";
import { beginInSandbox } from "./sandbox-worker";
import { Session } from "./session";
import { sessionOptions } from "./session-options";

const worker = beginInSandbox<EngineAndPython, Request, Reply>();
// Taken before any of the user's code could put something in its place.
const now = performance.now.bind(performance);
const python = await loadEngineAndPython(passcope, worker.files, worker.parts);

const session = new Session(
  engineOf(passcope),
  worker.post,
  sessionOptions(),
  makePythonCodeHost(startPython(python), (source) => prepareFor(source, passcope), now),
);

worker.open((request) => void session.handle(request));
