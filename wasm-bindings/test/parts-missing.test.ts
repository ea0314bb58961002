// The engine in two parts; the later one cannot be loaded. This test has its own file, because the engine does not work
// afterwards.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { LoadError, PasscopeError, engine, loadEngineInParts, relay } from "passcope/bare";
import { expect, test } from "vitest";

const first = readFileSync(fileURLToPath(import.meta.resolve("passcope/passcope.first.wasm")));

test("without what reads models no model is read, and nothing is lost", async () => {
  const missing =
    /^passcope\.(?:frontends|deferred)\.wasm, a part of the engine, could not be loaded: /;
  await loadEngineInParts(first, new Uint8Array([1, 2, 3]));
  expect(() => relay.frontend.fromOnnx(new Uint8Array(4))).toThrow(LoadError);
  expect(() => relay.frontend.describe(new Uint8Array(4))).toThrow(missing);
  await expect(engine.completeFrontends()).rejects.toThrow(missing);
  expect(engine.passes().length).toBeGreaterThan(0);
});

test("a later part that does not come is an error that names it, and stops the engine only when it was needed", async () => {
  await loadEngineInParts(first, new Uint8Array([1, 2, 3]));
  const missing = /^passcope\.deferred\.wasm, a part of the engine, could not be loaded: .+/;

  const asked = await engine.complete().then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(asked).toBeInstanceOf(LoadError);
  expect(asked).toBeInstanceOf(PasscopeError);
  expect((asked as LoadError).message).toMatch(missing);
  // The engine still works, and you can try again.
  await expect(engine.complete()).rejects.toThrow(missing);
  const { mod } = relay.testing.resnet.getWorkload({ numLayers: 18 });
  expect(mod.astext({ showMetaData: false })).toContain("nn.conv2d");
  expect(engine.isComplete).toBe(false);

  let needed: unknown;
  try {
    relay.fromtext("def @main() { 1 }");
  } catch (error) {
    needed = error;
  }
  expect(needed).toBeInstanceOf(LoadError);
  expect((needed as LoadError).message).toMatch(missing);
  expect(() => mod.astext()).toThrow(needed);
  expect(() => engine.passes()).toThrow(needed);
  // Freeing objects is still allowed.
  expect(() => mod.dispose()).not.toThrow();
});
