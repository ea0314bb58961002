// The dataflow in which functions with only one call, such as fused functions, are opened. The arguments replace their
// parameters, and their results replace the calls. The content of such a function is a group.
import type { GraphData, GraphNode } from "../../core/protocol/graph-data";

/** An edge from a result to its user. `arg` is the number of the argument, or -1 for a callee. */
interface FlatEdge {
  readonly from: number;
  readonly to: number;
  readonly arg: number;
}

export interface FlatNode {
  readonly raw: GraphNode;
  /** The type in Relay's notation; empty if it is unknown. */
  readonly type: string;
  /** The index of its group, or -1. */
  readonly group: number;
  readonly inputs: readonly FlatEdge[];
  readonly users: readonly FlatEdge[];
}

export interface FlatGroup {
  readonly fn: GraphNode;
  /** The only call of an opened function. */
  readonly call: GraphNode | undefined;
  readonly type: string;
  readonly parent: number;
}

export interface Flat {
  readonly nodes: readonly FlatNode[];
  readonly groups: readonly FlatGroup[];
  readonly edges: readonly FlatEdge[];
  /** The node of the function itself, which takes the result as its input. */
  readonly root: number;
}

/** The only call of each function that has one call and no other use. */
function onlyCalls(data: GraphData): Map<number, number> {
  const calls = new Map<number, number>();
  const barred = new Set<number>([data.root]);
  data.nodes.forEach((node, i) => {
    for (const input of node.inputs) barred.add(input);
    const { callee } = node;
    if (callee === undefined || callee < 0) return;
    const params = data.nodes[callee]?.params;
    if (calls.has(callee) || params?.length !== node.inputs.length || isInside(data, i, callee)) {
      barred.add(callee);
    }
    calls.set(callee, i);
  });
  for (const fn of barred) calls.delete(fn);
  return calls;
}

function isInside(data: GraphData, node: number, fn: number): boolean {
  let at = data.nodes[node]?.parent;
  while (at !== undefined && at >= 0) {
    if (at === fn) return true;
    at = data.nodes[at]?.parent;
  }
  return false;
}

export function flatten(data: GraphData): Flat {
  const calls = onlyCalls(data);
  /** The nodes that replace others: arguments for parameters, results for calls. */
  const stands = new Map<number, number>();
  const gone = new Set<number>();
  for (const [fn, call] of calls) {
    const { params = [], inputs } = data.nodes[fn] ?? { inputs: [] };
    gone.add(fn).add(call);
    if (inputs[0] !== undefined) stands.set(call, inputs[0]);
    params.forEach((param, i) => {
      gone.add(param);
      const argument = data.nodes[call]?.inputs[i];
      if (argument !== undefined) stands.set(param, argument);
    });
  }
  const resolve = (node: number): number => {
    let at = node;
    // Each step enters or leaves a function, so there are at most as many steps as nodes.
    for (let steps = 0; steps <= data.nodes.length; steps += 1) {
      const next = stands.get(at);
      if (next === undefined) return at;
      at = next;
    }
    return -1;
  };

  // Groups: every function but the root.
  const groups: FlatGroup[] = [];
  const groupOf = new Map<number, number>([[data.root, -1]]);
  const typeOf = (node: GraphNode | undefined): string => data.types[node?.type ?? -1] ?? "";
  data.nodes.forEach((node, i) => {
    if (node.kind !== "function" || i === data.root) return;
    const call = data.nodes[calls.get(i) ?? -1];
    groupOf.set(i, groups.length);
    groups.push({ fn: node, call, type: typeOf(call ?? node), parent: groupAt(node.parent) });
  });
  function groupAt(parent: number | undefined): number {
    return parent === undefined ? -1 : (groupOf.get(parent) ?? -1);
  }

  const numbers = new Map<number, number>();
  data.nodes.forEach((_node, i) => {
    if (!gone.has(i)) numbers.set(i, numbers.size);
  });
  const nodes: (FlatNode & { inputs: FlatEdge[]; users: FlatEdge[] })[] = [];
  for (const i of numbers.keys()) {
    const raw = data.nodes[i] as GraphNode;
    const own = raw.kind === "function" && i !== data.root ? groupOf.get(i) : undefined;
    nodes.push({
      raw,
      type: typeOf(raw),
      group: own ?? groupAt(raw.parent),
      inputs: [],
      users: [],
    });
  }
  const edges: FlatEdge[] = [];
  const connect = (fromRaw: number, to: number, arg: number): void => {
    const from = numbers.get(resolve(fromRaw));
    const source = nodes[from ?? -1];
    if (from === undefined || !source) return;
    const edge = { from, to, arg };
    edges.push(edge);
    source.users.push(edge);
    nodes[to]?.inputs.push(edge);
  };
  for (const [i, to] of numbers) {
    const raw = data.nodes[i] as GraphNode;
    if (raw.callee !== undefined) connect(raw.callee, to, -1);
    raw.inputs.forEach((input, arg) => connect(input, to, arg));
  }
  return { nodes, groups, edges, root: numbers.get(data.root) ?? -1 };
}
