// Matching the nodes of two programs.
import { describe, expect, it } from "vitest";
import type { GraphData } from "../../src/core/protocol/graph-data";
import { flatten } from "../../src/features/graph/flat";
import { matchGraphs } from "../../src/features/graph/match";
import { buildScene } from "../../src/features/graph/scene";
import { unite, type Union } from "../../src/features/graph/union";
import { Program, residual } from "./graph-programs";

const compare = (before: GraphData, after: GraphData): Union =>
  unite(flatten(before), flatten(after));
const changes = ({ nodes }: Union): string[] =>
  nodes.flatMap(({ node, status }) => (status === "same" ? [] : [`${status} ${node.raw.label}`]));

describe("matching", () => {
  it("finds the very same nodes by their keys, rebuilt ones by what they say", () => {
    let key = 0;
    const same = (): number => (key += 1);
    const before = residual(3, same);
    key = 0;
    expect(changes(compare(before, residual(3, same)))).toEqual([]);
    expect(changes(compare(residual(3), residual(3)))).toEqual([]);
  });

  it("is one to one", () => {
    const [before, after] = [flatten(residual(3)), flatten(residual(5))];
    const { toBefore, toAfter } = matchGraphs(before, after);
    toBefore.forEach((b, a) => {
      if (b >= 0) expect(toAfter[b]).toBe(a);
    });
    expect([...toAfter].filter((a) => a < 0)).toEqual([]);
  });

  it("marks what was inserted, and only that", () => {
    const p = new Program();
    const q = new Program();
    const before = p.done(p.call("exp", [p.call("nn.relu", [p.param("x")])]));
    const relu = q.call("nn.relu", [q.param("x")]);
    const after = q.done(q.call("exp", [q.call("layout_transform", [relu])]));
    const union = compare(before, after);
    expect(changes(union)).toEqual(["added layout_transform"]);
    expect(union.edges.filter(({ status }) => status !== "same")).toHaveLength(3);
    expect(changes(compare(after, before))).toEqual(["removed layout_transform"]);
  });

  it("sees other attributes and types as changes, types that were not known not", () => {
    const make = (attrs: string, text: string | undefined): GraphData => {
      const p = new Program();
      const node = p.call("nn.softmax", [p.param("x")], { attrs, ...(text ? { text } : {}) });
      if (!text) delete (p.nodes[node] as { type?: number }).type;
      return p.done(node);
    };
    const [node] = compare(make("axis=1", "int8"), make("axis=2", "int16")).nodes.slice(-1);
    expect(node).toMatchObject({ status: "changed", changes: ["attributes", "type"] });
    expect(changes(compare(make("axis=1", undefined), make("axis=1", "int8")))).toEqual([]);
  });

  it("replaces an operator by others in its place", () => {
    const p = new Program();
    const q = new Program();
    const before = p.done(p.call("exp", [p.call("nn.batch_norm", [p.param("x")])]));
    const scaled = q.call("multiply", [q.param("x"), q.constant("2f")]);
    const after = q.done(q.call("exp", [q.call("add", [scaled, q.constant("3f")])]));
    expect(changes(compare(before, after)).sort()).toEqual([
      "added 2f",
      "added 3f",
      "added add",
      "added multiply",
      "removed nn.batch_norm",
    ]);
  });

  it("takes a parameter that became a constant for the same input with another value", () => {
    const make = (bound: boolean): GraphData => {
      const p = new Program();
      const w = bound ? p.constant("constant", "Tensor[(4), float32]") : p.param("w");
      return p.done(p.call("nn.dense", [p.param("x"), w], { pattern: "out-elemwise-fusable" }));
    };
    const union = compare(make(false), make(true));
    expect(changes(union)).toEqual(["changed constant"]);
    const scene = buildScene(union, { elide: true, collapse: true, toggled: new Set() });
    expect(scene.nodes.find(({ title }) => title === "nn.dense")).toMatchObject({
      status: "changed",
      changes: ["inputs"],
    });
  });

  it("looks through functions: fusing changes no operator", () => {
    const p = new Program();
    const q = new Program();
    const before = p.done(p.call("nn.relu", [p.call("exp", [p.param("x")])]));
    const after = q.done(q.fused(["exp", "nn.relu"], q.param("x")));
    expect(changes(compare(before, after))).toEqual([]);
    const scene = buildScene(compare(before, after), {
      elide: true,
      collapse: true,
      toggled: new Set(),
    });
    expect(scene.nodes.map(({ title, status }) => [title, status])).toEqual([
      ["result", "same"],
      ["%x", "same"],
      ["exp + relu", "same"],
    ]);
  });

  it("ends on programs that have nothing in common, and on thousands of nodes", () => {
    const p = new Program();
    const empty = p.done(p.param("q"));
    expect(compare(residual(2), empty).nodes.length).toBeGreaterThan(10);
    expect(changes(compare(residual(700), residual(700)))).toEqual([]);
  });
});
