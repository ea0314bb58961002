// The page's side of the worker that runs cells, one at a time. Stopping ends the worker and everything that the cells
// left there.
import type { ConsoleEntry } from "../core/protocol/code";
import type { CellFiles, CellOutcome, CellReply, CellRequest } from "../core/protocol/notebook";
import type { OpenFrame, SandboxFrame } from "../sandbox/frame";

/** The end of a run: an outcome, or the end of the worker. */
export type RunEnd =
  | { readonly kind: "done"; readonly outcome: CellOutcome }
  | { readonly kind: "stopped" }
  | { readonly kind: "crashed"; readonly name: string; readonly message: string };

/** The files that code uses, except the `given` ones; undefined if there are none. */
export type FilesOf = (code: string, given: ReadonlySet<string>) => Promise<CellFiles> | undefined;

interface Waiting {
  readonly id: number;
  readonly print: (entries: readonly ConsoleEntry[]) => void;
  readonly end: (end: RunEnd) => void;
}

export class CellClient {
  #frame: SandboxFrame | undefined;
  #waiting: Waiting | undefined;
  #lastId = 0;
  /** The names of the files that the sandbox has. */
  readonly #given = new Set<string>();

  /**
   * @param open opens a sandbox.
   * @param check copies the reply to a request by its number, or throws a Mismatch.
   * @param filesOf gets the files that a cell's code uses and the sandbox does not have.
   */
  constructor(
    private readonly open: OpenFrame,
    private readonly check: (data: unknown, id: number) => CellReply | undefined,
    private readonly filesOf: FilesOf = () => undefined,
  ) {}

  /** Runs a cell. No other cell may be running. */
  run(
    cell: Pick<CellRequest, "name" | "code">,
    print: (entries: readonly ConsoleEntry[]) => void,
  ): Promise<RunEnd> {
    const frame = this.#frame ?? this.#start();
    const id = ++this.#lastId;
    return new Promise((end) => {
      this.#waiting = { id, print, end };
      const fetched = this.filesOf(cell.code, this.#given);
      if (!fetched) {
        frame.post({ id, ...cell } satisfies CellRequest);
        return;
      }
      fetched.then(
        (files) => {
          // The run may have been stopped meanwhile.
          if (this.#waiting?.id !== id) return;
          for (const name of Object.keys(files)) this.#given.add(name);
          frame.post({ id, ...cell, files } satisfies CellRequest);
        },
        (error: unknown) => {
          if (this.#waiting?.id !== id) return;
          const message = error instanceof Error ? error.message : String(error);
          this.#waiting = undefined;
          end({
            kind: "done",
            outcome: { failure: { name: "LoadError", message, rendered: [], fatal: false } },
          });
        },
      );
    });
  }

  /** Ends the worker, at once. */
  stop(): void {
    this.#frame?.terminate();
    this.#end({ kind: "stopped" });
  }

  #start(): SandboxFrame {
    const frame: SandboxFrame = this.open(
      (data) => {
        if (frame === this.#frame) this.#receive(data);
      },
      (message, name) => {
        if (frame === this.#frame) this.#end({ kind: "crashed", name: name ?? "Crash", message });
      },
    );
    this.#frame = frame;
    this.#given.clear();
    return frame;
  }

  #receive(data: unknown): void {
    const waiting = this.#waiting;
    if (!waiting) return;
    const reply = this.check(data, waiting.id);
    if (!reply) return;
    if (reply.kind === "printed") {
      waiting.print(reply.entries);
      return;
    }
    this.#waiting = undefined;
    waiting.end({ kind: "done", outcome: reply.outcome });
  }

  #end(end: RunEnd): void {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    this.#frame = undefined;
    waiting?.end(end);
  }
}
