// A run as files: JSON for programs, CSV for spreadsheets, TVM's text.
import { stageNumber, type Pipeline } from "../pipeline/model";
import { didRun, type RunTrace } from "../protocol/messages";
import { fileLabelOf, wholeUs } from "./profile";
import { ownTimes } from "./estimate";
import { profileText } from "./timing";

/** The data of a run except the programs' texts. Times are in microseconds. */
export function timingJson(trace: RunTrace, title: string, pipeline: Pipeline): string {
  const { source, rows, timing, opDiffs, hooksUs, recordedUs, failure } = trace;
  const own = ownTimes(rows, timing.durationsUs);
  const file = {
    program: { title, ...(source.kind === "text" ? { kind: source.kind } : source) },
    pipeline,
    timing: {
      totalUs: wholeUs(rows, timing.durationsUs),
      firstRunUs: wholeUs(rows, timing.firstUs),
      clockResolutionUs: timing.resolutionUs,
      grouped: timing.grouped,
      recordedUs,
      hooksUs,
    },
    rows: rows.map((row, i) => ({
      index: i,
      parent: row.parent,
      level: row.level,
      kind: row.kind,
      name: row.name,
      stage: row.stageId,
      ...(row.stepId === undefined ? {} : { step: row.stepId }),
      optLevel: row.optLevel,
      status: row.status,
      ...(row.reason === undefined ? {} : { reason: row.reason }),
      ...(row.error === undefined ? {} : { error: row.error }),
      changed: row.changed,
      totalUs: timing.durationsUs[i] ?? 0,
      ownUs: own[i] ?? 0,
      quartilesUs: timing.quartilesUs[i] ?? [],
      runs: timing.runs[i] ?? 1,
      warmUpRuns: timing.warmUp[i] ?? 0,
      times: timing.states[i] ?? "first",
      firstRunUs: timing.firstUs[i] ?? 0,
      opDiff: row.opDiff,
    })),
    opDiffs,
    ...(failure ? { failure: { name: failure.name, message: failure.message } } : {}),
  };
  return `${JSON.stringify(file, undefined, 2)}\n`;
}

/** A CSV field as in RFC 4180: quoted if necessary. */
export function csvField(value: string | number | boolean): string {
  const text = String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const CSV_COLUMNS = [
  "index",
  "parent",
  "level",
  "kind",
  "stage",
  "name",
  "opt_level",
  "status",
  "changed",
  "total_us",
  "own_us",
  "percent_of_total",
  "percent_of_parent",
  "lower_quartile_us",
  "upper_quartile_us",
  "runs",
  "operators",
  "reason",
  "warm_up_runs",
  "times",
  "first_run_us",
] as const;

/** One record per row of the trace, under a header. */
export function timingCsv(trace: RunTrace, pipeline: Pipeline): string {
  const { rows, timing } = trace;
  const own = ownTimes(rows, timing.durationsUs);
  const whole = wholeUs(rows, timing.durationsUs);
  const us = (value: number): string => String(Number(value.toFixed(3)));
  const percent = (part: number, of: number): string => (of > 0 ? (part / of) * 100 : 0).toFixed(2);
  const records = rows.map((row, i) => {
    const total = timing.durationsUs[i] ?? 0;
    const [lower, upper] = timing.quartilesUs[i] ?? [total, total];
    const parent = row.parent < 0 ? whole : (timing.durationsUs[row.parent] ?? 0);
    const operators = Object.entries(row.opDiff)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([op, by]) => `${op} ${by > 0 ? "+" : ""}${by}`);
    const record: Record<(typeof CSV_COLUMNS)[number], string | number | boolean> = {
      index: i,
      parent: row.parent < 0 ? "" : row.parent,
      level: row.level,
      kind: row.kind,
      stage: stageNumber(pipeline, row.stageId) || "",
      name: fileLabelOf(row),
      opt_level: row.optLevel,
      status: row.status,
      changed: row.changed,
      total_us: us(total),
      own_us: us(row.kind === "stage" ? 0 : (own[i] ?? 0)),
      percent_of_total: percent(total, whole),
      percent_of_parent: percent(total, parent),
      lower_quartile_us: us(lower),
      upper_quartile_us: us(upper),
      runs: timing.runs[i] ?? 1,
      operators: operators.join("; "),
      reason: row.reason ?? row.error ?? "",
      warm_up_runs: timing.warmUp[i] ?? 0,
      times: didRun(row) ? (timing.states[i] ?? "first") : "",
      first_run_us: us(timing.firstUs[i] ?? 0),
    };
    return CSV_COLUMNS.map((column) => csvField(record[column]));
  });
  return [CSV_COLUMNS, ...records].map((fields) => `${fields.join(",")}\r\n`).join("");
}

/** TVM's profile of each stage, one after another. */
export function timingText(trace: RunTrace): string {
  return trace.rows
    .filter((row) => row.kind === "stage")
    .map((row) => profileText(trace.rows, trace.timing.durationsUs, row.stageId))
    .join("\n");
}

/** A name for files: "ResNet-18" becomes "resnet-18". */
export function fileStem(title: string): string {
  const stem = title
    .replace(/\.[a-z0-9]+$/i, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");
  return stem.slice(0, 60) || "passcope";
}
