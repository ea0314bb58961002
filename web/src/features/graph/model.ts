// Computes the scene from the dataflow of the programs. Each step keeps its result until its inputs change.
import type { GraphData } from "../../core/protocol/graph-data";
import { matches } from "./describe";
import { FAMILIES, familyOf, type Family } from "./families";
import { flatten } from "./flat";
import { blocksOf, foldBlocks, isLarge } from "./blocks";
import { buildScene, type Scene, type SceneNode, type SceneOptions } from "./scene";
import { single, unite, type Status, type Union, type UnionNode } from "./union";

/** Nodes that do not match are faded. An empty set or text matches everything. */
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
  /** True to show repeated blocks as boxes. Undefined decides by the size of the graph. */
  readonly fold: boolean | undefined;
  /** The keys of boxes that are open. */
  readonly opened: ReadonlySet<string>;
}

export interface FoldedScene {
  readonly scene: Scene;
  /** The scene without boxes for repeated blocks. */
  readonly unfolded: Scene;
  /** True if the graph has repeated blocks, whether or not they are boxes. */
  readonly repeats: boolean;
  readonly folded: boolean;
}

export function sceneOf(union: Union, { fold, opened, ...options }: FoldOptions): FoldedScene {
  const scene = buildScene(union, options);
  const blocks = blocksOf(scene);
  const folded = blocks !== undefined && (fold ?? isLarge(scene));
  return {
    scene: folded ? foldBlocks(scene, blocks, opened) : scene,
    unfolded: scene,
    repeats: blocks !== undefined,
    folded,
  };
}

/** Whether a node calls an operator. The engine gives patterns only for calls of operators. */
const isOperator = ({ node: { raw } }: UnionNode): boolean =>
  raw.kind === "call" && raw.pattern !== undefined;

/**
 * The number of operators of each family and status, whether or not they have boxes of their own. Inputs and what else
 * is no operator count by family only. Families without nodes are left out.
 *
 * @param scene the scene without boxes for repeated blocks.
 */
export function legend(scene: Scene): {
  families: { id: Family; count: number }[];
  statuses: { id: Status; count: number }[];
} {
  const families = new Map<Family, number>();
  const statuses = new Map<Status, number>();
  const add = <Id>(counts: Map<Id, number>, id: Id): void =>
    void counts.set(id, (counts.get(id) ?? 0) + 1);
  for (const { members, family, status } of scene.nodes) {
    const inside = members.filter(isOperator);
    if (inside.length === 0) add(families, family);
    for (const member of inside) add(families, familyOf(member.node.raw));
    // The input of an operator can have changed without the operator. A box for one operator knows that.
    if (inside.length === 1) add(statuses, status);
    else for (const member of inside) add(statuses, member.status);
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

/** Whether a node, or an operator inside of its box, is of one of the families. */
const hasFamily = ({ family, members }: SceneNode, families: ReadonlySet<Family>): boolean =>
  families.has(family) ||
  members.some((member) => isOperator(member) && families.has(familyOf(member.node.raw)));

/** Whether a node, or an operator inside of its box, has one of the statuses. */
const hasStatus = ({ status, members }: SceneNode, statuses: ReadonlySet<Status>): boolean =>
  statuses.has(status) ||
  members.some((member) => isOperator(member) && statuses.has(member.status));

/** The nodes that match a filter, in the given order. Undefined if the filter is empty. */
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
      (families.size === 0 || hasFamily(node, families)) &&
      (statuses.size === 0 || hasStatus(node, statuses)) &&
      (search === "" || matches(node, search))
    );
  });
}

/** The node that a line of a text computes, not one that it mentions. */
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
