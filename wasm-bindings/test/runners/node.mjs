// node:assert tells the package's objects apart. Run by Node.

import assert from "node:assert/strict";
import legacy from "node:assert";
import { test } from "node:test";
import { different, equal } from "./pairs.mjs";

for (const [what, a, b] of equal) {
  test(`equal: ${what}`, () => {
    assert.deepStrictEqual(a, b);
    legacy.deepEqual(a, b);
    assert.deepStrictEqual({ nested: [a] }, { nested: [b] });
    assert.throws(() => assert.notDeepStrictEqual(a, b));
  });
}
for (const [what, a, b] of different) {
  test(`different: ${what}`, () => {
    assert.notDeepStrictEqual(a, b);
    legacy.notDeepEqual(a, b);
    assert.throws(
      () => assert.deepStrictEqual({ nested: [a] }, { nested: [b] }),
      assert.AssertionError,
    );
  });
}

test("a failed comparison shows what differs", () => {
  const [, a, b] = different[0];
  assert.throws(() => assert.deepStrictEqual(a, b), /nn\.relu\(%x\)[^]*tanh\(%x\)/);
});
