// The lineage of a run's programs. Like remarks (remarks.ts), it is recorded during the trace if the run has user code.
// Otherwise the first question runs the pipeline again. It is never recorded while passes are repeated for their times.
import type { LineageAsked } from "../../core/protocol/lineage-asked";
import {
  didRun,
  type LineageLines,
  type ProgramLineage,
  type RelatedLines,
  type TraceRow,
} from "../../core/protocol/messages";
import { LINEAGE_LIMITS } from "../../core/protocol/records";
import type { LineageTrace, Params } from "./engine-api";
import { describeFailure } from "./failure";
import type { PreparedPipeline } from "./prepare";
import { runStage } from "./remarks";
import { Chain, type Snapshots } from "./snapshots";

/** The recorded lineage, and the row of each of its entries. */
export interface RecordedLineage {
  readonly trace: LineageTrace;
  readonly rows: readonly number[];
}

/** A question in the engine's form. */
export interface AskedAt extends Pick<LineageAsked, "snapshot" | "op"> {
  /** `offset` is in bytes of the printed text. `sourceLine` is a line of the source text, from 1, or 0. */
  readonly offset: number;
  readonly sourceLine: number;
}

/** Runs a traced run again and records its lineage. */
export function gatherLineage(
  prepared: PreparedPipeline,
  rows: readonly TraceRow[],
  snapshots: Snapshots,
  params: Params,
): RecordedLineage {
  const trace = prepared.engine.lineageTrace();
  const entries: number[] = [];
  const start = snapshots.module(rows[0]?.before ?? -1);
  if (!start) throw new Error("the run has no module to begin with");
  const chain = new Chain(start);
  let from = 0;
  try {
    for (const part of prepared.parts) {
      let end = from + 1;
      while (rows[end] && rows[end]?.level !== 0) end += 1;
      const own = rows.slice(from, end);
      if (own.length === 0) break;
      if (part.kind === "passes") {
        for (let row = from + 1; row < end; row += 1) entries.push(row);
        runStage(prepared, part, own, chain, trace);
      } else {
        entries.push(from);
        trace.look(chain.module);
        chain.advance(
          part.kind === "bind"
            ? prepared.bind(chain.module, params)
            : prepared.engine.parse(part.stage.text, "edit", chain.module),
        );
      }
      from = end;
    }
  } catch (error) {
    // A failed run fails again here; the lineage before the failure is kept.
    if (rows[from]?.status !== "failed" || describeFailure(error).fatal) {
      trace.dispose();
      throw error;
    }
  } finally {
    chain.dispose();
  }
  return { trace, rows: entries };
}

/** The lineage of a run, as long as its modules exist. */
export class RunLineage {
  constructor(
    private readonly recorded: RecordedLineage,
    private readonly rows: readonly TraceRow[],
  ) {}

  /** The lineage of an expression; undefined if there is no expression at the place. */
  of(asked: AskedAt): ProgramLineage | undefined {
    const { trace, rows } = this.recorded;
    const { index, after } = this.#programOf(asked);
    const { offset, sourceLine, op } = asked;
    const found = trace.lineage(index, after, offset, sourceLine, op?.name ?? "");
    if (!found) return undefined;
    return {
      text: short(found.text),
      line: found.place.line - 1,
      count: found.count,
      origins: found.origins.slice(0, LINEAGE_LIMITS.origins).map(({ text, source, line }) => ({
        text: short(text),
        source: short(source),
        line,
      })),
      steps: found.steps.flatMap(({ entry, kinds, before, after: left }) => {
        const row = rows[entry];
        return row === undefined ? [] : [{ row, kinds: [...kinds], before, after: left }];
      }),
    };
  }

  /**
   * The lines, from 0, of another snapshot's printed text that have ancestors, descendants or the expression itself.
   * With `source`, the lines are of the source text of that snapshot.
   */
  lines(asked: AskedAt, other: number, source: boolean): LineageLines {
    const own = this.#programOf(asked);
    const { index, after } = this.#program(other);
    const { offset, sourceLine, op } = asked;
    const places = this.recorded.trace.relatives(
      own.index,
      own.after,
      offset,
      index,
      after,
      sourceLine,
      op?.name ?? "",
      source,
    );
    const lines = new Set(places.map(({ line }) => line - 1).filter((line) => line >= 0));
    return [...lines].sort((a, b) => a - b).slice(0, LINEAGE_LIMITS.lines);
  }

  /** The lines of two snapshots' printed texts that are about the same expressions. */
  alignment(before: number, after: number): RelatedLines {
    const [a, b] = [this.#program(before), this.#program(after)];
    const { lines, constants } = this.recorded.trace.relatedLines(
      a.index,
      a.after,
      b.index,
      b.after,
    );
    return {
      lines: lines.slice(0, LINEAGE_LIMITS.lines),
      constants: constants.slice(0, LINEAGE_LIMITS.lines),
    };
  }

  dispose(): void {
    this.recorded.trace.dispose();
  }

  #programOf({ snapshot, op }: AskedAt): { index: number; after: boolean } {
    if (!op) return this.#program(snapshot);
    const index = this.recorded.rows.indexOf(op.row);
    if (index < 0) throw new Error("this pass is no part of what was recorded");
    return { index, after: op.after };
  }

  #program(snapshot: number): { index: number; after: boolean } {
    for (const [index, row] of this.recorded.rows.entries()) {
      const of = this.rows[row];
      if (!of || !didRun(of)) continue;
      if (of.before === snapshot) return { index, after: false };
      if (of.after === snapshot && of.kind === "pass") return { index, after: true };
    }
    throw new Error("this program is no part of what was recorded");
  }
}

/**
 * The offset of a place in a text, in bytes of UTF-8; -1 if there is no such line. The line and the column count from
 * 0, the column in UTF-16 code units.
 */
export function offsetOf(text: string, line: number, column: number): number {
  let begin = 0;
  for (let i = 0; i < line && begin >= 0; i += 1) begin = text.indexOf("\n", begin) + 1 || -1;
  if (begin < 0) return -1;
  const newline = text.indexOf("\n", begin);
  const end = newline < 0 ? text.length : newline;
  return new TextEncoder().encode(text.slice(0, Math.min(begin + Math.max(column, 0), end))).length;
}

const short = (text: string): string =>
  text.length <= LINEAGE_LIMITS.text ? text : `${text.slice(0, LINEAGE_LIMITS.text - 1)}…`;
