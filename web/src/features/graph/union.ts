// One graph of two programs: all nodes of the program after, and the removed nodes of the program before.
import type { Flat, FlatGroup, FlatNode } from "./flat";
import { matchGraphs } from "./match";

export type Status = "same" | "added" | "removed" | "changed";
export type Change = "attributes" | "type" | "inputs" | "value";

export interface UnionNode {
  /** The node in the program after, or in the program before if it was removed. */
  readonly node: FlatNode;
  /** The node in the program before, if it is in both. */
  readonly was: FlatNode | undefined;
  readonly status: Status;
  readonly changes: readonly Change[];
  readonly group: number;
}

export interface UnionEdge {
  readonly from: number;
  readonly to: number;
  readonly arg: number;
  readonly status: "same" | "added" | "removed";
}

export interface Union {
  readonly nodes: readonly UnionNode[];
  readonly edges: readonly UnionEdge[];
  readonly groups: readonly FlatGroup[];
}

/** True for two constants with different data. Small constants with equal signatures have the same data. */
function isOtherData({ raw }: FlatNode, { raw: was }: FlatNode): boolean {
  return raw.kind === "constant" && raw.key !== was.key && raw.signature !== was.signature;
}

/** The changes of a node that is in both programs. Types are compared only if both are known. */
function changesOf(node: FlatNode, was: FlatNode): Change[] {
  const changes: Change[] = [];
  if (node.raw.kind !== was.raw.kind || isOtherData(node, was)) changes.push("value");
  if ((node.raw.attrs ?? "") !== (was.raw.attrs ?? "")) changes.push("attributes");
  if (node.type !== "" && was.type !== "" && node.type !== was.type) changes.push("type");
  return changes;
}

export function single(flat: Flat): Union {
  return {
    nodes: flat.nodes.map((node) => ({
      node,
      was: undefined,
      status: "same",
      changes: [],
      group: node.group,
    })),
    edges: flat.edges.map((edge) => ({ ...edge, status: "same" })),
    groups: flat.groups,
  };
}

export function unite(before: Flat, after: Flat): Union {
  const { toBefore, toAfter } = matchGraphs(before, after);
  /** The index in the union of each node of the program before. */
  const place = new Int32Array(before.nodes.length);
  /** For each group before, the group after that has its first matched node. */
  const groupAfter = new Map<number, number>();
  before.nodes.forEach((node, b) => {
    const a = toAfter[b] ?? -1;
    const group = after.nodes[a]?.group ?? -1;
    if (node.group >= 0 && group >= 0 && !groupAfter.has(node.group)) {
      groupAfter.set(node.group, group);
    }
  });

  const edgeKey = (from: number, to: number, arg: number): string => `${from} ${to} ${arg}`;
  const old = new Set<string>();
  const gone: FlatNode[] = [];
  before.nodes.forEach((node, b) => {
    const a = toAfter[b] ?? -1;
    place[b] = a >= 0 ? a : after.nodes.length + gone.length;
    if (a < 0) gone.push(node);
  });
  const oldEdges = before.edges.map(({ from, to, arg }) => ({
    from: place[from] ?? -1,
    to: place[to] ?? -1,
    arg,
  }));
  for (const { from, to, arg } of oldEdges) old.add(edgeKey(from, to, arg));
  const edges: UnionEdge[] = after.edges.map(({ from, to, arg }) => {
    const key = edgeKey(from, to, arg);
    return { from, to, arg, status: old.delete(key) ? "same" : "added" };
  });
  for (const edge of oldEdges) {
    if (old.delete(edgeKey(edge.from, edge.to, edge.arg)))
      edges.push({ ...edge, status: "removed" });
  }

  const nodes: UnionNode[] = after.nodes.map((node, a) => {
    const was = before.nodes[toBefore[a] ?? -1];
    const changes = was ? changesOf(node, was) : [];
    const status = !was ? "added" : changes.length > 0 ? "changed" : "same";
    return { node, was, status, changes, group: node.group };
  });
  for (const node of gone) {
    const group = groupAfter.get(node.group) ?? -1;
    nodes.push({ node, was: undefined, status: "removed", changes: [], group });
  }
  return { nodes, edges, groups: after.groups };
}
