// The dataflow of functions as data.
import { DiagnosticError, IRModule, relay, transform } from "passcope";
import { expect, test } from "vitest";
import { smallModule } from "./programs";

test("a module's function, with places in its text", () => {
  const mod = transform.InferType()(smallModule());
  const graph = mod.graph();
  expect(graph).toMatchObject({
    function: "main",
    functions: ["main"],
    root: 0,
    truncated: false,
    types: ["fn (Tensor[(2, 3), float32]) -> Tensor[(2, 3), float32]", "Tensor[(2, 3), float32]"],
  });
  expect(graph.nodes.map(({ kind, label, inputs }) => [kind, label, inputs])).toEqual([
    ["function", "fn", [2]],
    ["param", "x", []],
    ["call", "nn.relu", [1]],
  ]);
  const call = graph.nodes[2];
  const line = mod.astext({ showMetaData: false }).split("\n")[call?.line ?? -1];
  expect(line?.slice(call?.column)).toMatch(/^nn\.relu\(%x\)/);
  expect(call).toMatchObject({ pattern: "elemwise", parent: 0, type: 1 });
});

test("an expression, a function by name, a limit", () => {
  const mod = IRModule.fromtext(`#[version = "0.0.5"]
def @main(%x: int32) { @other(%x) }
def @other(%y: int32) { add(%y, multiply(%y, %y)) }`);
  expect(mod.graph().nodes.at(-1)?.label).toBe("@other");
  const other = mod.graph({ function: "other" });
  expect(other.nodes.at(-1)).toMatchObject({ label: "add", inputs: [1, 2] });
  expect(mod.get("other").graph().nodes.length).toBe(other.nodes.length);
  expect(mod.graph({ function: "other", limit: 2 })).toMatchObject({ truncated: true });
  expect(() => mod.graph({ function: "absent" })).toThrow(DiagnosticError);
  expect(() => mod.graph({ limit: 0 })).toThrow(DiagnosticError);
});

test("what a pass leaves alone keeps its keys, what it makes again its signatures", () => {
  const { mod } = relay.testing.resnet.getWorkload({ numLayers: 18 });
  const before = mod.graph();
  const after = transform.SimplifyInference()(mod).graph();
  const keys = new Set(before.nodes.map(({ key }) => key));
  const same = after.nodes.filter(({ key }) => keys.has(key));
  expect(same.length).toBeGreaterThan(60);
  const signatures = new Set(before.nodes.map(({ signature }) => signature));
  for (const node of same) expect(signatures).toContain(node.signature);
});
