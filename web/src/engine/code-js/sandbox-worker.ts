// The beginning of all workers of the sandbox: the values that the script of sandbox.html leaves, and the messages with
// the page. The user's code shares this worker, so it must not reach the port: a message that comes by it is believed.
import { isPartAnswer, type PartAnswer } from "../../core/protocol/part";
import { isRestQuestion, type RestAnswer, type RestQuestion } from "../../core/protocol/rest";
import { installRest } from "./rest";
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
  /**
   * Starts answering the page's questions. Earlier ones have waited in the port. Between them the worker rests, unless
   * timers of the code may go on (`isAwake`).
   */
  readonly open: (answer: (question: Question) => Promise<void>, isAwake?: boolean) => void;
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
  const post = port.postMessage.bind(port) as (message: Reply | RestAnswer | string) => void;
  const dataOf = dataReader();
  const parts = new PartsOfPage(post);
  const rest = installRest();

  return {
    files: start.engine,
    parts,
    post,
    open: (answer, isAwake = false) => {
      const hear = async (data: Question): Promise<void> => {
        rest.begin();
        try {
          await answer(data);
        } finally {
          rest.end();
        }
      };
      port.onmessage = (event: MessageEvent<unknown>) => {
        const data = dataOf(event) as Question | PartAnswer | RestQuestion;
        if (isPartAnswer(data)) parts.take(data);
        else if (!isRestQuestion(data)) void hear(data);
        else if (isAwake || rest.isResting()) post({ kind: "rests", turn: data.turn });
      };
      if (!isAwake) rest.end();
    },
  };
}

/**
 * Reads the data of a message by the browser's own accessor. The code may replace the accessor, and would get the event
 * and with it the port.
 */
function dataReader(): (event: MessageEvent<unknown>) => unknown {
  // eslint-disable-next-line @typescript-eslint/unbound-method -- It is applied to events.
  const read = Object.getOwnPropertyDescriptor(MessageEvent.prototype, "data")?.get;
  const { apply } = Reflect;
  if (!read) return (event) => event.data;
  return (event) => apply(read, event, []) as unknown;
}
