// The rules for English.

import assert from "node:assert/strict";
import { test } from "node:test";
import { maxWords, problemsInMarkdown, problemsOf } from "../lib/prose.mjs";

const messages = (text) => problemsOf(text).map(({ message }) => message);

const words = (count) => `${Array.from({ length: count }, () => "word").join(" ")}.`;

test("a sentence has at most 30 words", () => {
  assert.deepEqual(messages(words(maxWords)), []);
  assert.deepEqual(messages(words(maxWords + 1)), [
    '31 words in the sentence "word word word word word word …": write sentences of at most 25',
  ]);
});

test("sentences end where a reader sees their end", () => {
  for (const text of [
    `${words(20)} ${words(20)}`,
    `${words(20).slice(0, -1)}? ${words(20)}`,
    // A code span, a name in lower case, a unit and a letter at the ends of sentences.
    `${words(20)} \`fold(x)\` ${words(20)}`,
    `${words(20)} passcope ${words(20)}`,
    `It takes 3 s. ${words(28)}`,
    `It is of type A. ${words(28)}`,
    `(${words(20)}) ${words(20)}`,
  ]) {
    assert.deepEqual(messages(text), [], text);
  }
  const half = words(20).slice(0, -1);
  for (const text of [
    `${half}, e.g. ${half}.`,
    `${half}, i.e. ${half}.`,
    `${half} 0.11 ${half}.`,
    `${half}: ${half}.`,
    `${half}; ${half}.`,
    `${half}\n${half}.`,
    `${half} \`a. B\` ${half}.`,
  ]) {
    assert.equal(messages(text).length, 1, text);
  }
});

test("code is one word, and signs are none", () => {
  const half = words(14).slice(0, -1);
  assert.deepEqual(messages(`${half} \`let x = one + two + three\` – = ${half}.`), []);
});

test("only a question opens with what or who", () => {
  for (const [text, first] of [
    ["What a pass keeps is unchanged.", "What"],
    ["Who listens gets a message.", "Who"],
    ["Whatever fails is reported.", "Whatever"],
    ["Of two rules the first applies.", "Of"],
    ["It runs. What it made is kept.", "What"],
    ["(What it made is kept.)", "What"],
    ["What it is", "What"],
  ]) {
    const found = messages(text);
    assert.equal(found.length, 1, text);
    assert.match(found[0] ?? "", new RegExp(`opens with "${first}"`));
  }
  for (const text of [
    "What does a pass keep?",
    'What is "missed"?',
    "What's new",
    "The pass says what it kept.",
    "Whole programs run.",
    "Offsets begin at 0.",
    '"What changed" lists the passes.',
    "`What` is a name.",
  ]) {
    assert.deepEqual(messages(text), [], text);
  }
});

test("a message may begin with a lower-case letter", () => {
  const text = "what is called here is a tuple";
  assert.deepEqual(messages(text), []);
  assert.deepEqual(problemsOf(text, { lowerCase: true }), [
    {
      index: 0,
      message: '"what is called here is a …" opens with "what": write the subject, then the verb',
    },
  ]);
});

test("phrases that have a plainer form", () => {
  for (const text of [
    "The row stands there.",
    "Names stand in a table.",
    "The text stood there.",
    "That is no program.",
    "These are no\nnumbers.",
    "Rules such as have no name.",
    "It ends by itself.",
    "They end by themselves.",
    "It is the very module.",
    "No file whatsoever.",
    "A part thereof is kept.",
    "The table wherein names are.",
    "It is said that passes run.",
    "The pass is told what to do.",
    "Whether to stop can be asked.",
    "Passes of one's own run.",
    "It shows what became of a call.",
    "It tells whoever listens.",
    "Variants that you put aside.",
    "All passes but for one.",
    "The tensor is made anew.",
    "Name it so as to find it.",
    "Copy it lest it changes.",
    "Messages say of axes that they differ.",
    "Kernels know nothing of programs.",
    "The pass shall run.",
  ]) {
    assert.equal(messages(text).length, 1, text);
  }
  for (const text of [
    "The letter N stands for a name.",
    "At a standstill.",
    "A stand-alone file.",
    "There is no other parser.",
    "There are no tests.",
    "The row is no longer shown.",
    "The result is not a program.",
    "Operators such as `add` have rules.",
    "A pass of your own runs on its own.",
    "The reader asks, and the page says why.",
    "The error is therefore shown.",
    "Every thing is everything.",
    "The pass asked for a tensor.",
    "It tells the page about lineage.",
    'Do not write "is told" or “the very”.',
    "Call `the very(stands)`.",
  ]) {
    assert.deepEqual(messages(text), [], text);
  }
});

test("a problem tells where it is and what to write", () => {
  assert.deepEqual(problemsOf("The row stands there."), [
    { index: 8, message: '"stands": write "is", "appears" or "contains"' },
  ]);
  assert.deepEqual(messages("the operator '{name}' is no function: expected {type}"), [
    '"is no": write "is not a" or "are not"',
  ]);
});

test("paragraphs, headings, items and cells count alone", () => {
  const half = words(20).slice(0, -1);
  const document = [
    `# ${half}`,
    "",
    `${half}:`,
    "",
    `- ${half}`,
    `- ${half}`,
    `  - ${half}`,
    "",
    `| ${half} | ${half} |`,
    "| --- | --- |",
    `| ${half} | ${half} |`,
    "",
    `${half}.<br>${half}.`,
    "",
    `> [${half}](https://example.com/a%20b)`,
    "",
  ].join("\n");
  assert.deepEqual(problemsInMarkdown(document), []);
});

test("problems have the lines of the document", () => {
  const document = [
    "---",
    "description: A page",
    "---",
    "# What it is",
    "",
    "One line and",
    "another stands there, and a **third",
    "stands**, too.",
    "",
    "- An item",
    "- that is no item",
    "",
    "| a | b |",
    "| --- | --- |",
    "| c | d |",
    "| e | the very cell |",
  ].join("\n");
  assert.deepEqual(
    problemsInMarkdown(document).map(({ line }) => line),
    [4, 7, 8, 11, 16],
  );
});

test("code, generated parts, labels and examples of what not to write are left out", () => {
  const document = [
    "```",
    "What stands here",
    "```",
    "",
    "    What stands here",
    "",
    "<!-- generated by a program -->",
    "",
    "What stands here.",
    "",
    "<!-- end -->",
    "",
    'Press *What became of it*. See [the page](what-stands-here.md "What stands").',
    "",
    "## Of headings {#what-stands}",
    "",
    "| not | but |",
    "| --- | --- |",
    "| What stands here. | The row is here. |",
    "| The row is here. | What stands here. |",
  ].join("\n");
  assert.deepEqual(
    problemsInMarkdown(document).map(({ line, message }) => `${line}: ${message.slice(0, 18)}`),
    ['15: "Of headings" open', '20: "What stands here.', '20: "stands": write "i'],
  );
});
