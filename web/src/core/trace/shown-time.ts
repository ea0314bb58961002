// Times of rows as text, with a mark on uncertain times and the reason for it.
import { t } from "../texts";
import {
  didRun,
  type ModelCost,
  type RunTrace,
  type TimeState,
  type TraceRow,
} from "../protocol/messages";
import { addTimes } from "./estimate";
import { formatDuration, formatMeasured, leastMeasured } from "./timing";

/** Why a time is uncertain. "near": its quartiles overlap those of another pass with a different time. */
export type Doubt = Exclude<TimeState, "steady"> | "near";

type Timed = Pick<RunTrace, "rows" | "timing">;

/** Times that differ by at most this share count as equal, because they are not known better. */
const SAME = 0.1;
/** Shorter times, in microseconds, are not compared. */
const SHORT_US = 20;
/** The least share of the whole from which an uncertain time is reported. */
const MATTERS = 0.05;

const known = new WeakMap<RunTrace["timing"], readonly (Doubt | undefined)[]>();

/** For each row, why its time is uncertain; undefined if it is certain or the row has no time. */
export function doubts({ rows, timing }: Timed): readonly (Doubt | undefined)[] {
  const before = known.get(timing);
  if (before?.length === rows.length) return before;
  const near = nearTimes(rows, timing);
  const all = rows.map((row, i): Doubt | undefined => {
    if (!didRun(row)) return undefined;
    const state = timing.states[i] ?? "first";
    return state === "steady" ? (near.has(i) ? "near" : undefined) : state;
  });
  known.set(timing, all);
  return all;
}

/**
 * Rows whose time differs from that of another pass although their quartiles overlap, so it is uncertain which takes
 * longer. Passes inside of each other are not compared.
 */
function nearTimes(rows: readonly TraceRow[], timing: RunTrace["timing"]): ReadonlySet<number> {
  const near = new Set<number>();
  const us = (row: number): number => timing.durationsUs[row] ?? 0;
  const quartiles = (row: number): readonly [number, number] => timing.quartilesUs[row] ?? [0, 0];
  const compared = rows.flatMap((row, i) =>
    row.kind !== "stage" && didRun(row) && us(i) >= SHORT_US ? [i] : [],
  );
  const last = rows.map((_, i) => i);
  for (let i = rows.length - 1; i >= 0; i -= 1) {
    const parent = rows[i]?.parent ?? -1;
    if (parent >= 0) last[parent] = Math.max(last[parent] ?? 0, last[i] ?? 0);
  }
  // From the longest to the shortest.
  compared.sort((a, b) => us(b) - us(a));
  compared.forEach((long, at) => {
    const [lower] = quartiles(long);
    for (const short of compared.slice(at + 1)) {
      if (us(short) >= us(long) * (1 - SAME)) continue;
      if (quartiles(short)[1] <= lower) continue;
      const inside =
        (short > long && short <= (last[long] ?? 0)) ||
        (long > short && long <= (last[short] ?? 0));
      if (inside) continue;
      near.add(long).add(short);
    }
  });
  return near;
}

/** The time of a row, or a part of it, as text: "18.2 ms", "≈ 18.2 ms", "< 1 µs". */
export function shownTime(
  trace: Timed,
  row: number,
  us = trace.timing.durationsUs[row] ?? 0,
): string {
  const { timing } = trace;
  const [runs, grain] = [timing.runs[row] ?? 1, timing.grainUs[row] ?? timing.resolutionUs];
  const text = formatMeasured(us, runs, grain);
  const bound = us < leastMeasured(runs, grain);
  return bound ? text : marked(text, doubts(trace)[row]);
}

/** Marks a figure that stems from an uncertain time. */
export const marked = (text: string, doubt: Doubt | undefined): string =>
  doubt === undefined ? text : `≈ ${text}`;

/** The time of one inference as text: "≈ 71.4 ms". */
export const shownCost = ({ us, runs, grainUs, state }: ModelCost): string =>
  marked(formatMeasured(us, runs, grainUs), state === "steady" ? undefined : state);

/** The total time of some rows, marked if a part that matters is uncertain. */
export function shownSum(
  trace: Timed,
  rows: readonly number[],
  timesUs: readonly number[] = trace.timing.durationsUs,
): string {
  const all = doubts(trace);
  const us = addTimes(rows.map((row) => timesUs[row] ?? 0));
  const doubt = rows
    .filter((row) => (timesUs[row] ?? 0) > us * MATTERS)
    .map((row) => all[row])
    .find((one) => one !== undefined && one !== "near");
  return marked(formatDuration(us), doubt);
}

/** The total time of a run. */
export const shownTotal = (trace: Timed): string =>
  shownSum(
    trace,
    trace.rows.flatMap(({ parent }, i) => (parent < 0 ? [i] : [])),
  );

export const doubtText = (doubt: Doubt): string => t(`doubt.${doubt}`);

/** Reasons for doubt in order of importance: `doubtOfRun` returns the first that applies. */
const BY_WEIGHT: readonly Doubt[] = ["first", "rough", "near"];

/** Why the times of a run as a whole are uncertain. Times of the user's code do not count. */
export function doubtOfRun(trace: Timed): Doubt | undefined {
  const { rows, timing } = trace;
  const all = doubts(trace);
  const us = (row: number): number => timing.durationsUs[row] ?? 0;
  const whole = rows.reduce((sum, row, i) => sum + (row.parent < 0 ? us(i) : 0), 0);
  const found = new Set(all.filter((_, i) => us(i) > whole * MATTERS));
  return BY_WEIGHT.find((doubt) => found.has(doubt));
}
