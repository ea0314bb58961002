// Checks that the figures of a run do not contradict each other.
import { expect } from "vitest";
import { DEFAULT_PIPELINE } from "../../src/core/pipeline/model";
import type { RunTrace } from "../../src/core/protocol/messages";
import { chromeTrace } from "../../src/core/trace/chrome-trace";
import { ownTimes } from "../../src/core/trace/estimate";
import { timingCsv, timingJson, timingText } from "../../src/core/trace/export";
import { layOut } from "../../src/core/trace/icicle";
import { facts, linesByName, linesByRow, spreadUs } from "../../src/core/trace/profile";

const ns = (us: number): number => Math.round(us * 1000);
const sum = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0);

/** Thousands of times faster than `expect`, which is called only after a failure. */
const hold = (condition: boolean): void => {
  if (!condition) expect(condition).toBe(true);
};

/** Throws if figures of a run contradict each other, in any form in which they are shown or saved. */
export function expectConsistent(trace: RunTrace): void {
  const { rows, timing } = trace;
  const own = ownTimes(rows, timing.durationsUs);
  const inside = (parent: number): number[] =>
    rows.flatMap((r, i) => (r.parent === parent ? [ns(timing.durationsUs[i] ?? 0)] : []));
  const whole = sum(inside(-1));
  rows.forEach(({ kind }, i) => {
    const total = timing.durationsUs[i] ?? 0;
    const [lower, upper] = timing.quartilesUs[i] ?? [Number.NaN, Number.NaN];
    // Times are whole nanoseconds. The own time is the rest of the total, and is not negative.
    hold(ns(total) / 1000 === total);
    hold(ns(own[i] ?? 0) === ns(total) - sum(inside(i)));
    hold((own[i] ?? -1) >= 0);
    if (kind === "stage") hold(own[i] === 0);
    hold(lower <= total);
    hold(upper >= total);
    hold(lower >= 0);
    // The spread is not narrower than the uncertainty of this number of clock readings.
    const clock = (0.29 * (timing.grainUs[i] ?? 0)) / Math.sqrt(timing.runs[i] ?? 1);
    hold((upper - lower) / 2 >= clock);
  });
  const byRow = linesByRow(rows, timing);
  const totalUs = sum(byRow.map((line) => line.ownUs));
  hold(ns(totalUs) === whole);
  if (whole > 0) {
    hold(Math.abs(sum(byRow.map((line) => line.ownUs)) / (whole / 1000) - 1) < 1e-6);
    const outer = byRow.filter(
      (line) => line.path.length === 0 || rows[line.rows[0] ?? 0]?.parent === -1,
    );
    hold(Math.abs(sum(outer.map((line) => line.ofAll)) - 1) < 1e-6);
  }
  const byName = linesByName(rows, timing);
  hold(ns(sum(byName.map((line) => line.ownUs))) === whole);
  for (const line of [...byRow, ...byName]) {
    hold(line.ofAll <= 1 + 1e-9);
    hold(line.ofParent <= 1 + 1e-9);
    hold(line.ownUs <= line.totalUs);
    hold(line.lowerUs <= line.totalUs);
    hold(line.upperUs >= line.totalUs);
    hold(spreadUs(line) > 0);
  }
  const summary = facts(trace);
  hold(ns(summary.totalUs) === whole);
  hold(summary.inferTypeShare <= 1);
  hold(summary.hooksUs <= summary.firstUs + summary.hooksUs);

  // The chart and Chrome's trace: nothing exceeds its parent, and nothing is cut.
  const bars = layOut(rows, timing.durationsUs);
  for (const bar of bars) {
    const us = bar.row < 0 ? whole / 1000 : (timing.durationsUs[bar.row] ?? 0);
    hold(Math.abs(bar.to - bar.from - us) < 1e-6);
  }
  for (const event of chromeTrace(trace, "x").traceEvents) {
    if (event.ph === "X") hold((event.dur ?? -1) >= 0);
    if (event.ph !== "C") continue;
    for (const calls of Object.values(event.args)) hold(Number(calls) >= 0);
  }

  // Files have the same figures, in all their digits.
  const csv = timingCsv(trace, DEFAULT_PIPELINE)
    .trim()
    .split("\r\n")
    .map((line) => line.split(","));
  const column = (name: string): number => csv[0]?.indexOf(name) ?? -1;
  const records = csv.slice(1);
  const field = (i: number, name: string): number => Number(records[i]?.[column(name)]);
  records.forEach((_, i) => {
    const children = rows.flatMap((r, j) => (r.parent === i ? [field(j, "total_us")] : []));
    hold(ns(field(i, "total_us")) === ns(field(i, "own_us")) + sum(children.map(ns)));
    hold(field(i, "lower_quartile_us") <= field(i, "total_us"));
    hold(field(i, "upper_quartile_us") >= field(i, "total_us"));
  });
  const json = JSON.parse(timingJson(trace, "x", DEFAULT_PIPELINE)) as {
    timing: { totalUs: number };
    rows: { totalUs: number; ownUs: number; parent: number }[];
  };
  hold(ns(json.timing.totalUs) === whole);
  json.rows.forEach(({ totalUs: total, ownUs }, i) => {
    hold(ns(total) === ns(ownUs) + sum(inside(i)));
  });
  // TVM's text has whole microseconds and hundredths of a percent.
  for (const line of timingText(trace).split("\n")) {
    const [, total = 0, ownUs = 0, all = 0, parent = 0] =
      /: (\d+)us \[(\d+)us\] \(([\d.]+)%; ([\d.]+)%\)$/.exec(line)?.map(Number) ?? [];
    hold(ownUs <= total);
    hold(Math.max(all, parent) <= 100);
  }
}
