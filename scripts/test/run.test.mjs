import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { run } from "../lib/run.mjs";

test("a command that takes too long ends with all that it has started", async () => {
  const result = await run("sh", ["-c", "sleep 1000 & echo $!; sleep 1000"], {
    check: false,
    timeoutMs: 500,
  });
  assert.match(result.output, /stopped after 0\.5 s/);
  assert.notEqual(result.code, 0);
  const state = () => {
    try {
      return readFileSync(`/proc/${Number(result.stdout)}/stat`, "utf8").split(" ")[2];
    } catch {
      return "ended";
    }
  };
  while (!["Z", "ended"].includes(state())) await new Promise((resolve) => setTimeout(resolve, 10));
});
