// A few random command lines and programs; `npm run fuzz` with the targets commands and costs makes many.
import assert from "node:assert/strict";
import { test } from "node:test";
import { CommandLines, findingOf } from "../../scripts/lib/fuzz-commands.mjs";
import { costFinding, costInput, passesOf } from "../../scripts/lib/fuzz-costs.mjs";
import { passcope, program } from "./cli.mjs";

test("whatever is asked for, the answer is in words", async () => {
  const lines = new CommandLines((args) => passcope(args).out);
  for (let seed = 0; seed < 25; seed += 1) {
    const args = lines.of(seed);
    assert.equal(await findingOf(program, args, 120), undefined, JSON.stringify(args));
  }
  // A line depends only on its seed.
  assert.deepEqual(lines.of(7), lines.of(7));
});

test("no small program takes much time or output", async () => {
  const passes = passesOf(passcope(["list", "passes"]).out);
  for (let seed = 0; seed < 40; seed += 1) {
    const input = costInput(seed, passes, 1000);
    const limits = { seconds: 60, outputBytes: 2 ** 26 };
    assert.equal(await costFinding(program, input, limits), undefined, JSON.stringify(input));
  }
});
