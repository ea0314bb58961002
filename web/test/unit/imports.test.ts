// Models in files: the worker's session, and the form of the import.
import { beforeEach, describe, expect, it } from "vitest";
import type { Reply } from "../../src/core/protocol/requests";
import type { ImportSource } from "../../src/core/protocol/messages";
import { DEFAULT_PIPELINE } from "../../src/core/pipeline/model";
import { commandLine } from "../../src/features/share/command-line";
import { nodeProgram } from "../../src/features/share/node-program";
import { tvmPython } from "../../src/features/share/tvm-python";
import { readReproducer, writeReproducer } from "../../src/core/state/reproducer";
import { fingerprint, ModelFileStore } from "../../src/core/state/model-files";
import { choiceOf, filledAtFirst, mistakeIn, type Filled } from "../../src/features/import/choice";
import { FakeEngine } from "../fake/engine";
import { FakeSession } from "./fake-session";

const SOURCE: ImportSource = {
  kind: "import",
  name: "toy.onnx",
  size: 30,
  fingerprint: "0123456789abcdef",
  format: "onnx",
  inputs: [{ name: "x", shape: [1, 4] }],
  freezeParams: true,
  parserFriendlyNames: false,
  external: [],
};

const toy = (...lines: readonly string[]): File =>
  new File([["toy", ...lines].join("\n")], "toy.onnx", { lastModified: 1 });

let engine: FakeEngine;
let fake: FakeSession;

beforeEach(() => {
  engine = new FakeEngine();
  fake = new FakeSession(engine);
});

const send: FakeSession["ask"] = (kind, body) => fake.ask(kind, body);

/** The text of a loaded program. */
const textOf = async (answers: Promise<Reply[]>): Promise<string> => {
  const reply = (await answers).at(-1);
  return reply?.kind === "done" ? (reply.value as { text: string }).text : "";
};

const last = async (answers: Promise<Reply[]>): Promise<Reply | undefined> =>
  (await answers).at(-1);

describe("a session with models in files", () => {
  it("describes a file and tells how far it is", async () => {
    const answers = await send("describe", { file: toy("Conv 1") });
    expect(answers).toContainEqual({
      id: 1,
      kind: "progress",
      progress: { kind: "importing", phase: "read", done: 0.5 },
    });
    expect(answers.at(-1)).toMatchObject({ kind: "done", value: { producer: "toy", opset: 13 } });
  });

  it("imports what it has described without reading it once more, and keeps the program", async () => {
    const files = { model: toy("conv2d 1"), external: {} };
    await send("describe", { file: files.model });
    expect(await textOf(send("load", { source: SOURCE, files }))).toContain("conv2d 1");
    expect(engine.filesRead).toBe(1);
    await send("load", { source: SOURCE, files });
    await send("graph", { source: SOURCE, files });
    expect(engine.filesRead).toBe(1);
    expect(engine.workloads).toBe(1);
  });

  it("takes external data by path and the shapes that were filled in", async () => {
    const files = { model: toy("conv2d 1"), external: { "w.data": toy("weights") } };
    const text = await textOf(send("load", { source: SOURCE, files }));
    expect(text).toMatch(/input x 1x4[^]*data w\.data[^]*conv2d 1/);
    expect(engine.filesRead).toBe(2);
  });

  it("runs a pipeline on it", async () => {
    const files = { model: toy("conv2d 1"), external: {} };
    const answers = await send("run", {
      source: SOURCE,
      files,
      pipeline: DEFAULT_PIPELINE.filter(({ kind }) => kind === "bind"),
      code: "",
    });
    const trace = answers.find(
      (reply) => reply.kind === "progress" && reply.progress.kind === "trace",
    );
    expect(trace).toMatchObject({ progress: { trace: { source: SOURCE } } });
  });

  it("says what is wrong with a file and with a program without its file", async () => {
    const damaged = new File(["nothing"], "toy.onnx");
    expect(await last(send("describe", { file: damaged }))).toMatchObject({ kind: "failed" });
    const files = { model: toy("Unknown 1"), external: {} };
    const failed = await last(send("load", { source: SOURCE, files }));
    expect(failed).toMatchObject({
      failure: { rendered: ["error: not supported: Unknown\n --> here"] },
    });
    expect(await last(send("load", { source: SOURCE }))).toMatchObject({
      failure: { name: "MissingFile" },
    });
  });

  it("ends the reading of a file when it is told to, and frees what it had", async () => {
    let go: () => void = () => undefined;
    engine.duringRead = () => new Promise((resolve) => (go = resolve));
    const described = last(send("describe", { file: toy("Conv 1") }));
    // Waits until the engine reads the file.
    while (engine.filesRead === 0) await Promise.resolve();
    await send("halt", {});
    go();
    expect(await described).toMatchObject({ kind: "failed" });
    fake.session.dispose();
    expect(engine.live).toBe(0);
  });

  it("reads tensors", async () => {
    const file = new File([Uint8Array.of(1, 2)], "x.pb");
    const [answer] = await send("tensors", { file, name: "x.pb" });
    const tensor = { name: "", shape: [2], dtype: "uint8", data: Uint8Array.of(1, 2) };
    expect(answer).toMatchObject({ kind: "done", value: [tensor] });
  });

  it("frees files and programs", async () => {
    await send("describe", { file: toy("Conv 1") });
    await send("load", { source: SOURCE, files: { model: toy("conv2d 1"), external: {} } });
    await send("describe", { file: toy("Conv 2") });
    fake.session.dispose();
    expect(engine.live).toBe(0);
  });
});

describe("what is filled in", () => {
  const description = {
    format: "onnx",
    producer: "",
    opset: 13,
    inputs: [
      { name: "image", dtype: "float32", shape: ["batch", 3, "?"] },
      { name: "mask", dtype: "bool", shape: [4] },
    ],
    outputs: [],
    operators: [],
    weights: 0,
    weightBytes: 0,
    externalData: [],
  } as const;

  it("asks for what the file leaves open, and takes a batch for 1", () => {
    const filled = filledAtFirst(description);
    expect(filled.inputs).toMatchObject([
      { name: "image", dims: ["1", "", ""] },
      { name: "mask", dims: [""] },
    ]);
    expect(choiceOf(filled)?.inputs).toEqual([{ name: "image", shape: [1, 3, "?"] }]);
  });

  it("tells wrong sizes", () => {
    const [image, mask] = filledAtFirst(description).inputs;
    if (image?.kind !== "known" || !mask) throw new Error("an input of the file");
    for (const wrong of ["x", "-1", "1.5", "1e3"]) {
      const inputs = [{ ...image, dims: ["1", "", wrong] }, mask];
      expect(mistakeIn(inputs, 0)).toEqual({ what: "badDim", dim: 2 });
      expect(choiceOf({ ...filledAtFirst(description), inputs })).toBeUndefined();
    }
  });

  it("takes the inputs of a TorchScript file as they are named", () => {
    const free = (name: string, shape: string): Filled["inputs"][number] => ({
      kind: "free",
      name,
      shape,
      dtype: "float32",
    });
    const filled = (inputs: Filled["inputs"]): Filled => ({
      ...filledAtFirst({ ...description, format: "torchscript" }),
      inputs,
    });
    expect(choiceOf(filled([free("x", "1, 3"), free("s", "")]))?.inputs).toEqual([
      { name: "x", shape: [1, 3], dtype: "float32" },
      { name: "s", shape: [], dtype: "float32" },
    ]);
    expect(mistakeIn([free("x", "1"), free("x", "1")], 1)?.what).toBe("sameName");
    expect(mistakeIn([free(" ", "1")], 0)?.what).toBe("badName");
    expect(mistakeIn([free("x", "1,,2")], 0)?.what).toBe("badShape");
  });
});

describe("a workspace of a model's file", () => {
  const workspace = { source: SOURCE, pipeline: DEFAULT_PIPELINE, code: "" };

  it("is copied as programs that read the file", () => {
    const info = { passes: [], instruments: [], models: [], configKeys: [] } as never;
    const pipeline = DEFAULT_PIPELINE.filter(({ kind }) => kind === "bind");
    const onnx = { ...workspace, pipeline, source: { ...SOURCE, freezeParams: false } };
    const inputs = [{ name: "x", shape: [1, 4], dtype: "int64" }];
    const source = { ...SOURCE, name: "toy.pt", format: "torchscript", inputs } as const;
    const torch = { ...onnx, source: { ...source, parserFriendlyNames: true } };
    const words = (source: Parameters<typeof commandLine>[0]): string =>
      commandLine(source, info).replace(/\s*\\\n\s*/g, " ");
    expect(words(onnx)).toContain("toy.onnx --shape x=1,4 --no-freeze-params");
    expect(words(torch)).toContain("toy.pt --shape x=1,4 --dtype x=int64 --parser-friendly-names");
    const node = nodeProgram(onnx, info);
    expect(node).toContain('import { readFileSync } from "node:fs";');
    expect(node).toMatch(
      /fromOnnx\(readFileSync\("toy\.onnx"\), \{ shape: \{.*freezeParams: false \}\)/,
    );
    expect(nodeProgram(torch, info)).toMatch(/fromPytorch\(readFileSync\("toy\.pt"\), \[\[/);
    expect(tvmPython(onnx, info)).toContain(
      'from_onnx(model, shape={"x": (1, 4)}, freeze_params=False)',
    );
    expect(tvmPython(torch, info)).toContain(
      'from_pytorch(model, [("x", ((1, 4), "int64"))], use_parser_friendly_name=True)',
    );
  });

  it("names the file in its document, which is read back", () => {
    const text = writeReproducer(workspace, "0");
    expect(JSON.parse(text)).toMatchObject({
      program: { file: "toy.onnx", inputs: [{ name: "x", shape: [1, 4] }] },
    });
    expect(readReproducer(text).source).toEqual(SOURCE);
  });

  it("is refused where the document does not say how it is imported", () => {
    const document = JSON.parse(writeReproducer(workspace, "0")) as {
      program: Record<string, unknown>;
    };
    for (const [key, value] of [
      ["format", "tflite"],
      ["inputs", [{ name: "x", shape: [{}] }]],
      ["size", "large"],
    ] as const) {
      const program = { ...document.program, [key]: value };
      expect(() => readReproducer(JSON.stringify({ ...document, program }))).toThrow(key);
    }
  });

  it("needs files that are told apart by size and ends", async () => {
    const large = (middle: number, end: number): Blob => {
      const bytes = new Uint8Array(300_000);
      bytes[150_000] = middle;
      bytes[299_999] = end;
      return new Blob([bytes]);
    };
    expect(await fingerprint(large(1, 1))).toMatch(/^[\da-f]{16}$/);
    expect(await fingerprint(large(1, 1))).not.toBe(await fingerprint(large(1, 2)));
    const store = new ModelFileStore();
    expect(store.of(SOURCE)).toBeUndefined();
    const file = toy("conv2d 1");
    store.add(SOURCE.fingerprint, file);
    expect(store.of(SOURCE)).toEqual({ model: file, external: {} });
    const more = { ...SOURCE, external: [{ path: "w.data", size: 1, fingerprint: "w" }] };
    expect(store.of(more)).toBeUndefined();
    // There is no database here, so a file that is not in memory is missing.
    expect(await store.find(more)).toBe(false);
  });
});
