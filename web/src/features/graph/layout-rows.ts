// A simple layout in rows, for graphs that are too deep or too wide for dagre. Its time and memory grow with the number
// of boxes and edges only, and nothing in it is recursive.

export interface Point {
  x: number;
  y: number;
}

/** An edge between two boxes, by their numbers. */
export interface Bond {
  readonly a: number;
  readonly b: number;
}

export interface Places {
  readonly centres: readonly Point[];
  /** The inner points of each edge, by the numbers of its boxes. */
  readonly ways: ReadonlyMap<string, Point[]>;
}

export const RANK_GAP = 38;
export const COLUMN_GAP = 26;

/** The row of each box: below the lowest of its sources. Edges that close a cycle do not count. */
export function ranksOf(count: number, bonds: readonly Bond[]): Int32Array {
  const next: number[][] = Array.from({ length: count }, () => []);
  const waits = new Int32Array(count);
  for (const { a, b } of bonds) {
    next[a]?.push(b);
    waits[b] = (waits[b] ?? 0) + 1;
  }
  const ranks = new Int32Array(count);
  const done = new Uint8Array(count);
  const ready: number[] = [];
  for (let box = 0; box < count; box += 1) if (waits[box] === 0) ready.push(box);
  let first = 0;
  for (let at = 0; ; at += 1) {
    if (at === ready.length) {
      // Only boxes in cycles are left, and those behind them.
      while (first < count && done[first] === 1) first += 1;
      if (first === count) return ranks;
      ready.push(first);
    }
    const box = ready[at] ?? 0;
    if (done[box] === 1) continue;
    done[box] = 1;
    for (const to of next[box] ?? []) {
      if (done[to] === 1) continue;
      ranks[to] = Math.max(ranks[to] ?? 0, (ranks[box] ?? 0) + 1);
      waits[to] = (waits[to] ?? 0) - 1;
      if (waits[to] === 0) ready.push(to);
    }
  }
}

/**
 * Places boxes in rows from top to bottom. In a row, boxes are in the order of their sources. Edges that pass other
 * rows go along the left side.
 */
export function inRows(
  boxes: readonly { readonly width: number; readonly height: number }[],
  bonds: readonly Bond[],
  ranks: Int32Array,
): Places {
  const rows: number[][] = [];
  boxes.forEach((_box, i) => (rows[ranks[i] ?? 0] ??= []).push(i));
  const sources: number[][] = boxes.map(() => []);
  for (const { a, b } of bonds) if ((ranks[a] ?? 0) < (ranks[b] ?? 0)) sources[b]?.push(a);
  const centres: Point[] = boxes.map(() => ({ x: 0, y: 0 }));
  let [y, left] = [0, 0];
  /** The top and bottom of each row. */
  const edges: { top: number; bottom: number }[] = [];
  for (const row of rows) {
    const wish = new Map(
      (row ?? []).map((box) => {
        const from = sources[box] ?? [];
        const sum = from.reduce((all, source) => all + (centres[source]?.x ?? 0), 0);
        return [box, from.length > 0 ? sum / from.length : 0] as const;
      }),
    );
    const ordered = [...wish.keys()].sort((a, b) => (wish.get(a) ?? 0) - (wish.get(b) ?? 0));
    const [width, height] = ordered.reduce(
      ([all, most], box) => [
        all + (boxes[box]?.width ?? 0) + COLUMN_GAP,
        Math.max(most, boxes[box]?.height ?? 0),
      ],
      [-COLUMN_GAP, 0],
    );
    let x = -width / 2;
    left = Math.min(left, x);
    for (const box of ordered) {
      const own = boxes[box]?.width ?? 0;
      centres[box] = { x: x + own / 2, y: y + height / 2 };
      x += own + COLUMN_GAP;
    }
    edges.push({ top: y, bottom: y + height });
    y += height + RANK_GAP;
  }
  const ways = new Map<string, Point[]>();
  const side = left - COLUMN_GAP;
  for (const { a, b } of bonds) {
    const [from = 0, to = 0] = [ranks[a], ranks[b]];
    if (to === from + 1) continue;
    const start = (edges[from]?.bottom ?? 0) + RANK_GAP / 3;
    const end = (edges[to]?.top ?? 0) - RANK_GAP / 3;
    ways.set(`${a} ${b}`, [
      { x: side, y: start },
      { x: side, y: end },
    ]);
  }
  return { centres, ways };
}
