// The entry for programs that supply the engine's module.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

test("the bare entry makes an engine of the bytes that it is given", async () => {
  const bare = await import("passcope/bare");
  expect(() => bare.relay.var("x", [1])).toThrow(/not loaded/);
  const file = fileURLToPath(import.meta.resolve("passcope/passcope.wasm"));
  await bare.loadEngine(readFileSync(file));
  expect(String(bare.relay.var("x", [1]))).toContain("x");
  const whole = await import("passcope");
  const { loadEngine, loadEngineInParts, hasRelaxedSimd, ...names } = bare;
  expect([loadEngine, loadEngineInParts, hasRelaxedSimd].map((entry) => typeof entry)).toEqual(
    Array(3).fill("function"),
  );
  expect(Object.keys(names).sort()).toEqual(Object.keys(whole).sort());
});

test("a second engine is refused while there are objects of the first one", async () => {
  const bare = await import("passcope/bare");
  const bytes = readFileSync(fileURLToPath(import.meta.resolve("passcope/passcope.wasm")));
  const kept = bare.relay.var("kept", [1]);
  await expect(bare.loadEngine(bytes)).rejects.toThrow(/loaded already/);
  expect(String(kept)).toContain("kept");
});
