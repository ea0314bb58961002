// Matches the nodes of two programs like GumTree (Falleri et al., "Fine-grained and accurate source code differencing",
// ASE 2014). Certain pairs come first. Then the matching spreads along the edges of the dataflow, instead of a tree.
import type { Flat, FlatNode } from "./flat";

export interface Matching {
  /** For each node after, its node before, or -1. */
  readonly toBefore: Int32Array;
  /** For each node before, its node after, or -1. */
  readonly toAfter: Int32Array;
}

/** The greatest number of unmatched nodes between two matched ones that count as inserted. */
const GAP = 6;

/** Gives a parameter the same key as the constant that replaces it. */
const looseKey = ({ raw, inputs }: FlatNode): string =>
  inputs.length === 0 && (raw.kind === "param" || raw.kind === "constant")
    ? "leaf"
    : `${raw.kind} ${raw.label}`;
const strictKey = ({ raw, type }: FlatNode): string =>
  `${raw.kind} ${raw.label} ${raw.attrs ?? ""} ${type}`;

export function matchGraphs(before: Flat, after: Flat): Matching {
  const toBefore = new Int32Array(after.nodes.length).fill(-1);
  const toAfter = new Int32Array(before.nodes.length).fill(-1);
  const queue: number[] = [];
  const pair = (a: number, b: number): void => {
    toBefore[a] = b;
    toAfter[b] = a;
    queue.push(a);
  };

  /** Pairs nodes with equal keys, if both sides have the same number of them. */
  const pairBy = (key: (node: FlatNode) => string | number | undefined): void => {
    const sides = [before, after].map((flat, side) => {
      const taken = side === 0 ? toAfter : toBefore;
      const found = new Map<string | number, number[]>();
      flat.nodes.forEach((node, i) => {
        const k = taken[i] === -1 ? key(node) : undefined;
        if (k === undefined) return;
        const list = found.get(k);
        if (list) list.push(i);
        else found.set(k, [i]);
      });
      return found;
    });
    for (const [k, as] of sides[1] ?? []) {
      const bs = sides[0]?.get(k);
      if (bs?.length === as.length) as.forEach((a, i) => pair(a, bs[i] as number));
    }
  };

  if (before.root >= 0 && after.root >= 0) pair(after.root, before.root);
  pairBy((node) => node.raw.key);
  pairBy(({ raw }) => (raw.kind === "param" ? raw.label : undefined));
  pairBy((node) => node.raw.signature);

  /** Pairs users and inputs of a pair that have the same position and equal keys. */
  const spread = (a: number, key: (node: FlatNode) => string): boolean => {
    const b = toBefore[a] ?? -1;
    const ours = after.nodes[a];
    const theirs = before.nodes[b];
    if (!ours || !theirs) return false;
    let found = false;
    for (const side of ["inputs", "users"] as const) {
      const end = side === "inputs" ? "from" : "to";
      const free = theirs[side].filter((edge) => toAfter[edge[end]] === -1);
      if (free.length === 0) continue;
      for (const edge of ours[side]) {
        const candidate = after.nodes[edge[end]];
        if (toBefore[edge[end]] !== -1 || !candidate) continue;
        const wanted = key(candidate);
        const other = free.find(
          (o) =>
            o.arg === edge.arg &&
            toAfter[o[end]] === -1 &&
            key(before.nodes[o[end]] as FlatNode) === wanted,
        );
        if (!other) continue;
        pair(edge[end], other[end]);
        found = true;
      }
    }
    return found;
  };

  /** The nearest matched node before a node, across up to GAP unmatched nodes. -1 if there is none. */
  const anchor = (flat: Flat, taken: Int32Array, node: FlatNode): number => {
    let at = node.inputs.find((edge) => edge.arg >= 0)?.from ?? -1;
    for (let steps = 0; steps < GAP && at >= 0 && taken[at] === -1; steps += 1) {
      at = flat.nodes[at]?.inputs.find((edge) => edge.arg >= 0)?.from ?? -1;
    }
    return at >= 0 && taken[at] !== -1 ? at : -1;
  };
  const bridge = (): boolean => {
    const open = new Map<string, number[]>();
    before.nodes.forEach((node, b) => {
      const at = toAfter[b] === -1 ? anchor(before, toAfter, node) : -1;
      if (at < 0) return;
      const key = `${at} ${looseKey(node)}`;
      open.set(key, [...(open.get(key) ?? []), b]);
    });
    let found = false;
    after.nodes.forEach((node, a) => {
      const at = toBefore[a] === -1 ? anchor(after, toBefore, node) : -1;
      const b = at < 0 ? undefined : open.get(`${toBefore[at]} ${looseKey(node)}`)?.shift();
      if (b === undefined) return;
      pair(a, b);
      found = true;
    });
    return found;
  };

  const drain = (): void => {
    for (let a = queue.pop(); a !== undefined; a = queue.pop()) spread(a, strictKey);
  };
  const settle = (): void => {
    drain();
    let found: boolean;
    do {
      found = false;
      for (let a = 0; a < toBefore.length; a += 1) {
        if (toBefore[a] === -1 || !spread(a, looseKey)) continue;
        found = true;
        drain();
      }
    } while (found);
  };
  // The queue pops the first nodes of the program first, so equal nodes pair in order.
  queue.sort((x, y) => y - x);
  do settle();
  while (bridge());
  return { toBefore, toAfter };
}
