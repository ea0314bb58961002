// Lays out one level with dagre: the nodes of a cluster or of the whole graph.
import { graphlib, layout as runDagre } from "@dagrejs/dagre";

const RANK_GAP = 38;
const CHAIN_GAP = 26;

export interface Point {
  x: number;
  y: number;
}

/** A box for dagre: a node with its weights beside it, a cluster, a port, or a chain of these. */
export interface Item {
  width: number;
  height: number;
  /** The centre, relative to the level. */
  x: number;
  y: number;
  readonly parts: Item[];
  readonly node: number;
  readonly cluster: number;
  /** The source of an edge that crosses the border of the cluster, or -1 if this is not a port. */
  readonly port: number;
}

export interface Level {
  readonly items: Item[];
  readonly inPorts: Map<number, Item>;
  readonly outPorts: Map<number, Item>;
  /** The path of each edge inside this level, relative to the corner of the level. */
  readonly ways: Map<number, Point[]>;
  width: number;
  height: number;
}

export const item = (width: number, height: number, what: Partial<Item> = {}): Item => ({
  width,
  height,
  x: 0,
  y: 0,
  parts: [],
  node: -1,
  cluster: -1,
  port: -1,
  ...what,
});

export interface Link {
  readonly edge: number;
  readonly a: Item;
  readonly b: Item;
}

/** Places the items of one level, and notes the inner points of the edges' paths. */
export function arrange(items: readonly Item[], links: readonly Link[], level: Level): void {
  const chains = contract(items, links);
  const boxOf = new Map<Item, Item>();
  for (const chain of chains) for (const part of chain.parts) boxOf.set(part, chain);
  const ids = new Map(chains.map((chain, i) => [chain, String(i)]));
  const graph = new graphlib.Graph({ multigraph: false });
  graph.setGraph({ nodesep: 26, edgesep: 14, ranksep: RANK_GAP });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const [chain, id] of ids) graph.setNode(id, { width: chain.width, height: chain.height });
  const between = new Map<string, Link[]>();
  for (const link of links) {
    const a = ids.get(boxOf.get(link.a) as Item) as string;
    const b = ids.get(boxOf.get(link.b) as Item) as string;
    if (a === b) continue;
    const key = `${a} ${b}`;
    const known = between.get(key);
    if (known) known.push(link);
    else {
      between.set(key, [link]);
      graph.setEdge(a, b, { weight: 1 });
    }
  }
  // Ports stay at their border.
  const [top, bottom] = [level.inPorts, level.outPorts];
  for (const [ports, name] of [
    [top, "top"],
    [bottom, "bottom"],
  ] as const) {
    if (ports.size === 0) continue;
    graph.setNode(name, { width: 0, height: 0 });
    for (const port of ports.values()) {
      const id = ids.get(boxOf.get(port) as Item) as string;
      if (name === "top") graph.setEdge(name, id, { weight: 50 });
      else graph.setEdge(id, name, { weight: 50 });
    }
    for (const [chain, id] of ids) {
      const isPort = chain.parts.some(({ port }) => port >= 0);
      if (isPort) continue;
      if (name === "top" && !graph.predecessors(id)?.length) graph.setEdge(name, id, { weight: 0 });
      if (name === "bottom" && !graph.successors(id)?.length) {
        graph.setEdge(id, name, { weight: 0 });
      }
    }
  }
  runDagre(graph);

  let [left, right, upper, lower] = [Infinity, -Infinity, Infinity, -Infinity];
  /** The top and bottom of each row. The key is the middle of its nodes. */
  const rows = new Map<number, { top: number; bottom: number }>();
  for (const [chain, id] of ids) {
    const { x, y } = graph.node(id) as Point;
    chain.x = x;
    chain.y = y;
    const key = Math.round(y);
    const row = rows.get(key) ?? { top: y, bottom: y };
    row.top = Math.min(row.top, y - chain.height / 2);
    row.bottom = Math.max(row.bottom, y + chain.height / 2);
    rows.set(key, row);
    let at = y - chain.height / 2;
    for (const part of chain.parts) {
      part.x = x;
      part.y = at + part.height / 2;
      at += part.height + CHAIN_GAP;
    }
    left = Math.min(left, x - chain.width / 2);
    right = Math.max(right, x + chain.width / 2);
    // Ports are drawn at the border, wherever dagre places them.
    if (chain.parts.some(({ port }) => port >= 0)) continue;
    upper = Math.min(upper, y - chain.height / 2);
    lower = Math.max(lower, y + chain.height / 2);
  }
  for (const [key, list] of between) {
    const [a = "", b = ""] = key.split(" ");
    const points = ((graph.edge(a, b) as { points?: Point[] } | undefined)?.points ?? []).slice(
      1,
      -1,
    );
    for (const { x } of points) {
      left = Math.min(left, x - 4);
      right = Math.max(right, x + 4);
    }
    for (const { edge } of list) level.ways.set(edge, past(points, rows));
  }
  if (left > right) [left, right] = [0, 0];
  if (upper > lower) [upper, lower] = [0, 0];
  for (const each of items) {
    each.x -= left;
    each.y -= upper;
  }
  for (const [edge, points] of level.ways) {
    for (const point of points) {
      point.x -= left;
      point.y -= upper;
    }
    const inside = points.filter(({ y }) => y >= 0 && y <= lower - upper);
    if (inside.length < points.length) level.ways.set(edge, inside);
  }
  level.width = right - left;
  level.height = lower - upper;
}

/** Keeps an edge vertical while it passes a row of boxes. */
function past(
  points: readonly Point[],
  rows: ReadonlyMap<number, { top: number; bottom: number }>,
): Point[] {
  return points.flatMap(({ x, y }) => {
    const row = rows.get(Math.round(y));
    if (!row || row.bottom - row.top < 4) return [{ x, y }];
    return [
      { x, y: row.top },
      { x, y: row.bottom },
    ];
  });
}

/** Joins each chain of items with one input and one output into one box. */
function contract(items: readonly Item[], links: readonly Link[]): Item[] {
  const next = new Map<Item, Set<Item>>(items.map((each) => [each, new Set()]));
  const previous = new Map<Item, Set<Item>>(items.map((each) => [each, new Set()]));
  for (const { a, b } of links) {
    next.get(a)?.add(b);
    previous.get(b)?.add(a);
  }
  const follower = (each: Item): Item | undefined => {
    const [only, ...others] = next.get(each) ?? [];
    if (!only || others.length > 0 || each.port >= 0 || only.port >= 0) return undefined;
    return previous.get(only)?.size === 1 ? only : undefined;
  };
  const inside = new Set<Item>();
  for (const each of items) {
    const after = follower(each);
    if (after) inside.add(after);
  }
  const chains: Item[] = [];
  const done = new Set<Item>();
  const begin = (first: Item): void => {
    const parts: Item[] = [];
    for (let at: Item | undefined = first; at && !done.has(at); at = follower(at)) {
      done.add(at);
      parts.push(at);
    }
    const height = parts.reduce((sum, part) => sum + part.height + CHAIN_GAP, -CHAIN_GAP);
    chains.push(item(Math.max(...parts.map(({ width }) => width)), height, { parts }));
  };
  for (const each of items) if (!inside.has(each)) begin(each);
  // The remaining items are in cycles.
  for (const each of items) if (!done.has(each)) begin(each);
  return chains;
}

/** Removes points between two neighbours on the same vertical line. */
export function straightened(points: readonly Point[]): Point[] {
  return points.filter((point, i) => {
    const [before, after] = [points[i - 1], points[i + 1]];
    return !before || !after || before.x !== point.x || after.x !== point.x;
  });
}
