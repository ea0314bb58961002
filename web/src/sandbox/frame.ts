// The place where the user's code can do no harm: a worker of a frame whose origin is its own and whose
// policy lets nothing out. That frame lies in another one, which has the same page (public/sandbox.html) but the
// site's origin, so that the site's service worker can serve it. What the worker says goes to the guard
// (guard-main.ts), a worker of the same frame that hands on what is right. It is checked once more here.
import { t } from "../core/texts";
import type { PartAnswer } from "../core/protocol/part";
import { literal, Mismatch, object, oneOf, string } from "../core/protocol/schema";
import type { EndReason, Guarded } from "./guard";
import { MAX_WHY } from "./limits";

/** The engine's first and later part, and its kernels. */
export type EngineBytes = readonly [
  first: ArrayBuffer,
  deferred: ArrayBuffer,
  kernels: ArrayBuffer,
];

/** What the frame's worker is made of. */
export interface SandboxFiles {
  /** The script of the worker of the code, and that of its guard. */
  readonly script: string;
  readonly guard: string;
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
  /** What the worker answers. */
  readonly of: Guarded;
  /** Where the frames are put, unseen. */
  readonly parent: Element;
}

/** A frame with a worker in it. */
export interface SandboxFrame {
  post(message: unknown): void;
  /** Ends the worker in the middle of whatever it does. */
  terminate(): void;
}

/** Why a frame was ended, by what the guard calls it. */
const REASONS: Readonly<Record<EndReason, (why: string) => string>> = {
  flooded: () => t("sandbox.flooded"),
  printed: () => t("sandbox.printed"),
  noAnswer: (why) => t("sandbox.noAnswer", { why }),
  ports: () => t("sandbox.ports"),
  closed: () => t("sandbox.closed"),
  broke: (why) => (why === "" ? t("sandbox.broke") : why),
};
const reasons = Object.keys(REASONS) as EndReason[];

/** What the guard says but for replies, which are passed on. */
const fromGuard = oneOf("kind", {
  reply: object({ kind: literal("reply") }),
  frontends: object({ kind: literal("frontends") }),
  end: object({ kind: literal("end"), reason: literal(...reasons), why: string(MAX_WHY) }),
});

/**
 * Opens frames. `receive` is called with each message; a Mismatch that it throws ends the frame. `crash` is
 * called when the frame broke down or was ended, with a name for what happened unless it is the engine's fault.
 */
export type OpenFrame = (
  receive: (data: unknown) => void,
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

export function sandboxFrames({ frame: src, files, of, parent }: SandboxOptions): OpenFrame {
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
    const frame = document.createElement("iframe");
    const terminate = (): void => {
      port.onmessage = port.onmessageerror = control.onmessage = frame.onload = null;
      port.removeEventListener("close", lost);
      port.close();
      control.close();
      // With the frame goes its worker, in the middle of whatever it does.
      frame.remove();
    };
    // Of browsers that tell of it: the process of the frame is gone, for want of memory perhaps.
    const lost = (): void => fail(t("sandbox.lost"));
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
      // Only the first document of the frame is talked to.
      frame.onload = null;
      Promise.all([load(), reachable(src)]).then(
        ([{ script, guard, engine }]) =>
          // The frame's site need not be the page's. Nothing secret is sent.
          frame.contentWindow?.postMessage({ of, script, guard, engine }, "*", [
            framesControl,
            workersPort,
          ]),
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
