// What all workers of the sandbox begin with: what the script of sandbox.html leaves in them, and the messages between
// them and the page.
import { isPartAnswer, type PartAnswer } from "../../core/protocol/part";
import { PartsOfPage } from "./sandbox-engine";

/** What the script of sandbox.html leaves there; the user's code has no use for it. */
interface Start<Files> {
  readonly engine: Files;
  readonly port: MessagePort;
}

export interface SandboxWorker<Files, Question extends object, Reply> {
  /** What the engine is made of, and the interpreter if there is one. */
  readonly files: Files;
  readonly parts: PartsOfPage;
  readonly post: (message: Reply | string) => void;
  /** Has what the page asks answered. Questions that came meanwhile have waited in the port. */
  readonly open: (answer: (question: Question) => void) => void;
}

/** Takes what was left, before any of the user's code could put something in its place. Call it once. */
export function beginInSandbox<Files, Question extends object, Reply>(): SandboxWorker<
  Files,
  Question,
  Reply
> {
  const globals = globalThis as { start?: Start<Files> };
  const { start } = globals;
  delete globals.start;
  if (!start) throw new Error("This worker starts in the sandbox only.");
  const { port } = start;
  const post = port.postMessage.bind(port) as (message: Reply | string) => void;
  const parts = new PartsOfPage(post);
  return {
    files: start.engine,
    parts,
    post,
    open: (answer) => {
      port.onmessage = ({ data }: MessageEvent<Question | PartAnswer>) => {
        if (isPartAnswer(data)) parts.take(data);
        else answer(data);
      };
    },
  };
}
