// The engine in parts. Reading a model is the first call that needs a later part. This test has its own file, because
// it needs a new engine.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import * as passcope from "passcope/bare";
import { expect, test } from "vitest";

const { engine, relay } = passcope;

const bytes = (name: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(readFileSync(fileURLToPath(import.meta.resolve(`passcope/${name}`))));

test("what reads models brings the later part with it, and works with it", async () => {
  await passcope.loadEngineInParts(
    bytes("passcope.first.wasm"),
    bytes("passcope.deferred.wasm"),
    undefined,
    bytes("passcope.frontends.wasm"),
  );
  expect(engine.isComplete).toBe(false);
  await engine.completeFrontends();
  expect(engine.isComplete).toBe(true);
  const model = readFileSync(new URL("../../examples/onnx/mlp.onnx", import.meta.url));
  const { mod } = relay.frontend.fromOnnx(model, { shape: { input: [2, 64] } });
  expect(mod.astext({ showMetaData: false })).toContain("nn.dense");
});

test("the tables of what reads models come with it alone", () => {
  const has = (name: string) => Buffer.from(bytes(name)).includes("aten::add.Tensor(Tensor self");
  expect(["first", "deferred", "frontends"].map((part) => has(`passcope.${part}.wasm`))).toEqual([
    false,
    false,
    true,
  ]);
});
