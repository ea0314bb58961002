// A few random command lines; `npm run fuzz -- --target commands` makes many.
import assert from "node:assert/strict";
import { test } from "node:test";
import { CommandLines, findingOf } from "../../scripts/lib/fuzz-commands.mjs";
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
