// The sessions of a shared worker, by their numbers.
import type { Reply, Request } from "../core/protocol/requests";
import type { ToEngine } from "./engine-messages";

/** The used part of a Session. */
interface Handles {
  handle(request: Request): Promise<void>;
  dispose(): void;
}

interface Entry {
  readonly session: Handles;
  /** Requests that are being answered. */
  readonly open: Set<Promise<void>>;
}

export class SessionTable {
  readonly #entries = new Map<number, Entry>();

  constructor(
    private readonly make: (reply: (reply: Reply) => void) => Handles,
    private readonly post: (session: number, reply: Reply) => void,
  ) {}

  take(message: Exclude<ToEngine, { kind: "start" }>): void {
    if (message.kind === "end") void this.#end(message.session);
    else this.#request(this.#entry(message.session), message.request);
  }

  #entry(number: number): Entry {
    const known = this.#entries.get(number);
    if (known) return known;
    const session = this.make((reply) => this.post(number, reply));
    const entry = { session, open: new Set<Promise<void>>() };
    this.#entries.set(number, entry);
    return entry;
  }

  #request({ session, open }: Entry, request: Request): void {
    const answered = session.handle(request).finally(() => open.delete(answered));
    open.add(answered);
  }

  /** Waits for the end of a repeated run, then frees the session. */
  async #end(number: number): Promise<void> {
    const entry = this.#entries.get(number);
    if (!entry) return;
    this.#entries.delete(number);
    this.#request(entry, { id: 0, kind: "settle", body: {} });
    await Promise.all([...entry.open]);
    entry.session.dispose();
  }
}
