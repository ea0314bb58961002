// From the programs' dataflow to what is drawn, step by step, each step kept until what it depends on
// changes.
import type { GraphData } from "../../core/protocol/graph-data";
import { matches } from "./describe";
import { FAMILIES, type Family } from "./families";
import { flatten } from "./flat";
import { blocksOf, foldBlocks, isLarge } from "./blocks";
import { buildScene, type Scene, type SceneOptions } from "./scene";
import { single, unite, type Status, type Union, type UnionNode } from "./union";

/** What is to be seen clearly; the rest is faded. Empty sets and texts ask for nothing. */
export interface Filter {
  readonly families: ReadonlySet<Family>;
  readonly statuses: ReadonlySet<Status>;
  readonly search: string;
}

export function uniteGraphs(before: GraphData | undefined, after: GraphData): Union {
  const flat = flatten(after);
  return before ? unite(flatten(before), flat) : single(flat);
}

export interface FoldOptions extends SceneOptions {
  /** Show what is repeated as boxes; undefined: where the graph is large. */
  readonly fold: boolean | undefined;
  /** Boxes that are open, by key. */
  readonly opened: ReadonlySet<string>;
}

export interface FoldedScene {
  readonly scene: Scene;
  /** Whether there are boxes, or would be. */
  readonly repeats: boolean;
  readonly folded: boolean;
}

export function sceneOf(union: Union, { fold, opened, ...options }: FoldOptions): FoldedScene {
  const scene = buildScene(union, options);
  const blocks = blocksOf(scene);
  const folded = blocks !== undefined && (fold ?? isLarge(scene));
  return {
    scene: folded ? foldBlocks(scene, blocks, opened) : scene,
    repeats: blocks !== undefined,
    folded,
  };
}

/** How many nodes each family and each status has, families without any left out. */
export function legend(scene: Scene): {
  families: { id: Family; count: number }[];
  statuses: { id: Status; count: number }[];
} {
  const families = new Map<Family, number>();
  const statuses = new Map<Status, number>();
  for (const { family, status } of scene.nodes) {
    families.set(family, (families.get(family) ?? 0) + 1);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  return {
    families: FAMILIES.flatMap((id) => {
      const count = families.get(id) ?? 0;
      return count > 0 ? [{ id, count }] : [];
    }),
    statuses: (["added", "removed", "changed"] as const).map((id) => ({
      id,
      count: statuses.get(id) ?? 0,
    })),
  };
}

/** The nodes that a filter asks for, in the given order; undefined when it asks for nothing. */
export function filtered(
  scene: Scene,
  order: readonly number[],
  filter: Filter,
): number[] | undefined {
  const { families, statuses, search } = filter;
  if (families.size === 0 && statuses.size === 0 && search === "") return undefined;
  return order.filter((i) => {
    const node = scene.nodes[i];
    return (
      node !== undefined &&
      (families.size === 0 || families.has(node.family)) &&
      (statuses.size === 0 || statuses.has(node.status)) &&
      (search === "" || matches(node, search))
    );
  });
}

/** The node that a line of a text shows: what it computes rather than what it mentions. */
export function nodeAtLine(scene: Scene, line: number, side: "before" | "after" = "after"): number {
  const stands = (member: UnionNode): boolean => {
    const raw =
      side === "after" && member.status === "removed"
        ? undefined
        : side === "before" && member.status !== "removed"
          ? member.was?.raw
          : member.node.raw;
    return raw?.line === line;
  };
  const found = scene.nodes.flatMap((node, i) => (node.members.some(stands) ? [i] : []));
  const computes = (i: number): boolean => {
    const { family, beside } = scene.nodes[i] ?? { family: "input", beside: true };
    return family !== "input" && !beside;
  };
  return found.find(computes) ?? found[0] ?? -1;
}
