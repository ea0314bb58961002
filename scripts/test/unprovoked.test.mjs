/** Messages that no test provokes are found, and so are stale reasons. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { findUnprovoked, readReasons } from "../lib/unprovoked.mjs";

const messages = [
  { identity: "kOne", pattern: "one", places: ["src/a.cc:1"] },
  { identity: "kTwo", pattern: "two", places: ["src/a.cc:2"] },
];

test("a message is provoked or has a reason", () => {
  assert.deepEqual(findUnprovoked(messages, new Set(["one", "two"]), new Map()), []);
  const reasons = readReasons("# A comment.\n\nkTwo: only without memory\n");
  assert.deepEqual(findUnprovoked(messages, new Set(["one"]), reasons), []);
  assert.deepEqual(findUnprovoked(messages, new Set(["one"]), new Map()), [
    "src/a.cc:2: no test provokes kTwo: two",
  ]);
});

test("a reason belongs to a message that no test provokes", () => {
  const wrong = findUnprovoked(
    messages,
    new Set(["one"]),
    readReasons("kOne: never\nkTwo\nkThree: never\n"),
  );
  assert.deepEqual(
    wrong.map((line) => line.replace(/^\S+ /, "")),
    ["a test provokes kOne: delete its line", "kTwo has no reason", "there is no message kThree"],
  );
});
