// What the passes of a run said: a part of the page's state, and what asks the engine for it.
import type { EngineClient } from "../../core/protocol/client";
import type {
  Failure,
  RemarkCounts,
  RemarkKind,
  RemarkPlace,
  RunRemarks,
} from "../../core/protocol/messages";
import { ALL_REMARKS, type RemarkFilter } from "../../core/trace/remark-filter";
import type { Rows } from "../../core/app/rows";
import type { AppState } from "../../core/state/app-state";
import type { Store } from "../../core/state/store";

/** Those of the run with this number. */
export type RemarksState =
  | { readonly kind: "none" }
  | { readonly kind: "asked"; readonly runId: number }
  | {
      readonly kind: "ready";
      readonly runId: number;
      readonly said: RunRemarks;
      /** How many each row said. */
      readonly counts: ReadonlyMap<number, RemarkCounts>;
    }
  | { readonly kind: "failed"; readonly runId: number; readonly failure: Failure };

export const NO_REMARKS: RemarksState = { kind: "none" };

/** A remark that is to come into sight, by its place among those of the run. */
export interface RemarkTarget {
  readonly remark: number;
}

/** Those of the trace that is shown. */
export function remarksOf({
  trace,
  remarks,
}: Pick<AppState, "trace" | "remarks">): Extract<RemarksState, { kind: "ready" }> | undefined {
  return remarks.kind === "ready" && remarks.runId === trace?.runId ? remarks : undefined;
}

/** A run that took longer, in microseconds, is not run once more for its remarks before somebody looks for them. */
const MOST_UNASKED_US = 3_000_000;

export class Remarks {
  /** What has been asked for last. */
  #asked: { readonly runId: number; readonly done: Promise<void> } | undefined;
  #places = new Map<number, Promise<readonly RemarkPlace[]>>();
  #placesOf = 0;

  /**
   * @param engine the one that has the trace's programs.
   * @param own the page's own.
   * @param failureOf an error in words.
   */
  constructor(
    private readonly store: Store<AppState>,
    private readonly rows: Rows,
    private readonly engine: () => EngineClient,
    private readonly own: () => EngineClient,
    private readonly failureOf: (error: unknown) => Failure,
  ) {}

  /** Asks for the remarks of the trace that is shown, unless they are there or on their way; resolves once it is known what came of it. */
  ask(): Promise<void> {
    const { trace, snapshots, remarks } = this.store.state;
    if (!trace || !snapshots) return Promise.resolve();
    const { runId } = trace;
    const known = remarks.kind !== "none" && remarks.runId === runId;
    if (known && this.#asked?.runId === runId) return this.#asked.done;
    this.store.update({ remarks: { kind: "asked", runId } });
    const done = this.#gather(runId);
    this.#asked = { runId, done };
    return done;
  }

  async #gather(runId: number): Promise<void> {
    const isWanted = (): boolean => this.store.state.trace?.runId === runId;
    try {
      const said = await this.engine().send("remarks", { runId });
      const counts = new Map(said.counts.map((count) => [count.row, count]));
      if (isWanted()) this.store.update({ remarks: { kind: "ready", runId, said, counts } });
    } catch (error) {
      if (!isWanted()) return;
      const failure = this.failureOf(error);
      this.store.update({ remarks: { kind: "failed", runId, failure } });
    }
  }

  /** The same without having been asked, once nothing else waits for the engine. */
  async askUnlessLong(): Promise<void> {
    const { trace } = this.store.state;
    if (!trace) return;
    const { rows, timing } = trace;
    const took = rows.reduce(
      (us, row, i) => us + (row.level > 0 ? 0 : (timing.firstUs[i] ?? 0)),
      0,
    );
    if (took <= MOST_UNASKED_US) await this.ask();
  }

  /** Where the expressions stand that the remarks of a row are about; nowhere before the remarks are there. */
  places(row: number): Promise<readonly RemarkPlace[]> {
    const ready = remarksOf(this.store.state);
    if (!ready?.counts.has(row)) return Promise.resolve([]);
    const { runId } = ready;
    if (this.#placesOf !== runId) {
      this.#placesOf = runId;
      this.#places = new Map();
    }
    const known = this.#places.get(row);
    if (known) return known;
    const asked = this.engine().send("remarkPlaces", { runId, row });
    const places = this.#places.set(row, asked);
    asked.catch(() => places.delete(row));
    return asked;
  }

  /** Remarks, by their places among those of the run, in LLVM's YAML. */
  yaml(remarks: readonly number[]): Promise<string> {
    const { trace } = this.store.state;
    return this.engine().send("remarksYaml", { runId: trace?.runId ?? 0, remarks });
  }

  /** Fetches what the kinds of remarks say, once. */
  async loadKinds(): Promise<void> {
    if (this.store.state.remarkKinds) return;
    try {
      const kinds: readonly RemarkKind[] = await this.own().send("remarkKinds", {});
      this.store.update({ remarkKinds: kinds });
    } catch {
      // Without them kinds are names only.
    }
  }

  filter(patch: Partial<RemarkFilter>): void {
    const { remarkFilter } = this.store.state;
    this.store.update({ remarkFilter: { ...remarkFilter, ...patch } });
  }

  /** Shows the list, of one row's remarks and one type. */
  showList(patch: Partial<RemarkFilter>): void {
    this.store.update({ remarkFilter: { ...ALL_REMARKS, ...patch }, detailTab: "remarks" });
  }

  /** Chooses the pass that said a remark, and brings the line into sight that it is about. */
  show(remark: number): void {
    const row = remarksOf(this.store.state)?.said.remarks[remark]?.row;
    if (row === undefined) return;
    this.rows.clearPins();
    this.rows.select(row);
    this.store.update({ detailTab: "diff", editing: undefined, remarkPlace: { remark } });
  }
}
