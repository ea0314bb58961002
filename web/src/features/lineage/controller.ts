// The lineage of an expression: its state, and the requests to the engine.
import type { LineageAsked } from "../../core/protocol/lineage-asked";
import type { EngineClient } from "../../core/protocol/client";
import type { Requests } from "../../core/protocol/requests";
import type {
  Failure,
  LineageLines,
  ProgramLineage,
  RelatedLines,
} from "../../core/protocol/messages";
import type { AppState } from "../../core/state/app-state";
import type { Store } from "../../core/state/store";

export type LineageState =
  | { readonly kind: "none" }
  /** The program has not run in its current form. */
  | { readonly kind: "untold"; readonly why: "notRun" | "outdated" }
  | { readonly kind: "asked"; readonly runId: number; readonly of: LineageAsked }
  | {
      readonly kind: "ready";
      readonly runId: number;
      readonly of: LineageAsked;
      /** Undefined if there is no expression at this place. */
      readonly told: ProgramLineage | undefined;
    }
  | {
      readonly kind: "failed";
      readonly runId: number;
      readonly of: LineageAsked;
      readonly failure: Failure;
    };

export const NO_LINEAGE: LineageState = { kind: "none" };

/** The lineage, if it belongs to the shown trace. */
export function lineageOf({
  trace,
  lineage,
}: Pick<AppState, "trace" | "lineage">):
  Exclude<LineageState, { kind: "none" | "untold" }> | undefined {
  if (lineage.kind === "none" || lineage.kind === "untold") return undefined;
  return lineage.runId === trace?.runId ? lineage : undefined;
}

/** The snapshot of the current program, if this program ran. */
export function sourceSnapshot({
  trace,
  source,
}: Pick<AppState, "trace" | "source">): number | undefined {
  return trace?.source === source ? trace.rows[0]?.before : undefined;
}

export class Lineage {
  #lines = new Map<string, Promise<LineageLines>>();
  #linesOf: LineageAsked | undefined;

  /**
   * @param engine returns the engine that has the trace's programs.
   * @param failureOf turns an error into a failure with a message.
   */
  constructor(
    private readonly store: Store<AppState>,
    private readonly engine: () => EngineClient,
    private readonly failureOf: (error: unknown) => Failure,
  ) {}

  /** Requests the lineage of the expression at a place. */
  async ask(of: LineageAsked): Promise<void> {
    const { trace, snapshots } = this.store.state;
    if (!trace || !snapshots) return;
    const { runId } = trace;
    const asked = { kind: "asked", runId, of } as const;
    this.store.update({ lineage: asked });
    const isWanted = (): boolean => this.store.state.lineage === asked;
    try {
      const told = await this.engine().send("lineage", { runId, ...of });
      if (isWanted()) this.store.update({ lineage: { kind: "ready", runId, of, told } });
    } catch (error) {
      if (!isWanted()) return;
      this.store.update({ lineage: { kind: "failed", runId, of, failure: this.failureOf(error) } });
    }
  }

  close(): void {
    this.store.update({ lineage: NO_LINEAGE });
  }

  /** Requests the lineage of the expression at a place in the current program's text. Both numbers count from 0. */
  async askOfProgram(line: number, column: number): Promise<void> {
    const { state } = this.store;
    const snapshot = state.snapshots ? sourceSnapshot(state) : undefined;
    if (snapshot === undefined) {
      const why = state.trace && state.snapshots ? "outdated" : "notRun";
      this.store.update({ lineage: { kind: "untold", why } });
      return;
    }
    await this.ask({ snapshot, line, column, source: true });
  }

  /** Requests the lineage of the calls of an operator that the pass of a row has removed or added. */
  async askOfOperator(row: number, name: string, after: boolean): Promise<void> {
    const of = this.store.state.trace?.rows[row];
    if (!of) return;
    const snapshot = after ? of.after : of.before;
    await this.ask({ snapshot, line: 0, column: 0, op: { name, row, after } });
  }

  /** The lines of relatives in the current program's text. */
  linesOfProgram(): Promise<LineageLines> {
    const snapshot = sourceSnapshot(this.store.state);
    return snapshot === undefined ? Promise.resolve([]) : this.lines(snapshot, true);
  }

  /**
   * The lines of two snapshots' texts that belong to the same expressions. Undefined if the deferred module cannot
   * load, the engine restarted, or the run is not the shown one.
   */
  async alignment(of: Requests["alignment"]["request"]): Promise<RelatedLines | undefined> {
    const { trace, snapshots } = this.store.state;
    if (trace?.runId !== of.runId || !snapshots) return undefined;
    try {
      return await this.engine().send("alignment", of);
    } catch {
      return undefined;
    }
  }

  /**
   * The lines of a snapshot's printed text that have relatives of the selected expression. With `source`, the lines of
   * the text from which the program was read.
   */
  lines(snapshot: number, source = false): Promise<LineageLines> {
    const lineage = lineageOf(this.store.state);
    if (lineage?.kind !== "ready" || !lineage.told) return Promise.resolve([]);
    const { runId, of } = lineage;
    if (this.#linesOf !== of) {
      this.#linesOf = of;
      this.#lines = new Map();
    }
    const key = `${snapshot} ${source}`;
    const known = this.#lines.get(key);
    if (known) return known;
    const asked = this.engine().send("lineageLines", {
      runId,
      ...of,
      other: snapshot,
      otherSource: source,
    });
    const lines = this.#lines.set(key, asked);
    asked.catch(() => lines.delete(key));
    return asked;
  }
}
