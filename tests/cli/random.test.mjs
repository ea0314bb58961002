// A few random command lines and programs; `npm run fuzz` with the targets commands and costs makes many.
import assert from "node:assert/strict";
import { test } from "node:test";
import { CommandLines, findingOf } from "../../scripts/lib/fuzz-commands.mjs";
import { costFinding, costInput, passesOf, shapeInputs } from "../../scripts/lib/fuzz-costs.mjs";
import { passcope, program, sampled } from "./cli.mjs";

test("whatever is asked for, the answer is in words", async () => {
  const lines = new CommandLines((args) => passcope(args).out);
  for (let seed = 0; seed < 25; seed += 1) {
    const args = lines.of(seed);
    assert.equal(await findingOf(program, args, 120), undefined, JSON.stringify(args));
  }
  // A line depends only on its seed.
  assert.deepEqual(lines.of(7), lines.of(7));
});

test("no shape of a program takes much time or output", async () => {
  const shapes = shapeInputs(passesOf(passcope(["list", "passes"]).out), 1000);
  const limits = { seconds: 60, outputBytes: 2 ** 26 };
  // Each shape once, with another pass.
  for (let number = 0; number < shapes.names.length; number += 1) {
    if (!sampled(number, 8)) continue;
    const input = shapes.at((number * (shapes.names.length + 1)) % shapes.count);
    assert.equal(await costFinding(program, input, limits), undefined, JSON.stringify(input));
  }
});

test("no small program takes much time or output", async () => {
  const passes = passesOf(passcope(["list", "passes"]).out);
  for (let seed = 0; seed < 40; seed += 1) {
    if (!sampled(seed, 5)) continue;
    const input = costInput(seed, passes, 1000);
    const limits = { seconds: 60, outputBytes: 2 ** 26 };
    assert.equal(await costFinding(program, input, limits), undefined, JSON.stringify(input));
  }
});
