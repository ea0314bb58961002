// Deep comparisons tell modules, expressions and arrays apart in every test runner: in Vitest, which runs this file,
// and in node:assert, Jest and Bun, which run as programs of their own.

import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import path from "node:path";
import { promisify } from "node:util";
import { register } from "passcope/matchers/register";
import { describe, expect, test } from "vitest";
import { findBun } from "../../scripts/lib/bun.mjs";
import { comparisons, registered } from "./runners/expect.mjs";

const folder = path.join(import.meta.dirname, "runners");
const require = createRequire(import.meta.url);

/** Runs a program, and fails with its output. */
async function run(command: string, args: readonly string[], env = {}): Promise<string> {
  const options = { cwd: folder, env: { ...process.env, ...env }, maxBuffer: 2 ** 24 };
  try {
    const { stdout, stderr } = await promisify(execFile)(command, args, options);
    return stdout + stderr;
  } catch (error) {
    const { stdout = "", stderr = "" } = error as { stdout?: string; stderr?: string };
    throw new Error(`${stdout}${stderr}` || String(error), { cause: error });
  }
}

const minutes = 60_000;

describe("Vitest", () => {
  // Vitest's messages are short. Its reporter shows the difference.
  comparisons({ expect, test, shows: "deeply equal" });
  registered({ expect, test, register });
});

test(
  "node:assert",
  async () => {
    expect(await run(process.execPath, ["--test", "node.mjs"])).toMatch(/^# fail 0$/m);
  },
  5 * minutes,
);

test(
  "Jest",
  async () => {
    const jest = path.join(path.dirname(require.resolve("jest/package.json")), "bin/jest.js");
    const args = ["--experimental-vm-modules", jest, "--config", "jest.config.json", "--ci"];
    expect(await run(process.execPath, args)).toMatch(/^Tests: +[0-9]+ passed, /m);
  },
  5 * minutes,
);

test(
  "Bun",
  async () => {
    expect(await run(findBun(), ["test", "./bun.test.mjs"])).toMatch(/^ 0 fail$/m);
  },
  5 * minutes,
);
