// Finds the repeated structure of a large graph, such as the residual blocks of a ResNet. Each block is one box, such
// as "block ×7", that the user can open.
//
// The graph is cut at each node through which all paths go. The nodes between two cuts are a segment. A program is a
// sequence of segments, so repeated blocks are repeated substrings:
//
// - Consecutive segments or substrings with equal `strict` keys are one block with a count.
// - Consecutive substrings with equal `loose` keys become one block each. They can differ in shapes, attributes and the
//   counts of inner blocks.
import { t } from "./texts";
import { FAMILIES } from "./families";
import type { Scene, SceneCluster, SceneEdge, SceneNode } from "./scene";
import { clip } from "./text";
import type { Change } from "./union";

/** A part of the trunk: a segment, or a block of parts. */
interface Part {
  /** The indices of the scene's nodes in this part. */
  readonly nodes: readonly number[];
  /** Equal for two parts that are the same in everything. */
  readonly strict: string;
  /** Equal for two parts with the same operators and connections. */
  readonly loose: string;
  /** The content of an open block. Empty for a segment that is not a block. */
  readonly parts: readonly Part[];
  /** The number of consecutive repetitions. `parts` has all of them. */
  readonly times: number;
  /** True if it is shown as one box. */
  readonly block: boolean;
}

/** The least number of nodes of a block. A smaller one saves no space. */
const LEAST_NODES = 3;
/** The longest period of a repetition, in parts. */
const LONGEST = 48;
/** The greatest number of nodes of a graph that is shown without blocks. */
const LARGE = 150;

/** The parts of a scene in order, or undefined if nothing is repeated. */
export type Blocks = readonly Part[] | undefined;

/** Weights beside their node do not count, because they do not make the graph longer. */
export const isLarge = ({ nodes }: Scene): boolean =>
  nodes.filter(({ beside }) => !beside).length > LARGE;

export function blocksOf(scene: Scene): Blocks {
  const parts = boxed(alike(same(segments(scene))));
  return parts.some(({ block }) => block) ? parts : undefined;
}

// --- the trunk ---

/** The pieces between which the graph is cut. A piece is a node with the weights beside it, or an open function. */
interface Pieces {
  /** The piece of each node. */
  readonly of: Int32Array;
  readonly members: readonly (readonly number[])[];
}

function piecesOf({ nodes, clusters, outs }: Scene): Pieces {
  const of = new Int32Array(nodes.length).fill(-1);
  const members: number[][] = [];
  const outermost = (cluster: number): number => {
    let at = cluster;
    for (let up = clusters[at]?.parent ?? -1; up >= 0; up = clusters[at]?.parent ?? -1) at = up;
    return at;
  };
  const byCluster = new Map<number, number>();
  const put = (node: number, piece: number): void => {
    of[node] = piece;
    members[piece]?.push(node);
  };
  nodes.forEach(({ cluster }, i) => {
    if (isBeside(i)) return;
    const outer = cluster >= 0 ? outermost(cluster) : -1;
    const known = outer >= 0 ? byCluster.get(outer) : undefined;
    if (known === undefined) members.push([]);
    if (outer >= 0 && known === undefined) byCluster.set(outer, members.length - 1);
    put(i, known ?? members.length - 1);
  });
  nodes.forEach((_node, i) => {
    if (isBeside(i)) put(i, of[outs[i]?.[0]?.to ?? -1] ?? -1);
  });
  /** True for a weight with only one user. */
  function isBeside(node: number): boolean {
    const takers = new Set((outs[node] ?? []).map(({ to }) => to));
    const [taker = -1] = takers;
    return (nodes[node]?.beside ?? false) && takers.size === 1 && !nodes[taker]?.beside;
  }
  return { of, members };
}

interface Flow {
  readonly from: number;
  readonly to: number;
  readonly edge: SceneEdge;
}

/**
 * Returns the pieces in topological order. Inputs come directly before their first user, which keeps the edges short.
 */
function inOrder(count: number, flows: readonly Flow[]): number[] {
  const inputs: number[][] = Array.from({ length: count }, () => []);
  const used = new Uint8Array(count);
  for (const { from, to } of flows) {
    inputs[to]?.push(from);
    used[from] = 1;
  }
  const depth = new Int32Array(count).fill(-1);
  const order: number[] = [];
  const begun = new Uint8Array(count);
  const visit = (end: number, done: (piece: number) => void): void => {
    const stack = [end];
    while (stack.length > 0) {
      const at = stack.at(-1) as number;
      if (begun[at] === 0) {
        begun[at] = 1;
        const open = (inputs[at] ?? []).filter((input) => begun[input] === 0);
        for (const input of open.reverse()) stack.push(input);
        continue;
      }
      stack.pop();
      // The stack can contain a piece twice.
      if (begun[at] === 1) done(at);
      begun[at] = 2;
    }
  };
  const ends = [...used.keys()].filter((piece) => !used[piece]);
  for (const end of ends) {
    visit(end, (piece) => {
      const deepest = (most: number, input: number): number => Math.max(most, depth[input] ?? 0);
      depth[piece] = 1 + (inputs[piece] ?? []).reduce(deepest, -1);
    });
  }
  begun.fill(0);
  // Ends of short paths come first, such as removed nodes that hang off the trunk.
  for (const end of ends.sort((a, b) => (depth[a] ?? 0) - (depth[b] ?? 0))) {
    visit(end, (piece) => order.push(piece));
  }
  return order;
}

function segments(scene: Scene): Part[] {
  const { of, members } = piecesOf(scene);
  const flows: Flow[] = [];
  for (const edge of scene.edges) {
    const [from = -1, to = -1] = [of[edge.from], of[edge.to]];
    if (from >= 0 && to >= 0 && from !== to) flows.push({ from, to, edge });
  }
  const order = inOrder(members.length, flows);
  const place = new Int32Array(members.length).fill(-1);
  order.forEach((piece, at) => (place[piece] = at));
  /** The greatest place that an edge from an earlier piece reaches. */
  let reach = 0;
  const furthest = new Int32Array(order.length);
  const into: Flow[][] = order.map(() => []);
  for (const flow of flows) {
    const [a = 0, b = 0] = [place[flow.from], place[flow.to]];
    furthest[a] = Math.max(furthest[a] ?? 0, b);
    into[b]?.push(flow);
  }
  const parts: Part[] = [];
  let begin = 0;
  order.forEach((_piece, at) => {
    if (reach <= at) {
      // All paths from earlier pieces end in this piece.
      parts.push(segment(begin, at));
      begin = at + 1;
    }
    reach = Math.max(reach, furthest[at] ?? 0);
  });
  if (begin < order.length) parts.push(segment(begin, order.length - 1));
  return parts;

  function segment(from: number, to: number): Part {
    const nodes: number[] = [];
    const strict: string[] = [];
    const loose: string[] = [];
    for (let at = from; at <= to; at += 1) {
      const piece = order[at] ?? -1;
      // The offsets of its inputs in the segment. All places before the segment are -1.
      const links = (into[at] ?? []).map(({ from: source, edge }) => {
        const where = (place[source] ?? 0) - from;
        return { where: Math.max(-1, where), edge };
      });
      const own = members[piece] ?? [];
      for (const node of own) {
        nodes.push(node);
        strict.push(strictKey(scene.nodes[node]));
        loose.push(looseKey(scene.nodes[node]));
      }
      for (const { where, edge } of links) {
        strict.push(`${where}:${edge.arg}:${edge.status}:${edge.type}`);
        loose.push(`${where}:${edge.status}`);
      }
    }
    return {
      nodes,
      strict: strict.join("|"),
      loose: loose.join("|"),
      parts: [],
      times: 1,
      block: false,
    };
  }
}

const looseKey = (node: SceneNode | undefined): string =>
  (node?.members ?? [])
    .map(({ node: { raw }, status }) => `${status} ${isName(raw.kind) ? raw.kind : raw.label}`)
    .join(";");
const strictKey = (node: SceneNode | undefined): string =>
  (node?.members ?? [])
    .map(
      ({ node: { raw, type }, status, changes }) =>
        `${status} ${changes.join()} ${raw.kind} ${isName(raw.kind) ? "" : raw.label} ${raw.attrs ?? ""} ${type}`,
    )
    .join(";");
/** True for kinds whose labels differ from block to block. */
const isName = (kind: string): boolean => kind === "param" || kind === "var";

// --- repetition ---

interface Run {
  readonly at: number;
  readonly period: number;
  readonly times: number;
  readonly nodes: number;
}

/** The repetition that covers the most nodes. Ties go to the shorter period, then to the first one. */
function longestRun(
  parts: readonly Part[],
  key: (part: Part) => string,
  least = 1,
): Run | undefined {
  let best: Run | undefined;
  const keys = parts.map(key);
  const before = [0];
  for (const { nodes } of parts) before.push((before.at(-1) ?? 0) + nodes.length);
  const nodesIn = (at: number, count: number): number =>
    (before[at + count] ?? 0) - (before[at] ?? 0);
  for (let period = least; period <= Math.min(LONGEST, parts.length >> 1); period += 1) {
    let equal = 0;
    for (let i = period; i <= parts.length; i += 1) {
      if (i < parts.length && keys[i] === keys[i - period]) {
        equal += 1;
        continue;
      }
      const times = Math.floor(equal / period) + 1;
      const at = i - equal - period;
      equal = 0;
      if (times < 2) continue;
      const nodes = nodesIn(at, period * times);
      if (nodes < times * LEAST_NODES || nodes <= (best?.nodes ?? 0)) continue;
      best = { at, period, times, nodes };
    }
  }
  return best;
}

const joined = (parts: readonly Part[], times: number): Part => ({
  nodes: parts.flatMap(({ nodes }) => nodes),
  strict: parts.map(({ strict }) => strict).join("/"),
  // The count is not part of the loose key.
  loose: times > 1 ? `(${parts[0]?.loose})+` : parts.map(({ loose }) => loose).join("/"),
  parts,
  times,
  block: true,
});

/** One period of a run as a part. */
function period(parts: readonly Part[]): Part {
  const [only] = parts;
  if (parts.length > 1 || !only) return joined(parts, 1);
  return only.block ? only : { ...only, block: true };
}

/** Replaces consecutive equal parts with one block and a count. */
function same(parts: readonly Part[]): Part[] {
  let now = [...parts];
  for (;;) {
    const run = longestRun(now, ({ strict }) => strict);
    if (!run) return now;
    const each = Array.from({ length: run.times }, (_, i) =>
      period(now.slice(run.at + i * run.period, run.at + (i + 1) * run.period)),
    );
    const end = run.at + run.period * run.times;
    now = [...now.slice(0, run.at), joined(each, run.times), ...now.slice(end)];
  }
}

/** Makes consecutive substrings with equal loose keys one block each. */
function alike(parts: readonly Part[]): Part[] {
  const run = longestRun(parts, ({ loose }) => loose, 2);
  if (!run) return [...parts];
  const end = run.at + run.period * run.times;
  const each = Array.from({ length: run.times }, (_, i) =>
    joined(boxed(parts.slice(run.at + i * run.period, run.at + (i + 1) * run.period), parts), 1),
  );
  return [...alike(parts.slice(0, run.at)), ...each, ...alike(parts.slice(end))];
}

/** Makes segments with the same loose key as another one blocks too. */
function boxed(parts: readonly Part[], among: readonly Part[] = parts): Part[] {
  const count = new Map<string, number>();
  for (const { loose } of among) count.set(loose, (count.get(loose) ?? 0) + 1);
  return parts.map((part) =>
    part.nodes.length >= LEAST_NODES && (count.get(part.loose) ?? 0) > 1
      ? { ...part, block: true }
      : part,
  );
}

// --- the scene with blocks ---

const keyOf = (scene: Scene, { nodes }: Part): string =>
  `${scene.nodes[nodes[0] ?? -1]?.id} to ${scene.nodes[nodes.at(-1) ?? -1]?.id}`;

/** The scene with each block as one node. Blocks whose keys are in `opened` are frames instead. */
export function foldBlocks(scene: Scene, blocks: Blocks, opened: ReadonlySet<string>): Scene {
  if (!blocks) return scene;
  const nodes: SceneNode[] = [];
  const clusters: SceneCluster[] = scene.clusters.map((cluster) => ({ ...cluster }));
  const standsFor = new Int32Array(scene.nodes.length).fill(-1);
  const parents = new Map<number, number>();
  const show = (part: Part, frame: number, around: string | undefined): void => {
    const key = part.block ? keyOf(scene, part) : undefined;
    if (key !== undefined && !opened.has(key)) {
      for (const node of part.nodes) standsFor[node] = nodes.length;
      nodes.push(blockNode(scene, part, key, frame));
      return;
    }
    let inside = frame;
    if (key !== undefined) {
      inside = clusters.length;
      clusters.push({ title: titleOf(part), parent: frame, fn: 0 });
    }
    for (const each of part.parts) show(each, inside, key ?? around);
    if (part.parts.length > 0) return;
    for (const node of part.nodes) {
      const shown = scene.nodes[node] as SceneNode;
      standsFor[node] = nodes.length;
      // The outermost function around the node goes into the frame.
      let outer = shown.cluster;
      for (let up = outer; up >= 0; up = scene.clusters[up]?.parent ?? -1) outer = up;
      if (outer >= 0) parents.set(outer, inside);
      nodes.push({
        ...shown,
        cluster: shown.cluster >= 0 ? shown.cluster : inside,
        block: key ?? around,
      });
    }
  };
  for (const part of blocks) show(part, -1, undefined);
  for (const [cluster, parent] of parents) {
    const known = clusters[cluster];
    if (known) clusters[cluster] = { ...known, parent };
  }
  const edges: SceneEdge[] = [];
  const seen = new Set<string>();
  for (const edge of scene.edges) {
    const [from = -1, to = -1] = [standsFor[edge.from], standsFor[edge.to]];
    if (from < 0 || to < 0 || from === to) continue;
    const boxes = isBlock(nodes[from]) || isBlock(nodes[to]);
    const key = `${from} ${to} ${boxes ? "" : edge.arg} ${edge.status}`;
    if (boxes && seen.has(key)) continue;
    seen.add(key);
    edges.push({ ...edge, from, to });
  }
  return withUsed({ nodes, edges, clusters });
}

export const isBlock = (node: SceneNode | undefined): boolean =>
  node !== undefined && node.collapsed && node.fn === undefined;

/** Removes empty clusters, and adds the edges of each node. */
function withUsed({ nodes, edges, clusters }: Pick<Scene, "nodes" | "edges" | "clusters">): Scene {
  const used = new Set<number>();
  for (const { cluster } of nodes) {
    for (let at = cluster; at >= 0 && !used.has(at); at = clusters[at]?.parent ?? -1) used.add(at);
  }
  const numbers = new Map([...used].sort((a, b) => a - b).map((old, now) => [old, now]));
  const numberOf = (cluster: number): number => numbers.get(cluster) ?? -1;
  const kept = [...numbers.keys()].map((old) => clusters[old] as SceneCluster);
  const moved = nodes.map((node) => ({ ...node, cluster: numberOf(node.cluster) }));
  const outs: SceneEdge[][] = nodes.map(() => []);
  const ins: SceneEdge[][] = nodes.map(() => []);
  for (const edge of edges) {
    outs[edge.from]?.push(edge);
    ins[edge.to]?.push(edge);
  }
  return {
    nodes: moved,
    edges,
    clusters: kept.map((cluster) => ({ ...cluster, parent: numberOf(cluster.parent) })),
    outs,
    ins,
  };
}

/** "block ×7" for a repetition. "block + block ×7" for a block that contains others. */
function titleOf({ times, parts }: Part): string {
  if (times > 1) return t("node.blockTimes", { times });
  const inside = parts.filter(({ block }) => block).map(titleOf);
  return inside.length > 0 ? inside.join(" + ") : t("node.block");
}

function blockNode(scene: Scene, part: Part, key: string, frame: number): SceneNode {
  const inside = part.nodes.map((node) => scene.nodes[node] as SceneNode);
  const [first] = inside;
  const contents = operators(inside, part.times);
  const families = new Set(inside.map(({ family }) => family));
  const statuses = new Set(inside.map(({ status }) => status));
  const only = statuses.size === 1 ? (first?.status ?? "same") : "changed";
  const changes = new Set<Change>(inside.flatMap((node) => [...node.changes]));
  return {
    id: `block ${key}`,
    title: titleOf(part),
    detail: clip(contents, 44),
    contents,
    family: FAMILIES.find((family) => families.has(family)) ?? "other",
    status: only,
    changes: only === "changed" ? [...changes] : [],
    members: inside.flatMap(({ members }) => members),
    cluster: frame,
    fn: undefined,
    block: key,
    collapsed: true,
    beside: false,
    elided: [],
  };
}

/** The operators of one repetition: "3 conv2d, 3 batch_norm, add". */
function operators(nodes: readonly SceneNode[], times: number): string {
  const counts = new Map<string, number>();
  for (const { members } of nodes) {
    for (const { node, status } of members) {
      const { label, kind } = node.raw;
      if (kind !== "call" || status === "removed") continue;
      const name = label.slice(label.lastIndexOf(".") + 1);
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  }
  return [...counts]
    .map(([name, count]): [string, number] => [name, Math.round(count / times)])
    .sort(([, a], [, b]) => b - a)
    .map(([name, count]) => (count > 1 ? `${count} ${name}` : name))
    .join(", ");
}
