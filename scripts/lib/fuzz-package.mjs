// `npm run fuzz -- --target package`: distributes seeds to processes, and minimises a finding.

import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { root } from "./run.mjs";

const steps = 200;
const sequences = 50;
const packageFolder = path.join(root, "wasm-bindings/dist");

/** The result of one process: `{ calls, found }`. A process that ends in another way is a finding, too. */
async function runProcess(first, count, skipped = []) {
  const script = path.join(root, "scripts/lib/fuzz-package-sequences.mjs");
  const args = ["--expose-gc", script, packageFolder, first, count, steps, skipped.join(",")].map(
    String,
  );
  try {
    const { stdout } = await promisify(execFile)(process.execPath, args, {
      maxBuffer: 1 << 26,
      timeout: 120_000,
    });
    return JSON.parse(stdout.trim().split("\n").at(-1));
  } catch (error) {
    const tail = String(error.stderr ?? "")
      .trim()
      .split("\n")
      .slice(-5)
      .join("\n");
    return {
      calls: 0,
      found: { seed: first, finding: `the process ended: ${error.message}\n${tail}`, trail: [] },
    };
  }
}

/**
 * Finds the steps of a sequence that a finding needs. It omits halves, then smaller parts, as long as the finding
 * remains.
 */
async function minimise(seed) {
  let needed = Array.from({ length: steps }, (_, index) => index);
  for (let size = steps / 2; size >= 1; size = Math.floor(size / 2)) {
    for (let begin = 0; begin < needed.length;) {
      const fewer = [...needed.slice(0, begin), ...needed.slice(begin + size)];
      const kept = new Set(fewer);
      const skipped = Array.from({ length: steps }, (_, index) => index).filter(
        (index) => !kept.has(index),
      );
      const { found } = await runProcess(seed, 1, skipped);
      if (found) needed = fewer;
      else begin += size;
    }
  }
  return needed;
}

/** Leaks are counted after several sequences. Returns the finding of the sequence that leaks. */
async function ofOneSequence(found) {
  if (found.trail.length > 0) return found;
  for (let seed = found.seed; seed < found.seed + sequences; seed += 1) {
    const { found: alone } = await runProcess(seed, 1);
    if (alone) return alone;
  }
  return found;
}

/** Runs sequences for the seeds from `first` on, until `calls` calls were made or there is a finding. */
export async function fuzzPackage({ first, calls, jobs }) {
  let next = first;
  let made = 0;
  let finding;
  const work = async () => {
    while (made < calls && !finding) {
      const seed = next;
      next += sequences;
      const outcome = await runProcess(seed, sequences);
      made += outcome.calls;
      if (Math.floor(made / 100_000) > Math.floor((made - outcome.calls) / 100_000)) {
        console.log(`${made} calls`);
      }
      if (outcome.found) finding ??= await ofOneSequence(outcome.found);
    }
  };
  await Promise.all(Array.from({ length: jobs }, work));
  console.log(`${made} calls, seeds ${first} to ${next - 1}`);
  if (!finding) return;
  process.exitCode = 1;
  console.log(
    `seed ${finding.seed}: ${finding.finding}\nthe last calls: ${finding.trail.join("; ")}`,
  );
  console.log(`steps that it needs: ${(await minimise(finding.seed)).join(", ")}`);
}
