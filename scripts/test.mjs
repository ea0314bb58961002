// `npm test`: sets the machine up, then runs every suite of the table below.
//
//   npm test -- [--only name,name] [--list] [--verbose]
//
// The last line is `N passed, N failed` (`, N skipped` may follow). A suite that cannot run counts as a
// failure, and so does one without a test.

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import {
  buildNative,
  buildPackage,
  buildPublished,
  buildSite,
  buildTargets,
} from "./lib/build.mjs";
import { filesBelow } from "./lib/files.mjs";
import { checkFormat } from "./lib/format.mjs";
import { findChromium } from "./lib/requirements.mjs";
import {
  catchCounts,
  closingLine,
  playwrightCounts,
  settle,
  tapCounts,
  vitestCounts,
} from "./lib/results.mjs";
import { UserError, main, report, root, run, seconds, settings, tail } from "./lib/run.mjs";
import { describeSize, measureSizes } from "./lib/sizes.mjs";
import { runTarball } from "./lib/tarball.mjs";
import { runTidy } from "./lib/tidy.mjs";
import { setup } from "./setup.mjs";

const bin = (name) => path.join(root, "node_modules", ".bin", name);

/** Runs `action` with a file name that a runner writes its JSON report to, and parses that. */
async function withReport(action) {
  const folder = mkdtempSync(path.join(os.tmpdir(), "passcope-"));
  const file = path.join(folder, "report.json");
  try {
    const result = await action(file);
    let parsed;
    try {
      parsed = JSON.parse(readFileSync(file, "utf8"));
    } catch {
      // The runner ended before it wrote a report; its exit code and output say why.
    }
    return { ...result, report: parsed };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Checks that are commands: each counts as one test. */
async function commands(list) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  let output = "";
  for (const { label, command, args } of list) {
    const result = await run(command, args, { check: false });
    if (result.code === 0) {
      counts.passed += 1;
    } else {
      counts.failed += 1;
      output += `${label}:\n${result.output}\n`;
    }
  }
  return { counts, output };
}

async function catchSuite(preset, command, args = []) {
  await buildTargets(preset, ["passcope_tests"]);
  const result = await run(command, [...args, "--use-colour", "no"], {
    check: false,
    env: { UBSAN_OPTIONS: "print_stacktrace=1" },
    timeoutMs: 15 * 60_000,
  });
  return { counts: settle(catchCounts(result.output), result.code), output: result.output };
}

async function vitestSuite(folder) {
  const result = await withReport((file) =>
    run(
      bin("vitest"),
      ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${file}`],
      {
        cwd: path.join(root, folder),
        check: false,
      },
    ),
  );
  const counts = result.report && vitestCounts(result.report);
  return { counts: settle(counts, result.code), output: result.output };
}

/** node:test files below a folder. */
async function nodeSuite(folder, env = {}) {
  const files = filesBelow(folder, [".test.mjs"]);
  if (files.length === 0) throw new UserError(`${folder} has no tests`);
  const args = ["--test", "--test-reporter=tap", ...files];
  const result = await run(process.execPath, args, { check: false, env });
  return { counts: settle(tapCounts(result.stdout), result.code), output: result.output };
}

async function pageSuite() {
  await buildSite();
  const result = await withReport((file) =>
    run(bin("playwright"), ["test", "--reporter=line,json"], {
      cwd: path.join(root, "web"),
      check: false,
      env: { CHROMIUM: findChromium() ?? "", PLAYWRIGHT_JSON_OUTPUT_NAME: file },
    }),
  );
  const counts = result.report && playwrightCounts(result.report);
  return { counts: settle(counts, result.code), output: result.output };
}

async function typesSuite() {
  await buildPackage();
  return commands(
    ["wasm-bindings", "wasm-bindings/test", "web"].map((folder) => ({
      label: `tsc in ${folder}`,
      command: bin("tsc"),
      args: ["-p", folder, "--noEmit"],
    })),
  );
}

async function eslintSuite() {
  // The page's types come from the built package.
  await buildPackage();
  return commands([
    { label: "eslint", command: bin("eslint"), args: [".", "--max-warnings", "0"] },
  ]);
}

async function sizeSuite() {
  await buildSite();
  const sizes = measureSizes();
  const failed = sizes.filter(({ bytes, budget }) => bytes > budget).length;
  return {
    counts: { passed: sizes.length - failed, failed, skipped: 0 },
    output: sizes.map(describeSize).join("\n"),
  };
}

/**
 * Every suite: its name for --only, what it is, and how it runs. Quick ones come first. `optIn` suites run
 * only when named.
 */
const suites = [
  { name: "scripts", title: "build scripts", run: () => nodeSuite("scripts/test") },
  { name: "format", title: "clang-format and Prettier", run: checkFormat },
  {
    name: "units",
    title: "C++ units with ASan and UBSan",
    run: () => catchSuite("debug", "build/debug/passcope_tests"),
  },
  {
    name: "units-release",
    title: "C++ units, optimised",
    optIn: true,
    run: () => catchSuite("native", "build/native/passcope_tests"),
  },
  {
    name: "units-wasm",
    title: "C++ units as WebAssembly under Node",
    run: () => catchSuite("wasm", process.execPath, ["build/wasm/node/passcope_tests.js"]),
  },
  {
    name: "package",
    title: "npm package",
    run: async () => {
      await buildPackage();
      return vitestSuite("wasm-bindings");
    },
  },
  { name: "types", title: "TypeScript", run: typesSuite },
  { name: "eslint", title: "ESLint", run: eslintSuite },
  {
    name: "cli",
    title: "command line",
    run: async () => {
      await buildNative();
      return nodeSuite("tests/cli");
    },
  },
  {
    name: "cli-node",
    title: "command line of the npm package",
    run: async () => {
      await buildPackage();
      return nodeSuite("tests/cli", { PASSCOPE: path.join(root, "wasm-bindings/dist/cli.cjs") });
    },
  },
  {
    name: "conformance",
    title: "recorded answers of TVM",
    run: async () => {
      await buildNative();
      return nodeSuite("tests/conformance");
    },
  },
  {
    name: "examples",
    title: "examples",
    run: async () => {
      await buildPackage();
      await buildTargets("native", ["passcope", "passcope_examples"]);
      return nodeSuite("tests/examples");
    },
  },
  {
    name: "tarball",
    title: "packed package, installed elsewhere",
    run: async () => {
      await buildPublished();
      return runTarball();
    },
  },
  {
    name: "web",
    title: "page, without a browser",
    run: async () => {
      await buildPackage();
      return vitestSuite("web");
    },
  },
  { name: "pages", title: "page in Chromium", run: pageSuite },
  { name: "size", title: "download sizes", run: sizeSuite },
  { name: "tidy", title: "clang-tidy", optIn: true, run: runTidy },
];

function chosenSuites(args) {
  const index = args.findIndex(
    (argument) => argument === "--only" || argument.startsWith("--only="),
  );
  if (index < 0) return suites.filter((suite) => !suite.optIn);
  const list = args[index].includes("=") ? args[index].split("=")[1] : args[index + 1];
  const names = (list ?? "").split(",").filter((name) => name !== "");
  const unknown = names.filter((name) => !suites.some((suite) => suite.name === name));
  if (names.length === 0 || unknown.length > 0) {
    const known = suites.map((suite) => suite.name).join(", ");
    throw new UserError(`--only takes names out of: ${known}`);
  }
  return suites.filter((suite) => names.includes(suite.name));
}

await main(async () => {
  const args = process.argv.slice(2);
  if (args.includes("--list")) {
    for (const { name, title, optIn } of suites) {
      console.log(`${name.padEnd(14)} ${title}${optIn ? " (only when named)" : ""}`);
    }
    return;
  }
  const chosen = chosenSuites(args);
  const start = performance.now();
  await setup("test");

  const total = { passed: 0, failed: 0, skipped: 0 };
  const lines = [];
  const shown = new Set();
  for (const suite of chosen) {
    const suiteStart = performance.now();
    let counts;
    try {
      const result = await suite.run();
      counts = result.counts;
      if (counts.failed > 0 && !settings.verbose) console.error(tail(result.output, 400));
    } catch (error) {
      // Several suites may need the build that failed: its output is worth showing once.
      const key = error.output ?? error.message;
      if (shown.has(key)) console.error(`error: ${error.message} (as above)`);
      else report(error);
      shown.add(key);
      counts = { passed: 0, failed: 1, skipped: 0 };
    }
    for (const key of Object.keys(total)) total[key] += counts[key];
    const line = `${suite.name.padEnd(14)} ${suite.title}: ${closingLine(counts)}`;
    lines.push(line);
    console.log(`${line} (${seconds(performance.now() - suiteStart)})`);
  }

  console.log(`\nIn ${seconds(performance.now() - start)}:`);
  for (const line of lines) console.log(`  ${line}`);
  console.log("");
  console.log(closingLine(total));
  if (total.failed > 0) process.exitCode = 1;
});
