// The places of nodes and the paths of edges.
import { describe, expect, it, vi } from "vitest";
import { between, fit, panBy, reveal, start, zoomAt } from "../../src/features/graph/camera";
import type { GraphData } from "../../src/core/protocol/graph-data";
import { flatten } from "../../src/features/graph/flat";
import { LayoutClient } from "../../src/features/graph/layout-client";
import {
  layoutGraph,
  type Box,
  type LayoutInput,
  type LayoutResult,
} from "../../src/features/graph/layout";
import { layoutInput } from "../../src/features/graph/measure";
import { buildScene, type Scene } from "../../src/features/graph/scene";
import { readingOrder, step } from "../../src/features/graph/steps";
import { single } from "../../src/features/graph/union";
import { Program, residual } from "./graph-programs";

function arranged(
  data: GraphData,
  options: { elide?: boolean; collapse?: boolean } = {},
): { scene: Scene; input: LayoutInput; layout: LayoutResult } {
  const scene = buildScene(single(flatten(data)), {
    elide: true,
    collapse: true,
    toggled: new Set(),
    ...options,
  });
  const input = layoutInput(scene, (text) => 7 * text.length);
  return { scene, input, layout: layoutGraph(input) };
}

const overlap = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

function check(input: LayoutInput, layout: LayoutResult): void {
  layout.nodes.forEach((a, i) => {
    expect([a.x, a.y].every(Number.isFinite)).toBe(true);
    expect(a.x).toBeGreaterThanOrEqual(-0.5);
    expect(a.x + a.width).toBeLessThanOrEqual(layout.width + 0.5);
    for (const b of layout.nodes.slice(i + 1)) expect(overlap(a, b)).toBe(false);
    const cluster = layout.clusters[input.nodes[i]?.cluster ?? -1];
    if (cluster) {
      expect(a.x).toBeGreaterThanOrEqual(cluster.x);
      expect(a.y + a.height).toBeLessThanOrEqual(cluster.y + cluster.height);
    }
  });
  input.edges.forEach(({ from, to }, e) => {
    const [source, target] = [layout.nodes[from] as Box, layout.nodes[to] as Box];
    const way = layout.edges[e] ?? [];
    const near = (box: Box, x = NaN, y = NaN): boolean =>
      x >= box.x - 1 && x <= box.x + box.width + 1 && y >= box.y - 1 && y <= box.y + box.height + 1;
    expect(near(source, way[0], way[1])).toBe(true);
    expect(near(target, way.at(-2), way.at(-1))).toBe(true);
  });
}

describe("a layout", () => {
  it("goes downwards, without overlaps, with weights beside what takes them", () => {
    for (const elide of [true, false]) {
      const { scene, input, layout } = arranged(residual(4), { elide });
      check(input, layout);
      for (const { from, to } of scene.edges) {
        const [a, b] = [layout.nodes[from] as Box, layout.nodes[to] as Box];
        if (scene.nodes[from]?.beside) expect(a.x + a.width).toBeLessThan(b.x);
        else expect(a.y + a.height).toBeLessThan(b.y);
      }
    }
  });

  it("keeps edges away from the nodes that they pass", () => {
    const { scene, layout } = arranged(residual(3));
    scene.edges.forEach(({ from, to }, e) => {
      const way = layout.edges[e] ?? [];
      for (let i = 2; i + 3 < way.length; i += 2) {
        const [x = 0, y = 0] = [way[i], way[i + 1]];
        layout.nodes.forEach((box, n) => {
          if (n === from || n === to) return;
          const inside = x > box.x && x < box.x + box.width && y > box.y && y < box.y + box.height;
          expect(inside).toBe(false);
        });
      }
    });
  });

  it("draws what is in a function inside its frame, with edges through its border", () => {
    const p = new Program();
    const x = p.param("x");
    const first = p.fused(["exp", "nn.relu"], x);
    const second = p.fused(["tanh"], first);
    const data = p.done(p.call("add", [second, first], { pattern: "broadcast" }));
    const { input, layout } = arranged(data, { collapse: false });
    expect(layout.clusters).toHaveLength(2);
    const [a, b] = layout.clusters as [Box, Box];
    expect(overlap(a, b)).toBe(false);
    check(input, layout);
  });

  it("takes circles, parallel edges, lonely nodes and nothing at all", () => {
    const node = { width: 40, height: 20, cluster: -1, beside: false };
    expect(layoutGraph({ nodes: [], edges: [], clusters: [] })).toMatchObject({ width: 0 });
    const circle = layoutGraph({
      nodes: [node, node, node, node],
      edges: [
        { from: 0, to: 1 },
        { from: 1, to: 2 },
        { from: 2, to: 0 },
        { from: 0, to: 1 },
      ],
      clusters: [],
    });
    circle.nodes.forEach((a, i) => {
      for (const b of circle.nodes.slice(i + 1)) expect(overlap(a, b)).toBe(false);
    });
  });

  it("grows with the program, not with its square", () => {
    const time = (depth: number): number => {
      const { input } = arranged(residual(depth));
      const began = performance.now();
      layoutGraph(input);
      return performance.now() - began;
    };
    time(10);
    // Six times as many blocks take less than 36 times as long.
    expect(time(60)).toBeLessThan(Math.max(time(10), 20) * 30);
  }, 30_000);
});

describe("keys", () => {
  it("lead along the edges and sideways", () => {
    const { scene, layout } = arranged(residual(1), { elide: false });
    const picture = { scene, layout, curves: [] };
    const order = readingOrder(picture);
    const title = (i: number): string => scene.nodes[i]?.title ?? "none";
    const data = order[0] ?? -1;
    expect(title(data)).toBe("%data");
    const conv = step(picture, order, data, "ArrowDown");
    expect(title(conv)).toBe("nn.conv2d");
    expect(title(step(picture, order, conv, "ArrowUp"))).toBe("%data");
    expect(title(step(picture, order, conv, "ArrowLeft"))).toBe("%w0a");
    expect(title(step(picture, order, conv, "End"))).toBe("result");
    expect(title(step(picture, order, conv, "Home"))).toBe("%data");
    expect(step(picture, order, data, "ArrowUp")).toBe(-1);
    expect(step(picture, order, data, "x")).toBe(-1);
  });
});

describe("a camera", () => {
  const graph = { width: 400, height: 10_000 };
  const view = { width: 800, height: 600 };
  it("starts legibly at the top, and fits all of it", () => {
    const first = start(graph, view);
    expect(first.scale).toBeGreaterThan(0.5);
    expect(first.y).toBeLessThan(0);
    const all = fit(graph, view);
    expect(graph.height * all.scale).toBeLessThanOrEqual(view.height);
  });
  it("zooms about a point and never loses the graph", () => {
    const camera = start(graph, view);
    const zoomed = zoomAt(camera, 2, { x: 100, y: 50 }, graph, view);
    expect(zoomed.x + 100 / zoomed.scale).toBeCloseTo(camera.x + 100 / camera.scale);
    const far = panBy(camera, 1e6, 1e6, graph, view);
    expect(far.x).toBeLessThan(graph.width);
    expect(far.y).toBeLessThan(graph.height);
  });
  it("reveals a box, beside what covers the view, and leaves alone what is seen", () => {
    const camera = start(graph, view);
    const box = { x: 100, y: 5000, width: 80, height: 30 };
    const there = reveal(camera, box, graph, view, { left: 300, bottom: 0 });
    expect((box.x - there.x) * there.scale).toBeGreaterThan(300);
    expect(reveal(there, box, graph, view)).toBe(there);
    const top = reveal(there, { ...box, y: 0 }, graph, view);
    expect(top.y).toBeCloseTo(camera.y);
  });
  it("glides from one to the other", () => {
    const [a, b] = [start(graph, view), fit(graph, view)];
    for (const [t, end] of [
      [0, a],
      [1, b],
    ] as const) {
      const at = between(a, b, t);
      expect(at.scale).toBeCloseTo(end.scale);
      expect(at.x).toBeCloseTo(end.x);
      expect(at.y).toBeCloseTo(end.y);
    }
  });
});

describe("a layout of a graph that is too deep or too wide for dagre", () => {
  /** Checks that boxes do not overlap, and that edges go down and end at their boxes. */
  const expectDrawn = (data: GraphData): void => {
    const { scene, input, layout } = arranged(data);
    const byRow = layout.nodes
      .map((box, i) => ({ ...box, i }))
      .sort((a, b) => a.y - b.y || a.x - b.x);
    const wrong = byRow.filter((a, at) => {
      const next = byRow[at + 1];
      return ![a.x, a.y].every(Number.isFinite) || (next !== undefined && overlap(a, next));
    });
    expect(wrong).toEqual([]);
    const upwards = scene.edges.filter(({ from, to }) => {
      const [a, b] = [layout.nodes[from] as Box, layout.nodes[to] as Box];
      return !input.nodes[from]?.beside && a.y >= b.y;
    });
    expect(upwards).toEqual([]);
    expect(layout.edges.every((way) => way.length >= 4)).toBe(true);
  };

  it("draws 800 calls that share one weight", () => {
    const p = new Program();
    const shared = p.call("transpose", [p.param("w")]);
    let x = p.param("x");
    for (let i = 0; i < 800; i += 1) x = p.call("nn.dense", [x, shared]);
    expectDrawn(p.done(x));
  });

  it("draws 20,000 calls, each of which uses the two before it", () => {
    const p = new Program();
    let [x, y] = [p.param("x"), p.call("exp", [1])];
    for (let i = 0; i < 20_000; i += 1) [x, y] = [y, p.call("add", [x, y])];
    expectDrawn(p.done(y));
  });

  it("draws one call that has 20,000 inputs, and 20,000 calls in a chain", () => {
    const wide = new Program();
    const x = wide.param("x");
    const all = Array.from({ length: 20_000 }, () => wide.call("exp", [x]));
    expectDrawn(wide.done(wide.add("tuple", "tuple", all, {})));
    const deep = new Program();
    let at = deep.param("x");
    for (let i = 0; i < 20_000; i += 1) at = deep.call("exp", [at]);
    expectDrawn(deep.done(at));
  });
});

describe("the layout client", () => {
  it("drops what is no longer wanted and replaces the busy worker", async () => {
    const workers: { terminate: ReturnType<typeof vi.fn>; posted: unknown[]; worker: Worker }[] =
      [];
    const client = new LayoutClient(() => {
      const posted: unknown[] = [];
      const terminate = vi.fn();
      const worker = {
        postMessage: (m: unknown) => posted.push(m),
        terminate,
      } as unknown as Worker;
      workers.push({ terminate, posted, worker });
      return worker;
    });
    const input = { nodes: [], edges: [], clusters: [] };
    const result = layoutGraph(input);
    const first = client.layout(input);
    const second = client.layout(input);
    expect(workers).toHaveLength(2);
    expect(workers[0]?.terminate).toHaveBeenCalled();
    expect(await first).toBeUndefined();
    workers[1]?.worker.onmessage?.({ data: result } as MessageEvent<LayoutResult>);
    expect(await second).toBe(result);
    // An idle worker is used again.
    const third = client.layout(input);
    expect(workers).toHaveLength(2);
    workers[1]?.worker.onerror?.({ message: "no" } as ErrorEvent);
    await expect(third).rejects.toThrow("no");
    void client.layout(input);
    expect(workers).toHaveLength(3);
  });
});
