// Comparing pipelines: the variants, the figures as text, and the page's App with the real engine.
import { transform } from "passcope";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { figureRows } from "../../src/features/compare/figures";
import {
  atValue,
  nextVariant,
  passesIn,
  sweepKey,
  sweepOptionOf,
  type Variant,
} from "../../src/core/pipeline/variants";
import { EMPTY_STAGE, passStep, type Pipeline } from "../../src/core/pipeline/model";
import type { ProgramSource, VariantFigures } from "../../src/core/protocol/messages";
import { compared } from "../../src/core/protocol/records";
import { decodeFragment, encodeFragment } from "../../src/features/share/link";
import { viewOf } from "../../src/features/share/shared-view";
import { createApp } from "../../src/features/app";
import type { App } from "../../src/core/app/app";
import { workspaceOf } from "../../src/core/state/app-state";
import { COMPARE_SETTINGS } from "../../src/features/compare/controller";
import { readReproducer, writeReproducer } from "../../src/core/state/reproducer";
import type { CodeHost } from "../../src/engine/session/code-host";
import type { PassHandle } from "../../src/engine/session/engine-api";
import { spawn, spawner } from "./page-session";

const TEXT = `#[version = "0.0.5"]
def @main(%x: Tensor[(1, 3, 8, 8), float32], %w: Tensor[(4, 3, 3, 3), float32]) {
  %0 = nn.conv2d(%x, %w, padding=[1, 1, 1, 1]);
  %1 = nn.relu(%0);
  add(%1, 1f)
}
`;
const SOURCE: ProgramSource = { kind: "text", text: TEXT, title: "small" };

const stage = (...names: string[]): Pipeline => [
  {
    ...EMPTY_STAGE,
    id: "s1",
    optLevel: 3,
    mode: "each",
    passes: names.map((name, i) => passStep(`p${i}`, name)),
  },
];

describe("what is compared", () => {
  it("has names and ids of its own", () => {
    const all: Variant[] = [];
    for (let i = 0; i < 28; i += 1) all.push(nextVariant(all, stage("InferType")));
    expect(new Set(all.map(({ id }) => id)).size).toBe(28);
    expect(new Set(all.map(({ name }) => name)).size).toBe(28);
    expect(all[1]?.name).toBe("B");
  });

  it("takes an option to a value, wherever the pass is", () => {
    const pipeline: Pipeline = [
      {
        ...EMPTY_STAGE,
        id: "s1",
        passes: [
          {
            kind: "sequential",
            id: "q",
            name: "sequential",
            optLevel: 0,
            enabled: true,
            steps: [passStep("p1", "FuseOps", '{"fuse_opt_level": 1}')],
          },
          passStep("p2", "InferType"),
        ],
      },
      { kind: "bind", id: "s2", enabled: true },
    ];
    expect(passesIn(pipeline)).toEqual(["FuseOps", "InferType"]);
    const option = { kind: "pass", pass: "FuseOps", option: "fuse_opt_level" } as const;
    const swept = atValue({ pipeline, source: SOURCE }, option, 3);
    expect(JSON.stringify(swept.pipeline)).toContain('{\\"fuse_opt_level\\":3}');
    expect(swept.source).toBe(SOURCE);
    const level = atValue({ pipeline, source: SOURCE }, { kind: "optLevel" }, 4);
    expect(level.pipeline[0]).toMatchObject({ optLevel: 4 });
    const depth = { kind: "config", key: "relay.FuseOps.max_depth" } as const;
    const config = '{"relay.FuseOps.link_params": true}';
    const [first] = pipeline;
    const configured: Pipeline = first?.kind === "passes" ? [{ ...first, config }] : [];
    expect(atValue({ pipeline: configured, source: SOURCE }, depth, 10).pipeline[0]).toMatchObject({
      config: '{"relay.FuseOps.link_params":true,"relay.FuseOps.max_depth":10}',
    });
    const model = { kind: "model", name: "mlp", options: { batch_size: 1 } } as const;
    const batch = { kind: "model", option: "batch_size" } as const;
    expect(atValue({ pipeline, source: model }, batch, 8).source).toEqual({
      ...model,
      options: { batch_size: 8 },
    });
  });
});

it("a sweep is named by a key, as in the package", () => {
  for (const key of [
    "optLevel",
    "FuseOps.fuse_opt_level",
    "config.relay.FuseOps.max_depth",
    "config.passcope.target",
    "model.batch_size",
  ]) {
    const option = sweepOptionOf(key);
    expect(option && sweepKey(option)).toBe(key);
  }
  for (const key of [
    "",
    "FuseOps",
    "FuseOps.",
    ".x",
    "model.a.b",
    "a.b.c",
    "config.<b>",
    "a b.c",
  ]) {
    expect(sweepOptionOf(key)).toBeUndefined();
  }
});

it("figures are rows; parts of them are those in which variants differ", () => {
  const variant = (name: string, exp: number, own: number): VariantFigures => ({
    name,
    duration: own,
    durations: [own],
    passes: [{ name: "InferType", runs: 1, own }],
    ops: { add: 2, exp },
    size: { textBytes: 2048, lines: 10, nodes: 7, functions: 1, weightBytes: 0 },
  });
  const rows = figureRows([variant("a", 1, 1500), variant("b", 3, 750)], 100);
  expect(rows.map(({ key }) => key)).toEqual([
    "duration",
    "time InferType",
    "calls",
    "operators exp",
    "lines",
    "nodes",
    "functions",
    "text",
    "weights",
  ]);
  const [duration, , calls] = rows;
  expect(duration?.cells.map((cell) => cell?.change)).toEqual(["", "−50 %"]);
  expect(calls?.cells.map((cell) => cell?.text)).toEqual(["3", "5"]);
  const failed: VariantFigures = { name: "c", durations: [], passes: [], ops: {} };
  expect(figureRows([variant("a", 1, 0), failed], 100)[0]?.cells).toEqual([
    { value: 0, text: "< 0.1 ms", change: "" },
    undefined,
  ]);
});

describe("in the page", () => {
  let app: App;
  beforeEach(() => {
    app = createApp(spawn, { javascript: spawn, python: spawn });
    app.program.setSource(SOURCE);
    app.pipeline.set(stage("InferType"));
  });
  afterEach(() => app.close());

  it("variants are put aside, swapped, named and removed, and each of it can be undone", () => {
    app.comparing.keep();
    app.pipeline.set(stage("InferType", "FuseOps"));
    const id = app.store.state.variants[0]?.id ?? "";
    app.comparing.rename(id, " plain ");
    app.comparing.rename(id, "");
    expect(app.store.state.variants[0]?.name).toBe("plain");
    app.comparing.swap(id);
    expect(passesIn(app.store.state.pipeline)).toEqual(["InferType"]);
    expect(passesIn(app.store.state.variants[0]?.pipeline ?? [])).toEqual(["InferType", "FuseOps"]);
    app.comparing.remove(id);
    expect(app.store.state.variants).toHaveLength(0);
    app.history.undo();
    app.history.undo();
    expect(passesIn(app.store.state.pipeline)).toEqual(["InferType", "FuseOps"]);
    expect(app.store.state.variants.map(({ name }) => name)).toEqual(["plain"]);
  });

  it("are part of files and links", async () => {
    app.comparing.keep();
    app.pipeline.set(stage("InferType", "FuseOps"));
    const workspace = workspaceOf(app.store.state);
    const read = readReproducer(writeReproducer(workspace, ""));
    expect(read.variants?.map(({ name, pipeline }) => [name, passesIn(pipeline)])).toEqual([
      ["A", ["InferType"]],
    ]);
    const shared = await decodeFragment(await encodeFragment({ workspace, view: {} }));
    expect(shared.workspace.variants).toHaveLength(1);
    const document = { ...(JSON.parse(writeReproducer(workspace, "")) as object) };
    const twice = { name: "A", stages: [] };
    const odd = readReproducer(JSON.stringify({ ...document, variants: [twice, twice] }));
    expect(new Set(odd.variants?.map(({ name }) => name)).size).toBe(2);
    expect(() => readReproducer(JSON.stringify({ ...document, variants: 3 }))).toThrow();
    expect(() =>
      readReproducer(JSON.stringify({ ...document, variants: Array(100).fill(twice) })),
    ).toThrow();
  });

  it("are compared with the pipeline, and at each value of an option", async () => {
    app.comparing.keep();
    app.pipeline.set(stage("InferType", "FuseOps"));
    app.comparing.set({ run: true });
    await app.comparing.start();
    const { comparison } = app.store.state;
    if (comparison.kind !== "done") throw new Error(JSON.stringify(comparison));
    const [plain, fused] = comparison.result.variants;
    expect(plain?.name).toBe("A");
    expect(fused?.effects?.kernels).toBeLessThan(plain?.effects?.kernels ?? 0);
    expect(fused?.values).toMatchObject({ against: "A", outcome: "same" });
    expect(comparison.result.texts[1]).toContain("Primitive=1");
    // The same check as for answers of the sandbox.
    expect(compared(structuredClone(comparison.result))).toEqual(comparison.result);

    app.history.undo();
    app.history.undo();
    app.pipeline.set(stage("InferType", "FuseOps"));
    app.comparing.set({ values: "0..1", run: false });
    await app.comparing.start({ kind: "pass", pass: "FuseOps", option: "fuse_opt_level" });
    const swept = app.store.state.comparison;
    if (swept.kind !== "done") throw new Error(JSON.stringify(swept));
    expect(swept.result.values).toEqual([0, 1]);
    expect(swept.result.variants.map(({ name }) => name)).toEqual([
      "fuse_opt_level=0",
      "fuse_opt_level=1",
    ]);
  });

  it("are compared at each value of a key of the config, of which links tell", async () => {
    app.pipeline.set(stage("InferType", "FuseOps"));
    const option = { kind: "config", key: "relay.FuseOps.max_depth" } as const;
    app.comparing.set({ option, values: "1, 10" });
    await app.comparing.start(option);
    const swept = app.store.state.comparison;
    if (swept.kind !== "done") throw new Error(JSON.stringify(swept));
    const [one, ten] = swept.result.variants;
    expect([one?.name, ten?.name]).toEqual(["max_depth=1", "max_depth=10"]);
    expect(one?.effects?.kernels).toBeGreaterThan(ten?.effects?.kernels ?? 0);

    const view = viewOf(app.store.state);
    expect(view.compare).toEqual({ option: "config.relay.FuseOps.max_depth", values: "1, 10" });
    app.workspaces.look({});
    expect(app.store.state.compareWith).toEqual(COMPARE_SETTINGS);
    app.workspaces.look(view);
    expect(app.store.state.compareWith).toEqual({ option, values: "1, 10", run: false });
  });

  it("tells what fails, and stops", async () => {
    app.comparing.set({ values: "4..0" });
    await app.comparing.start({ kind: "optLevel" });
    expect(app.store.state.comparison.kind).toBe("failed");
    const running = app.comparing.start();
    app.comparing.stop();
    await running;
    expect(app.store.state.comparison.kind).toBe("stopped");
  });

  it("run the user's code where it may run", async () => {
    let runs = 0;
    const mine = transform.modulePass({ optLevel: 0, name: "Mine" }, (mod) => {
      runs += 1;
      return mod;
    });
    const code: CodeHost = {
      begin: () => undefined,
      print: () => undefined,
      flush: () => undefined,
      mute: () => undefined,
      script: () => Promise.resolve(),
      load: () =>
        Promise.resolve({
          pass: () => mine as unknown as PassHandle,
          instrument: () => ({}),
        }),
    };
    const coded = createApp(spawn, { javascript: spawner(code), python: spawn });
    coded.program.setSource(SOURCE);
    coded.pipeline.set([
      {
        ...EMPTY_STAGE,
        id: "s1",
        mode: "each",
        passes: [{ kind: "code", id: "p1", name: "Mine", enabled: true }],
      },
    ]);
    await coded.comparing.start();
    expect(coded.store.state.comparison.kind).toBe("done");
    expect(runs).toBeGreaterThan(0);
    coded.close();
  });
});
