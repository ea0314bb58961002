// Options of the scripts.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { helpText, parseOptions } from "../lib/options.mjs";
import { root } from "../lib/run.mjs";

const description = {
  usage: "do [options]",
  about: "Does it.",
  options: {
    times: { type: "string", value: "N", default: "2", help: "how often" },
    fast: { help: "at once" },
  },
};

test("values and defaults", () => {
  assert.equal(parseOptions(description, []).values.times, "2");
  const { values } = parseOptions(description, ["--fast", "--times=5", "--verbose"]);
  assert.deepEqual({ ...values }, { fast: true, times: "5", verbose: true });
});

test("what does not exist is refused with what does", () => {
  assert.throws(
    () => parseOptions(description, ["--slow"]),
    /--slow.*--times, --fast, --verbose, --help/s,
  );
  assert.throws(() => parseOptions(description, ["word"]), /word/);
  assert.deepEqual(parseOptions({ ...description, positionals: true }, ["word"]).positionals, [
    "word",
  ]);
});

test("the help names every option", () => {
  const text = helpText(description);
  assert.match(text, /^Usage: do \[options\]\n\nDoes it\.\n/);
  assert.match(text, /--times N +how often \(default: 2\)\n +--fast +at once\n/);
});

for (const name of readdirSync(path.join(root, "scripts")).filter((file) =>
  file.endsWith(".mjs"),
)) {
  test(`${name}: --help prints help and does nothing else; unknown options are refused`, () => {
    // With an empty PATH, the script cannot start anything.
    const start = (option) =>
      spawnSync(process.execPath, [path.join(root, "scripts", name), option], {
        encoding: "utf8",
        env: { PATH: "/nonexistent" },
      });
    const help = start("--help");
    assert.equal(help.status, 0, help.stderr);
    assert.match(help.stdout, /^Usage: /);
    assert.equal(help.stderr, "");
    const refused = start("--no-such-option");
    assert.equal(refused.status, 1);
    assert.match(refused.stderr, /^error: .*--no-such-option.*\nThe options are --.*--help\.\n$/);
  });
}
