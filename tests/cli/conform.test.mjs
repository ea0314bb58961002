// `passcope conform`: its errors. tests/conformance/onnx.test.mjs checks its results.
import assert from "node:assert/strict";
import { test } from "node:test";
import { passcope } from "./cli.mjs";

test("conform takes folders", () => {
  for (const args of [[], ["README.md"], ["no/such/folder"]]) {
    const { code, err } = passcope(["conform", ...args]);
    assert.equal(code, 2);
    assert.match(err, /folder.* with ONNX's tests/);
  }
});

test("a folder without tests has none that fail", () => {
  const { code, out } = passcope(["conform", "tests/cli"]);
  assert.equal(code, 0);
  assert.match(out, /\n0 passed, 0 failed\n$/);
});
