// `npm run bench`: the benchmarks of tests/bench natively and as WebAssembly under Node, side by side, and
// the download sizes.

import { writeFileSync } from "node:fs";
import { bench } from "./lib/bench.mjs";
import { buildPackage, buildSite, buildTargets } from "./lib/build.mjs";
import { describeImport, measureImports, withinBudget } from "./lib/imports.mjs";
import { readOptions } from "./lib/options.mjs";
import { comparePeers, describePeers } from "./lib/peers.mjs";
import { main, report, run, step } from "./lib/run.mjs";
import { describeSize, measureSizes } from "./lib/sizes.mjs";
import { setup } from "./setup.mjs";

const { values: options } = readOptions({
  usage: "npm run bench -- [options]",
  about:
    "Measures the engine natively and as WebAssembly under Node, side by side, and the download sizes.",
  options: {
    filter: {
      type: "string",
      value: "TEXT",
      default: "",
      help: "measure cases with this in their name",
    },
    peers: {
      type: "boolean",
      default: false,
      help: "compare networks with onnxruntime-web instead, in Node and in Chromium",
    },
    imports: {
      type: "boolean",
      default: false,
      help: "measure the import of ResNet-50 from files instead: time and memory",
    },
    json: { type: "string", value: "FILE", help: "write what was measured to a file" },
    "min-time": {
      type: "string",
      value: "SECONDS",
      default: "0.3",
      help: "how long each case runs at least",
    },
  },
});

await main(async () => {
  if (options.peers) {
    await setup(["wasm", "page"]);
    await buildPackage();
    const rows = await comparePeers({ filter: options.filter });
    for (const row of rows) console.log(describePeers(row));
    if (options.json) writeFileSync(options.json, `${JSON.stringify(rows, null, 2)}\n`);
    return;
  }
  if (options.imports) {
    await setup(["native", "wasm"]);
    await buildTargets("native", ["passcope"]);
    await buildPackage();
    const measured = await measureImports();
    for (const each of measured) console.log(describeImport(each));
    if (!measured.every(withinBudget)) process.exitCode = 1;
    if (options.json) writeFileSync(options.json, `${JSON.stringify(measured, null, 2)}\n`);
    return;
  }
  await setup(["native", "wasm", "bench"]);
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
    // The times are shown even if the site cannot be built.
    report(error);
    process.exitCode = 1;
  }
  if (options.json) writeFileSync(options.json, `${JSON.stringify({ rows, sizes }, null, 2)}\n`);
});
