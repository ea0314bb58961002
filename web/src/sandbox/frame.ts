// The place where the user's code can do no harm: a worker of a frame whose origin is its own and whose
// policy lets nothing out. That frame lies in another one, which has the same page (public/sandbox.html) but the
// site's origin, so that the site's service worker can serve it. What comes back was made by somebody else's
// code, so it is checked before anything looks at it.
import { t } from "../i18n/core";
import { ASKS_FOR_FRONTENDS, type PartAnswer } from "../protocol/part";
import { FloodGuard } from "./flood";
import { Mismatch } from "../protocol/schema";

/** The engine's first and later part, and its kernels. */
export type EngineBytes = readonly [
  first: ArrayBuffer,
  deferred: ArrayBuffer,
  kernels: ArrayBuffer,
];

/** What the frame's worker is made of. */
export interface SandboxFiles {
  readonly script: string;
  /** The engine's, and behind these what else the script knows to use. */
  readonly engine: readonly ArrayBuffer[];
  /** Fetches what reads models, which most code does not need; it is sent when the worker asks for it. */
  readonly frontends: () => Promise<ArrayBuffer>;
}

export interface SandboxOptions {
  /** The address of sandbox.html. */
  readonly frame: string;
  /** Fetches the files, which are then kept. */
  readonly files: () => Promise<SandboxFiles>;
  /** Where the frames are put, unseen. */
  readonly parent: Element;
}

/** A frame with a worker in it. */
export interface SandboxFrame {
  post(message: unknown): void;
  /** Ends the worker in the middle of whatever it does. */
  terminate(): void;
}

/**
 * Above what the engine ever sends: a burst, and messages per second in the long run. Low enough for a page
 * that is busy with every single one to notice.
 */
const BURST = 200;
const PER_SECOND = 60;

/**
 * Opens frames. `receive` is called with each message; a Mismatch that it throws ends the frame. `crash` is
 * called when the frame broke down or was ended, with a name for what happened unless it is the engine's fault.
 */
export type OpenFrame = (
  receive: (data: unknown, end: (message: string) => void) => void,
  crash: (message: string, name?: string) => void,
) => SandboxFrame;

/**
 * Rejects with a TypeError when the frame's page does not come: neither from the site nor from its service
 * worker. What a frame shows instead of its page cannot be told from outside.
 */
async function reachable(page: string): Promise<void> {
  const response = await fetch(page, { cache: "no-cache" });
  if (!response.ok) throw new TypeError(response.statusText);
}

export function sandboxFrames({ frame: src, files, parent }: SandboxOptions): OpenFrame {
  let loading: Promise<SandboxFiles> | undefined;
  const load = (): Promise<SandboxFiles> => {
    loading ??= files();
    // What failed is tried again the next time.
    loading.catch(() => (loading = undefined));
    return loading;
  };

  return (receive, crash) => {
    const { port1: port, port2: workersPort } = new MessageChannel();
    const { port1: control, port2: framesControl } = new MessageChannel();
    const flood = new FloodGuard(BURST, PER_SECOND, () => performance.now());

    const frame = document.createElement("iframe");
    const terminate = (): void => {
      port.onmessage = port.onmessageerror = control.onmessage = frame.onload = null;
      port.close();
      control.close();
      // With the frame goes its worker, in the middle of whatever it does.
      frame.remove();
    };
    const fail = (message: string, name?: string): void => {
      terminate();
      crash(message, name);
    };

    /** The page ends code that misbehaves. */
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

    port.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (!flood.admit()) {
        stop(t("sandbox.flooded"));
        return;
      }
      if (data === ASKS_FOR_FRONTENDS) {
        sendFrontends();
        return;
      }
      try {
        receive(data, stop);
      } catch (error) {
        if (!(error instanceof Mismatch)) throw error;
        stop(t("sandbox.noAnswer", { why: error.message }));
      }
    };
    port.onmessageerror = () => fail(t("engine.unreadable"));
    control.onmessage = ({ data }: MessageEvent<unknown>) =>
      fail(typeof data === "string" ? data.slice(0, 1000) : t("sandbox.broke"));

    frame.title = t("sandbox.frame");
    frame.hidden = true;
    frame.onload = () => {
      // Only the first document of the frame is talked to.
      frame.onload = null;
      Promise.all([load(), reachable(src)]).then(
        ([{ script, engine }]) =>
          // The frame's site need not be the page's. Nothing secret is sent.
          frame.contentWindow?.postMessage({ script, engine }, "*", [framesControl, workersPort]),
        // A host that answers with something else than its files says so itself.
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
