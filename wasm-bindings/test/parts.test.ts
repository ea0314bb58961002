// The engine in two parts. In this file the later one comes when it is needed.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import * as passcope from "passcope/bare";
import { beforeAll, describe, expect, test } from "vitest";
import { firstResult } from "../scripts/first-result.mjs";

const { DiagnosticError, PassContext, engine, relay, transform } = passcope;

const bytes = (name: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(readFileSync(fileURLToPath(import.meta.resolve(`passcope/${name}`))));

beforeAll(() =>
  passcope.loadEngineInParts(bytes("passcope.first.wasm"), bytes("passcope.deferred.wasm")),
);

test("the first part wants of its surroundings what the whole does, and one function for the later part", async () => {
  const importsOf = async (name: string): Promise<WebAssembly.ModuleImportDescriptor[]> =>
    WebAssembly.Module.imports(await WebAssembly.compile(bytes(name)));
  const own = ({ module }: { module: string }): boolean => module !== "placeholder";
  const first = await importsOf("passcope.first.wasm");
  expect(first.filter(own)).toEqual(await importsOf("passcope.wasm"));
  expect(first.filter((item) => !own(item))).toEqual([
    { module: "placeholder", name: "load", kind: "function" },
  ]);
  const later = await importsOf("passcope.deferred.wasm");
  expect(new Set(later.map(({ module }) => module))).toEqual(new Set(["primary"]));
});

describe("in this order", () => {
  test("the first result takes the first part only", () => {
    firstResult(passcope);
    expect(engine.isComplete).toBe(false);
  });

  test("what is not in it brings the later part, in the middle of a hook too", () => {
    const { mod } = relay.testing.resnet.getWorkload({ numLayers: 18 });
    let caught: unknown;
    const hooks = {
      runBeforePass: () => {
        try {
          // The parser throws and the bindings catch: across both parts.
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
});
