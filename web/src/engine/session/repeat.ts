// Runs the parts of a pipeline again, from the modules of the traced run. Only the timing instrument runs, so no other
// instrument distorts the times.
import { didRun, type TraceRow } from "../../core/protocol/messages";
import type { Reading } from "../../core/trace/estimate";
import type { ModuleHandle, Params } from "./engine-api";
import { describeFailure } from "./failure";
import type { Part } from "./measure";
import { passTimes } from "./pass-times";
import type { PreparedPart, PreparedPipeline, PreparedStage } from "./prepare";
import { Chain, type Snapshots } from "./snapshots";

export interface Repeatable {
  readonly parts: Part[];
  /** Rows that are not repeated, because that would run the user's code again, with possible side effects. */
  readonly code: ReadonlySet<number>;
}

/** @param repeatCode whether the user allows repetitions of passes and instruments of the code. */
export function repeatable(
  prepared: PreparedPipeline,
  rows: readonly TraceRow[],
  params: Params,
  snapshots: Snapshots,
  now: () => number,
  repeatCode: boolean,
): Repeatable {
  const parts: Part[] = [];
  const code = new Set<number>();
  let from = 0;
  for (const part of prepared.parts) {
    const start = snapshots.module(rows[from]?.before ?? 0);
    if (!start) break;
    const first = from;
    let count = 1;
    while (rows[from + count] && rows[from + count]?.level !== 0) count += 1;
    const own = rows.slice(from, from + count);
    const timed = own.map(({ kind, parent }) => ({
      kind,
      parent: parent < 0 ? -1 : parent - first,
    }));
    if (part.kind !== "passes") {
      const once = (repeat: readonly number[]): Reading =>
        timeCall(() => callOf(prepared, part, start, params), repeat[0] ?? 0, now);
      parts.push({ from, rows: timed, once });
    } else if (!runsCode(part, own) || repeatCode) {
      const once = (repeat: readonly number[]): Reading | undefined =>
        timeStage(prepared, part, start, own, repeat);
      parts.push({ from, rows: timed, once });
    } else {
      own.forEach((_, i) => code.add(first + i));
    }
    from += count;
  }
  return { parts, code };
}

/**
 * Whether repeating a stage runs the user's code. Instruments of the code are left out, unless one of them vetoes
 * passes: without it, other passes would run.
 */
const runsCode = (part: PreparedStage, rows: readonly TraceRow[]): boolean =>
  part.code === "passes" || (part.code === "instruments" && vetoes(rows));

const vetoes = (rows: readonly TraceRow[]): boolean =>
  rows.some(({ status }) => status === "vetoed");

function callOf(
  prepared: PreparedPipeline,
  part: Exclude<PreparedPart, PreparedStage>,
  start: ModuleHandle,
  params: Params,
): ModuleHandle {
  return part.kind === "bind"
    ? prepared.bind(start, params)
    : prepared.engine.parse(part.stage.text, "edit", start);
}

/** Times a call, and `repeat` more calls in a row. Freeing their results is not timed. */
function timeCall(call: () => ModuleHandle, repeat: number, now: () => number): Reading {
  const time = (times: number): number => {
    const made: ModuleHandle[] = [];
    const began = now();
    for (let i = 0; i < times; i += 1) made.push(call());
    const us = ((now() - began) * 1000) / times;
    made.forEach((mod) => mod.dispose());
    return us;
  };
  return { durationsUs: [time(1)], repeatedUs: [repeat > 0 ? time(repeat) : undefined] };
}

/**
 * Runs a stage once, and its passes `repeat` times in place. Returns undefined if the user's code did something else
 * than in the traced run: then the times do not compare.
 */
function timeStage(
  prepared: PreparedPipeline,
  part: PreparedStage,
  start: ModuleHandle,
  rows: readonly TraceRow[],
  repeat: readonly number[],
): Reading | undefined {
  const { engine, code } = prepared;
  const ran = rows.map((row, i) => i > 0 && didRun(row));
  const chain = new Chain(start);
  const timing = engine.timingInstrument(repeat.filter((_, i) => ran[i]));
  try {
    const vetoing = vetoes(rows)
      ? part.stage.instruments
          .filter((use) => use.enabled && use.kind === "code")
          .map(({ name }) => code.instrument(name))
      : [];
    // The traced run has already reported names that do not come up.
    const context = engine.context(
      prepared.contextOptions(part.stage, [...vetoing, timing], () => undefined),
    );
    try {
      return context.with(() => {
        for (const call of part.calls) chain.advance(call.pass(chain.module));
        const roots = timing.profiles();
        const passes = passTimes(roots, vetoing.length === 0);
        const names = rows.filter((_, i) => ran[i]).map(({ name }) => name);
        if (names.join() !== passes.map(({ name }) => name).join()) {
          throw new Error(`a repetition ran ${passes.length} passes, the trace ${names.length}`);
        }
        let next = 0;
        const ofRows = ran.map((did) => (did ? passes[next++] : undefined));
        const durationsUs = ofRows.map((pass) => pass?.us ?? 0);
        // The time of the stage is that of its outermost passes.
        durationsUs[0] = rows.reduce(
          (us, row, i) => us + (row.level === 1 ? (durationsUs[i] ?? 0) : 0),
          0,
        );
        return { durationsUs, repeatedUs: ofRows.map((pass) => pass?.repeatedUs) };
      });
    } finally {
      context.dispose();
    }
  } catch (error) {
    if (part.code === "none" || describeFailure(error).fatal) throw error;
    return undefined;
  } finally {
    timing.dispose();
    chain.dispose();
  }
}
