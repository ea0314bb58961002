// A row's time as it is shown, marked where it is not certain, and why it is not.
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

/** Why a time is uncertain. "near": it differs from another pass's time by less than both spread. */
export type Doubt = Exclude<TimeState, "steady"> | "near";

type Timed = Pick<RunTrace, "rows" | "timing">;

/** Times that differ by no more than this part count as the same: that is how well times are known. */
const SAME = 0.1;
/** Shorter times, in microseconds, are not compared. */
const SHORT_US = 20;
/** The part of the whole from which on an uncertain time is worth a word. */
const MATTERS = 0.05;

const known = new WeakMap<RunTrace["timing"], readonly (Doubt | undefined)[]>();

/** For each row, why its time is uncertain; undefined where it is certain, or where there is no time. */
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
 * Rows whose time differs from that of another pass, though their quartiles overlap: which of the two takes longer
 * is uncertain. Passes inside of each other are not compared.
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
  // From the longest to the shortest: what overlaps with a row stands near it.
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

/** The time of a row, or a part of it: "18.2 ms", "≈ 18.2 ms", "< 1 µs". */
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

/** What one inference takes: "≈ 71.4 ms". */
export const shownCost = ({ us, runs, grainUs, state }: ModelCost): string =>
  marked(formatMeasured(us, runs, grainUs), state === "steady" ? undefined : state);

/** What some rows took together, marked if a part of it that matters is uncertain. */
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

/** How long everything took. */
export const shownTotal = (trace: Timed): string =>
  shownSum(
    trace,
    trace.rows.flatMap(({ parent }, i) => (parent < 0 ? [i] : [])),
  );

export const doubtText = (doubt: Doubt): string => t(`doubt.${doubt}`);

/** Of the doubts about times that matter, the first of this list. */
const BY_WEIGHT: readonly Doubt[] = ["first", "rough", "near"];

/** Why the times of a run as a whole are uncertain, apart from those of the user's code. */
export function doubtOfRun(trace: Timed): Doubt | undefined {
  const { rows, timing } = trace;
  const all = doubts(trace);
  const us = (row: number): number => timing.durationsUs[row] ?? 0;
  const whole = rows.reduce((sum, row, i) => sum + (row.parent < 0 ? us(i) : 0), 0);
  const found = new Set(all.filter((_, i) => us(i) > whole * MATTERS));
  return BY_WEIGHT.find((doubt) => found.has(doubt));
}
