// Times as texts: in TVM's format, and for people.
import { didRun, type TraceRow } from "../protocol/messages";
import { ownTimes } from "./estimate";

/**
 * The profile of one stage, as `PassTimingInstrument.render()` prints it inside that context:
 * `Name: total us [own us] (% of all; % of parent)`, one tab per depth.
 */
export function profileText(
  rows: readonly TraceRow[],
  durationsUs: readonly number[],
  stageId: string,
): string {
  const own = ownTimes(rows, durationsUs);
  const stageRow = rows.findIndex((row) => row.kind === "stage" && row.stageId === stageId);
  const stageLevel = rows[stageRow]?.level ?? 0;
  const all = durationsUs[stageRow] ?? 0;
  const percent = (part: number, whole: number): string =>
    `${(whole > 0 ? (part / whole) * 100 : 0).toFixed(2)}%`;
  let text = "";
  rows.forEach((row, i) => {
    if (row.kind !== "pass" || row.stageId !== stageId || !didRun(row)) return;
    const total = durationsUs[i] ?? 0;
    const parent = durationsUs[row.parent] ?? 0;
    text +=
      "\t".repeat(row.level - stageLevel - 1) +
      `${row.name}: ${total.toFixed(0)}us [${(own[i] ?? 0).toFixed(0)}us] ` +
      `(${percent(total, all)}; ${percent(total, parent)})\n`;
  });
  return text;
}

/** A duration for people: three significant digits in µs, ms or s. */
export function formatDuration(us: number): string {
  const digits = (value: number): string =>
    value >= 99.95 ? value.toFixed(0) : value >= 9.995 ? value.toFixed(1) : value.toFixed(2);
  if (us < 0.005) return "0 µs";
  if (us < 999.5) return `${digits(us)} µs`;
  if (us < 999_500) return `${digits(us / 1000)} ms`;
  return `${digits(us / 1_000_000)} s`;
}

/**
 * The least duration that can be told from nothing, in microseconds. Very short readings only bound a duration from
 * above. By the statisticians' rule of three, a duration of three clock steps in all runs together is still likely to
 * be missed.
 */
export function leastMeasured(runs: number, grainUs: number): number {
  return Math.min(1, 3 / Math.max(1, runs)) * grainUs;
}

/** A measured duration for people. `grainUs` is the step between possible readings. */
export function formatMeasured(us: number, runs: number, grainUs: number): string {
  const bound = leastMeasured(runs, grainUs);
  return us < bound ? `< ${formatTick(Number(bound.toPrecision(2)))}` : formatDuration(us);
}

/** The time of one run, which the clock read once. */
export const formatReading = (us: number, tickUs: number): string => formatMeasured(us, 1, tickUs);

/** A clock tick for people: no trailing zeros. */
export function formatTick(us: number): string {
  if (us < 1) return `${Number((us * 1000).toPrecision(2))} ns`;
  if (us < 99.5) return `${Number(us.toPrecision(3))} µs`;
  return `${Number((us / 1000).toPrecision(3))} ms`;
}
