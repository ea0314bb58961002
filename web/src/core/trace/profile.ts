// A run's times as a table: by row of the trace, or summed by the name of the pass.
import { t } from "../texts";
import { didRun, type RunTrace, type Timing, type TraceRow } from "../protocol/messages";
import { addTimes, ownTimes } from "./estimate";
import { doubts, type Doubt } from "./shown-time";
import { largest, smallest } from "../extremes";

export interface ProfileLine {
  /** The trace rows of the line; for a line by name, in the order in which they ran. */
  readonly rows: readonly number[];
  readonly name: string;
  /** Names of the passes around it, outermost first; empty for a line by name. */
  readonly path: readonly string[];
  readonly totalUs: number;
  /** Without the passes inside of it. */
  readonly ownUs: number;
  /** Shares from 0 to 1: of the whole run, and of the parents. */
  readonly ofAll: number;
  readonly ofParent: number;
  /** Quartiles of the total over the repetitions. */
  readonly lowerUs: number;
  readonly upperUs: number;
  /** The smallest number of runs behind a figure of the line, and the largest step between readings. */
  readonly runs: number;
  readonly grainUs: number;
  /** The time in the first run. */
  readonly firstUs: number;
  /** Why the figures are uncertain, if they are. */
  readonly doubt: Doubt | undefined;
  readonly changed: boolean;
  readonly failed: boolean;
}

export type SortKey =
  "order" | "calls" | "name" | "total" | "own" | "all" | "parent" | "first" | "spread";

export interface Sort {
  readonly by: SortKey;
  readonly descending: boolean;
}

const share = (part: number, whole: number): number => (whole > 0 ? part / whole : 0);

/** The total time of the trace. */
export function wholeUs(rows: readonly TraceRow[], durationsUs: readonly number[]): number {
  return addTimes(durationsUs.filter((_, i) => (rows[i]?.parent ?? 0) < 0));
}

export function labelOf(row: TraceRow): string {
  return row.kind === "bind" ? t("row.bind") : row.kind === "edit" ? t("row.edit") : row.name;
}

/** The label in saved files, which are always in English because programs read them too. */
export function fileLabelOf(row: TraceRow): string {
  return row.kind === "bind" ? "bind parameters" : row.kind === "edit" ? "edit" : row.name;
}

/** One line for each pass, binding and edit that ran. Stages have no own time. */
export function linesByRow(rows: readonly TraceRow[], timing: Timing): ProfileLine[] {
  const { durationsUs, quartilesUs, runs, grainUs, firstUs } = timing;
  const doubt = doubts({ rows, timing });
  const own = ownTimes(rows, durationsUs);
  const whole = wholeUs(rows, durationsUs);
  const lines: ProfileLine[] = [];
  rows.forEach((row, i) => {
    if (row.kind === "stage" || !didRun(row)) return;
    const totalUs = durationsUs[i] ?? 0;
    const path: string[] = [];
    for (let at = rows[row.parent]; at && at.kind !== "stage"; at = rows[at.parent]) {
      path.unshift(labelOf(at));
    }
    const [lowerUs, upperUs] = quartilesUs[i] ?? [totalUs, totalUs];
    lines.push({
      rows: [i],
      name: labelOf(row),
      path,
      totalUs,
      ownUs: own[i] ?? 0,
      ofAll: share(totalUs, whole),
      ofParent: share(totalUs, row.parent < 0 ? whole : (durationsUs[row.parent] ?? 0)),
      lowerUs,
      upperUs,
      runs: runs[i] ?? 1,
      grainUs: grainUs[i] ?? timing.resolutionUs,
      firstUs: firstUs[i] ?? 0,
      doubt: doubt[i],
      changed: row.changed,
      failed: row.status === "failed",
    });
  });
  return lines;
}

/**
 * The lines summed by name. A pass inside of one of the same name is part of that one's total, so only the outer one
 * counts. "Of the parent" is the share of all parents' time. Quartiles are summed too, as if all calls were slow, or
 * fast, at once.
 */
export function linesByName(rows: readonly TraceRow[], timing: Timing): ProfileLine[] {
  const whole = wholeUs(rows, timing.durationsUs);
  const groups = new Map<string, { line: ProfileLine; outer: boolean }[]>();
  for (const line of linesByRow(rows, timing)) {
    const member = { line, outer: !line.path.includes(line.name) };
    const group = groups.get(line.name);
    if (group) group.push(member);
    else groups.set(line.name, [member]);
  }
  return [...groups].map(([name, members]) => {
    const sum = (of: (line: ProfileLine) => number, outerOnly = true): number =>
      addTimes(members.flatMap((m) => (m.outer || !outerOnly ? [of(m.line)] : [])));
    const parents = new Set(
      members.filter((m) => m.outer).map((m) => rows[m.line.rows[0] ?? -1]?.parent ?? -1),
    );
    const totalUs = sum((line) => line.totalUs);
    // The time of an outer parent includes that of an inner parent.
    const inside = (row: number): boolean => {
      for (let at = rows[row]?.parent ?? -1; at >= 0; at = rows[at]?.parent ?? -1) {
        if (parents.has(at)) return true;
      }
      return false;
    };
    const parentUs = parents.has(-1)
      ? whole
      : addTimes([...parents].flatMap((at) => (inside(at) ? [] : [timing.durationsUs[at] ?? 0])));
    return {
      rows: members.flatMap((m) => m.line.rows),
      name,
      path: [],
      totalUs,
      ownUs: sum((line) => line.ownUs, false),
      ofAll: share(totalUs, whole),
      ofParent: share(totalUs, parentUs),
      lowerUs: sum((line) => line.lowerUs),
      upperUs: sum((line) => line.upperUs),
      runs: smallest(members.map((m) => m.line.runs)),
      grainUs: largest(members.map((m) => m.line.grainUs)),
      firstUs: sum((line) => line.firstUs),
      doubt: members.map((m) => m.line.doubt).find((one) => one !== undefined),
      changed: members.some((m) => m.line.changed),
      failed: members.some((m) => m.line.failed),
    };
  });
}

/** Half of the distance between the quartiles: the figure after "±". */
export const spreadUs = (line: ProfileLine): number => (line.upperUs - line.lowerUs) / 2;

const COLUMNS: Readonly<Record<SortKey, (line: ProfileLine) => number | string>> = {
  order: (line) => line.rows[0] ?? 0,
  calls: (line) => line.rows.length,
  name: (line) => line.name,
  total: (line) => line.totalUs,
  own: (line) => line.ownUs,
  all: (line) => line.ofAll,
  parent: (line) => line.ofParent,
  first: (line) => line.firstUs,
  spread: spreadUs,
};

/** The sorted lines. Lines with equal values keep the order in which they ran. */
export function sorted(lines: readonly ProfileLine[], { by, descending }: Sort): ProfileLine[] {
  const column = COLUMNS[by];
  const sign = descending ? -1 : 1;
  return [...lines].sort((left, right) => {
    const [a, b] = [column(left), column(right)];
    const order = typeof a === "string" ? a.localeCompare(String(b), "en") : a - (b as number);
    return sign * order || (left.rows[0] ?? 0) - (right.rows[0] ?? 0);
  });
}

/**
 * The sorting after a click on a column's head. The same column reverses its order. Another one starts with the largest
 * figure, or from A for names.
 */
export function nextSort(now: Sort, by: SortKey): Sort {
  if (now.by === by) return { by, descending: !now.descending };
  return { by, descending: by !== "name" && by !== "order" };
}

export function filtered(
  lines: readonly ProfileLine[],
  filter: { readonly search: string; readonly hideUnchanged: boolean },
): ProfileLine[] {
  const wanted = filter.search.trim().toLowerCase();
  return lines.filter(
    (line) =>
      (!filter.hideUnchanged || line.changed || line.failed) &&
      line.name.toLowerCase().includes(wanted),
  );
}

export interface Facts {
  readonly totalUs: number;
  /** Type inference wherever it ran: its rows and their own time. */
  readonly inferTypeRows: readonly number[];
  readonly inferTypeUs: number;
  readonly inferTypeShare: number;
  /** The time of the first run, without instruments. */
  readonly firstUs: number;
  /** The time of the hooks of all instruments in that run, and its share of both together. */
  readonly hooksUs: number;
  readonly hooksShare: number;
}

export function facts(trace: RunTrace): Facts {
  const { rows, timing } = trace;
  const own = ownTimes(rows, timing.durationsUs);
  const totalUs = wholeUs(rows, timing.durationsUs);
  const firstUs = wholeUs(rows, timing.firstUs);
  const inferTypeRows = rows.flatMap(({ kind, name }, i) =>
    kind === "pass" && name === "InferType" ? [i] : [],
  );
  const inferTypeUs = addTimes(inferTypeRows.map((i) => own[i] ?? 0));
  return {
    totalUs,
    inferTypeRows,
    inferTypeUs,
    inferTypeShare: share(inferTypeUs, totalUs),
    firstUs,
    hooksUs: trace.hooksUs,
    hooksShare: share(trace.hooksUs, firstUs + trace.hooksUs),
  };
}
