// Makes the sandbox for the user's code, as two nested frames with the same page (public/sandbox.html). The outer frame
// has the site's origin, so the site's service worker can serve its page. The inner frame has an opaque origin and a
// policy without connections. It makes the guard (workers/guard-main.ts), a worker that makes the code worker and
// checks all that it sends. The page checks each message again here.
import { t } from "../core/texts";
import type { PartAnswer } from "../core/protocol/part";
import { literal, Mismatch, object, oneOf, string } from "../core/protocol/schema";
import type { EndReason, Guarded } from "./guard";
import { MAX_WHY } from "./limits";

/** The engine's first and deferred module, and its kernels. */
export type EngineBytes = readonly [
  first: ArrayBuffer,
  deferred: ArrayBuffer,
  kernels: ArrayBuffer,
];

/** The files for the workers of the sandbox. */
export interface SandboxFiles {
  /** The scripts of the code worker and of its guard. */
  readonly script: string;
  readonly guard: string;
  /** The engine's files, and behind them any others that the script uses. */
  readonly engine: readonly ArrayBuffer[];
  /** Fetches the part that reads models. Most code does not need it, so it is sent only when the worker asks for it. */
  readonly frontends: () => Promise<ArrayBuffer>;
}

export interface SandboxOptions {
  /** The address of sandbox.html. */
  readonly frame: string;
  /** Fetches the files; the result is kept. */
  readonly files: () => Promise<SandboxFiles>;
  /** Whether the worker answers requests of sessions or of cells. */
  readonly of: Guarded;
  /** The parent of the invisible frames. */
  readonly parent: Element;
}

/** A frame with a worker in it. */
export interface SandboxFrame {
  post(message: unknown): void;
  /** Ends the worker at once, whatever it does. */
  terminate(): void;
}

/** The message for each reason of the guard to end a frame. */
const REASONS: Readonly<Record<EndReason, (why: string) => string>> = {
  flooded: () => t("sandbox.flooded"),
  printed: () => t("sandbox.printed"),
  noAnswer: (why) => t("sandbox.noAnswer", { why }),
  ports: () => t("sandbox.ports"),
  closed: () => t("sandbox.closed"),
  broke: (why) => (why === "" ? t("sandbox.broke") : why),
  restless: () => t("sandbox.restless"),
};
const reasons = Object.keys(REASONS) as EndReason[];

/** The guard's messages. Replies are passed on without a check here. */
const fromGuard = oneOf("kind", {
  reply: object({ kind: literal("reply") }),
  frontends: object({ kind: literal("frontends") }),
  // eslint-disable-next-line passcope/bounded-arguments -- The reasons above.
  end: object({ kind: literal("end"), reason: literal(...reasons), why: string(MAX_WHY) }),
});

/**
 * Opens a frame. `receive` gets each message; if it throws a Mismatch, the frame ends. `crash` is called when the frame
 * breaks down or is ended, with a name for the event unless it is the engine's fault.
 */
export type OpenFrame = (
  receive: (data: unknown) => void,
  crash: (message: string, name?: string) => void,
) => SandboxFrame;

/**
 * Rejects with a TypeError if neither the site nor its service worker gives the frame's page. A frame does not report
 * what it shows instead of its page.
 */
async function reachable(page: string): Promise<void> {
  const response = await fetch(page, { cache: "no-cache" });
  if (!response.ok) throw new TypeError(response.statusText);
}

export function sandboxFrames({ frame: src, files, of, parent }: SandboxOptions): OpenFrame {
  let loading: Promise<SandboxFiles> | undefined;
  const load = (): Promise<SandboxFiles> => {
    loading ??= files();
    // After a failure, the next call tries again.
    loading.catch(() => (loading = undefined));
    return loading;
  };

  return (receive, crash) => {
    const { port1: port, port2: workersPort } = new MessageChannel();
    const { port1: control, port2: framesControl } = new MessageChannel();
    const frame = document.createElement("iframe");
    const terminate = (): void => {
      port.onmessage = port.onmessageerror = control.onmessage = frame.onload = null;
      port.removeEventListener("close", lost);
      port.close();
      control.close();
      // Removing the frame ends its workers at once.
      frame.remove();
    };
    // Some browsers report it: the process of the frame is gone, perhaps for lack of memory.
    const lost = (): void => fail(t("sandbox.lost"));
    const fail = (message: string, name?: string): void => {
      terminate();
      crash(message, name);
    };

    /** Ends the frame because its code misbehaves. */
    const stop = (message: string): void => fail(message, t("sandbox.stopped"));

    const answer = (part: PartAnswer): void => port.postMessage(part);
    let sent = false;
    const sendFrontends = (): void => {
      if (sent) return;
      sent = true;
      load()
        .then(({ frontends }) => frontends())
        .then(
          (bytes) => answer({ kind: "part", bytes }),
          (error: unknown) => {
            sent = false;
            answer({ kind: "part", why: error instanceof Error ? error.message : String(error) });
          },
        );
    };

    const hear = (data: unknown): void => {
      const said = fromGuard(data);
      switch (said.kind) {
        case "frontends":
          sendFrontends();
          return;
        case "end": {
          const message = REASONS[said.reason](said.why);
          if (said.reason === "broke" || said.reason === "closed") fail(message);
          else stop(message);
          return;
        }
        case "reply":
          receive((data as { readonly reply?: unknown }).reply);
      }
    };
    port.onmessage = ({ data }: MessageEvent<unknown>) => {
      try {
        hear(data);
      } catch (error) {
        if (!(error instanceof Mismatch)) throw error;
        stop(t("sandbox.noAnswer", { why: error.message }));
      }
    };
    port.addEventListener("close", lost);
    port.onmessageerror = () => fail(t("engine.unreadable"));
    control.onmessage = ({ data }: MessageEvent<unknown>) =>
      fail(typeof data === "string" ? data.slice(0, 1000) : t("sandbox.broke"));

    frame.title = t("sandbox.frame");
    frame.hidden = true;
    frame.onload = () => {
      // Only the first document of the frame gets the message.
      frame.onload = null;
      Promise.all([load(), reachable(src)]).then(
        ([{ script, guard, engine }]) =>
          // The frame may be on another site than the page. The message contains nothing secret.
          frame.contentWindow?.postMessage({ of, script, guard, engine }, "*", [
            framesControl,
            workersPort,
          ]),
        // Errors of hosts that serve other content have their own message.
        (error: unknown) =>
          fail(
            error instanceof Error && !(error instanceof TypeError)
              ? `${t("engine.unreachable")} ${error.message}`
              : t("engine.unreachable"),
          ),
      );
    };
    frame.src = src;
    parent.append(frame);

    return { post: (message) => port.postMessage(message), terminate };
  };
}
