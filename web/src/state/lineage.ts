// Where an expression came from and what became of it: a part of the page's state, and what asks the engine for it.
import type { EngineClient } from "../protocol/client";
import type {
  Failure,
  LineageLines,
  ProgramLineage,
  RelatedLines,
  Requests,
} from "../protocol/messages";
import type { AppState } from "./app-state";
import type { Store } from "./store";

/** A place in the printed text of a snapshot, both from 0, the column in UTF-16. */
export interface LineagePlace {
  readonly snapshot: number;
  readonly line: number;
  readonly column: number;
}

export type LineageState =
  | { readonly kind: "none" }
  | { readonly kind: "asked"; readonly runId: number; readonly of: LineagePlace }
  | {
      readonly kind: "ready";
      readonly runId: number;
      readonly of: LineagePlace;
      /** Undefined where no expression stands. */
      readonly told: ProgramLineage | undefined;
    }
  | {
      readonly kind: "failed";
      readonly runId: number;
      readonly of: LineagePlace;
      readonly failure: Failure;
    };

export const NO_LINEAGE: LineageState = { kind: "none" };

/** That of an expression of the trace that is shown. */
export function lineageOf({
  trace,
  lineage,
}: Pick<AppState, "trace" | "lineage">): Exclude<LineageState, { kind: "none" }> | undefined {
  return lineage.kind !== "none" && lineage.runId === trace?.runId ? lineage : undefined;
}

export class Lineage {
  #lines = new Map<number, Promise<LineageLines>>();
  #linesOf: LineagePlace | undefined;

  /**
   * @param engine the one that has the trace's programs.
   * @param failureOf an error in words.
   */
  constructor(
    private readonly store: Store<AppState>,
    private readonly engine: () => EngineClient,
    private readonly failureOf: (error: unknown) => Failure,
  ) {}

  /** Asks for the lineage of what stands at a place. */
  async ask(of: LineagePlace): Promise<void> {
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

  /**
   * Which lines of the printed texts of two snapshots of a run are about the same expressions; undefined where that is
   * not known: the engine's later part does not come, or was restarted, or the run is not the one that is shown.
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

  /** The lines of the printed text of a snapshot that have relatives of the expression that is asked about. */
  lines(snapshot: number): Promise<LineageLines> {
    const lineage = lineageOf(this.store.state);
    if (lineage?.kind !== "ready" || !lineage.told) return Promise.resolve([]);
    const { runId, of } = lineage;
    if (this.#linesOf !== of) {
      this.#linesOf = of;
      this.#lines = new Map();
    }
    const known = this.#lines.get(snapshot);
    if (known) return known;
    const asked = this.engine().send("lineageLines", { runId, ...of, other: snapshot });
    const lines = this.#lines.set(snapshot, asked);
    asked.catch(() => lines.delete(snapshot));
    return asked;
  }
}
