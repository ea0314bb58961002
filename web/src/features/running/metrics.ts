// The figures of programs for the chart and the table.
import { t } from "./texts";
import type { ModelCost } from "../../core/protocol/messages";
import type { ProgramCost } from "./model-runs";
import { shownCost } from "../../core/trace/shown-time";
import { formatDuration } from "../../core/trace/timing";
import { formatBytes, formatChange, formatDifference, formatFlop } from "../../core/trace/units";
import { largest } from "../../core/extremes";

export const METRICS = ["time", "activations", "weights", "flop", "difference"] as const;
export type Metric = (typeof METRICS)[number];

/** The value of a metric. Undefined if it is unknown or the program cannot run. Times are in microseconds. */
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

/** Why a time is uncertain, or undefined if it is certain. */
export const doubtOf = ({ state }: Pick<ModelCost, "state">): "first" | "rough" | undefined =>
  state === "steady" ? undefined : state;

/** "≈ 71.4 ms". Empty if the value is unknown. */
export function shownValue(metric: Metric, of: ProgramCost): string {
  if (metric === "time") return of.cost ? shownCost(of.cost) : "";
  const value = valueOf(metric, of);
  return value === undefined ? "" : formatValue(metric, value);
}

/** Half of the interquartile range: the figure after "±". */
export const spreadOf = ({ quartilesUs: [lower, upper] }: ModelCost): number => (upper - lower) / 2;

/** A bar of the chart. Its ends are fractions of the height. */
export interface Bar {
  readonly to: number;
  /** The lower and upper quartile. */
  readonly spread?: readonly [number, number];
  /** True if the outputs differ by more than rounding explains. */
  readonly wrong: boolean;
}

export interface Series {
  readonly metric: Metric;
  readonly bars: readonly (Bar | undefined)[];
  /** "72.1 ms → 58.4 ms (−19 %)", or the largest difference of outputs. Empty if nothing is known. */
  readonly summary: string;
}

/** The lower end of the logarithmic scale of differences. */
const LEAST_DIFFERENCE = 1e-9;

export function seriesOf(metric: Metric, costs: readonly ProgramCost[]): Series {
  const values = costs.map((each) => valueOf(metric, each));
  const known = values.filter((value) => value !== undefined);
  const quartiles = metric === "time" ? costs.map(({ cost }) => cost?.quartilesUs[1] ?? 0) : [];
  const highest = largest([...known.filter((value) => Number.isFinite(value)), ...quartiles], 0);
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
    return t("chart.atMost", { value: formatDifference(largest(known)) });
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

/** The sort key of a column. Unknown values come last in both orders. */
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

/** A new sorted list. The sort is stable, and undefined values come last. */
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
