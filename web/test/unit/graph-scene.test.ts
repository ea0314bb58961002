// From the engine's description to the scene: families, fused functions, weights, texts.
import { describe, expect, it } from "vitest";
import { announcement, attributeRows, inputsOf, usersOf } from "../../src/features/graph/describe";
import { familyOf } from "../../src/features/graph/families";
import { flatten } from "../../src/features/graph/flat";
import { filtered, legend, nodeAtLine } from "../../src/features/graph/model";
import { colourOf } from "../../src/features/graph/regions";
import { buildScene, type Scene, type SceneOptions } from "../../src/features/graph/scene";
import { fusedName, shortType, splitAttrs } from "../../src/features/graph/text";
import { single } from "../../src/features/graph/union";
import type { GraphData } from "../../src/core/protocol/graph-data";
import { Program, residual } from "./graph-programs";

const scene = (data: GraphData, options: Partial<SceneOptions> = {}): Scene =>
  buildScene(single(flatten(data)), {
    elide: true,
    collapse: true,
    toggled: new Set(),
    ...options,
  });
const titles = ({ nodes }: Scene): string[] => nodes.map(({ title }) => title);

describe("families", () => {
  it("follow names, then how operators can be fused", () => {
    const family = (label: string, pattern: string): string =>
      familyOf({ kind: "call", label, pattern });
    expect(family("nn.contrib_conv2d_NCHWc", "out-elemwise-fusable")).toBe("conv");
    expect(family("qnn.dense", "opaque")).toBe("conv");
    expect(family("nn.batch_norm", "opaque")).toBe("norm");
    expect(family("nn.global_avg_pool2d", "out-elemwise-fusable")).toBe("pool");
    expect(family("nn.relu", "elemwise")).toBe("activation");
    expect(family("add", "broadcast")).toBe("arithmetic");
    expect(family("cast", "elemwise")).toBe("shape");
    expect(family("reshape", "injective")).toBe("shape");
    expect(family("sum", "reduce")).toBe("reduce");
    expect(family("vision.nms", "opaque")).toBe("other");
    expect(familyOf({ kind: "call", label: "@f" })).toBe("function");
    expect(familyOf({ kind: "if", label: "if" })).toBe("structure");
  });
});

describe("short texts", () => {
  it("of types", () => {
    expect(shortType("Tensor[(1, 64, 56, 56), float32]")).toBe("1×64×56×56");
    expect(shortType("Tensor[(4), int8]")).toBe("4 int8");
    expect(shortType("(Tensor[(1, ?), float32], int32)")).toBe("(1×?, int32)");
    expect(shortType("float32")).toBe("float32");
  });
  it("of attributes and fused functions", () => {
    expect(splitAttrs('padding=[1, 1], s="a, \\"b", t=(1, 2)')).toEqual([
      "padding=[1, 1]",
      's="a, \\"b"',
      "t=(1, 2)",
    ]);
    expect(splitAttrs("")).toEqual([]);
    expect(fusedName(["nn.conv2d", "add", "nn.relu"])).toBe("conv2d + add + relu");
    expect(fusedName(["a", "b", "c", "d", "e"])).toBe("a + b + c + 2 more");
    expect(attributeRows("a=1, b=2", "a=1, c=3")).toEqual([
      { name: "a", value: "1", was: undefined },
      { name: "b", value: "2", was: "" },
      { name: "c", value: "", was: "3" },
    ]);
  });
});

describe("a scene", () => {
  it("leaves weights out and says so in the nodes that take them", () => {
    const shown = scene(residual(1));
    expect(titles(shown)).toEqual(["result", "%data", "nn.conv2d", "nn.relu", "nn.conv2d", "add"]);
    expect(shown.nodes[2]).toMatchObject({
      detail: "%w0a 8×8×3×3",
      family: "conv",
      status: "same",
    });
    expect(shown.edges.filter(({ to }) => to === 5).map(({ from, arg }) => [from, arg])).toEqual([
      [4, 0],
      [1, 1],
    ]);
    const all = scene(residual(1), { elide: false });
    expect(titles(all)).toContain("%w0a");
    expect(all.nodes.filter(({ beside }) => beside)).toHaveLength(2);
  });

  it("keeps both inputs of a sum of two parameters", () => {
    const p = new Program();
    const data = p.done(p.call("add", [p.param("x"), p.param("y")], { pattern: "broadcast" }));
    expect(titles(scene(data))).toEqual(["result", "%x", "%y", "add"]);
  });

  it("shows a fused function as one node, or opened with what is in it", () => {
    const p = new Program();
    const x = p.param("x");
    const data = p.done(p.call("exp", [p.fused(["nn.conv2d", "nn.relu"], x)]));
    const closed = scene(data);
    expect(titles(closed)).toEqual(["result", "%x", "conv2d + relu", "exp"]);
    expect(closed.nodes[2]).toMatchObject({ collapsed: true, family: "conv" });
    expect(closed.edges.map(({ from, to }) => [from, to])).toEqual([
      [3, 0],
      [1, 2],
      [2, 3],
    ]);
    const open = scene(data, { collapse: false });
    expect(titles(open)).toEqual(["result", "%x", "nn.conv2d", "nn.relu", "exp"]);
    expect(open.clusters).toMatchObject([{ title: "conv2d + relu", parent: -1 }]);
    expect(open.nodes.map(({ cluster }) => cluster)).toEqual([-1, -1, 0, 0, -1]);
    const fn = closed.nodes[2]?.fn ?? -1;
    expect(titles(scene(data, { toggled: new Set([fn]) }))).toEqual(titles(open));
  });

  it("puts a box around what another compiler takes", () => {
    const p = new Program();
    const annotate = (what: "begin" | "end", input: number, compiler: string): number =>
      p.call(`annotation.compiler_${what}`, [input], { attrs: `compiler="${compiler}"` });
    const begun = annotate("begin", p.param("x"), "accel");
    const conv = p.call("nn.conv2d", [begun, annotate("begin", p.param("w"), "accel")]);
    const ended = annotate("end", p.call("nn.relu", [conv]), "accel");
    const other = p.call("exp", [annotate("begin", ended, "default")]);
    const shown = scene(p.done(annotate("end", other, "default")), { elide: false });
    expect(shown.clusters).toEqual([{ title: "accel", parent: -1, fn: 0, compiler: "accel" }]);
    const inside = shown.nodes.filter(({ cluster }) => cluster === 0).map(({ title }) => title);
    expect(inside).toHaveLength(5);
    expect(inside).toContain("nn.relu");
    expect(inside).not.toContain("exp");
    expect(colourOf("accel")).toBe(colourOf("accel"));
    expect(colourOf("default")).toBeUndefined();
  });

  it("gives composite functions their names and their compilers", () => {
    const p = new Program();
    const call = p.fused(["nn.conv2d", "nn.relu"], p.param("x"));
    const fn = p.nodes[p.nodes[call]?.callee ?? -1];
    if (fn) fn.attrs = 'PartitionedFromPattern="nn.conv2d_nn.relu_", Composite="accel.conv_relu"';
    const data = p.done(call);
    expect(titles(scene(data))).toContain("accel.conv_relu");
    expect(scene(data, { collapse: false }).clusters).toMatchObject([
      { title: "accel.conv_relu", compiler: "accel" },
    ]);
  });

  it("keeps functions that are called twice, or call themselves, as nodes", () => {
    const p = new Program();
    const x = p.param("x");
    const call = p.fused(["exp"], x);
    const callee = p.nodes[call]?.callee as number;
    const data = p.done(p.add("call", "fn", [call], { callee }));
    const shown = scene(data);
    expect(titles(shown)).toEqual(["result", "%x", "fn", "%p0", "exp", "call", "call"]);
    expect(shown.edges.filter(({ arg }) => arg === -1)).toHaveLength(2);
    expect(shown.clusters).toHaveLength(1);
  });

  it("survives functions that return their parameter, inputs that are missing, circles", () => {
    const p = new Program();
    const x = p.param("x");
    const data = p.done(p.call("exp", [p.fused([], x), -1]));
    expect(titles(scene(data))).toEqual(["result", "%x", "exp"]);
    const fn = data.nodes[2];
    if (fn) fn.inputs = [data.nodes.length - 2];
    expect(() => scene(data)).not.toThrow();
  });

  it("finds the node of a line, counts families, filters, and speaks", () => {
    const shown = scene(residual(2));
    const relu = shown.nodes.findIndex(({ title }) => title === "nn.relu");
    const line = shown.nodes[relu]?.members[0]?.node.raw.line ?? -1;
    expect(nodeAtLine(shown, line)).toBe(relu);
    expect(nodeAtLine(shown, 999)).toBe(-1);
    expect(legend(shown).families.find(({ id }) => id === "conv")?.count).toBe(4);
    const order = shown.nodes.map((_n, i) => i);
    const none = { families: new Set<never>(), statuses: new Set<never>(), search: "" };
    expect(filtered(shown, order, none)).toBeUndefined();
    expect(filtered(shown, order, { ...none, search: "8×8×3" })).toHaveLength(4);
    expect(filtered(shown, order, { ...none, search: "RELU" })).toHaveLength(2);
    expect(inputsOf(shown, relu)).toHaveLength(1);
    expect(usersOf(shown, relu)).toHaveLength(1);
    expect(announcement(shown, relu)).toMatch(
      /^nn\.relu %\d+; 4; inputs: nn\.conv2d %\d+; used by: nn\.conv2d %\d+\.$/,
    );
  });
});
