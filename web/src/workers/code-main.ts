// The entry of the worker in the sandbox: engine, session, the user's code, and the messages between
// them and the page.
import * as passcope from "passcope/bare";
import type { EngineBytes } from "../sandbox/frame";
import type { Reply, Request } from "../core/protocol/requests";
import { makeCodeHost } from "../engine/code-js/code-host";
import { engineOf } from "../engine/session/engine";
import { loadEngineOf } from "../engine/code-js/sandbox-engine";
import { beginInSandbox } from "../engine/code-js/sandbox-worker";
import { handlers } from "./handlers";
import { Session } from "../engine/session/session";
import { sessionOptions } from "../engine/session/session-options";

const worker = beginInSandbox<EngineBytes, Request, Reply>();
await loadEngineOf(passcope, worker.files, worker.parts);

const session = new Session(
  engineOf(passcope),
  worker.post,
  sessionOptions(),
  handlers,
  makeCodeHost(passcope),
);

worker.open((request) => session.handle(request));
