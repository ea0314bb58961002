// Chooses the visible nodes, their texts and the edges between them.
import { t } from "./texts";
import { familyOf, type Family } from "./families";
import type { FlatNode } from "./flat";
import { DEFAULT_COMPILER, compilerOfFunction, regionsOf } from "./regions";
import { clip, fusedName, shortType } from "./text";
import type { Change, Status, Union, UnionEdge, UnionNode } from "./union";

export interface SceneOptions {
  /** Leave out weights and constants. The nodes that use them name them. */
  readonly elide: boolean;
  /** Show a fused function as one node. */
  readonly collapse: boolean;
  /** The keys of functions that differ from `collapse`. */
  readonly toggled: ReadonlySet<number>;
}

export interface SceneNode {
  /** The same in every scene of the same programs, so a selection outlives options. */
  readonly id: string;
  readonly title: string;
  /** The second line, which can be empty. */
  readonly detail: string;
  readonly family: Family;
  readonly status: Status;
  readonly changes: readonly Change[];
  /** The nodes of the programs: one, or all of a collapsed function. */
  readonly members: readonly UnionNode[];
  readonly cluster: number;
  /** The key of the collapsed function that it is, or of the function around it. It opens and closes the function. */
  readonly fn: number | undefined;
  /** The key of the repeated block that it is, or of the block around it. It opens and closes the block. */
  readonly block?: string | undefined;
  /** The operators of a block, or of one of its repetitions: "3 conv2d, 3 batch_norm, add". */
  readonly contents?: string;
  readonly collapsed: boolean;
  /** True for a weight or a constant, which is beside its user. */
  readonly beside: boolean;
  /** The inputs that are left out: "weight 64×3×7×7". */
  readonly elided: readonly string[];
}

export interface SceneEdge {
  readonly from: number;
  readonly to: number;
  readonly arg: number;
  readonly status: UnionEdge["status"];
  readonly type: string;
}

export interface SceneCluster {
  readonly title: string;
  readonly parent: number;
  /** The key of its function, or 0 for another part of the program. */
  readonly fn: number;
  /** The compiler of its nodes, if it is known. */
  readonly compiler?: string;
}

export interface Scene {
  readonly nodes: readonly SceneNode[];
  readonly edges: readonly SceneEdge[];
  readonly clusters: readonly SceneCluster[];
  /** The outgoing edges of each node. `ins` has the incoming ones. */
  readonly outs: readonly (readonly SceneEdge[])[];
  readonly ins: readonly (readonly SceneEdge[])[];
}

const isLeaf = ({ raw, inputs }: FlatNode): boolean =>
  (raw.kind === "param" || raw.kind === "var" || raw.kind === "constant") && inputs.length === 0;

/**
 * True if an input is a weight and not the program's data. All its users are calls. None takes it as the first argument
 * or beside another input of the same type.
 */
function isWeight(node: FlatNode, nodes: readonly FlatNode[]): boolean {
  if (!isLeaf(node) || node.users.length === 0) return false;
  return node.users.every(({ to, arg }) => {
    const user = nodes[to];
    if (user?.raw.kind !== "call" || arg < 0) return false;
    if (node.raw.kind === "constant") return true;
    const first = nodes[user.inputs.find((edge) => edge.arg === 0)?.from ?? -1];
    return arg > 0 && first !== undefined && !(isLeaf(first) && sameKind(first, node, user));
  });
}

/** True for `add(%x, %y)`: two inputs of one elementwise operator that have the same type. */
function sameKind(first: FlatNode, second: FlatNode, user: FlatNode): boolean {
  return user.raw.pattern === "broadcast" && first.type === second.type;
}

function titleOf({ raw, type }: FlatNode, root: boolean): string {
  if (root) return "result";
  switch (raw.kind) {
    case "param":
    case "var":
      return raw.name ?? `%${raw.label}`;
    case "constant":
      return raw.label === "constant" ? shortType(type) || "constant" : raw.label;
    case "function":
      return raw.name ?? "fn";
    case "call":
      return raw.label === "fn" ? "call" : raw.label;
    default:
      return raw.label;
  }
}

export function buildScene(union: Union, options: SceneOptions): Scene {
  const { nodes, groups } = union;
  const afterNodes = nodes.map(({ node }) => node);
  const gone = (i: number): boolean => nodes[i]?.status === "removed";

  // The groups that are one node, and the outermost of these around each group.
  const closed = groups.map(({ fn, call }) => {
    if (!call) return false;
    return options.collapse !== options.toggled.has(fn.key);
  });
  const shownAs = groups.map((_group, g) => {
    let found = -1;
    for (let at = g; at >= 0; at = groups[at]?.parent ?? -1) if (closed[at]) found = at;
    return found;
  });

  // Edges of removed nodes use the numbers of their own program.
  const removedWeight = weightsAmongRemoved(union);
  const weight = nodes.map(({ node }, i) =>
    gone(i) ? removedWeight.has(i) : isWeight(node, afterNodes),
  );

  const sceneOf = new Int32Array(nodes.length).fill(-1);
  const drafts: { id: string; members: number[]; group: number; closed: number }[] = [];
  const byGroup = new Map<number, number>();
  nodes.forEach(({ node, group, status }, i) => {
    if (options.elide && weight[i]) return;
    const as = group >= 0 ? (shownAs[group] ?? -1) : -1;
    const known = as >= 0 ? byGroup.get(as) : undefined;
    if (known !== undefined) {
      drafts[known]?.members.push(i);
      sceneOf[i] = known;
      return;
    }
    sceneOf[i] = drafts.length;
    if (as >= 0) byGroup.set(as, drafts.length);
    const id =
      as >= 0 ? `f${groups[as]?.fn.key}` : `${status === "removed" ? "-" : ""}${node.raw.key}`;
    drafts.push({
      id,
      members: [i],
      group: as >= 0 ? (groups[as]?.parent ?? -1) : group,
      closed: as,
    });
  });

  // Each open group with content is a cluster.
  const clusterOf = new Map<number, number>();
  const clusters: SceneCluster[] = [];
  const clusterAt = (group: number): number => {
    const path: number[] = [];
    for (let at = group; at >= 0 && !clusterOf.has(at); at = groups[at]?.parent ?? -1)
      path.push(at);
    for (const at of path.reverse()) {
      const { fn, parent } = groups[at] ?? { fn: undefined, parent: -1 };
      clusterOf.set(at, clusters.length);
      const inside = afterNodes.filter((n, i) => nodes[i]?.group === at && n.raw.kind === "call");
      const taken = fn ? compilerOfFunction(fn) : { title: "", compiler: "" };
      clusters.push({
        title: taken.title || fusedName(inside.map(({ raw }) => raw.label)) || "fn",
        parent: clusterOf.get(parent) ?? -1,
        fn: fn?.key ?? 0,
        ...(taken.compiler === "" ? {} : { compiler: taken.compiler }),
      });
    }
    return clusterOf.get(group) ?? -1;
  };

  // Regions between annotations are clusters too. Regions of removed nodes are unknown.
  const regions = regionsOf(afterNodes.filter((_node, i) => !gone(i)));
  const clusterOfRegion = new Map<string, number>();
  const clusterOfDraft = ({ members, group }: { members: number[]; group: number }): number => {
    const outer = group >= 0 ? clusterAt(group) : -1;
    const [first = -1] = members;
    const region = gone(first) ? -1 : (regions.of[first] ?? -1);
    const compiler = regions.compilers[region];
    if (compiler === undefined || compiler === DEFAULT_COMPILER) return outer;
    const key = `${outer} ${region}`;
    const known = clusterOfRegion.get(key);
    if (known !== undefined) return known;
    clusterOfRegion.set(key, clusters.length);
    clusters.push({ title: compiler, parent: outer, fn: 0, compiler });
    return clusters.length - 1;
  };

  const edges: SceneEdge[] = [];
  const elided: string[][] = drafts.map(() => []);
  const otherInputs = new Set<number>();
  const seen = new Set<string>();
  for (const { from, to, arg, status } of union.edges) {
    const [a = -1, b = -1] = [sceneOf[from], sceneOf[to]];
    if (b < 0) continue;
    const source = nodes[from];
    if (a < 0) {
      if (source && status !== "removed") elided[b]?.push(elidedText(source.node));
      if (status !== "same" || source?.changes.includes("value")) otherInputs.add(b);
      continue;
    }
    if (a === b) continue;
    const key = `${a} ${b} ${arg}`;
    if (drafts[a]?.closed === -1 && drafts[b]?.closed === -1 ? false : seen.has(key)) continue;
    seen.add(key);
    edges.push({ from: a, to: b, arg, status, type: shortType(source?.node.type ?? "") });
  }

  const sceneNodes = drafts.map((draft, s): SceneNode => {
    const members = draft.members.map((i) => nodes[i] as UnionNode);
    const main = members.find(({ node }) => familyOf(node.raw) === "conv") ?? members[0];
    const group = groups[draft.closed];
    const { status, changes } = summarize(members, otherInputs.has(s));
    const left = elided[s] ?? [];
    const node = main?.node as FlatNode;
    const rootNode = node.raw.kind === "function" && node.raw.parent === undefined;
    return {
      id: draft.id,
      title: group
        ? clip(
            compilerOfFunction(group.fn).title ||
              fusedName(members.filter((m) => m.status !== "removed").map(labelOf)),
            40,
          )
        : clip(titleOf(node, rootNode), 32),
      detail:
        left.length > 1 ? t("graph.moreInputs", { inputs: left.length }) : clip(left[0] ?? "", 30),
      family: rootNode ? "input" : familyOf(node.raw),
      status,
      changes,
      members,
      cluster: clusterOfDraft(draft),
      fn: group?.fn.key ?? groups[draft.group]?.fn.key,
      collapsed: group !== undefined,
      beside: draft.members.length === 1 && (weight[draft.members[0] ?? -1] ?? false),
      elided: left,
    };
  });

  const outs: SceneEdge[][] = sceneNodes.map(() => []);
  const ins: SceneEdge[][] = sceneNodes.map(() => []);
  for (const edge of edges) {
    outs[edge.from]?.push(edge);
    ins[edge.to]?.push(edge);
  }
  return { nodes: sceneNodes, edges, clusters, outs, ins };
}

const labelOf = ({ node }: UnionNode): string => node.raw.label;

function elidedText(node: FlatNode): string {
  const type = shortType(node.type);
  if (node.raw.kind === "constant") return node.raw.label === "constant" ? type : node.raw.label;
  return `${node.raw.name ?? node.raw.label} ${type}`.trim();
}

/** Removed leaves that were never a first input. */
function weightsAmongRemoved({ nodes, edges }: Union): Set<number> {
  const found = new Set<number>();
  nodes.forEach(({ node, status }, i) => {
    if (status === "removed" && isLeaf(node)) found.add(i);
  });
  for (const { from, to, arg } of edges) {
    if (!found.has(from)) continue;
    const constant = nodes[from]?.node.raw.kind === "constant";
    if (nodes[to]?.node.raw.kind !== "call" || (arg < 1 && !constant)) found.delete(from);
  }
  return found;
}

function summarize(
  members: readonly UnionNode[],
  otherInputs: boolean,
): { status: Status; changes: Change[] } {
  const statuses = new Set(members.map(({ status }) => status));
  const changes = new Set(members.flatMap((m) => m.changes));
  if (otherInputs) changes.add("inputs");
  const only = members[0]?.status ?? "same";
  if (statuses.size === 1 && (only === "added" || only === "removed")) {
    return { status: only, changes: [] };
  }
  const changed = statuses.size > 1 || only === "changed" || otherInputs;
  return { status: changed ? "changed" : "same", changes: [...changes] };
}
