// A run in Chrome's trace format, which Perfetto, speedscope and about:tracing open:
// "Trace Event Format" of the Chromium project, JSON object format with complete ("X"), counter ("C")
// and metadata ("M") events.
import type { RunTrace, TraceRow } from "../protocol/messages";
import { layOut } from "./icicle";
import { fileLabelOf } from "./profile";
import { ownTimes } from "./estimate";
import { own, setOwn } from "../../i18n/own";

interface ChromeEvent {
  readonly name: string;
  readonly cat: string;
  readonly ph: "X" | "C" | "M";
  /** Microseconds from the beginning of the run. */
  readonly ts: number;
  readonly dur?: number;
  readonly pid: number;
  readonly tid: number;
  readonly args: Readonly<Record<string, unknown>>;
}

export interface ChromeTrace {
  readonly traceEvents: readonly ChromeEvent[];
  readonly displayTimeUnit: "ms";
  readonly otherData: Readonly<Record<string, string>>;
}

const WHERE = { pid: 1, tid: 1 } as const;

/**
 * A run as a Chrome trace. Passes lie where the icicle chart has them, because medians of repeated runs have lengths
 * but no positions. The counter shows the number of calls of each operator whose number changes.
 */
export function chromeTrace(trace: RunTrace, title: string): ChromeTrace {
  const { rows, timing } = trace;
  const alone = ownTimes(rows, timing.durationsUs);
  const bars = layOut(rows, timing.durationsUs);
  const events: ChromeEvent[] = [
    { name: "process_name", cat: "__metadata", ph: "M", ts: 0, ...WHERE, args: { name: title } },
    { name: "thread_name", cat: "__metadata", ph: "M", ts: 0, ...WHERE, args: { name: "passes" } },
  ];
  for (const bar of bars) {
    const row = rows[bar.row];
    if (!row) continue;
    events.push({
      name: fileLabelOf(row),
      cat: row.kind,
      ph: "X",
      ts: nanoseconds(bar.from),
      dur: nanoseconds(bar.to - bar.from),
      ...WHERE,
      args: {
        optLevel: row.optLevel,
        changed: row.changed,
        status: row.status,
        ownUs: nanoseconds(alone[bar.row] ?? 0),
        runs: timing.runs[bar.row] ?? 1,
        times: timing.states[bar.row] ?? "first",
        firstRunUs: nanoseconds(timing.firstUs[bar.row] ?? 0),
        ...(row.reason ? { reason: row.reason } : {}),
        ...(row.error ? { error: row.error } : {}),
        ...(Object.keys(row.opDiff).length > 0 ? { operators: row.opDiff } : {}),
      },
    });
  }
  const counts: Record<string, number> = {};
  const changes = bars
    .flatMap(({ row, to }) => {
      const diff = row < 0 ? {} : ownDiff(rows, row);
      return Object.keys(diff).length > 0 ? [{ ts: nanoseconds(to), diff }] : [];
    })
    .sort((a, b) => a.ts - b.ts);
  for (const { diff } of changes)
    for (const op of Object.keys(diff)) setOwn(counts, op, own(trace.operators, op) ?? 0);
  const sample = (ts: number): void => {
    const args = { ...counts };
    events.push({ name: "operators", cat: "ir", ph: "C", ts, ...WHERE, args });
  };
  if (changes.length > 0) sample(0);
  for (const { ts, diff } of changes) {
    for (const [op, by] of Object.entries(diff)) setOwn(counts, op, (own(counts, op) ?? 0) + by);
    sample(ts);
  }
  return { traceEvents: events, displayTimeUnit: "ms", otherData: { program: title } };
}

/** A time in microseconds as whole nanoseconds, without the tail of a floating-point difference. */
const nanoseconds = (us: number): number => Math.round(us * 1000) / 1000;

/** The operator changes of a row without those of the rows inside of it. */
function ownDiff(rows: readonly TraceRow[], index: number): Record<string, number> {
  const row = rows[index];
  const diff: Record<string, number> = { ...row?.opDiff };
  for (let i = index + 1; i < rows.length && (rows[i]?.level ?? 0) > (row?.level ?? 0); i += 1) {
    const inside = rows[i];
    if (inside?.parent !== index) continue;
    for (const [op, by] of Object.entries(inside.opDiff))
      setOwn(diff, op, (own(diff, op) ?? 0) - by);
  }
  return Object.fromEntries(Object.entries(diff).filter(([, by]) => by !== 0));
}
