// The position of each row in time, for the icicle chart and Chrome's trace.
import { didRun, type TraceRow } from "../protocol/messages";

/** A span of time, in microseconds from the beginning of the run. */
export interface Bar {
  /** A row of the trace, or -1 for the run as a whole. */
  readonly row: number;
  readonly depth: number;
  readonly from: number;
  readonly to: number;
  /**
   * Bars without bars below them are leaves, numbered from 0 in order. This bar spans the leaves from `firstLeaf` up to
   * `endLeaf`, exclusive.
   */
  readonly firstLeaf: number;
  readonly endLeaf: number;
}

/**
 * Lays out rows in the order in which they ran, inside of the row that ran them. The rest of a parent, behind its
 * children, is its own time. Separate medians may add up to more than the parent's; then the children share the
 * parent's time in proportion. Bars are in pre-order, and the first bar is the whole run. Rows that did not run have no
 * bar.
 */
export function layOut(rows: readonly TraceRow[], durationsUs: readonly number[]): Bar[] {
  const children = new Map<number, number[]>();
  rows.forEach((row, i) => {
    if (!didRun(row)) return;
    const siblings = children.get(row.parent);
    if (siblings) siblings.push(i);
    else children.set(row.parent, [i]);
  });
  const duration = (row: number): number => durationsUs[row] ?? 0;
  const whole = (children.get(-1) ?? []).reduce((us, row) => us + duration(row), 0);
  const bars: Omit<Bar, "firstLeaf" | "endLeaf">[] = [];
  const open = [{ row: -1, depth: 0, from: 0, to: whole }];
  for (let bar = open.pop(); bar; bar = open.pop()) {
    bars.push(bar);
    const inside = children.get(bar.row) ?? [];
    const sum = inside.reduce((us, row) => us + duration(row), 0);
    const scale = sum > bar.to - bar.from ? (bar.to - bar.from) / sum : 1;
    let from = bar.from;
    const placed = inside.map((row) => {
      const to = Math.min(bar.to, from + duration(row) * scale);
      const child = { row, depth: bar.depth + 1, from, to };
      from = to;
      return child;
    });
    for (const child of placed.reverse()) open.push(child);
  }
  return withLeaves(bars);
}

/** Adds to bars in pre-order the leaves that each spans. */
function withLeaves(bars: readonly Omit<Bar, "firstLeaf" | "endLeaf">[]): Bar[] {
  let leaves = 0;
  const all = bars.map((bar, at) => {
    const firstLeaf = leaves;
    if ((bars[at + 1]?.depth ?? 0) <= bar.depth) leaves += 1;
    return { ...bar, firstLeaf, endLeaf: leaves };
  });
  // A bar ends where its contents end.
  const around: { depth: number; endLeaf: number }[] = [];
  for (const bar of [...all, { depth: 0, firstLeaf: leaves, endLeaf: leaves }]) {
    while ((around.at(-1)?.depth ?? -1) >= bar.depth) {
      const ended = around.pop();
      if (ended) ended.endLeaf = bar.firstLeaf;
    }
    around.push(bar);
  }
  return all;
}

/**
 * The visible part of a bar, as shares of the width, when the chart is zoomed to another bar; undefined if it is not
 * visible. If the clock saw no time in the zoomed bar, all leaves get the same width.
 */
export function seen(bar: Bar, zoom: Bar): { left: number; width: number } | undefined {
  const timed = zoom.to > zoom.from;
  const [start, end] = timed ? [zoom.from, zoom.to] : [zoom.firstLeaf, zoom.endLeaf];
  const from = Math.max(timed ? bar.from : bar.firstLeaf, start);
  const to = Math.min(timed ? bar.to : bar.endLeaf, end);
  const isInside = bar.firstLeaf >= zoom.firstLeaf && bar.endLeaf <= zoom.endLeaf;
  const width = end - start;
  return to > from || isInside
    ? { left: (from - start) / width, width: (to - from) / width }
    : undefined;
}

/** The positions in `bars` of a bar and its ancestors, outermost first. */
export function barPath(bars: readonly Bar[], at: number): number[] {
  const path: number[] = [];
  let depth = Infinity;
  for (let i = at; i >= 0; i -= 1) {
    const bar = bars[i];
    if (!bar || bar.depth >= depth) continue;
    depth = bar.depth;
    path.unshift(i);
  }
  return path;
}

/**
 * The bar that an arrow key leads to: up to the parent, down to the longest child, left and right to the visible
 * neighbours of the same depth. Undefined if there is none.
 */
export function icicleKey(
  key: string,
  bars: readonly Bar[],
  at: number,
  zoom: number,
): number | undefined {
  const bar = bars[at];
  const zoomed = bars[zoom];
  if (!bar || !zoomed) return undefined;
  switch (key) {
    case "ArrowUp":
      return barPath(bars, at).at(-2);
    case "ArrowDown": {
      let best: number | undefined;
      for (let i = at + 1; (bars[i]?.depth ?? 0) > bar.depth; i += 1) {
        const child = bars[i];
        if (child?.depth !== bar.depth + 1 || !seen(child, zoomed)) continue;
        const longest = best === undefined ? undefined : bars[best];
        if (!longest || child.to - child.from > longest.to - longest.from) best = i;
      }
      return best;
    }
    case "ArrowLeft":
    case "ArrowRight": {
      const step = key === "ArrowLeft" ? -1 : 1;
      for (let i = at + step; i >= 0 && i < bars.length; i += step) {
        const other = bars[i];
        if (other?.depth === bar.depth) return seen(other, zoomed) ? i : undefined;
      }
      return undefined;
    }
    case "Home":
      return 0;
    default:
      return undefined;
  }
}
