// Tests for every `expect`: it tells the package's objects apart, without any registration.

import { NDArray, transform } from "passcope";
import { different, equal } from "./pairs.mjs";

const { FoldConstant } = transform;

/**
 * @param matches whether `toMatchObject` ignores private fields, as it does everywhere but in Bun
 * @param shows what the message of a failed comparison shows
 */
export function comparisons({
  expect,
  test,
  matches = true,
  shows = /-.*tanh\(%x\)[^]*\+.*nn\.relu\(%x\)/,
}) {
  for (const [what, a, b] of equal) {
    test(`equal: ${what}`, () => {
      expect(a).toEqual(b);
      expect(a).toStrictEqual(b);
      expect({ nested: [a] }).toEqual({ nested: [b] });
      if (matches) expect({ nested: [a] }).toMatchObject({ nested: [b] });
      expect([a]).toContainEqual(b);
      expect(() => expect(a).not.toEqual(b)).toThrow();
    });
  }
  for (const [what, a, b] of different) {
    test(`different: ${what}`, () => {
      expect(a).not.toEqual(b);
      expect(a).not.toStrictEqual(b);
      expect({ nested: [a] }).not.toEqual({ nested: [b] });
      expect({ nested: [a] }).not.toMatchObject({ nested: [b] });
      expect([a]).not.toContainEqual(b);
      expect(() => expect(a).toEqual(b)).toThrow();
    });
  }
  test("a failed comparison shows what differs", () => {
    const [, a, b] = different[0];
    expect(() => expect(a).toEqual(b)).toThrow(shows);
  });
}

/** With `register(expect)`: matchers, comparisons and snapshots. */
export function registered({ expect, test, register, snapshots = true }) {
  test("registered: matchers and comparisons", () => {
    register(expect);
    const [, mod] = different[0];
    expect(mod).toContainOp("nn.relu", 1);
    expect(mod).not.toContainOp("tanh");
    expect(() => expect(mod).toContainOp("fast_tahn")).toThrow(/fast_tanh/);
    expect(() => expect(mod).not.toContainOp("fast_tahn")).toThrow(/fast_tanh/);
    for (const [, a, b] of equal) {
      expect(a).toEqual(b);
      expect(a).toStrictEqual(b);
    }
    for (const [, a, b] of different) {
      expect(a).not.toEqual(b);
      expect(a).not.toStrictEqual(b);
    }
  });
  if (!snapshots) return;
  test("registered: snapshots have the programs' texts", () => {
    const [, mod] = different[0];
    expect(mod).toMatchInlineSnapshot(`
#[version = "0.0.5"]
def @main(%x: Tensor[(2, 3), float32]) {
  nn.relu(%x)
}
`);
    expect({ mod: [mod.get("main").body], array: NDArray.of([1, 2]), pass: FoldConstant() })
      .toMatchInlineSnapshot(`
{
  "array": NDArray float32 [2] [1, 2],
  "mod": [
    free_var %x: Tensor[(2, 3), float32];
    nn.relu(%x),
  ],
  "pass": Pass {
    "name": "FoldConstant",
    "optLevel": 2,
    "required": [],
    "traceable": false,
  },
}
`);
  });
}
