// The counts of a test run, read from the output of each runner.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  catchCounts,
  catchPattern,
  closingLine,
  failuresOfTap,
  junitCounts,
  playwrightCounts,
  playwrightTimes,
  settle,
  shard,
  slowest,
  tapCounts,
  vitestCounts,
  vitestTimes,
} from "../lib/results.mjs";

const counts = (passed, failed, skipped = 0) => ({ passed, failed, skipped });

test("Catch2: all passed", () => {
  const text = "=====\nAll tests passed (3,141 assertions in 59 test cases)\n";
  assert.deepEqual(catchCounts(text), counts(59, 0));
  assert.deepEqual(catchCounts("All tests passed (1 assertion in 1 test case)"), counts(1, 0));
});

test("Catch2: colours do not hide the closing line", () => {
  const text = "\u001b[1;32mAll tests passed\u001b[0m (3 assertions in 2 test cases)\n";
  assert.deepEqual(catchCounts(text), counts(2, 0));
});

test("Catch2: failures, expected ones apart", () => {
  assert.deepEqual(
    catchCounts(
      "test cases: 12 | 9 passed | 2 failed | 1 failed as expected\nassertions: 3 | 3 failed",
    ),
    counts(10, 2),
  );
  assert.deepEqual(catchCounts("test cases: 2 | 2 failed\n"), counts(0, 2));
});

test("Catch2: a crash leaves no closing line", () => {
  assert.equal(catchCounts("AddressSanitizer: heap-use-after-free"), undefined);
});

test("Catch2: names with characters that mean something in patterns", () => {
  assert.equal(catchPattern("a, b[c]"), "a\\, b\\[c\\]");
  assert.equal(catchPattern('a "b" \\ c'), 'a \\"b\\" \\\\ c');
  assert.equal(catchPattern("plain: name (1)"), "plain: name (1)");
});

test("Vitest: a file that cannot be loaded is a failure", () => {
  const report = {
    numPassedTests: 4,
    numFailedTests: 1,
    numPendingTests: 1,
    numTodoTests: 1,
    testResults: [
      { status: "passed", assertionResults: [{ status: "passed" }] },
      { status: "failed", assertionResults: [{ status: "failed" }] },
      { status: "failed", assertionResults: [] },
    ],
  };
  assert.deepEqual(vitestCounts(report), counts(4, 2, 2));
});

test("Playwright: errors outside tests are failures, and so is what passes at a second try", () => {
  const report = {
    stats: { expected: 5, unexpected: 1, flaky: 1, skipped: 2 },
    errors: [{ message: "no web server" }],
  };
  assert.deepEqual(playwrightCounts(report), counts(5, 3, 2));
});

test("the slowest files and tests come first", () => {
  const spec = (file, title, ...durations) => ({
    file,
    title,
    tests: [{ results: durations.map((duration) => ({ duration })) }],
  });
  const report = {
    suites: [
      {
        specs: [spec("a.spec.ts", "one", 1000)],
        suites: [{ specs: [spec("a.spec.ts", "two", 2500, 500)] }],
      },
      { specs: [spec("b.spec.ts", "three", 3100)] },
    ],
  };
  const times = playwrightTimes(report);
  assert.deepEqual(
    times.map(({ ms }) => ms),
    [1000, 3000, 3100],
  );
  assert.deepEqual(slowest(times, 2).split("\n"), [
    "    4.0 s  a.spec.ts",
    "    3.1 s  b.spec.ts",
    "",
    "    3.1 s  b.spec.ts: three",
    "    3.0 s  a.spec.ts: two",
  ]);
  const vitest = {
    testResults: [
      { name: "/there/web/a.test.ts", assertionResults: [{ fullName: "b c", duration: 12.5 }] },
    ],
  };
  assert.deepEqual(vitestTimes(vitest, "/there"), [
    { file: "web/a.test.ts", name: "b c", ms: 12.5 },
  ]);
});

test("pytest: errors are failures", () => {
  const report =
    '<?xml version="1.0"?><testsuites><testsuite name="pytest" errors="1" failures="2" skipped="3" tests="10" time="0.1">';
  assert.deepEqual(junitCounts(report), counts(4, 3, 3));
  assert.equal(junitCounts("<html></html>"), undefined);
});

test("TAP: the closing comments", () => {
  const text = "ok 1 - a\n# tests 6\n# pass 3\n# fail 1\n# cancelled 1\n# skipped 1\n# todo 0\n";
  assert.deepEqual(tapCounts(text), counts(3, 2, 1));
  assert.equal(tapCounts("no TAP at all"), undefined);
});

test("a runner that fails or runs nothing never counts as passed", () => {
  assert.deepEqual(settle(undefined, 139), counts(0, 1));
  assert.deepEqual(settle(counts(5, 0), 1), counts(5, 1));
  assert.deepEqual(settle(counts(0, 0), 0), counts(0, 1));
  assert.deepEqual(settle(counts(5, 2), 1), counts(5, 2));
  assert.deepEqual(settle(counts(5, 0, 1), 0), counts(5, 0, 1));
});

test("the parts of a list are all of it", () => {
  const list = [1, 2, 3, 4, 5];
  assert.deepEqual(
    [shard(list, 0, 2), shard(list, 1, 2)],
    [
      [1, 3, 5],
      [2, 4],
    ],
  );
  assert.deepEqual(shard(list, 0, 1), list);
});

test("the closing line", () => {
  assert.equal(closingLine(counts(7, 0)), "7 passed, 0 failed");
  assert.equal(closingLine(counts(7, 1, 2)), "7 passed, 1 failed, 2 skipped");
});

test("TAP: only what failed is left", () => {
  const tap = `TAP version 13
# Subtest: documents
    # Subtest: one
    ok 1 - one
      ---
      duration_ms: 0.5
      ...
    # Subtest: two
    not ok 2 - two
      ---
      error: |-
        1 !== 0
      ...
    1..2
not ok 1 - documents
  ---
  error: '1 subtest failed'
  ...
ok 2 - without details
1..2
# pass 1
`;
  assert.equal(
    failuresOfTap(tap),
    `TAP version 13
    not ok 2 - two
      ---
      error: |-
        1 !== 0
      ...
not ok 1 - documents
  ---
  error: '1 subtest failed'
  ...
# pass 1
`,
  );
});
