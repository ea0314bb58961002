// Lays out one level with dagre: the nodes of a cluster or of the whole graph.
import { graphlib, layout as runDagre } from "@dagrejs/dagre";
import {
  COLUMN_GAP,
  inRows,
  RANK_GAP,
  ranksOf,
  type Bond,
  type Places,
  type Point,
} from "./layout-rows";

const CHAIN_GAP = 26;

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

/**
 * The most boxes, edges and rows for dagre, and the most rows that all edges together pass: dagre makes a node for
 * each.
 */
const MOST_BOXES = 4000;
const MOST_BONDS = 12_000;
const MOST_RANKS = 1500;
const MOST_PASSED = 20_000;

function byDagre(
  boxes: readonly Item[],
  bonds: readonly Bond[],
  top: readonly number[],
  bottom: readonly number[],
  isPort: readonly boolean[],
): Places {
  const graph = new graphlib.Graph({ multigraph: false });
  graph.setGraph({ nodesep: COLUMN_GAP, edgesep: 14, ranksep: RANK_GAP });
  graph.setDefaultEdgeLabel(() => ({}));
  boxes.forEach(({ width, height }, i) => graph.setNode(String(i), { width, height }));
  for (const { a, b } of bonds) graph.setEdge(String(a), String(b), { weight: 1 });
  // Ports stay at their border.
  for (const [ports, name] of [
    [top, "top"],
    [bottom, "bottom"],
  ] as const) {
    if (ports.length === 0) continue;
    graph.setNode(name, { width: 0, height: 0 });
    for (const port of ports) {
      if (name === "top") graph.setEdge(name, String(port), { weight: 50 });
      else graph.setEdge(String(port), name, { weight: 50 });
    }
    boxes.forEach((_box, i) => {
      const id = String(i);
      if (isPort[i]) return;
      if (name === "top" && !graph.predecessors(id)?.length) graph.setEdge(name, id, { weight: 0 });
      if (name === "bottom" && !graph.successors(id)?.length) {
        graph.setEdge(id, name, { weight: 0 });
      }
    });
  }
  runDagre(graph);
  const ways = new Map<string, Point[]>();
  for (const { a, b } of bonds) {
    const edge = graph.edge(String(a), String(b)) as { points?: Point[] } | undefined;
    ways.set(`${a} ${b}`, (edge?.points ?? []).slice(1, -1));
  }
  return { centres: boxes.map((_box, i) => graph.node(String(i)) as Point), ways };
}

/** Places the items of one level, and notes the inner points of the edges' paths. */
export function arrange(items: readonly Item[], links: readonly Link[], level: Level): void {
  const chains = contract(items, links);
  const boxOf = new Map<Item, Item>();
  for (const chain of chains) for (const part of chain.parts) boxOf.set(part, chain);
  const numbers = new Map(chains.map((chain, i) => [chain, i]));
  const between = new Map<string, Link[]>();
  const bonds: Bond[] = [];
  for (const link of links) {
    const a = numbers.get(boxOf.get(link.a) as Item) as number;
    const b = numbers.get(boxOf.get(link.b) as Item) as number;
    if (a === b) continue;
    const key = `${a} ${b}`;
    const known = between.get(key);
    if (known) known.push(link);
    else {
      between.set(key, [link]);
      bonds.push({ a, b });
    }
  }
  const numbersOf = (ports: Level["inPorts"]): number[] =>
    [...ports.values()].map((port) => numbers.get(boxOf.get(port) as Item) as number);
  const places = placed(chains, bonds, numbersOf(level.inPorts), numbersOf(level.outPorts));

  let [left, right, upper, lower] = [Infinity, -Infinity, Infinity, -Infinity];
  /** The top and bottom of each row. The key is the middle of its nodes. */
  const rows = new Map<number, { top: number; bottom: number }>();
  for (const [chain, number] of numbers) {
    const { x, y } = places.centres[number] ?? { x: 0, y: 0 };
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
    const points = places.ways.get(key) ?? [];
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

/** Places boxes with dagre. If that would take too long or too much memory, or fails, it places them in rows. */
function placed(
  boxes: readonly Item[],
  bonds: readonly Bond[],
  top: readonly number[],
  bottom: readonly number[],
): Places {
  const ranks = ranksOf(boxes.length, bonds);
  const isPort = boxes.map(({ parts }) => parts.some(({ port }) => port >= 0));
  // Ports at the lower border are below all other boxes.
  const last = ranks.reduce((most, rank) => Math.max(most, rank), 0);
  for (const box of bottom) ranks[box] = last + 1;
  const passed = bonds.reduce(
    (sum, { a, b }) => sum + Math.max(0, (ranks[b] ?? 0) - (ranks[a] ?? 0) - 1),
    0,
  );
  const suits = boxes.length <= MOST_BOXES && bonds.length <= MOST_BONDS;
  if (suits && last <= MOST_RANKS && passed <= MOST_PASSED) {
    try {
      return byDagre(boxes, bonds, top, bottom, isPort);
    } catch {
      // dagre is recursive, so deep graphs can exceed the stack.
    }
  }
  return inRows(boxes, bonds, ranks);
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
    const width = parts.reduce((most, part) => Math.max(most, part.width), 0);
    chains.push(item(width, height, { parts }));
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
