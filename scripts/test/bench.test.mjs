// Joins two benchmark reports.

import assert from "node:assert/strict";
import { test } from "node:test";
import { bench } from "../lib/bench.mjs";

const report = (...benchmarks) => JSON.stringify({ benchmarks });

test("cases are matched by name whatever the unit", () => {
  const native = bench.parse(
    report({
      name: "InferType/1000/real_time",
      real_time: 50,
      time_unit: "us",
      nodes: 1000,
      bytes: 1e4,
    }),
  );
  const wasm = bench.parse(
    report({ name: "InferType/1000", real_time: 75000, time_unit: "ns", nodes: 1000 }),
  );
  const [row] = bench.join(native, wasm);
  assert.equal(row.ratio, 1.5);
  assert.equal(
    bench.render([row]),
    [
      "case             native  per node  MB/s     wasm  per node  MB/s  wasm/native",
      "InferType/1000  50.0 µs   50.0 ns   200  75.0 µs   75.0 ns   133        1.50×",
    ].join("\n"),
  );
});

test("a case of one side only, and one with an error, still have a row", () => {
  const native = bench.parse(
    report(
      { name: "a", real_time: 2, time_unit: "s" },
      { name: "b", error_occurred: true, error_message: "no weights" },
    ),
  );
  const text = bench.render(bench.join(native, new Map()));
  assert.match(text, /^a +2\.00 s/m);
  assert.match(text, /^b +error: no weights/m);
});

test("text before the report is left out", () => {
  const cases = bench.parse(`a warning\n${report({ name: "a", real_time: 1, time_unit: "ns" })}`);
  assert.equal(cases.get("a").ns, 1);
});
