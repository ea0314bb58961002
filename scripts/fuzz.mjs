// `npm run fuzz`: libFuzzer with AddressSanitizer and UndefinedBehaviorSanitizer over the targets of
// tests/fuzz.
//
//   npm run fuzz -- [--target parse,types,passes] [--minutes 30] [--jobs 2]
//
// The corpus grows in build/fuzz/corpus from the golden texts and the examples. A finding is left in
// build/fuzz/findings; minimise it (`build/fuzz/fuzz_parse -minimize_crash=1 FILE`) and add it to
// tests/fuzz/inputs, where the unit tests run it.

import { copyFileSync, mkdirSync, readdirSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { buildTargets } from "./lib/build.mjs";
import { filesBelow } from "./lib/files.mjs";
import { UserError, main, root, run, step } from "./lib/run.mjs";
import { setup } from "./setup.mjs";

const targets = ["parse", "types", "passes"];
// A text beyond this teaches a fuzzer nothing that a shorter one does not.
const maxBytes = 1 << 14;

function readOptions() {
  try {
    return parseArgs({
      options: {
        target: { type: "string", default: targets.join(",") },
        minutes: { type: "string", default: "30" },
        jobs: { type: "string", default: "2" },
      },
    }).values;
  } catch (error) {
    throw new UserError(error.message);
  }
}

function seed(target, corpus) {
  mkdirSync(corpus, { recursive: true });
  const folders = [`tests/fuzz/inputs/${target}`];
  if (target !== "passes") folders.push("tests/golden", "examples/relay");
  for (const file of folders.flatMap((folder) => filesBelow(folder))) {
    copyFileSync(path.join(root, file), path.join(corpus, file.replaceAll("/", "_")));
  }
}

await main(async () => {
  const options = readOptions();
  const chosen = options.target.split(",");
  const unknown = chosen.filter((name) => !targets.includes(name));
  if (unknown.length > 0) {
    throw new UserError(`no target ${unknown.join(", ")}; the targets are ${targets.join(", ")}`);
  }
  await setup("test");
  await buildTargets(
    "fuzz",
    chosen.map((name) => `fuzz_${name}`),
  );
  const findings = path.join(root, "build/fuzz/findings");
  mkdirSync(findings, { recursive: true });
  for (const target of chosen) {
    const corpus = path.join(root, "build/fuzz/corpus", target);
    seed(target, corpus);
    const args = [
      corpus,
      `-fork=${options.jobs}`,
      `-max_total_time=${Math.round(Number(options.minutes) * 60)}`,
      `-max_len=${maxBytes}`,
      "-timeout=30",
      "-rss_limit_mb=4096",
      `-artifact_prefix=${findings}/${target}-`,
      ...(target === "passes" ? [] : ["-dict=tests/fuzz/relay.dict"]),
    ];
    const { code, output } = await step(`Fuzz ${target} for ${options.minutes} min`, () =>
      run(path.join(root, `build/fuzz/fuzz_${target}`), args, { check: false }),
    );
    console.log(output.trimEnd().split("\n").slice(-3).join("\n"));
    if (code !== 0) process.exitCode = 1;
  }
  const found = readdirSync(findings);
  console.log(found.length === 0 ? "no findings" : `findings in ${findings}:\n${found.join("\n")}`);
  if (found.length > 0) process.exitCode = 1;
});
