// Places nodes and edges from top to bottom. dagre does the layered layout (Gansner et al., "A technique for drawing
// directed graphs"; Brandes and Köpf for coordinates). dagre gets a smaller graph, which is faster and makes a calmer
// picture. Where dagre would take too long, boxes are placed in rows (`layout-rows.ts`).
//
// - Weights and constants are beside their user, as part of its box.
// - Chains, where each node has one input and one user, are one tall box.
// - Each cluster is laid out separately, with ports at its border. Outside it is one box.
import { arrange, item, straightened, type Item, type Level, type Link } from "./layout-level";
import type { Point } from "./layout-rows";

interface LayoutNode {
  readonly width: number;
  readonly height: number;
  readonly cluster: number;
  /** True to place it beside its user, if there is only one. */
  readonly beside: boolean;
}

export interface LayoutInput {
  readonly nodes: readonly LayoutNode[];
  readonly edges: readonly { readonly from: number; readonly to: number }[];
  readonly clusters: readonly { readonly parent: number }[];
}

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface LayoutResult {
  /** The box of each node, by its upper left corner. */
  readonly nodes: readonly Box[];
  readonly clusters: readonly Box[];
  /** The points of each edge: x, y, x, y, …, from the source to the target. */
  readonly edges: readonly (readonly number[])[];
  readonly width: number;
  readonly height: number;
}

const SIDE_GAP = 22;
const SIDE_STEP = 6;
const PAD = 18;
const TITLE = 20;

export function layoutGraph(input: LayoutInput): LayoutResult {
  return new Layout(input).run();
}

class Layout {
  readonly #input: LayoutInput;
  /** The user beside which each node is, or -1. */
  readonly #host: Int32Array;
  readonly #guests: number[][];
  readonly #cluster: Int32Array;
  readonly #levels = new Map<number, Level>();
  readonly #boxes: Box[];

  constructor(input: LayoutInput) {
    this.#input = input;
    const { nodes, edges } = input;
    this.#host = new Int32Array(nodes.length).fill(-1);
    this.#guests = nodes.map(() => []);
    this.#cluster = Int32Array.from(nodes, ({ cluster }) => cluster);
    this.#boxes = nodes.map(({ width, height }) => ({ x: 0, y: 0, width, height }));
    const users = nodes.map(() => new Set<number>());
    const fed = new Set<number>();
    for (const { from, to } of edges) {
      users[from]?.add(to);
      fed.add(to);
    }
    nodes.forEach(({ beside }, i) => {
      const [user, ...others] = users[i] ?? [];
      if (!beside || fed.has(i) || user === undefined || others.length > 0) return;
      if (nodes[user]?.beside) return;
      this.#host[i] = user;
      this.#guests[user]?.push(i);
      this.#cluster[i] = this.#cluster[user] ?? -1;
    });
  }

  run(): LayoutResult {
    const { clusters, nodes, edges } = this.#input;
    // Inner clusters come first, because outer ones need their sizes.
    const order = clusters.map((_c, i) => i).sort((a, b) => this.#depth(b) - this.#depth(a));
    for (const cluster of [...order, -1]) this.#levels.set(cluster, this.#layoutLevel(cluster));
    const corners = new Map<number, Point>([[-1, { x: 0, y: 0 }]]);
    const clusterBoxes: Box[] = clusters.map(() => ({ x: 0, y: 0, width: 0, height: 0 }));
    for (const cluster of [-1, ...order.reverse()]) {
      const corner = corners.get(cluster) ?? { x: 0, y: 0 };
      for (const { node, cluster: inner, x, y } of this.#levels.get(cluster)?.items ?? []) {
        const [cx, cy] = [corner.x + x, corner.y + y];
        if (node >= 0) this.#place(node, cx, cy);
        const level = inner >= 0 ? this.#levels.get(inner) : undefined;
        if (!level) continue;
        const at = { x: cx - level.width / 2, y: cy - level.height / 2 };
        corners.set(inner, at);
        clusterBoxes[inner] = { ...at, width: level.width, height: level.height };
      }
    }
    const ways = edges.map(({ from, to }, e) => {
      if (this.#host[from] === to && this.#host[from] !== -1) return this.#besideWay(from, to);
      const points: Point[] = [];
      for (const cluster of this.#path(from, to)) {
        const corner = corners.get(cluster) ?? { x: 0, y: 0 };
        for (const { x, y } of this.#levels.get(cluster)?.ways.get(e) ?? []) {
          points.push({ x: corner.x + x, y: corner.y + y });
        }
      }
      return points;
    });
    this.#spreadEnds(ways);
    const root = this.#levels.get(-1);
    return {
      nodes: nodes.map((_n, i) => this.#boxes[i] as Box),
      clusters: clusterBoxes,
      edges: ways.map((points) => straightened(points).flatMap(({ x, y }) => [x, y])),
      width: root?.width ?? 0,
      height: root?.height ?? 0,
    };
  }

  #depth(cluster: number): number {
    let depth = 0;
    for (let at = cluster; at >= 0; at = this.#parent(at)) depth += 1;
    return depth;
  }
  #parent(cluster: number): number {
    return this.#input.clusters[cluster]?.parent ?? -1;
  }
  /** The clusters around `node`, from the inside outwards. The whole graph (-1) is last. */
  #around(node: number): number[] {
    const around: number[] = [];
    for (let at = this.#cluster[node] ?? -1; at >= 0; at = this.#parent(at)) around.push(at);
    return [...around, -1];
  }
  /** The clusters through which an edge goes, in its direction. */
  #path(from: number, to: number): number[] {
    const out = this.#around(from);
    const into = this.#around(to);
    const meet = out.find((cluster) => into.includes(cluster)) ?? -1;
    return [
      ...out.slice(0, out.indexOf(meet)),
      meet,
      ...into.slice(0, into.indexOf(meet)).reverse(),
    ];
  }

  /** The box of a node with its weights beside it. The node is in the middle. */
  #sizeOf(node: number): { width: number; height: number } {
    const own = this.#boxes[node] as Box;
    const guests = (this.#guests[node] ?? []).map((g) => this.#boxes[g] as Box);
    if (guests.length === 0) return own;
    const widest = guests.reduce((most, { width }) => Math.max(most, width), 0);
    const tall = guests.reduce((sum, { height }) => sum + height + SIDE_STEP, -SIDE_STEP);
    return {
      width: own.width + 2 * (widest + SIDE_GAP),
      height: Math.max(own.height, tall),
    };
  }

  #place(node: number, x: number, y: number): void {
    const { width, height } = this.#boxes[node] as Box;
    this.#boxes[node] = { x: x - width / 2, y: y - height / 2, width, height };
    const guests = this.#guests[node] ?? [];
    const boxes = guests.map((g) => this.#boxes[g] as Box);
    const tall = boxes.reduce((sum, box) => sum + box.height + SIDE_STEP, -SIDE_STEP);
    let top = y - tall / 2;
    guests.forEach((guest, i) => {
      const box = boxes[i] as Box;
      this.#boxes[guest] = { ...box, x: x - width / 2 - SIDE_GAP - box.width, y: top };
      top += box.height + SIDE_STEP;
    });
  }

  #besideWay(from: number, to: number): Point[] {
    const a = this.#boxes[from] as Box;
    const b = this.#boxes[to] as Box;
    const y = a.y + a.height / 2;
    return [
      { x: a.x + a.width, y },
      { x: b.x, y: Math.min(Math.max(y, b.y + 5), b.y + b.height - 5) },
    ];
  }

  #layoutLevel(cluster: number): Level {
    const { nodes, edges, clusters } = this.#input;
    const level: Level = {
      items: [],
      inPorts: new Map(),
      outPorts: new Map(),
      ways: new Map(),
      width: 0,
      height: 0,
    };
    const items: Item[] = [];
    const ofNode = new Map<number, Item>();
    const ofCluster = new Map<number, Item>();
    nodes.forEach((_node, i) => {
      if (this.#cluster[i] !== cluster || this.#host[i] !== -1) return;
      const { width, height } = this.#sizeOf(i);
      const made = item(width, height, { node: i });
      ofNode.set(i, made);
      items.push(made);
    });
    clusters.forEach(({ parent }, c) => {
      const inner = this.#levels.get(c);
      if (parent !== cluster || !inner) return;
      const made = item(inner.width, inner.height, { cluster: c });
      ofCluster.set(c, made);
      items.push(made);
    });
    const port = (ports: Map<number, Item>, source: number): Item => {
      let made = ports.get(source);
      if (!made) {
        made = item(2, 2, { port: source });
        ports.set(source, made);
        items.push(made);
      }
      return made;
    };
    // The item of this level at each end of an edge. An end outside of the level is a port.
    const links: Link[] = [];
    edges.forEach(({ from, to }, edge) => {
      if (this.#host[from] === to) return;
      const path = this.#path(from, to);
      const at = path.indexOf(cluster);
      if (at < 0) return;
      const earlier = path[at - 1];
      const later = path[at + 1];
      const inside = (end: number, step: number | undefined): Item | undefined =>
        step === undefined ? ofNode.get(end) : ofCluster.get(step);
      const a = inside(from, earlier) ?? port(level.inPorts, from);
      const b = inside(to, later) ?? port(level.outPorts, from);
      if (a !== b) links.push({ edge, a, b });
    });
    arrange(items, links, level);
    for (const each of items) level.items.push(each);

    // The paths between the items. They end at the ports of inner clusters.
    const flows = level.ways;
    for (const { edge, a, b } of links) {
      const middle = flows.get(edge) ?? [];
      const source = edges[edge]?.from ?? -1;
      const start = this.#port(a, source, "outPorts");
      const end = this.#port(b, source, "inPorts");
      flows.set(edge, [start, ...middle, end]);
    }
    const framed = cluster >= 0;
    const [dx, dy] = framed ? [PAD, PAD + TITLE] : [0, 0];
    for (const each of level.items) {
      each.x += dx;
      each.y += dy;
    }
    level.width += framed ? 2 * PAD : 0;
    level.height += framed ? 2 * PAD + TITLE : 0;
    for (const points of flows.values()) {
      for (const point of points) {
        point.x += dx;
        point.y += dy;
      }
    }
    // Paths begin and end at the border.
    for (const { edge, a, b } of links) {
      const points = flows.get(edge) ?? [];
      const [first, last] = [points[0], points.at(-1)];
      if (a.port >= 0 && first) first.y = 0;
      if (b.port >= 0 && last) last.y = level.height;
    }
    return level;
  }

  /** Where an edge leaves or enters an item: the middle of its side, or the port of a cluster. */
  #port(at: Item, source: number, side: "inPorts" | "outPorts"): Point {
    const out = side === "outPorts";
    let { x } = at;
    // The node's own box is smaller than the box that includes its weights.
    const height = at.node >= 0 ? (this.#boxes[at.node] as Box).height : at.height;
    if (at.cluster >= 0) {
      const inner = this.#levels.get(at.cluster);
      const found = inner?.[side].get(source);
      if (inner && found) x += found.x - inner.width / 2;
    }
    return { x, y: at.y + (out ? height / 2 : -height / 2) };
  }

  /** Spreads the ends of edges that enter the same node, from left to right as the edges arrive. */
  #spreadEnds(ways: readonly Point[][]): void {
    const ends = new Map<number, Point[][]>();
    this.#input.edges.forEach(({ from, to }, e) => {
      const way = ways[e];
      if (!way || way.length < 2 || this.#host[from] === to) return;
      const list = ends.get(to);
      if (list) list.push(way);
      else ends.set(to, [way]);
    });
    for (const [to, list] of ends) {
      if (list.length < 2) continue;
      const { x, width } = this.#boxes[to] as Box;
      const before = (way: Point[]): number => way.at(-2)?.x ?? 0;
      list.sort((a, b) => before(a) - before(b));
      const step = Math.min(22, (width - 16) / list.length);
      list.forEach((way, i) => {
        const last = way.at(-1);
        if (last) last.x = x + width / 2 + (i - (list.length - 1) / 2) * step;
      });
    }
  }
}
