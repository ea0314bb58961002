// The entry of the worker in the sandbox: engine, session, the user's code, and the messages between
// them and the page.
import * as passcope from "passcope";
import { start } from "../sandbox/start";
import type { Request } from "../protocol/messages";
import { makeCodeHost } from "./code-host";
import { engine } from "./engine";
import { Session } from "./session";
import { sessionOptions } from "./session-options";

const { port } = start;
// Taken before any of the user's code could put something in its place.
const post = port.postMessage.bind(port);
const session = new Session(
  engine,
  (reply) => post(reply),
  sessionOptions(),
  makeCodeHost(passcope),
);

port.onmessage = ({ data }: MessageEvent<Request>) => void session.handle(data);
