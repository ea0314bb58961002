// The worker's entry: the engine, a session, and the messages between them and the page.
import { open } from "./inbox";
import { engine } from "./engine";
import { Session } from "./session";

// A message to oneself is queued behind those that have already arrived, without the delay of a
// timer.
const channel = new MessageChannel();
let resume: (() => void) | undefined;
channel.port1.onmessage = () => resume?.();

const session = new Session(engine, (reply) => self.postMessage(reply), {
  maxRepetitions: 5000,
  maxRepeatMs: 1200,
  now: () => performance.now(),
  breathe: () =>
    new Promise((resolve) => {
      resume = resolve;
      channel.port2.postMessage(0);
    }),
});

open((request) => void session.handle(request));
