// The remarks of a run: their state, and the requests to the engine.
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

/** The remarks of the run `runId`. */
export type RemarksState =
  | { readonly kind: "none" }
  | { readonly kind: "asked"; readonly runId: number }
  | {
      readonly kind: "ready";
      readonly runId: number;
      readonly said: RunRemarks;
      /** The number of remarks of each type, by row. */
      readonly counts: ReadonlyMap<number, RemarkCounts>;
    }
  | { readonly kind: "failed"; readonly runId: number; readonly failure: Failure };

export const NO_REMARKS: RemarksState = { kind: "none" };

/** The remark to scroll to, by its index among those of the run. */
export interface RemarkTarget {
  readonly remark: number;
}

/** The remarks of the shown trace. */
export function remarksOf({
  trace,
  remarks,
}: Pick<AppState, "trace" | "remarks">): Extract<RemarksState, { kind: "ready" }> | undefined {
  return remarks.kind === "ready" && remarks.runId === trace?.runId ? remarks : undefined;
}

/** The longest run, in microseconds, that the page repeats for its remarks without a request. */
const MOST_UNASKED_US = 3_000_000;

export class Remarks {
  /** The latest request. */
  #asked: { readonly runId: number; readonly done: Promise<void> } | undefined;
  #places = new Map<number, Promise<readonly RemarkPlace[]>>();
  #placesOf = 0;

  /**
   * @param engine returns the engine that has the trace's programs.
   * @param own returns the page's own engine.
   * @param failureOf turns an error into a failure with a message.
   */
  constructor(
    private readonly store: Store<AppState>,
    private readonly rows: Rows,
    private readonly engine: () => EngineClient,
    private readonly own: () => EngineClient,
    private readonly failureOf: (error: unknown) => Failure,
  ) {}

  /**
   * Requests the remarks of the shown trace, unless they are known or requested. Resolves when they are known or have
   * failed.
   */
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

  /** The same without a request of the user, unless the run took too long. */
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

  /** The places of the expressions that a row's remarks name. Empty until the remarks are known. */
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

  /** Remarks in LLVM's YAML, by their indices among those of the run. */
  yaml(remarks: readonly number[]): Promise<string> {
    const { trace } = this.store.state;
    return this.engine().send("remarksYaml", { runId: trace?.runId ?? 0, remarks });
  }

  /** Fetches the descriptions of the kinds of remarks, once. */
  async loadKinds(): Promise<void> {
    if (this.store.state.remarkKinds) return;
    try {
      const kinds: readonly RemarkKind[] = await this.own().send("remarkKinds", {});
      this.store.update({ remarkKinds: kinds });
    } catch {
      // Without descriptions, kinds are only names.
    }
  }

  filter(patch: Partial<RemarkFilter>): void {
    const { remarkFilter } = this.store.state;
    this.store.update({ remarkFilter: { ...remarkFilter, ...patch } });
  }

  /** Opens the list, filtered by a row or a type. */
  showList(patch: Partial<RemarkFilter>): void {
    this.store.update({ remarkFilter: { ...ALL_REMARKS, ...patch }, detailTab: "remarks" });
  }

  /** Selects the pass of a remark, and scrolls to the line that the remark names. */
  show(remark: number): void {
    const row = remarksOf(this.store.state)?.said.remarks[remark]?.row;
    if (row === undefined) return;
    this.rows.clearPins();
    this.rows.select(row);
    this.store.update({ detailTab: "diff", editing: undefined, remarkPlace: { remark } });
  }
}
