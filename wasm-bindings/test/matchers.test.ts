// assertStructuralEqual and the matchers, with Vitest's expect and with another expect.extend.

import type { expect as jestExpect } from "@jest/globals";
import assert from "node:assert/strict";
import {
  StructuralEqualError,
  bindParamsByName,
  assertStructuralEqual,
  firstStructuralMismatch,
  relay,
  transform,
} from "passcope";
import * as matchers from "passcope/matchers";
import "passcope/matchers/vitest";
import { expect, expectTypeOf, test } from "vitest";

const head = '#[version = "0.0.5"]\n';
const dense = (
  op: string,
  attrs = "",
): string => `${head}def @main(%x: Tensor[(2, 3), float32], %w: Tensor[(4, 3), float32]) {
  %0 = ${op}(%x);
  nn.dense(%0, %w, units=4${attrs})
}
`;

/** The error of assertStructuralEqual. */
function failure(...args: Parameters<typeof assertStructuralEqual>): StructuralEqualError {
  try {
    assertStructuralEqual(...args);
  } catch (error) {
    if (error instanceof StructuralEqualError) return error;
    throw error;
  }
  throw new Error("they are equal");
}

test("equal programs, whatever their variables are called", () => {
  const mod = relay.parse(dense("nn.relu"));
  assertStructuralEqual(mod, relay.parse(dense("nn.relu").replaceAll("%x", "%other")));
  assertStructuralEqual(mod, dense("nn.relu"));
  assertStructuralEqual(dense("nn.relu"), mod);
  expect(firstStructuralMismatch(mod, mod)).toBeUndefined();
  // Free variables are equal if they are the same, or if they may be mapped.
  const [x, y] = [relay.var("x", [2]), relay.var("y", [2])];
  expect(() => {
    assertStructuralEqual(relay.nn.relu(x), relay.nn.relu(y));
  }).toThrow(StructuralEqualError);
  assertStructuralEqual(relay.nn.relu(x), relay.nn.relu(y), { mapFreeVars: true });
});

test("a failure has the path to the first difference, both places, and what the texts differ in", () => {
  const error = failure(relay.parse(dense("nn.relu")), relay.parse(dense("tanh")));
  expect(error.difference).toMatchObject({
    lhsPath: '<root>.functions["main"].body.args[0].op',
    rhsPath: '<root>.functions["main"].body.args[0].op',
  });
  expect(error.message.split("\n")).toEqual([
    'StructuralEqual check failed, caused by lhs at <root>.functions["main"].body.args[0].op:',
    "     |",
    "   3 |   %0 = nn.relu(%x);",
    "     |        ^~~~~~~~~~~",
    'and rhs at <root>.functions["main"].body.args[0].op:',
    "     |",
    "   3 |   %0 = tanh(%x);",
    "     |        ^~~~~~~~",
    "the texts (- lhs, + rhs):",
    "@@ -1,5 +1,5 @@",
    ' #[version = "0.0.5"]',
    " def @main(%x: Tensor[(2, 3), float32], %w: Tensor[(4, 3), float32]) {",
    "-  %0 = nn.relu(%x);",
    "+  %0 = tanh(%x);",
    "   nn.dense(%0, %w, units=4)",
    " }",
  ]);
  expect(error.actual).toBe(dense("nn.relu"));
  expect(error.expected).toBe(dense("tanh"));
});

test("texts: types are inferred where the other program has them, constants are the other one's", () => {
  const typed = transform.InferType()(relay.parse(dense("nn.relu")));
  assertStructuralEqual(typed, dense("nn.relu"));
  expect(firstStructuralMismatch(typed, dense("nn.relu", ', out_dtype="int32"'))?.lhsPath).toMatch(
    /\.ret_type\.dtype$/,
  );
  // As two programs they differ: InferType has added the return type of @main.
  expect(firstStructuralMismatch(typed, relay.parse(dense("nn.relu")))?.lhsPath).toBe(
    '<root>.functions["main"].ret_type',
  );
  const { mod, params } = relay.testing.mlp.getWorkload({ batchSize: 1 });
  const bound = relay.fromtext(mod.toString());
  bound.set("main", bindParamsByName(mod.get("main"), params));
  expect(bound.toString()).toContain("meta[relay.Constant][0]");
  assertStructuralEqual(bound, bound.toString());
  const scalars = relay.parse(`${head}def @main() { add(1f, 2f) }`);
  assertStructuralEqual(scalars, "def @main() { add(1f, 2f) }");
  assertStructuralEqual("nn.relu(1f)", relay.parseExpr("nn.relu(1f)"));
});

test("what cannot be compared", () => {
  const mod = relay.parse(dense("nn.relu"));
  expect(() => {
    assertStructuralEqual(mod, relay.const(1));
  }).toThrow("compares two modules or two expressions");
  expect(() => {
    // @ts-expect-error no program
    assertStructuralEqual(mod, 3);
  }).toThrow("takes an IRModule, an expression or Relay text, not the number 3");
  expect(() => {
    assertStructuralEqual(mod, "def @main( {");
  }).toThrow(/error\[/);
});

test("Vitest's expect", () => {
  const mod = relay.parse(dense("nn.relu"));
  expect(mod).toEqualRelay(dense("nn.relu"));
  expect(dense("nn.relu")).toEqualRelay(mod);
  expect(mod).not.toEqualRelay(dense("tanh"));
  expect(mod).toBeWellFormed();
  expect(mod).toContainOp("nn.dense");
  expect(mod).toContainOp("nn.dense", 1);
  expect(mod).not.toContainOp("tanh");
  expect(() => {
    expect(mod).toEqualRelay(dense("tanh"));
  }).toThrow(/caused by lhs at <root>/);
  expect(() => {
    expect(mod).not.toEqualRelay(dense("nn.relu"));
  }).toThrow("structurally equal, and should not be");
  expect(() => {
    expect(mod).toContainOp("tanh");
  }).toThrow(/there are 0\. All calls:\n {2}1 nn\.dense/);
  const unbound = relay.fromtext(dense("nn.relu"));
  unbound.set("main", new relay.Function([], relay.nn.relu(relay.var("x", [2]))));
  expect(() => {
    expect(unbound).toBeWellFormed();
  }).toThrow(/not well-formed/);
  expectTypeOf<
    Parameters<ReturnType<typeof expect<typeof mod>>["toEqualRelay"]>[0]
  >().toEqualTypeOf<Parameters<typeof matchers.toEqualRelay>[1]>();
});

test("every export of passcope/matchers is a matcher that any expect.extend takes", () => {
  // As in Jest: each matcher is a function of the received value that returns { pass, message }.
  const added: Record<string, (...args: never[]) => matchers.MatcherResult> = {};
  const extend = (given: Readonly<Record<string, unknown>>): void => {
    for (const [name, matcher] of Object.entries(given)) {
      assert(typeof matcher === "function", name);
      added[name] = matcher as (typeof added)[string];
    }
  };
  extend({ ...matchers });
  expect(Object.keys(added).sort()).toEqual([
    "toBeWellFormed",
    "toContainOp",
    "toEqualRelay",
    "toMatchBaseline",
  ]);
  const mod = relay.parse(dense("nn.relu"));
  expect(matchers.toEqualRelay(mod, mod).pass).toBe(true);
  const failed = matchers.toEqualRelay(mod, dense("tanh"));
  expect(failed).toMatchObject({ pass: false, actual: dense("nn.relu"), expected: dense("tanh") });
  expect(failed.message()).toContain("+  %0 = tanh(%x);");
});

test("passcope/matchers/jest has types for @jest/globals", () => {
  type Matchers = ReturnType<typeof jestExpect>;
  type Taken = Parameters<typeof matchers.toEqualRelay>;
  expectTypeOf<Parameters<Matchers["toEqualRelay"]>>().toEqualTypeOf<[Taken[1], Taken[2]?]>();
  expectTypeOf<ReturnType<Matchers["not"]["toContainOp"]>>().toEqualTypeOf<void>();
  expectTypeOf<ReturnType<Matchers["resolves"]["toBeWellFormed"]>>().toEqualTypeOf<Promise<void>>();
});

test("passcope/matchers/jest extends the expect that is global", async () => {
  const given: string[] = [];
  const extend = (all: object): void => {
    given.push(...Object.keys(all));
  };
  Object.assign(globalThis, { expect: { extend } });
  try {
    await import("passcope/matchers/jest");
  } finally {
    Reflect.deleteProperty(globalThis, "expect");
  }
  expect(given.sort()).toEqual([
    "toBeWellFormed",
    "toContainOp",
    "toEqualRelay",
    "toMatchBaseline",
  ]);
});
