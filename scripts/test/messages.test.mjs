/** The patterns of all messages are found in the sources. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { filesBelow } from "../lib/files.mjs";
import { hasWords, messagePatterns, namesOf, patternsIn } from "../lib/messages.mjs";
import { problemsOf } from "../lib/prose.mjs";
import { root } from "../lib/run.mjs";

const cpp = /\b(?:MSG|PHRASE|Say|Phrase)\(/g;

/** @param {string} source */
const found = (source) => patternsIn(source, "a.cc", cpp);

test("a pattern is the literal, in pieces or raw, with its escapes read", () => {
  const source = `
    Report(DiagKind::kArity, MSG(kOne, "{a} takes \\"{b}\\" "
                                 "of {c}", a, b, c));
    // MSG(kNot, "in a comment")
    Fail(PHRASE(kTwo, R"(raw "text" \\n)"));
    Print("MSG(kNot, in a string);", 1'000);
    MSG(
        kThree, "no \\n arguments");
    Say("{a}: {b}", a, b);`;
  assert.deepEqual(found(source), [
    { identity: "kOne", pattern: '{a} takes "{b}" of {c}', place: "a.cc:2", kind: "kArity" },
    { identity: "kTwo", pattern: 'raw "text" \\n', place: "a.cc:5", kind: undefined },
    { identity: "kThree", pattern: "no \n arguments", place: "a.cc:7", kind: undefined },
    { identity: "", pattern: "{a}: {b}", place: "a.cc:9", kind: undefined },
  ]);
});

test("TypeScript gives identities as strings", () => {
  const source = 'throw usageError(say("kOne", "no function {name}", { name }));';
  assert.deepEqual(patternsIn(source, "a.ts", /\bsay\(/g), [
    { identity: "kOne", pattern: "no function {name}", place: "a.ts:1", kind: undefined },
  ]);
});

test("a pattern that is not a literal is refused with its place", () => {
  for (const source of [
    "MSG(kOne, text)",
    'MSG(kOne, "a" + b)',
    'MSG(kOne, x ? "a" : "b")',
    "PHRASE(kOne, kText)",
  ]) {
    assert.throws(
      () => found(`\n${source};`),
      /a\.cc:2: the pattern of a message has to be a literal/,
    );
  }
});

test("a message with words needs an identity", () => {
  for (const source of ['Say("a word")', 'Phrase("a word")', 'MSG(other, "a word")']) {
    assert.throws(() => found(`\n${source};`), /a\.cc:2: /);
  }
});

test("names are those of places, words what is left to translate", () => {
  assert.deepEqual(namesOf("{b} and {a} and {b}, {{c}}"), ["b", "a"]);
  assert.ok(hasWords("`True` or `False`"));
  assert.ok(hasWords("{shape} transposed"));
  assert.ok(!hasWords("`let`"));
  assert.ok(!hasWords("{name}: {doc}"));
});

test("the patterns of the sources are sorted, with their kinds and places", () => {
  const patterns = messagePatterns();
  assert.ok(patterns.length > 400);
  const texts = patterns.map(({ pattern }) => pattern);
  assert.deepEqual(texts, [...new Set(texts)].sort());
  const unbound = patterns.find(
    ({ pattern }) => pattern === "the variable `%{name}` is not bound here",
  );
  assert.match(unbound?.identity ?? "", /^k[A-Z]\w+$/);
  assert.deepEqual(unbound?.kinds, ["unbound-variable"]);
  assert.deepEqual(unbound?.names, ["name"]);
  assert.match(unbound?.places[0] ?? "", /^src\/text\/parse_context\.cc:\d+$/);
  assert.ok(
    patterns.some(({ places }) => places.some((place) => place.startsWith("wasm-bindings/js/"))),
  );
});

test("a diagnostic of the engine is made of messages alone", () => {
  // A function that takes a pattern without Say or Phrase would have messages that are not found here.
  const makers = filesBelow("src")
    .filter((file) => /\.(?:cc|h)$/.test(file))
    .filter((file) =>
      /\bMessagePattern\b|\bMakeMessage\(|\bMessage\{"/.test(
        readFileSync(path.join(root, file), "utf8"),
      ),
    );
  assert.deepEqual(makers.sort(), ["src/diagnostics/message.cc", "src/diagnostics/message.h"]);
});

test("messages keep to the rules for English", () => {
  // The subject replaces a placeholder at the beginning.
  const read = messagePatterns().map(({ pattern }) => pattern.replaceAll("{what}", "{it}"));
  const problems = read.flatMap((pattern) =>
    problemsOf(pattern, { lowerCase: true }).map((problem) => `${pattern}: ${problem.message}`),
  );
  assert.deepEqual(problems, []);
});
