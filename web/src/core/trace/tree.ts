// The trace as a tree: which rows are visible, and where a key leads. The functions are pure.
import type { TraceRow } from "../protocol/messages";

export function hasChildren(rows: readonly TraceRow[], index: number): boolean {
  return rows[index + 1]?.parent === index;
}

export interface Filter {
  /** Leaves out rows that changed nothing, except failed ones. */
  readonly hideUnchanged: boolean;
  /** Keeps only rows with this text in their names; empty for all. */
  readonly search: string;
}

const NO_FILTER: Filter = { hideUnchanged: false, search: "" };

/** The rows that match a filter, and their ancestors. */
function kept(rows: readonly TraceRow[], filter: Filter): (index: number) => boolean {
  const wanted = filter.search.trim().toLowerCase();
  if (!filter.hideUnchanged && wanted === "") return () => true;
  const keep = new Set<number>();
  rows.forEach((row, i) => {
    if (filter.hideUnchanged && !row.changed && row.status !== "failed") return;
    if (!row.name.toLowerCase().includes(wanted)) return;
    for (let at = i; at >= 0 && !keep.has(at); at = rows[at]?.parent ?? -1) keep.add(at);
  });
  return (index) => keep.has(index);
}

/** The rows that are folded at first: passes in which only type inference ran. */
export function foldedAtFirst(rows: readonly TraceRow[]): ReadonlySet<number> {
  const folded = new Set<number>();
  const others = new Set<number>();
  for (let i = rows.length - 1; i >= 0; i -= 1) {
    const row = rows[i];
    if (!row) continue;
    const own = row.kind === "pass" && row.name === "InferType" && row.stepId === undefined;
    if (!own || others.has(i)) others.add(row.parent);
    const ofStep = row.kind === "pass" && hasChildren(rows, i) && !others.has(i);
    if (ofStep) folded.add(i);
  }
  return folded;
}

/**
 * The indices of the rows that match the filter and have no collapsed ancestor, in order. A search also shows matches
 * in collapsed rows.
 */
export function visibleRows(
  rows: readonly TraceRow[],
  collapsed: ReadonlySet<number>,
  filter: Filter = NO_FILTER,
): number[] {
  const visible: number[] = [];
  const hidden = new Set<number>();
  const keep = kept(rows, filter);
  const searched = filter.search.trim() !== "";
  rows.forEach((row, i) => {
    if (!keep(i)) return;
    const inFolded = row.parent >= 0 && (hidden.has(row.parent) || collapsed.has(row.parent));
    if (inFolded && !searched) hidden.add(i);
    else visible.push(i);
  });
  return visible;
}

/** The most rows that a view renders as elements; ten times as many take a browser seconds. */
export const MOST_ROWS = 500;

/** The range of rows to render around the row at `at`, as [from, to). */
export function rowsAround(
  length: number,
  at: number,
  most = MOST_ROWS,
): [from: number, to: number] {
  if (length <= most) return [0, length];
  // The range moves in steps, so moving from row to row rarely changes it.
  const step = Math.floor(most / 2);
  const middle = Math.floor(Math.max(0, at) / step) * step;
  const from = Math.max(0, Math.min(length - most, middle - Math.floor(step / 2)));
  return [from, from + most];
}

/** The path from the outermost ancestor down to the row, as indices. */
export function pathTo(rows: readonly TraceRow[], index: number): number[] {
  const path: number[] = [];
  for (let at = index; at >= 0; at = rows[at]?.parent ?? -1) path.unshift(at);
  return path;
}

/** The index of the innermost row that failed, or -1. */
export const lastFailed = (rows: readonly TraceRow[]): number =>
  rows.findLastIndex(({ status }) => status === "failed");

/** The effect of a key in a tree: select a row, fold one or unfold one; undefined if it is not a tree key. */
export type TreeMove =
  { readonly select: number } | { readonly fold: number } | { readonly unfold: number } | undefined;

/** Handles the keys of the ARIA tree pattern. */
export function treeKey(
  key: string,
  rows: readonly TraceRow[],
  collapsed: ReadonlySet<number>,
  selected: number,
  filter: Filter = NO_FILTER,
): TreeMove {
  const visible = visibleRows(rows, collapsed, filter);
  const at = visible.indexOf(selected);
  const to = (position: number): TreeMove => {
    const index = visible[Math.max(0, Math.min(visible.length - 1, position))];
    return index === undefined ? undefined : { select: index };
  };
  const open = hasChildren(rows, selected) && !collapsed.has(selected);
  switch (key) {
    case "ArrowDown":
      return to(at + 1);
    case "ArrowUp":
      return to(at < 0 ? 0 : at - 1);
    case "Home":
      return to(0);
    case "End":
      return to(visible.length - 1);
    case "ArrowRight":
      if (open) return to(at + 1);
      return hasChildren(rows, selected) ? { unfold: selected } : undefined;
    case "ArrowLeft": {
      if (open) return { fold: selected };
      const parent = rows[selected]?.parent ?? -1;
      return parent >= 0 ? { select: parent } : undefined;
    }
    default:
      return undefined;
  }
}
