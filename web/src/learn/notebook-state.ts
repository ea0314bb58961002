// The state of the cells of a page: which have run, which are outdated, and the order of runs. It does not touch the
// page; a listener gets each change.
import type { ConsoleEntry } from "../core/protocol/code";
import type { CellOutcome } from "../core/protocol/notebook";
import type { CellClient, RunEnd } from "./client";

/**
 * "outdated": the cell has run, and then it or a cell above was changed or ran again, so its result may be different
 * now.
 */
export type CellStatus = "idle" | "queued" | "running" | "done" | "failed" | "outdated";

export interface CellState {
  readonly name: string;
  readonly code: string;
  readonly original: string;
  readonly status: CellStatus;
  readonly printed: readonly ConsoleEntry[];
  /** The outcome of the latest run since the worker began. */
  readonly outcome?: CellOutcome;
  /** Whether a cell above had not run, or was outdated, when this one ran. */
  readonly gaps: boolean;
}

type Changed = (state: CellState, index: number) => void;

/** The most entries of output to show per cell. */
const MAX_PRINTED = 2000;

export class NotebookState {
  readonly #cells: CellState[];
  #running = false;
  /** The number of the latest request to run cells. A newer one replaces it. */
  #wanted = 0;

  constructor(
    cells: readonly { readonly name: string; readonly code: string }[],
    private readonly client: Pick<CellClient, "run" | "stop">,
    private readonly changed: Changed,
  ) {
    this.#cells = cells.map(({ name, code }) => ({
      name,
      code,
      original: code,
      status: "idle",
      printed: [],
      gaps: false,
    }));
  }

  get cells(): readonly CellState[] {
    return this.#cells;
  }

  /** Whether a cell is running or queued. */
  get busy(): boolean {
    return this.#cells.some(({ status }) => status === "queued" || status === "running");
  }

  edit(index: number, code: string): void {
    if (this.#at(index).code === code) return;
    this.#set(index, { code });
    this.#outdate(index);
  }

  /** Restores the original code of a cell and removes results of other code. */
  reset(index: number): void {
    const { code, original } = this.#at(index);
    if (code === original) return;
    this.edit(index, original);
    this.#set(index, { outcome: undefined, printed: [], gaps: false });
  }

  resetAll(): void {
    this.#cells.forEach((_, index) => this.reset(index));
  }

  /** Runs cells in order up to the first failure. If others are running, these come after them. */
  async run(indices: readonly number[]): Promise<void> {
    const waiting = indices.filter((index) => !/queued|running/.test(this.#at(index).status));
    for (const index of waiting) this.#set(index, { status: "queued" });
    if (this.#running) return;
    this.#running = true;
    const wanted = ++this.#wanted;
    try {
      for (let index = this.#next(); index >= 0; index = this.#next()) {
        if (!(await this.#runOne(index)) || wanted !== this.#wanted) break;
      }
    } finally {
      if (wanted === this.#wanted) {
        this.#running = false;
        this.#unqueue();
      }
    }
  }

  runAll(): Promise<void> {
    return this.run(this.#cells.map((_, index) => index));
  }

  /** Runs the cells from the top down to this one. */
  runTo(last: number): Promise<void> {
    return this.run(this.#cells.map((_, index) => index).slice(0, last + 1));
  }

  /** Stops the running cells. The worker's state is lost, so no cell counts as run. */
  stop(): void {
    this.#wanted += 1;
    this.#running = false;
    this.client.stop();
    this.#forget();
  }

  #next(): number {
    return this.#cells.findIndex(({ status }) => status === "queued");
  }

  /** Runs a cell. Resolves with whether it succeeded. */
  async #runOne(index: number): Promise<boolean> {
    const { name, code } = this.#at(index);
    const gaps = this.#cells
      .slice(0, index)
      .some(({ status }) => status === "idle" || status === "outdated");
    this.#outdate(index + 1);
    this.#set(index, { status: "running", printed: [], outcome: undefined, gaps });
    const wanted = this.#wanted;
    const end = await this.client.run({ name, code }, (entries) => {
      if (wanted !== this.#wanted) return;
      const printed = [...this.#at(index).printed, ...entries].slice(0, MAX_PRINTED);
      this.#set(index, { printed });
    });
    // The run was stopped; `stop` has already updated the state.
    if (wanted !== this.#wanted) return false;
    return this.#ended(index, code, end);
  }

  #ended(index: number, code: string, end: RunEnd): boolean {
    if (end.kind === "stopped") return false;
    if (end.kind === "crashed") {
      const { name, message } = end;
      this.#forget();
      this.#set(index, {
        status: "failed",
        outcome: { failure: { name, message, rendered: [], fatal: false } },
      });
      return false;
    }
    const { failure } = end.outcome;
    if (failure?.fatal) {
      // An engine that met its own bug, or a trap, must not be used again.
      this.client.stop();
      this.#forget();
    }
    // The cell may have been edited meanwhile.
    const status = failure ? "failed" : this.#at(index).code === code ? "done" : "outdated";
    this.#set(index, { status, outcome: end.outcome });
    return !failure;
  }

  /** Marks the cells from this one on that have run as outdated. */
  #outdate(from: number): void {
    this.#cells.forEach(({ status }, index) => {
      if (index >= from && (status === "done" || status === "failed")) {
        this.#set(index, { status: "outdated" });
      }
    });
  }

  #unqueue(): void {
    this.#cells.forEach(({ status, outcome }, index) => {
      if (status === "queued") this.#set(index, { status: outcome ? "outdated" : "idle" });
    });
  }

  #forget(): void {
    this.#cells.forEach((_, index) =>
      this.#set(index, { status: "idle", outcome: undefined, printed: [], gaps: false }),
    );
  }

  #at(index: number): CellState {
    const cell = this.#cells[index];
    if (!cell) throw new RangeError(`there is no cell ${index}`);
    return cell;
  }

  #set(
    index: number,
    change: Partial<Omit<CellState, "outcome">> & { outcome?: CellOutcome | undefined },
  ): void {
    const { outcome, ...cell } = { ...this.#at(index), ...change };
    const state: CellState = outcome ? { ...cell, outcome } : cell;
    this.#cells[index] = state;
    this.changed(state, index);
  }
}
