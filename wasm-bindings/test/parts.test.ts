// The engine in two parts. In this file the later one is loaded when it is needed.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import * as passcope from "passcope/bare";
import { beforeAll, describe, expect, test } from "vitest";
import { firstResult } from "../scripts/first-result.mjs";

const { DiagnosticError, PassContext, engine, relay, transform } = passcope;

const bytes = (name: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(readFileSync(fileURLToPath(import.meta.resolve(`passcope/${name}`))));

beforeAll(() =>
  passcope.loadEngineInParts(
    bytes("passcope.first.wasm"),
    bytes("passcope.deferred.wasm"),
    undefined,
    bytes("passcope.frontends.wasm"),
  ),
);

const importsOf = async (name: string): Promise<WebAssembly.ModuleImportDescriptor[]> =>
  WebAssembly.Module.imports(await WebAssembly.compile(bytes(name)));
const loads = (part: string): WebAssembly.ModuleImportDescriptor => ({
  module: part,
  name: "load",
  kind: "function",
});

test("the first part wants of its surroundings what the whole does, and one function for the later part", async () => {
  const first = await importsOf("passcope.first.wasm");
  const whole = await importsOf("passcope.wasm");
  expect(whole).toContainEqual(loads("frontends"));
  expect(first.filter(({ module }) => module !== "deferred")).toEqual(whole);
  expect(first.filter(({ module }) => module === "deferred")).toEqual([loads("deferred")]);
});

test.each(["deferred", "frontends"])("the part %s wants of the first one alone", async (part) => {
  const wanted = await importsOf(`passcope.${part}.wasm`);
  expect(new Set(wanted.map(({ module }) => module))).toEqual(new Set(["primary"]));
});

test("texts are where the functions are that name them", () => {
  const parts = ["passcope.first.wasm", "passcope.deferred.wasm", "passcope.frontends.wasm"];
  const where = (text: string): string[] =>
    parts.filter((name) => Buffer.from(bytes(name)).includes(text));
  // A pass's documentation, a message of the parser, a schema of PyTorch.
  expect(
    where(engine.passes().find(({ name }) => name === "FoldConstant")?.summary ?? "?"),
  ).toEqual(parts.slice(0, 1));
  // A number in a function can be equal to an address in a text by chance. The text is then divided there, or is in the
  // function's part. This affects few texts, and no text is in two parts.
  const texts = [
    "a module must begin with the version of the text format",
    "the version {version} is not supported",
    "the module has no function `@{name}`",
    "`@{name}` is defined twice",
  ];
  const deferred = texts.filter((text) => where(text).join() === parts[1]);
  expect(deferred.length).toBeGreaterThanOrEqual(texts.length - 1);
  expect(Math.max(...texts.map((text) => where(text).length))).toBeLessThanOrEqual(1);
  expect(where("a tensor of the model has no name")).toEqual(parts.slice(2));
  expect(Buffer.from(bytes("passcope.wasm")).includes("a tensor of the model has no name")).toBe(
    false,
  );
});

/** All questions that the page asks the engine before its first result. */
function firstAnswers(): string {
  const { mod } = relay.testing.resnet.getWorkload({ numLayers: 18 });
  const typed = new PassContext().with(() => transform.FoldScaleAxis()(transform.InferType()(mod)));
  const tables = [engine.passes(), engine.instruments(), engine.models(), engine.configKeys()];
  // Keys are addresses, and signatures contain keys.
  const nodes = typed.graph().nodes.map((node) => ({ ...node, key: 0, signature: 0 }));
  return JSON.stringify([tables, typed.astext({ showMetaData: false }), nodes]);
}

describe("in this order", () => {
  let answers: string;

  test("the first result takes the first part only", () => {
    firstResult(passcope);
    answers = firstAnswers();
    expect(engine.isComplete).toBe(false);
  });

  test("what is not in it brings the later part, in the middle of a hook too", () => {
    const { mod } = relay.testing.resnet.getWorkload({ numLayers: 18 });
    let caught: unknown;
    const hooks = {
      runBeforePass: () => {
        try {
          // The parser throws and the bindings catch, in different parts.
          relay.fromtext('#[version = "0.0.5"]\ndef @main(%x) { %y }');
        } catch (error) {
          caught = error;
        }
      },
    };
    const typed = new PassContext({ instruments: [hooks] }).with(() => transform.InferType()(mod));
    expect(caught).toBeInstanceOf(DiagnosticError);
    expect(String(caught)).toContain("%y");
    expect(engine.isComplete).toBe(true);
    expect(typed.astext()).toBe(mod.astext());
  });

  test("the first part has said what the whole engine says", async () => {
    await engine.complete();
    expect(firstAnswers()).toBe(answers);
  });

  test("both parts are one engine: errors, memory, evaluation and instruments", async () => {
    await engine.complete();
    firstResult(passcope);
    const mod = relay.fromtext(
      '#[version = "0.0.5"]\ndef @main(%x: Tensor[(2), float32]) { nn.softmax(add(%x, %x)) }',
    );
    const simple = transform.SimplifyInference()(transform.InferType()(mod));
    const [result] = simple.evaluate({ x: Float32Array.of(0, Math.log(2) / 2) });
    const [a, b] = result?.toNumbers() ?? [];
    expect(a).toBeCloseTo(1 / 3);
    expect(b).toBeCloseTo(2 / 3);
    expect(() => transform.InferType()(relay.fromtext("nothing"))).toThrow(DiagnosticError);
  });

  test("a model brings what reads models", () => {
    const model = readFileSync(new URL("../../examples/onnx/mlp.onnx", import.meta.url));
    const { mod } = relay.frontend.fromOnnx(model, { shape: { input: [2, 64] } });
    expect(mod.astext({ showMetaData: false })).toContain("nn.dense");
    // The exception is thrown in one part and caught in another.
    expect(() => relay.frontend.fromOnnx(model.subarray(0, 2000))).toThrow(DiagnosticError);
  });
});
