// The beginning of all workers of the sandbox: the values that the script of sandbox.html leaves, and the messages with
// the page.
import { isPartAnswer, type PartAnswer } from "../../core/protocol/part";
import { PartsOfPage } from "./sandbox-engine";

/** The values that the script of sandbox.html leaves. They are hidden from the user's code. */
interface Start<Files> {
  readonly engine: Files;
  readonly port: MessagePort;
}

export interface SandboxWorker<Files, Question extends object, Reply> {
  /** The files of the engine, and of the interpreter if there is one. */
  readonly files: Files;
  readonly parts: PartsOfPage;
  readonly post: (message: Reply | string) => void;
  /** Starts answering the page's questions. Earlier ones have waited in the port. */
  readonly open: (answer: (question: Question) => void) => void;
}

/** Takes these values before the user's code can replace them. Call it once. */
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
