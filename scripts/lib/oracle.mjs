// The suites that compare operators and passes with references in numpy (tests/oracle).

import { spawnSync } from "node:child_process";
import { findPython } from "./requirements.mjs";
import { settle } from "./results.mjs";
import { run } from "./run.mjs";
import { sanitizedPython } from "./sanitized-python.mjs";

/**
 * Runs part `index` of `count`.
 *
 * @param {"native" | "node"} engine the Python package's engine with sanitizers, or the built Node package
 * @param {string[]} what options of `tests/oracle`
 */
async function oraclePart(engine, what, index, count) {
  const python = findPython() ?? "python3";
  if (spawnSync(python, ["-c", "import numpy"], { stdio: "ignore" }).status !== 0) {
    return { counts: { passed: 0, failed: 0, skipped: 1 }, output: "numpy is missing: skipped" };
  }
  const args = ["tests/oracle", "--engine", engine, ...what, "--quiet"];
  const env = engine === "native" ? await sanitizedPython() : { PYTHONDONTWRITEBYTECODE: "1" };
  const result = await run(python, [...args, "--part", `${index}/${count}`], {
    check: false,
    timeoutMs: 10 * 60_000,
    env: { PASSCOPE_MESSAGES_MADE: "", ...env },
  });
  const ends = /^(\d+) passed, (\d+) failed$/m.exec(result.stdout);
  const counts = ends && { passed: Number(ends[1]), failed: Number(ends[2]), skipped: 0 };
  return { counts: settle(counts ?? undefined, result.code), output: result.output };
}

/** The parts of a suite, each with `what`: options of `tests/oracle`. */
export const oracleParts = (engine, what, count) =>
  Array.from({ length: count }, (_, index) => () => oraclePart(engine, what, index, count));
