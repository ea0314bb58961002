/** Messages that no test provokes are found, and so are stale reasons. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { findUnprovoked, readReasons } from "../lib/unprovoked.mjs";

const messages = [
  { identity: "kOne", pattern: "one", places: ["src/a.cc:1"] },
  { identity: "kTwo", pattern: "two", places: ["src/a.cc:2"] },
];

/** @param {string} list @param {string[]} made */
const found = (list, ...made) => findUnprovoked(messages, new Set(made), readReasons(list));

test("a message is provoked or has a reason", () => {
  assert.deepEqual(found("", "one", "two"), { missing: [], stale: [] });
  const list = "# A comment.\n\nkTwo: only without memory\n";
  assert.deepEqual(found(list, "one"), { missing: [], stale: [] });
  assert.deepEqual(found("", "one").missing, ["src/a.cc:2: no test provokes kTwo: two"]);
});

test("a line belongs to a message, has a reason, and is superfluous once a test provokes it", () => {
  const { missing, stale } = found("kOne: never\nkTwo\nkThree: never\n", "one");
  const texts = (/** @type {string[]} */ lines) => lines.map((line) => line.replace(/^\S+ /, ""));
  assert.deepEqual(texts(missing), ["kTwo has no reason", "there is no message kThree"]);
  assert.deepEqual(texts(stale), ["a test provokes kOne: delete its line"]);
});
