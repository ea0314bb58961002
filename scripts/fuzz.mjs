// `npm run fuzz`: libFuzzer with AddressSanitizer and UndefinedBehaviorSanitizer, with the targets of tests/fuzz.
// `--target package` calls the built package in Node (lib/fuzz-package.mjs).
//
// The corpus in build/fuzz/corpus starts from the golden texts and the examples. Findings are written to
// build/fuzz/findings. Minimise a finding (`build/fuzz/fuzz_parse -minimize_crash=1 FILE`) and add it to
// tests/fuzz/inputs, where the unit tests run it.
//
// `--target documents` reads random reproducers, links, attributes and options (web/test/fuzz/documents.ts).
//
// `--target commands` runs random command lines (lib/fuzz-commands.mjs).
//
// `--target costs` runs small programs that try to take much time or memory (lib/fuzz-costs.mjs).
//
// `--target gradients`, `--target effects` and `--target text` run checks on generated programs (tests/fuzz/generated.cc).
//
// `--target programs` does not use libFuzzer (lib/fuzz-programs.mjs). It changes the project's own programs at random,
// runs them through random pipelines, and minimises each finding automatically.

import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, readdirSync, statSync } from "node:fs";
import path from "node:path";
import { buildTargets } from "./lib/build.mjs";
import { filesBelow } from "./lib/files.mjs";
import { CommandLines, fuzzCommands } from "./lib/fuzz-commands.mjs";
import { costInput, fuzzCosts, passesOf, shapeInputs } from "./lib/fuzz-costs.mjs";
import { fuzzPackage } from "./lib/fuzz-package.mjs";
import { fuzzPrograms, minimiseCase, writeFinding } from "./lib/fuzz-programs.mjs";
import { readOptions } from "./lib/options.mjs";
import { UserError, main, root, run, step } from "./lib/run.mjs";
import { setup } from "./setup.mjs";

const targets = ["parse", "types", "passes", "values", "onnx", "torchscript", "logs"];
// The inputs of these targets are Relay texts. Those of the others are seeds or files of models.
const texts = ["parse", "types"];
// The inputs of these targets are files of models: those of the unit tests, the examples, and --seeds.
const models = { onnx: "onnx", torchscript: "pt" };
// A fuzzer learns nothing more from longer texts.
const maxBytes = 1 << 14;

const { values: options } = readOptions({
  usage: "npm run fuzz -- [options]",
  about: "Runs libFuzzer with sanitizers over the targets of tests/fuzz.",
  options: {
    target: { type: "string", value: "NAME,…", default: targets.join(","), help: "what to fuzz" },
    minutes: { type: "string", value: "N", default: "30", help: "how long each target runs" },
    programs: {
      type: "string",
      value: "N",
      help: "with --target values, programs, effects or text: so many programs, natively and optimised",
    },
    first: {
      type: "string",
      value: "N",
      default: "0",
      help: "the seed of the first of --programs, --calls, --inputs or --documents",
    },
    seeds: {
      type: "string",
      value: "DIR",
      help: "also begins with the models' files (.onnx, .pt) below this folder",
    },
    pipeline: {
      type: "string",
      value: "PASSES",
      multiple: true,
      help: "with --target programs: run this pipeline, not random ones; may be given several times",
    },
    sanitize: {
      type: "boolean",
      help: "with --target programs or commands: with sanitizers, not optimised",
    },
    wasm: { type: "boolean", help: "with --target programs: as WebAssembly in Node" },
    jobs: { type: "string", value: "N", default: "2", help: "how many processes run side by side" },
    calls: {
      type: "string",
      value: "N",
      default: "1000000",
      help: "with --target package, commands or gradients: how many calls of the package, command lines, or calls of each operator",
    },
    inputs: {
      type: "string",
      value: "N",
      default: "100000",
      help: "with --target costs: how many inputs run",
    },
    shapes: {
      type: "boolean",
      help: "with --target costs: large programs of one shape each, through each pass",
    },
    documents: {
      type: "string",
      value: "N",
      default: "1000000",
      help: "with --target documents: how many documents are read",
    },
  },
});

function seed(target, corpus) {
  mkdirSync(corpus, { recursive: true });
  const folders = [`tests/fuzz/inputs/${target}`];
  if (texts.includes(target)) folders.push("tests/golden", "examples/relay");
  for (const file of folders.flatMap((folder) => filesBelow(folder))) {
    copyFileSync(path.join(root, file), path.join(corpus, file.replaceAll("/", "_")));
  }
}

/** The unit tests write their models into a folder for each target. */
async function seedModels(corpus, chosen) {
  if (chosen.length === 0) return;
  await buildTargets("debug", ["passcope_tests"]);
  const tags = filesBelow("tests/unit/frontend", ["_test.cc"])
    .map((file) => path.basename(file, ".cc"))
    .filter((name) => /^(onnx|torch)_/u.test(name))
    .map((name) => `[#${name}]`);
  for (const target of chosen) mkdirSync(path.join(corpus, target), { recursive: true });
  await step("Write the unit tests' models", () =>
    run(path.join(root, "build/debug/passcope_tests"), ["-#", tags.join(",")], {
      env: { PASSCOPE_SEEDS: corpus },
    }),
  );
  const given = options.seeds === undefined ? [] : [path.resolve(options.seeds)];
  for (const folder of [path.join(root, "examples"), ...given]) {
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      const target = chosen.find((name) => entry.name.endsWith(`.${models[name]}`));
      const file = path.join(entry.parentPath, entry.name);
      if (target === undefined || !entry.isFile() || statSync(file).size > maxBytes) continue;
      const name = path.relative(folder, file).replaceAll("/", "_");
      copyFileSync(file, path.join(corpus, target, name));
    }
  }
}

/** Runs the unit test of random programs with the requested number of programs. */
async function countPrograms() {
  await setup(["native"]);
  await buildTargets("native", ["passcope_tests"]);
  const { code, output } = await step(`Compare ${options.programs} programs`, () =>
    run(path.join(root, "build/native/passcope_tests"), ["[values]"], {
      check: false,
      env: { PASSCOPE_VALUES: options.programs, PASSCOPE_VALUES_FROM: options.first },
    }),
  );
  console.log(output);
  if (code !== 0) process.exitCode = 1;
}

/** Runs mutated programs: the requested number, or as many as the time allows. */
async function runPrograms() {
  if (options.sanitize && options.wasm) throw new UserError("--sanitize goes without --wasm");
  const preset = options.sanitize ? "sanitized" : options.wasm ? "wasm" : "native";
  await setup(options.sanitize ? ["native", "sanitize"] : [preset]);
  await buildTargets(preset, ["passcope_programs"]);
  const file = options.wasm ? "node/passcope_programs.js" : "passcope_programs";
  const program = path.join(root, `build/${preset}/${file}`);
  const first = Number(options.first);
  // Sanitizers and WebAssembly need more time and memory.
  const slow = options.sanitize || options.wasm;
  const maxSeconds = slow ? 60 : 10;
  const findings = path.join(root, "build/fuzz/findings");
  const { totals, seen } = await fuzzPrograms({
    program,
    first,
    last:
      options.programs === undefined ? Number.MAX_SAFE_INTEGER : first + Number(options.programs),
    seconds: options.programs === undefined ? 60 * Number(options.minutes) : undefined,
    jobs: Number(options.jobs),
    pipelines: options.pipeline,
    maxSeconds,
    maxBytes: (slow ? 4 : 1) * 2 ** 30,
    onFinding(finding) {
      const { signature } = finding;
      const text = minimiseCase({ program, text: finding.case, signature, maxSeconds });
      const file = writeFinding(findings, finding, text);
      console.log(`finding: ${signature}\n  seed ${finding.seed}, ${file}`);
    },
  });
  console.log(
    `${totals.texts} programs, of which ${totals.typed} are well-typed; ${totals.pipelines} pipelines ran, ` +
      `${totals.compared} were compared by their values`,
  );
  for (const [signature, times] of seen) console.log(`${times} x ${signature}`);
  if (seen.size > 0) process.exitCode = 1;
}

/** Checks on generated programs: so many programs with effects, or so many calls of each operator. */
async function checkGenerated(target) {
  await setup(["native"]);
  await buildTargets("native", ["passcope_generated"]);
  const count = target === "gradients" ? options.calls : (options.programs ?? "100000");
  const last = Number(options.first) + Number(count);
  const { code, output } = await step(`Check ${target}: ${count}`, () =>
    run(path.join(root, "build/native/passcope_generated"), [target, options.first, String(last)], {
      check: false,
    }),
  );
  console.log(output);
  if (code !== 0) process.exitCode = 1;
}

/** Random command lines. */
async function runCommands() {
  const preset = options.sanitize ? "debug" : "native";
  await setup(options.sanitize ? ["native", "sanitize"] : [preset]);
  await buildTargets(preset, ["passcope"]);
  const program = path.join(root, `build/${preset}/passcope`);
  const lines = new CommandLines((args) => execFileSync(program, args, { encoding: "utf8" }));
  const findings = await fuzzCommands({
    program,
    lines,
    first: Number(options.first),
    calls: Number(options.calls),
    jobs: Number(options.jobs),
    maxSeconds: options.sanitize ? 120 : 20,
  });
  if (findings > 0) process.exitCode = 1;
}

/** Small programs under limits of time and memory. */
async function runCosts() {
  await setup(["native"]);
  await buildTargets("native", ["passcope"]);
  const program = path.join(root, "build/native/passcope");
  const folder = path.join(root, "build/fuzz/findings");
  mkdirSync(folder, { recursive: true });
  const passes = passesOf(execFileSync(program, ["list", "passes"], { encoding: "utf8" }));
  const all = shapeInputs(passes);
  const first = Number(options.first);
  const findings = await fuzzCosts({
    program,
    inputAt: options.shapes ? all.at : (seed) => costInput(seed, passes),
    first,
    inputs: options.shapes
      ? Math.min(Number(options.inputs), all.count - first)
      : Number(options.inputs),
    jobs: Number(options.jobs),
    folder,
  });
  if (findings > 0) process.exitCode = 1;
}

/** Runs the unit test of random documents with the requested number of documents. */
async function readDocuments() {
  const vitest = path.join(root, "node_modules/vitest/vitest.mjs");
  const { code, output } = await step(`Read ${options.documents} documents`, () =>
    run(process.execPath, [vitest, "run", "test/unit/documents.test.ts"], {
      check: false,
      cwd: path.join(root, "web"),
      env: { PASSCOPE_DOCUMENTS: options.documents, PASSCOPE_DOCUMENTS_FROM: options.first },
    }),
  );
  console.log(output);
  if (code !== 0) process.exitCode = 1;
}

await main(async () => {
  if (options.target === "documents") return readDocuments();
  if (options.target === "programs") return runPrograms();
  if (options.target === "commands") return runCommands();
  if (options.target === "costs") return runCosts();
  if (["gradients", "effects", "text"].includes(options.target))
    return checkGenerated(options.target);
  const chosen = options.target.split(",");
  if (options.target === "package") {
    await fuzzPackage({
      first: Number(options.first),
      calls: Number(options.calls),
      jobs: Number(options.jobs),
    });
    return;
  }
  if (options.programs !== undefined) {
    if (options.target !== "values") {
      throw new UserError("--programs goes with --target values or --target programs");
    }
    await countPrograms();
    return;
  }
  const unknown = chosen.filter((name) => !targets.includes(name));
  if (unknown.length > 0) {
    const all = [
      ...targets,
      "programs",
      "effects",
      "text",
      "gradients",
      "package",
      "commands",
      "costs",
      "documents",
    ].join(", ");
    throw new UserError(`no target ${unknown.join(", ")}; the targets are ${all}`);
  }
  await setup(["native", "sanitize"]);
  await buildTargets(
    "fuzz",
    chosen.map((name) => `fuzz_${name}`),
  );
  const findings = path.join(root, "build/fuzz/findings");
  mkdirSync(findings, { recursive: true });
  await seedModels(
    path.join(root, "build/fuzz/corpus"),
    chosen.filter((name) => name in models),
  );
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
      ...(texts.includes(target) ? ["-dict=tests/fuzz/relay.dict"] : []),
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
