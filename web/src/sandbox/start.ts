// What the sandbox's worker is given to start with: the engine's module and the port to the page.
// Requests may already wait in the port; they stay there until it is listened to.

export interface Start {
  readonly wasm: ArrayBuffer;
  readonly port: MessagePort;
}

/** Left here by the script of sandbox.html; the user's code has no use for it. */
const globals = globalThis as { start?: Start };

function take(): Start {
  const { start } = globals;
  delete globals.start;
  if (!start) throw new Error("This worker starts in the sandbox only.");
  return start;
}

export const start = take();
