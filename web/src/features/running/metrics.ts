// The figures of programs, as the chart and the table show them.
import { t } from "./texts";
import type { ModelCost } from "../../core/protocol/messages";
import type { ProgramCost } from "./model-runs";
import { shownCost } from "../../core/trace/shown-time";
import { formatDuration } from "../../core/trace/timing";
import { formatBytes, formatChange, formatDifference, formatFlop } from "../../core/trace/units";

export const METRICS = ["time", "activations", "weights", "flop", "difference"] as const;
export type Metric = (typeof METRICS)[number];

/** Undefined while it is not known, and for programs that cannot be run. Times in microseconds. */
export function valueOf(metric: Metric, { plan, cost }: ProgramCost): number | undefined {
  switch (metric) {
    case "time":
      return cost?.us;
    case "activations":
      return plan?.activationBytes;
    case "weights":
      return plan?.weightBytes;
    case "flop":
      return plan?.flop;
    case "difference":
      return cost?.difference?.largest;
  }
}

function formatValue(metric: Metric, value: number): string {
  switch (metric) {
    case "time":
      return formatDuration(value);
    case "activations":
    case "weights":
      return formatBytes(value);
    case "flop":
      return formatFlop(value);
    case "difference":
      return formatDifference(value);
  }
}

/** Why a time is uncertain; undefined where it is not. */
export const doubtOf = ({ state }: Pick<ModelCost, "state">): "first" | "rough" | undefined =>
  state === "steady" ? undefined : state;

/** "≈ 71.4 ms"; empty while it is not known. */
export function shownValue(metric: Metric, of: ProgramCost): string {
  if (metric === "time") return of.cost ? shownCost(of.cost) : "";
  const value = valueOf(metric, of);
  return value === undefined ? "" : formatValue(metric, value);
}

/** Half of what lies between the quartiles: the figure after "±". */
export const spreadOf = ({ quartilesUs: [lower, upper] }: ModelCost): number => (upper - lower) / 2;

/** A bar of the chart, its ends as parts of the height. */
export interface Bar {
  readonly to: number;
  /** Where the quartiles are. */
  readonly spread?: readonly [number, number];
  /** Whether the outputs differ by more than rounding explains. */
  readonly wrong: boolean;
}

export interface Series {
  readonly metric: Metric;
  readonly bars: readonly (Bar | undefined)[];
  /** "72.1 ms → 58.4 ms (−19 %)", or of the difference the largest one; empty while nothing is known. */
  readonly summary: string;
}

/** Differences below this are at the foot of their scale, which is logarithmic. */
const LEAST_DIFFERENCE = 1e-9;

export function seriesOf(metric: Metric, costs: readonly ProgramCost[]): Series {
  const values = costs.map((each) => valueOf(metric, each));
  const known = values.filter((value) => value !== undefined);
  const highest = Math.max(
    0,
    ...known.filter((value) => Number.isFinite(value)),
    ...(metric === "time" ? costs.map(({ cost }) => cost?.quartilesUs[1] ?? 0) : []),
  );
  const height = (value: number): number => {
    if (metric !== "difference") return highest > 0 ? value / highest : 0;
    if (!Number.isFinite(value)) return 1;
    const decades = Math.max(1, Math.log10(Math.max(highest, 1e-6) / LEAST_DIFFERENCE));
    return value > LEAST_DIFFERENCE ? Math.log10(value / LEAST_DIFFERENCE) / decades : 0;
  };
  const bars = costs.map(({ cost }, i): Bar | undefined => {
    const value = values[i];
    if (value === undefined) return undefined;
    const [lower, upper] = cost?.quartilesUs ?? [0, 0];
    return {
      to: Math.min(1, height(value)),
      wrong: metric === "difference" && cost?.difference?.beyond !== undefined,
      ...(metric === "time" ? { spread: [height(lower), height(upper)] as const } : {}),
    };
  });
  return { metric, bars, summary: summaryOf(metric, costs, known) };
}

function summaryOf(
  metric: Metric,
  costs: readonly ProgramCost[],
  known: readonly number[],
): string {
  if (known.length === 0) return "";
  if (metric === "difference") {
    return t("chart.atMost", { value: formatDifference(Math.max(...known)) });
  }
  const have = costs.filter((each) => valueOf(metric, each) !== undefined);
  const [first, last] = [have[0], have.at(-1)];
  if (!first || !last) return "";
  const [from, to] = [shownValue(metric, first), shownValue(metric, last)];
  if (first === last || from === to) return to;
  const change = formatChange(valueOf(metric, first) ?? 0, valueOf(metric, last) ?? 0);
  return t("chart.fromTo", { from, to, change });
}

export type CostSortKey = "order" | "name" | "spread" | "rate" | Metric;

/** What a column is sorted by; what is not known comes last either way. */
export function sortValue(
  key: CostSortKey,
  each: ProgramCost,
  place: number,
): number | string | undefined {
  switch (key) {
    case "order":
      return place;
    case "name":
      return each.program.label;
    case "spread":
      return each.cost && spreadOf(each.cost);
    case "rate":
      return each.cost && each.plan && each.plan.flop / each.cost.us;
    default:
      return valueOf(key, each);
  }
}

/** A new list; what is equal stays in its order, what is undefined comes last. */
export function sortedBy<T>(
  items: readonly T[],
  value: (item: T, place: number) => number | string | undefined,
  descending: boolean,
): T[] {
  const sign = descending ? -1 : 1;
  return items
    .map((item, place) => ({ item, place, by: value(item, place) }))
    .sort((left, right) => {
      const [a, b] = [left.by, right.by];
      if (a === undefined || b === undefined) {
        return Number(a === undefined) - Number(b === undefined) || left.place - right.place;
      }
      const order = typeof a === "string" ? a.localeCompare(String(b), "en") : a - (b as number);
      return sign * order || left.place - right.place;
    })
    .map(({ item }) => item);
}
