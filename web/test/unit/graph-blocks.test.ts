// Repeated blocks of a graph: they are found by signature, become boxes, and open and close.
import * as passcope from "passcope";
import { describe, expect, it } from "vitest";
import { blocksOf, foldBlocks } from "../../src/features/graph/blocks";
import type { GraphData } from "../../src/core/protocol/graph-data";
import { flatten } from "../../src/features/graph/flat";
import { layoutGraph } from "../../src/features/graph/layout";
import { layoutInput } from "../../src/features/graph/measure";
import { filtered, legend, nodeAtLine, sceneOf, uniteGraphs } from "../../src/features/graph/model";
import { buildScene, type Scene } from "../../src/features/graph/scene";
import { single, type Union } from "../../src/features/graph/union";
import { Program } from "./graph-programs";

const options = { elide: true, collapse: true, toggled: new Set<number>() };
const sceneFrom = (data: GraphData): Scene => buildScene(single(flatten(data)), options);
const folded = (scene: Scene, opened: Iterable<string> = []): Scene =>
  foldBlocks(scene, blocksOf(scene), new Set(opened));
const titles = ({ nodes }: Scene): string[] => nodes.map(({ title }) => title);
const keyOf = (scene: Scene, title: string): string =>
  scene.nodes.find((node) => node.title === title)?.block ?? "";

/** `depth` residual blocks that differ only in the names of the weights. */
function residual(depth: number): GraphData {
  const p = new Program();
  const conv = (x: number, weight: string): number =>
    p.call("nn.conv2d", [x, p.param(weight, "Tensor[(8, 8, 3, 3), float32]")]);
  let x = p.param("data");
  for (let i = 0; i < depth; i += 1) {
    const inner = conv(p.call("nn.relu", [conv(x, `w${i}a`)]), `w${i}b`);
    x = p.call("add", [inner, x], { pattern: "broadcast" });
  }
  return p.done(x);
}

/** Checks that each node of the full graph is in exactly one folded node, and that all edges keep their direction. */
function expectWhole(full: Scene, fold: Scene): void {
  const members = fold.nodes.flatMap((node) => node.members);
  expect(members.length).toBe(full.nodes.flatMap((node) => node.members).length);
  expect(new Set(members).size).toBe(members.length);
  const place = new Map(fold.nodes.flatMap((node, i) => node.members.map((m) => [m, i])));
  const at = (scene: Scene, i: number): number =>
    place.get(scene.nodes[i]?.members[0] as never) ?? -1;
  const edges = new Set(fold.edges.map(({ from, to }) => `${from} ${to}`));
  for (const { from, to } of full.edges) {
    const [a, b] = [at(full, from), at(full, to)];
    expect(a === b || edges.has(`${a} ${b}`)).toBe(true);
  }
  for (const { cluster } of fold.nodes) expect(cluster).toBeLessThan(fold.clusters.length);
}

/** A model of the engine before and after a pass. */
function resnet(layers: number): { before: GraphData; after: GraphData; dispose: () => void } {
  const workload = passcope.relay.getWorkload("resnet", { numLayers: layers, batchSize: 1 });
  const context = new passcope.PassContext({ optLevel: 3 });
  const pass = passcope.transform.create("ConvertLayout", {
    desired_layouts: { "nn.conv2d": ["NHWC", "HWIO"] },
  });
  const after = context.with(() => pass(workload.mod));
  const graph = (mod: passcope.IRModule): GraphData => mod.graph({ function: "main", limit: 6000 });
  const found = { before: graph(workload.mod), after: graph(after) };
  return {
    ...found,
    dispose: () => [after, pass, context, workload].forEach((one) => one.dispose()),
  };
}

describe("what follows itself", () => {
  it("is one box that says how often", () => {
    const scene = sceneFrom(residual(7));
    const fold = folded(scene);
    expect(titles(fold)).toEqual(["%data", "block ×7", "result"]);
    expect(fold.nodes[1]).toMatchObject({ contents: "2 conv2d, relu, add", status: "same" });
    expectWhole(scene, fold);
  });

  it("opens into its repetitions, and these into their nodes", () => {
    const scene = sceneFrom(residual(7));
    const outer = keyOf(folded(scene), "block ×7");
    const open = folded(scene, [outer]);
    expect(titles(open)).toEqual(["%data", ...Array<string>(7).fill("block"), "result"]);
    expect(open.clusters).toMatchObject([{ title: "block ×7", parent: -1 }]);
    expectWhole(scene, open);
    const first = open.nodes[1]?.block ?? "";
    const inner = folded(scene, [outer, first]);
    expect(titles(inner).slice(1, 6)).toEqual([
      "nn.conv2d",
      "nn.relu",
      "nn.conv2d",
      "add",
      "block",
    ]);
    expect(inner.clusters).toMatchObject([{ parent: -1 }, { parent: 0 }]);
    // Each of its nodes closes it again.
    expect(inner.nodes[1]?.block).toBe(first);
    expectWhole(scene, inner);
    expect(() => layoutGraph(layoutInput(inner, (text) => text.length * 7))).not.toThrow();
  });

  it("is not folded where it differs in an attribute", () => {
    const p = new Program();
    let x = p.param("x");
    for (const axis of [1, 2, 3, 4]) {
      x = p.call("nn.softmax", [p.call("exp", [p.call("nn.relu", [x])])], {
        attrs: `axis=${axis}`,
      });
    }
    const fold = folded(sceneFrom(p.done(x)));
    // Each is a block because they are similar. No block has a count of four.
    expect(titles(fold)).toEqual(["%x", "block", "block", "block", "block", "result"]);
  });
});

it("a graph without repetition stays as it is", () => {
  const p = new Program();
  const x = p.call("nn.relu", [p.call("exp", [p.param("x")])]);
  const scene = sceneFrom(p.done(x));
  expect(blocksOf(scene)).toBeUndefined();
  expect(folded(scene)).toBe(scene);
});

describe("ResNet-152", () => {
  const { before, after, dispose } = resnet(152);
  dispose();
  const show = (union: Union): Scene =>
    sceneOf(union, { ...options, fold: undefined, opened: new Set() }).scene;

  it("is four boxes and what is around them", () => {
    const scene = show(uniteGraphs(undefined, before));
    expect(scene.nodes.length).toBeLessThan(30);
    expect(titles(scene).filter((title) => title.startsWith("block"))).toEqual([
      "block + block ×2",
      "block + block ×7",
      "block + block ×35",
      "block + block ×2",
    ]);
    expectWhole(sceneFrom(before), scene);
  });

  it("is as short as a comparison, with what has changed marked", () => {
    const scene = show(uniteGraphs(before, after));
    expect(scene.nodes.length).toBeLessThan(40);
    const boxes = scene.nodes.filter(({ title }) => title.startsWith("block"));
    expect(boxes.map(({ status }) => status)).toEqual(Array(4).fill("changed"));
  });

  it("leads from a line of the text to the box that has its node", () => {
    const scene = show(uniteGraphs(undefined, before));
    const line = before.nodes.find(({ name }) => name === "%200")?.line ?? -1;
    expect(line).toBeGreaterThan(0);
    expect(scene.nodes[nodeAtLine(scene, line)]?.title).toMatch(/^block/);
  });
});

it("a graph that can be read as it is stays so, unless somebody wants boxes", () => {
  const union = uniteGraphs(undefined, residual(7));
  const shown = (fold?: boolean): number =>
    sceneOf(union, { ...options, fold, opened: new Set() }).scene.nodes.length;
  expect(shown()).toBe(30);
  expect(shown(true)).toBe(3);
});

it("the legend counts operators, whether or not blocks are boxes", () => {
  const { before, after, dispose } = resnet(152);
  const operators = ({ nodes }: GraphData): number =>
    nodes.filter(({ kind, pattern }) => kind === "call" && pattern !== undefined).length;
  const union = uniteGraphs(before, after);
  const counts = [true, false].map((fold) => {
    const shown = sceneOf(union, { ...options, fold, opened: new Set() });
    return legend(shown.unfolded);
  });
  expect(counts[0]).toEqual(counts[1]);
  const added = counts[0]?.statuses.find(({ id }) => id === "added")?.count ?? 0;
  const removed = counts[0]?.statuses.find(({ id }) => id === "removed")?.count ?? 0;
  expect(added - removed).toBe(operators(after) - operators(before));
  expect(added).toBeGreaterThan(100);
  const boxed = sceneOf(union, { ...options, fold: true, opened: new Set() }).scene;
  const all = boxed.nodes.map((_node, i) => i);
  const filter = { families: new Set<never>(), statuses: new Set(["added"] as const), search: "" };
  // A box with an added operator inside matches, too.
  expect(filtered(boxed, all, filter)?.length).toBeGreaterThan(3);
  dispose();
});
