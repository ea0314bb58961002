// `npm test`: installs requirements, then runs the suites of lib/suites.mjs, as many at a time as the cores allow.
//
// The last line is `N passed, N failed`, possibly with `, N skipped`. A suite that cannot run, or that has no test,
// counts as a failure. Failed tests are not repeated.

import path from "node:path";
import {
  buildLibrary,
  buildNames,
  buildPackage,
  buildPublished,
  buildSite,
  buildTargets,
} from "./lib/build.mjs";
import { changedFiles, reachedSuites } from "./lib/changed.mjs";
import { withFolder } from "./lib/files.mjs";
import { load } from "./lib/load.mjs";
import { readOptions } from "./lib/options.mjs";
import { addCounts, closingLine, slowest } from "./lib/results.mjs";
import { UserError, main, report, seconds, settings, tail } from "./lib/run.mjs";
import { runTasks } from "./lib/schedule.mjs";
import { provoking, unprovokedMessages } from "./lib/unprovoked.mjs";
import { buildNeeds, cores, pageSuite, suites, toolsOf } from "./lib/suites.mjs";
import { setup } from "./setup.mjs";

const builds = {
  package: buildPackage,
  library: buildLibrary,
  names: buildNames,
  site: buildSite,
  published: buildPublished,
};

/** For each build of the page's files, the builds that must come before it. */
const afterBuild = {
  library: [],
  package: ["build wasm"],
  names: ["build package"],
  site: ["build names", "build library"],
  published: ["build site"],
};

const { values: options } = readOptions({
  usage: "npm test -- [options]",
  about: "Runs the tests; the last line is `N passed, N failed`.",
  options: {
    only: { type: "string", value: "NAME,…", help: "run the suites of these names" },
    changed: { help: "run what the files that differ from the main branch can reach" },
    all: {
      help: "run all C++ units as WebAssembly, those on deep programs a million levels deep, those with all of UBSan's checks, and the check of includes, too",
    },
    stress: {
      help:
        "run the page's tests on a machine that is busy (3 times), with a processor slowed down to a quarter, " +
        "and with a clock of 1 ms",
    },
    repeat: {
      type: "string",
      value: "N",
      help: "run the page's tests N times on the machine as it is; with --stress also under it",
    },
    grep: {
      type: "string",
      value: "REGEX",
      help: "with --stress or --repeat: only the page's tests whose names it fits",
    },
    times: { help: "tell which of the tests written in TypeScript take longest" },
    list: { help: "list the suites" },
  },
});

function chosenSuites() {
  if (options.only !== undefined) {
    const names = options.only.split(",").filter((name) => name !== "");
    const unknown = names.filter((name) => !suites.some((suite) => suite.name === name));
    if (names.length === 0 || unknown.length > 0) {
      const known = suites.map((suite) => suite.name).join(", ");
      throw new UserError(`--only takes names out of: ${known}`);
    }
    return suites.filter((suite) => names.includes(suite.name));
  }
  if (!options.all) return suites.filter((suite) => !suite.optIn);
  const replaced = suites.flatMap(({ whole, replaces }) => (whole && replaces ? [replaces] : []));
  return suites.filter(
    (suite) => !replaced.includes(suite.name) && (!suite.optIn || suite.whole === true),
  );
}

/** The page's tests under each kind of load, in place of all suites. */
function strainedSuites() {
  const times = Number(options.repeat ?? 1);
  if (!Number.isInteger(times) || times < 1)
    throw new UserError("--repeat takes a number from 1 on");
  const kinds = [];
  const { grep } = options;
  const suite = (name, title, run) => ({
    name,
    title: `page in Chromium, ${title}`,
    needs: ["site"],
    tools: ["page"],
    cores,
    reachedAs: "pages",
    parts: [run],
  });
  if (options.repeat !== undefined) {
    kinds.push(suite("pages", `${times} times`, () => pageSuite({ repeat: times, grep })));
  }
  if (options.stress) {
    kinds.push(
      suite("pages-busy", "on a busy machine, 3 times", async () => {
        const busy = load(cores);
        try {
          return await pageSuite({ repeat: 3, grep });
        } finally {
          await busy.end();
        }
      }),
      suite("pages-slow", "at a quarter of the speed", () =>
        pageSuite({ env: { PASSCOPE_TEST_CPU_THROTTLE: "4" }, grep }),
      ),
      suite("pages-clock", "with a clock of 1 ms", () =>
        pageSuite({ env: { PASSCOPE_TEST_CLOCK_MS: "1" }, grep }),
      ),
    );
  }
  return kinds;
}

/** The builds that suites need, as tasks. There is one per preset, so that Ninja gets all targets at once. */
function buildTasks(chosen) {
  const needs = new Set(chosen.flatMap((suite) => suite.needs));
  if (needs.has("published")) needs.add("site");
  if (needs.has("site")) needs.add("names").add("library");
  if (needs.has("names")) needs.add("package");
  const targets = new Map();
  const want = (preset, target) => {
    if (!targets.has(preset)) targets.set(preset, []);
    targets.get(preset).push(target);
  };
  if (needs.has("package")) {
    want("wasm", "passcope_wasm");
    want("wasm", "passcope_cli");
  }
  for (const need of needs) {
    const [preset, target] = need.split(":");
    if (target) want(preset, target);
  }
  const ofPreset = (preset, background) => ({
    name: `build ${preset}`,
    cores: background ? 0 : cores,
    run: () => quietly(() => buildTargets(preset, targets.get(preset), { background })),
  });
  // The WebAssembly build comes first, because the package, then the site, and then the page's tests wait for it. It
  // ends with links that use one core, and the page's tests often wait for the browser. The native build uses that
  // time.
  const background = targets.has("wasm") && !settings.verbose;
  return {
    wasm: targets.has("wasm") ? [ofPreset("wasm", false)] : [],
    files: Object.keys(afterBuild)
      .filter((name) => needs.has(name))
      .map((name) => ({
        name: `build ${name}`,
        cores: 1,
        after: afterBuild[name],
        run: () => quietly(builds[name]),
      })),
    native: [...targets.keys()]
      .filter((preset) => preset !== "wasm")
      .map((preset) => ofPreset(preset, background)),
  };
}

/** Ignores a failure here. The suites that need the build repeat it, each for its own part, and report the failure. */
const quietly = (build) => build().catch(() => undefined);

/**
 * One test over several suites: each message of the engine is provoked, or listed with a reason.
 *
 * @param {string} made the file that their programs wrote
 */
function messagesResult(made) {
  const { missing, stale } = unprovokedMessages(made);
  for (const line of [...missing, ...stale]) console.error(line);
  const failed = missing.length > 0 ? 1 : 0;
  const counts = { passed: 1 - failed, failed, skipped: 0 };
  const line = `${"messages".padEnd(14)} messages of the engine, each provoked or listed: ${closingLine(counts)}`;
  console.log(line);
  return { counts, line, times: [] };
}

const afterNeed = (need) => [`build ${need.split(":")[0]}`];

/** Runs suites and returns their counts, in the order of the table. */
async function runSuites(chosen) {
  const results = new Map();
  const shown = new Set();
  const tasks = chosen.flatMap((suite) => {
    let left = suite.parts.length;
    let counts = { passed: 0, failed: 0, skipped: 0 };
    let output = "";
    let times = [];
    let start;
    return suite.parts.map((part, index) => ({
      name: `${suite.name} ${index}`,
      cores: suite.cores ?? 1,
      after: suite.needs.flatMap(afterNeed),
      run: async () => {
        start ??= performance.now();
        try {
          await buildNeeds(suite.needs, builds);
          const result = await part();
          counts = addCounts(counts, result.counts);
          times = [...times, ...(result.times ?? [])];
          if (result.counts.failed > 0) output += result.output;
        } catch (error) {
          // Several suites may need the same failed build. Its output is shown once.
          const key = error.output ?? error.message;
          if (shown.has(key)) console.error(`error: ${error.message} (as above)`);
          else report(error);
          shown.add(key);
          counts = addCounts(counts, { passed: 0, failed: 1, skipped: 0 });
        }
        left -= 1;
        if (left > 0) return;
        if (output !== "" && !settings.verbose) console.error(tail(output, 400));
        const line = `${suite.name.padEnd(14)} ${suite.title}: ${closingLine(counts)}`;
        results.set(suite, { counts, line, times });
        console.log(`${line} (${seconds(performance.now() - start)})`);
      },
    }));
  });
  const { wasm, files, native } = buildTasks(chosen);
  const isNative = (task) => task.after.some((name) => native.some((build) => build.name === name));
  const isWide = (task) => task.cores > 1;
  const first = tasks.filter((task) => task.after.length === 0 && !isWide(task));
  // One core builds the package and the site. Meanwhile the other cores run suites that do not need them.
  const rest = tasks.filter((task) => !first.includes(task));
  const part = (native, wide) =>
    rest.filter((task) => isNative(task) === native && isWide(task) === wide);
  await runTasks(
    [
      ...native.filter((task) => task.cores === 0),
      ...first,
      ...wasm,
      ...files,
      ...part(false, false),
      ...part(false, true),
      ...native.filter((task) => task.cores > 0),
      ...part(true, false),
      ...part(true, true),
    ],
    // With --verbose, outputs of parallel tasks would be mixed up.
    settings.verbose ? 1 : cores,
  );
  return chosen.map((suite) => results.get(suite));
}

await main(async () => {
  if (options.list) {
    for (const { name, title, optIn } of suites) {
      console.log(`${name.padEnd(14)} ${title}${optIn ? " (only when named)" : ""}`);
    }
    return;
  }
  const strained = options.stress || options.repeat !== undefined;
  if (options.grep !== undefined && !strained) {
    throw new UserError("--grep goes with --stress or --repeat");
  }
  let chosen = strained ? strainedSuites() : chosenSuites();
  const start = performance.now();
  if (options.changed) {
    const files = await changedFiles();
    const names = reachedSuites(
      files,
      suites.map((suite) => suite.name),
    );
    chosen = chosen.filter(({ name, reachedAs }) => names.includes(reachedAs ?? name));
    console.log(`${files.length} changed files reach: ${names.join(", ") || "no suite"}`);
  }
  if (chosen.length > 0) await setup(toolsOf(chosen));

  const recorded = provoking.every((name) => chosen.some((suite) => suite.name === name));
  const results = recorded
    ? await withFolder(async (folder) => {
        const made = path.join(folder, "messages");
        process.env.PASSCOPE_MESSAGES_MADE = made;
        return [...(await runSuites(chosen)), messagesResult(made)];
      })
    : await runSuites(chosen);
  if (options.times) {
    for (const [i, { times }] of results.entries()) {
      if (times.length > 0) console.log(`\n${chosen[i].title}:\n${slowest(times, 15)}`);
    }
  }
  console.log(`\nIn ${seconds(performance.now() - start)}:`);
  for (const { line } of results) console.log(`  ${line}`);
  console.log("");
  const total = results.reduce((sum, { counts }) => addCounts(sum, counts), {
    passed: 0,
    failed: 0,
    skipped: 0,
  });
  console.log(closingLine(total));
  if (total.failed > 0) process.exitCode = 1;
});
