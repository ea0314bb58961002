// The entry of the sandbox's worker for Python: engine, interpreter, session, and the messages between them and the
// page.
import * as passcope from "passcope/bare";
import type { Reply, Request } from "../core/protocol/requests";
import { startPython } from "../engine/code-python/interpreter";
import type { EngineAndPython } from "../sandbox/python-bytes";
import { engineOf } from "../engine/session/engine";
import { makePythonCodeHost } from "../engine/code-python/code-host";
import { loadEngineAndPython } from "../engine/code-python/load";
import { prepareFor } from "../engine/code-js/sandbox-engine";
import { beginInSandbox } from "../engine/code-js/sandbox-worker";
import { handlers } from "./handlers";
import { Session } from "../engine/session/session";
import { sessionOptions } from "../engine/session/session-options";

const worker = beginInSandbox<EngineAndPython, Request, Reply>();
// Taken before the user's code can replace it.
const now = performance.now.bind(performance);
const python = await loadEngineAndPython(passcope, worker.files, worker.parts);

const session = new Session(
  engineOf(passcope),
  worker.post,
  sessionOptions(),
  handlers,
  makePythonCodeHost(startPython(python), (source) => prepareFor(source, passcope), now),
);

worker.open((request) => session.handle(request));
