// Programs that run passes many times and dispose of nothing do not fill the engine's memory.

import { execFileSync, spawnSync } from "node:child_process";
import path from "node:path";
import { expect, test } from "vitest";

const loop = path.join(import.meta.dirname, "memory/loop.mjs");
const minute = 60_000;

interface Result {
  memory: number;
  handles: number;
}
const run = (...args: readonly string[]): Result =>
  JSON.parse(execFileSync(process.execPath, [loop, ...args], { encoding: "utf8" })) as Result;

test(
  "200 runs with 12 MiB each in one task fit into 700 MiB",
  () => {
    // Without freeing, they take 2400 MiB.
    expect(run("700", "200", "loop").handles).toBeLessThan(1000);
  },
  5 * minute,
);

test(
  "so do 200 runs with turns of the event loop between them",
  () => {
    expect(run("700", "200", "turns").handles).toBeLessThan(1000);
  },
  5 * minute,
);

test(
  "objects that are kept are warned about once, at 1 GiB, with their number and size",
  () => {
    const { stderr, stdout } = spawnSync(process.execPath, [loop, "2048", "160", "keep"], {
      encoding: "utf8",
    });
    expect(stdout).toContain("memory");
    expect(stderr.match(/^Passcope: the engine uses/gm)).toHaveLength(1);
    expect(stderr).toMatch(/uses 1\d{3} MiB of at most 2048 MiB.* \d+ NDArray \(\d+ MiB\)/);
    expect(stderr).toMatch(/\d+ IRModule/);
    expect(stderr).toContain("Running many times");
  },
  5 * minute,
);
