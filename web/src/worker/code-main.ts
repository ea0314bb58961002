// The entry of the worker in the sandbox: engine, session, the user's code, and the messages between
// them and the page.
import * as passcope from "passcope/bare";
import type { EngineBytes } from "../sandbox/frame";
import type { Reply, Request } from "../protocol/messages";
import { makeCodeHost } from "./code-host";
import { engineOf } from "./engine";
import { loadEngineOf } from "./sandbox-engine";
import { beginInSandbox } from "./sandbox-worker";
import { Session } from "./session";
import { sessionOptions } from "./session-options";

const worker = beginInSandbox<EngineBytes, Request, Reply>();
await loadEngineOf(passcope, worker.files, worker.parts);

const session = new Session(
  engineOf(passcope),
  worker.post,
  sessionOptions(),
  makeCodeHost(passcope),
);

worker.open((request) => void session.handle(request));
