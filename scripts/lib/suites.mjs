// The suites of `npm test`: their requirements and how they run. scripts/test.mjs selects and runs them.

import { readFileSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { buildTargets } from "./build.mjs";
import { filesBelow, withFolder } from "./files.mjs";
import { checkFormat } from "./format.mjs";
import { oracleParts } from "./oracle.mjs";
import { findChromium, findPython } from "./requirements.mjs";
import {
  addCounts,
  catchCounts,
  catchPattern,
  failuresOfTap,
  junitCounts,
  playwrightCounts,
  playwrightTimes,
  settle,
  shard,
  tapCounts,
  vitestCounts,
  vitestTimes,
} from "./results.mjs";
import { UserError, bin, root, run } from "./run.mjs";
import { sanitizedPython } from "./sanitized-python.mjs";
import { describeSize, measureSizes } from "./sizes.mjs";
import { runTarball } from "./tarball.mjs";
import { runTidy } from "./tidy.mjs";

/** The number of processes for a suite of many independent tests. */
export const cores = os.availableParallelism();

/** The time in which a suite ends even on a slow machine. One that hangs is stopped then, and counts as failed. */
const timeoutMs = 30 * 60_000;

/** Runs `action` with the name of a file for a runner's JSON report, and parses the report. */
const withReport = (action) =>
  withFolder(async (folder) => {
    const file = path.join(folder, "report.json");
    const result = await action(file);
    let parsed;
    try {
      parsed = JSON.parse(readFileSync(file, "utf8"));
    } catch {
      // The runner ended before it wrote a report. Its exit code and output tell the reason.
    }
    return { ...result, report: parsed };
  });

/** Runs commands as checks. Each counts as one test. */
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

/**
 * Runs part `index` of `count` of a Catch2 program's tests.
 *
 * @param {string[]} command the program, and arguments that come before Catch2's
 * @param {{tag?: string, env?: Record<string, string>}} [options] `tag`: only tests with this tag
 */
async function catchPart(command, index, count, { tag, env: more = {} } = {}) {
  const [program, ...before] = command;
  const env = { UBSAN_OPTIONS: "print_stacktrace=1", ...more };
  const list = ["--list-test-names-only", ...(tag ? [tag] : [])];
  // The exit code of a listing is the number of tests.
  const listing = await run(program, [...before, ...list], { check: false, env });
  const names = listing.stdout.split("\n").filter((name) => name.trim() !== "");
  const own = shard(names, index, count);
  if (own.length === 0) return { counts: settle(undefined, 1), output: listing.output };
  return withFolder(async (folder) => {
    const file = path.join(folder, "tests.txt");
    writeFileSync(file, `${own.map(catchPattern).join("\n")}\n`);
    const result = await run(program, [...before, "--use-colour", "no", `--input-file=${file}`], {
      check: false,
      env,
      timeoutMs,
    });
    const counts = settle(catchCounts(result.output), result.code);
    // If Catch2 read a name as a pattern, it would skip tests or run them twice.
    if (counts.failed === 0 && counts.passed !== own.length) {
      const output = `${result.output}\n${counts.passed} of ${own.length} tests were run\n`;
      return { counts: addCounts(counts, { passed: 0, failed: 1, skipped: 0 }), output };
    }
    return { counts, output: result.output };
  });
}

/** A Catch2 program's tests, in one part per core. */
const catchParts = (command, options) =>
  Array.from({ length: cores }, (_, index) => () => catchPart(command, index, cores, options));

async function vitestSuite(folder, ...more) {
  const result = await withReport((file) =>
    run(
      bin("vitest"),
      ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${file}`, ...more],
      { cwd: path.join(root, folder), check: false, timeoutMs },
    ),
  );
  const counts = result.report && vitestCounts(result.report);
  const times = result.report && vitestTimes(result.report, root);
  return { counts: settle(counts, result.code), output: result.output, times };
}

const tapResult = ({ stdout, code, output }) => ({
  counts: settle(tapCounts(stdout), code),
  output: failuresOfTap(output),
});

/** node:test files below a folder. */
async function nodeSuite(folder, env = {}) {
  const files = filesBelow(folder, [".test.mjs"]);
  if (files.length === 0) throw new UserError(`${folder} has no tests`);
  const args = ["--test", "--test-reporter=tap", ...files];
  const result = await run(process.execPath, args, { check: false, env, timeoutMs });
  return tapResult(result);
}

/**
 * Runs the golden programs of passes with `passcope test`.
 *
 * @param {string[]} command the command line's program, and arguments that come before its own
 */
async function goldenSuite([program, ...before]) {
  const args = [...before, "test", "tests/golden/transforms", "--jobs", String(cores)];
  const result = await run(program, args, { check: false, timeoutMs });
  return tapResult(result);
}

/** Runs the tests of the Python package, on the engine with sanitizers. */
async function pythonSuite() {
  return withFolder(async (folder) => {
    const report = path.join(folder, "report.xml");
    // After five minutes of one test, pytest prints where its threads are.
    const shown = ["-v", "-o", "faulthandler_timeout=300", `--junit-xml=${report}`];
    const args = ["-m", "pytest", "-p", "no:cacheprovider", ...shown];
    const result = await run(findPython() ?? "python3", [...args, "python/tests"], {
      check: false,
      timeoutMs,
      env: await sanitizedPython(),
    });
    let counts;
    try {
      counts = junitCounts(readFileSync(report, "utf8"));
    } catch {
      // pytest ended before it wrote a report. Its exit code and output tell the reason.
    }
    return { counts: settle(counts, result.code), output: result.output };
  });
}

/**
 * Runs the page's tests in Chromium.
 *
 * @param {{env?: Record<string, string>, repeat?: number, grep?: string}} [options] `env`: for the tests, see
 * web/test/e2e/machine.ts; `repeat`: the number of runs of each test; `grep`: only tests whose names match
 */
export async function pageSuite({ env = {}, repeat = 1, grep } = {}) {
  const args = ["test", "--reporter=line,json", `--repeat-each=${repeat}`];
  if (grep !== undefined) args.push("--grep", grep);
  const result = await withReport((file) =>
    run(bin("playwright"), args, {
      cwd: path.join(root, "web"),
      check: false,
      env: { CHROMIUM: findChromium() ?? "", PLAYWRIGHT_JSON_OUTPUT_NAME: file, ...env },
    }),
  );
  const counts = result.report && playwrightCounts(result.report);
  const times = result.report && playwrightTimes(result.report);
  return { counts: settle(counts, result.code), output: result.output, times };
}

/**
 * Checks the types of the tests and of the page, and of the page's core without the DOM. The build checks those of the
 * package. tsc keeps its results, so the next run checks only what changes affect.
 */
const typesSuite = () =>
  commands(
    ["wasm-bindings/test", "web", "web/src/core"].map((folder) => ({
      label: `tsc in ${folder}`,
      command: bin("tsc"),
      args: [
        ...["-p", folder, "--noEmit", "--incremental"],
        ...["--tsBuildInfoFile", `build/types/${folder.replaceAll("/", "-")}.tsbuildinfo`],
      ],
    })),
  );

const eslintSuite = () =>
  commands([{ label: "eslint", command: bin("eslint"), args: [".", "--max-warnings", "0"] }]);

/** Checks the folders with rules in .dependency-cruiser.mjs. */
const layersSuite = () =>
  commands([
    {
      label: "dependency-cruiser",
      command: bin("depcruise"),
      args: ["--config", ".dependency-cruiser.mjs", "wasm-bindings/js", "web/src"],
    },
  ]);

async function sizeSuite() {
  const sizes = measureSizes();
  const failed = sizes.filter(({ bytes, budget }) => bytes > budget).length;
  return {
    counts: { passed: sizes.length - failed, failed, skipped: 0 },
    output: sizes.map(describeSize).join("\n"),
  };
}

/**
 * @typedef {object} Suite
 * @property {string} name the name for --only
 * @property {string} title a description
 * @property {string[]} needs builds: `PRESET:TARGET`, or package, library, names, site, published (lib/build.mjs)
 * @property {string[]} [tools] groups of requirements (lib/requirements.mjs) in addition to those of the builds
 * @property {number} [cores] the number of cores that each part keeps busy; 1 when absent
 * @property {boolean} [optIn] runs only when it is named
 * @property {boolean} [whole] also runs with --all
 * @property {string} [replaces] with `whole`: the suite that it replaces
 * @property {string} [reachedAs] the suite whose changed files affect this one, too (lib/changed.mjs)
 * @property {(() => Promise<{counts: import("./results.mjs").Counts, output: string, times?:
 *   {file: string, name: string, ms: number}[]}>)[]} parts run in parallel; their counts are added
 */

/** @type {Suite[]} In the order in which they begin, if their requirements are ready. */
export const suites = [
  {
    name: "scripts",
    title: "build scripts",
    needs: [],
    parts: [() => nodeSuite("scripts/test")],
  },
  {
    name: "format",
    title: "clang-format and Prettier",
    needs: [],
    tools: ["format"],
    parts: [checkFormat],
  },
  {
    name: "prose",
    title: "English of the documents",
    needs: [],
    // The reader of Markdown is installed only after this file is loaded.
    parts: [async () => (await import("./documents.mjs")).checkProse()],
  },
  {
    name: "units-wasm",
    title: "C++ units as WebAssembly under Node: what differs there",
    needs: ["wasm:passcope_tests"],
    parts: [() => catchPart([process.execPath, "build/wasm/node/passcope_tests.js"], 0, 1)],
  },
  {
    name: "units-wasm-all",
    title: "C++ units as WebAssembly under Node, all of them",
    needs: ["wasm:passcope_tests_all"],
    optIn: true,
    whole: true,
    replaces: "units-wasm",
    reachedAs: "units-wasm",
    parts: catchParts([process.execPath, "build/wasm/node/passcope_tests_all.js"]),
  },
  {
    name: "cli-node",
    title: "command line of the npm package",
    needs: ["package"],
    parts: [
      () => nodeSuite("tests/cli", { PASSCOPE: path.join(root, "wasm-bindings/dist/cli.cjs") }),
    ],
  },
  {
    name: "package",
    title: "npm package",
    needs: ["package"],
    parts: [() => vitestSuite("wasm-bindings")],
  },
  { name: "types", title: "TypeScript", needs: ["names"], parts: [typesSuite] },
  // The page's types need the built package and its generated names of Python.
  { name: "eslint", title: "ESLint", needs: ["names"], parts: [eslintSuite] },
  // The rules also apply to the package's generated files.
  { name: "layers", title: "imports in TypeScript", needs: ["names"], parts: [layersSuite] },
  {
    name: "web",
    title: "page, without a browser",
    needs: ["names", "library"],
    parts: [() => vitestSuite("web")],
  },
  {
    name: "views",
    title: "views of the page in Chromium",
    needs: ["names"],
    tools: ["page"],
    parts: [() => vitestSuite("web", "--config", "vitest.browser.config.ts")],
  },
  {
    name: "units",
    title: "C++ units with ASan and UBSan",
    needs: ["debug:passcope_tests"],
    parts: catchParts(["build/debug/passcope_tests"]),
  },
  {
    name: "units-deep",
    title: "C++ units on programs a million levels deep, with ASan and UBSan",
    needs: ["debug:passcope_tests"],
    optIn: true,
    whole: true,
    reachedAs: "units",
    parts: catchParts(["build/debug/passcope_tests"], {
      tag: "[deep]",
      env: { PASSCOPE_DEEP: "1000000" },
    }),
  },
  {
    name: "units-checked",
    title: "C++ units with what UBSan checks beside every access",
    needs: ["checked:passcope_tests"],
    optIn: true,
    whole: true,
    reachedAs: "units",
    parts: catchParts(["build/checked/passcope_tests"]),
  },
  {
    name: "units-release",
    title: "C++ units, optimised",
    needs: ["native:passcope_tests"],
    optIn: true,
    reachedAs: "units",
    parts: catchParts(["build/native/passcope_tests"]),
  },
  {
    name: "cli",
    title: "command line with ASan and UBSan",
    needs: ["debug:passcope"],
    parts: [() => nodeSuite("tests/cli")],
  },
  {
    name: "goldens",
    title: "golden programs of passes with ASan and UBSan",
    needs: ["debug:passcope"],
    parts: [() => goldenSuite(["build/debug/passcope"])],
  },
  {
    name: "goldens-node",
    title: "golden programs of passes, by the command line of the npm package",
    needs: ["package"],
    parts: [() => goldenSuite([process.execPath, "wasm-bindings/dist/cli.cjs"])],
  },
  {
    name: "conformance",
    title: "recorded answers of TVM",
    needs: ["debug:passcope", "debug:passcope_conform"],
    // The suite itself runs this number of processes.
    cores,
    // Not every machine has the answers: no test of messages may need them.
    parts: [() => nodeSuite("tests/conformance", { PASSCOPE_MESSAGES_MADE: "" })],
  },
  {
    name: "python",
    title: "Python package with ASan and UBSan",
    needs: ["debug:passcope_python"],
    tools: ["python"],
    parts: [pythonSuite],
  },
  {
    name: "oracle",
    title: "operators and passes against references in numpy, with ASan and UBSan",
    needs: ["debug:passcope_python"],
    tools: ["python"],
    parts: [
      ...oracleParts("native", ["--calls", "200"], cores),
      ...oracleParts("native", ["--programs", "400"], cores),
      ...oracleParts("native", ["--onnx", "--calls", "30"], cores),
      ...oracleParts("native", ["--hostile", "--calls", "0", "--share", "16"], cores),
      ...oracleParts("native", ["--onnx", "--hostile", "--calls", "0", "--share", "64"], cores),
      ...oracleParts("native", ["--torch", "--hostile", "--calls", "3"], cores),
      ...oracleParts("native", ["--empties", "--calls", "4"], cores),
    ],
  },
  {
    name: "oracle-node",
    title: "operators of the npm package against references in numpy",
    needs: ["package"],
    parts: [
      ...oracleParts("node", ["--calls", "50"], 1),
      ...oracleParts("node", ["--hostile", "--calls", "0", "--share", "64"], 1),
    ],
  },
  {
    name: "examples",
    title: "examples, and the commands and snippets of the documents",
    needs: ["package", "debug:passcope", "debug:passcope_examples"],
    parts: [() => nodeSuite("tests/examples")],
  },
  {
    name: "includes",
    title: "C++ files include what they use",
    // The test is that it compiles.
    needs: ["debug:passcope_includes"],
    optIn: true,
    whole: true,
    reachedAs: "units",
    parts: [async () => ({ counts: { passed: 1, failed: 0, skipped: 0 }, output: "" })],
  },
  {
    name: "size",
    title: "download sizes",
    needs: ["site"],
    parts: [sizeSuite],
  },
  {
    name: "tarball",
    title: "packed package, installed elsewhere",
    needs: ["published"],
    tools: ["page"],
    parts: [runTarball],
  },
  {
    name: "pages",
    title: "page in Chromium",
    needs: ["site"],
    tools: ["page"],
    cores,
    parts: [() => pageSuite()],
  },
  {
    name: "tidy",
    title: "clang-tidy",
    needs: [],
    tools: ["native", "tidy"],
    optIn: true,
    cores,
    parts: [runTidy],
  },
];

/** The groups of requirements of suites. */
export function toolsOf(chosen) {
  const ofBuild = (need) => {
    const [preset, target] = need.split(":");
    if (!target) return ["wasm"];
    const base = {
      checked: ["native", "sanitize"],
      debug: ["native", "sanitize"],
      native: ["native"],
      wasm: ["wasm"],
    }[preset];
    return target.startsWith("passcope_tests") ? [...base, "units"] : base;
  };
  return [
    ...new Set(chosen.flatMap(({ needs, tools = [] }) => [...needs.flatMap(ofBuild), ...tools])),
  ];
}

/** Builds the needs of a suite. Each target is built only once. */
export async function buildNeeds(needs, builds) {
  for (const need of needs) {
    const [preset, target] = need.split(":");
    if (target) await buildTargets(preset, [target]);
    else await builds[need]();
  }
}
