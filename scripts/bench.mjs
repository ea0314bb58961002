// `npm run bench`: the benchmarks of tests/bench natively and as WebAssembly under Node, side by side, and
// the download sizes.
//
//   npm run bench -- [--filter text] [--json file] [--min-time seconds] [--verbose]

import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { bench } from "./lib/bench.mjs";
import { buildSite, buildTargets } from "./lib/build.mjs";
import { UserError, main, report, run, step } from "./lib/run.mjs";
import { describeSize, measureSizes } from "./lib/sizes.mjs";
import { setup } from "./setup.mjs";

function readOptions() {
  try {
    return parseArgs({
      options: {
        filter: { type: "string", default: "" },
        json: { type: "string" },
        "min-time": { type: "string", default: "0.3" },
        verbose: { type: "boolean", default: false },
      },
    }).values;
  } catch (error) {
    throw new UserError(error.message);
  }
}

await main(async () => {
  const options = readOptions();
  await setup("test");
  await buildTargets("native", ["passcope_bench"]);
  await buildTargets("wasm", ["passcope_bench"]);

  const args = [`--benchmark_min_time=${options["min-time"]}`];
  if (options.filter) args.push(`--benchmark_filter=${options.filter}`);
  const measure = (label, command, before, after) =>
    step(label, async () => {
      const { stdout } = await run(command, [...before, ...args, ...after]);
      measured.push(bench.parse(stdout));
    });
  const measured = [];
  await measure("Measure native", "build/native/passcope_bench", [], ["--benchmark_format=json"]);
  await measure("Measure WebAssembly", process.execPath, ["build/wasm/node/passcope_bench.js"], []);
  const rows = bench.join(measured[0], measured[1]);
  console.log(`\n${bench.render(rows)}\n`);

  let sizes = [];
  try {
    await buildSite();
    sizes = measureSizes();
    for (const size of sizes) console.log(describeSize(size));
  } catch (error) {
    // The times stand on their own when the site cannot be built.
    report(error);
    process.exitCode = 1;
  }
  if (options.json) writeFileSync(options.json, `${JSON.stringify({ rows, sizes }, null, 2)}\n`);
});
