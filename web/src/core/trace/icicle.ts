// Where each row of the trace lies in time: what the icicle chart and Chrome's trace are drawn from.
import { didRun, type TraceRow } from "../protocol/messages";

/** A span of time, in microseconds from the beginning of the run. */
export interface Bar {
  /** A row of the trace, or -1 for the run as a whole. */
  readonly row: number;
  readonly depth: number;
  readonly from: number;
  readonly to: number;
  /**
   * Bars that have none below them are leaves, numbered from 0 in their order: it spans those from `firstLeaf` to the
   * one before `endLeaf`.
   */
  readonly firstLeaf: number;
  readonly endLeaf: number;
}

/**
 * Rows one after another in the order in which they ran, passes inside of what ran them; what is left
 * of the parent behind its children is its own time. Medians that were taken one by one may add up to
 * more than their parent's: then the children share the parent's time in proportion. In pre-order; the
 * first bar is the whole run. Rows that did not run have no bar.
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

/** Bars in pre-order, with the leaves that each spans. */
function withLeaves(bars: readonly Omit<Bar, "firstLeaf" | "endLeaf">[]): Bar[] {
  let leaves = 0;
  const all = bars.map((bar, at) => {
    const firstLeaf = leaves;
    if ((bars[at + 1]?.depth ?? 0) <= bar.depth) leaves += 1;
    return { ...bar, firstLeaf, endLeaf: leaves };
  });
  // Behind what lies in a bar, the bar ends.
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
 * What of a bar is seen when the chart is zoomed to another: shares of the width; undefined: nothing. What lies in a
 * bar that took no time that the clock could see has no widths to share it by, so there each leaf is as wide as any.
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

/** Positions in `bars` of a bar and of what is around it, outermost first. */
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
 * Where an arrow key leads from the bar at a position: up to what ran it, down into its longest, left
 * and right to the neighbours of the same depth that are seen; undefined: the key leads nowhere.
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
