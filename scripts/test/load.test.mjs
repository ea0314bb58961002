// The load ends when `end` is called, and with the process.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import path from "node:path";
import { test } from "node:test";
import { load } from "../lib/load.mjs";
import { root } from "../lib/run.mjs";

test("it ends when it is told to", async () => {
  const busy = load(1);
  await busy.end();
});

test("it ends with an interrupted process", async () => {
  const lib = path.join(root, "scripts/lib/load.mjs");
  const script = `import { load } from ${JSON.stringify(lib)}; load(1); console.log("busy");`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script]);
  await new Promise((resolve) => child.stdout.once("data", resolve));
  const ended = new Promise((resolve) => child.on("exit", (code, signal) => resolve(signal)));
  child.kill("SIGINT");
  assert.equal(await ended, "SIGINT");
});
