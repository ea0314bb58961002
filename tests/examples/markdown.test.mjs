// Reading the code blocks of documents.
import assert from "node:assert/strict";
import { test } from "node:test";
import { commandsOf, containsLines, programText, stepsOf } from "./markdown.mjs";

const fence = (language, ...lines) => ["```" + language, ...lines, "```", ""].join("\n");

test("a block without an import goes on in the program before, in the document's lines", () => {
  const source = `${fence("js", 'import "a";')}\n${fence("js", "b();")}\n${fence("js", 'import "c";')}`;
  const { steps, mistakes } = stepsOf(source);
  assert.deepEqual(mistakes, []);
  assert.deepEqual(steps.map(programText), [
    `\nimport "a";\n\n\n\nb();\n`,
    `${"\n".repeat(9)}import "c";\n`,
  ]);
});

test("files by the line before and by the first comment, and shown output", () => {
  const source = [
    "The file `a.relay`:\n",
    fence("relay", "def"),
    fence("js", "// own.mjs", 'import "a";'),
    fence("sh", "node own.mjs"),
    "It prints:\n",
    fence("text", "1 … 2"),
    "Save this as `b.relay`:\n",
    fence("text", "def"),
    "Something else in `b.relay`:\n",
    fence("text", "no output"),
  ].join("\n");
  const { steps, mistakes } = stepsOf(source);
  assert.deepEqual(mistakes, []);
  assert.deepEqual(
    steps.map(({ kind, file, shown }) => [kind, file, shown.map(({ text }) => text)]),
    [
      ["relay", "a.relay", []],
      ["program", "own.mjs", []],
      ["commands", undefined, ["1 … 2\n"]],
      ["text", "b.relay", []],
      ["text", undefined, []],
    ],
  );
});

test("mistakes have lines", () => {
  const source = `${fence("", "x")}\n${fence("js", "a", "…")}\ntext\n\n    const x = 1;\n`;
  assert.deepEqual(
    stepsOf(source).mistakes.map(({ line }) => line),
    [1, 7, 12],
  );
});

test("commands over several lines, and sessions", () => {
  assert.deepEqual(
    commandsOf("a 'b\n  c' # don't\nd \\\n  e\nf |\n  g\n", 5).map(({ command, line }) => [
      line,
      command,
    ]),
    [
      [5, "a 'b\n  c' # don't"],
      [7, "d \\\n  e"],
      [9, "f |\n  g"],
    ],
  );
  assert.deepEqual(commandsOf("$ a\n1\n2\n$ b\n", 1), [
    { command: "a", line: 1, shown: ["1", "2"] },
    { command: "b", line: 4, shown: [] },
  ]);
});

test("shown lines have no gap, and times do not count", () => {
  assert.ok(containsLines("a  1.5 us (+20%)\nb\nc\n", "a 17 ms\nb\n"));
  assert.ok(!containsLines("a\nb\nc\n", "a\nc\n"));
  assert.ok(!containsLines("a 5 us\n", "a 5\n"));
});
