// transform.gradient: arguments, results, and changes of the module. The gradients themselves are tested in C++
// (tests/unit/transforms).

import { DiagnosticError, IRModule, NDArray, relay, transform } from "passcope";
import { expect, test } from "vitest";

const parse = (text: string) => relay.fromtext(`#[version = "0.0.5"]\n${text}`);
const square = parse("def @main(%x: Tensor[(2), float32]) { multiply(%x, %x) }");
const x = NDArray.of([3, -2]);

/** The result and the gradients of a function of one parameter. */
function run(fn: relay.Function, mod?: IRModule): number[][] {
  const whole = mod?.clone() ?? IRModule.fromFunctions();
  whole.set("run", fn);
  const typed = transform.InferType()(whole);
  return typed.evaluate({ x }, "run").map((array) => array.toNumbers());
}

test.each(["higher_order", "first_order"] as const)("of a function, %s", (mode) => {
  const fn = transform.gradient(square.get("main"), undefined, mode);
  expect(fn.params.map(({ name }) => name)).toEqual(["x"]);
  expect(run(fn)).toEqual([
    [9, 4],
    [6, -4],
  ]);
  expect(relay.transform.gradient).toBe(transform.gradient);
});

test("of functions that call others of a module", () => {
  const mod = parse(`def @f(%a: Tensor[(2), float32]) -> Tensor[(2), float32] { multiply(%a, %a) }
def @main(%x: Tensor[(2), float32]) -> Tensor[(2), float32] { @f(%x) }
def @gradient(%x: Tensor[(2), float32]) -> Tensor[(2), float32] { %x }`);
  const before = mod.get("main");
  const fn = transform.gradient(relay.globalVar("main"), mod);
  // As in TVM, the counterparts of called functions are added to the module; all else stays.
  expect(mod.globalVars().sort()).toEqual(["f", "f_grad", "gradient", "main"]);
  expect(mod.get("main").structuralEqual(before)).toBe(true);
  expect(run(fn, mod)).toEqual([
    [9, 4],
    [6, -4],
  ]);
  // A function that is not in the module may call functions that are.
  const other = parse(`def @f(%a: Tensor[(2), float32]) -> Tensor[(2), float32] { %a }
def @main(%x: Tensor[(2), float32]) { @f(multiply(%x, 3f)) }`).get("main");
  expect(run(transform.gradient(other, mod), mod)).toEqual([
    [81, 36],
    [54, -36],
  ]);
});

test("what it does not take", () => {
  const main = square.get("main");
  expect(() => transform.gradient(main, square, "first_order")).toThrow(/takes no module/);
  expect(() => transform.gradient(relay.globalVar("main"))).toThrow(/needs a module/);
  expect(() => transform.gradient(main, undefined, "third" as "first_order")).toThrow(
    /must be one of higher_order, first_order, not the string "third"/,
  );
  const argmax = parse("def @main(%x: Tensor[(2), float32]) { argmax(%x, axis=[0]) }");
  expect(() => transform.gradient(argmax.get("main"))).toThrow(DiagnosticError);
  // The module has not changed.
  expect(square.globalVars()).toEqual(["main"]);
});
