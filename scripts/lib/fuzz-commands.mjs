// `npm run fuzz -- --target commands`: random command lines of `passcope`. A test of the command line runs some of
// them.
//
// The commands and options are read from `--help`. Each line depends only on its seed. It runs in a new folder with
// files that are valid, truncated, of another kind, or deeply nested, and with names that are not files.
//
// Allowed results are exit codes 0, 1 and 2, with some output. Findings are internal errors, crashes, reports of
// sanitizers, and more than `maxSeconds` of processor time.

import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { withFolder } from "./files.mjs";
import { makeRandom } from "./random.mjs";
import { root } from "./run.mjs";

const own = (file) => readFileSync(path.join(root, file));

const relay = `#[version = "0.0.5"]
def @main(%x: Tensor[(2, 4), float32], %w: Tensor[(3, 4), float32]) {
  %0 = nn.dense(%x, %w, units=None);
  tanh(add(%0, 1f))
}
`;

/** The contents of files by name; null for a folder. */
const files = {
  "good.relay": relay,
  "test.relay": `// RUN: InferType, FuseOps\n${relay}// CHECK: {{.*}}fn\n// CHECK-NEXT: [[A:%.*]] = [[B]]\n`,
  "regex.relay": `// RUN: InferType\n${relay}// CHECK: {{(${"(".repeat(5000)}${")".repeat(5000)}a{1,99999})*}}\n`,
  "ill-typed.relay": relay.replace("3, 4", "3, 5"),
  "cut.relay": relay.slice(0, 120),
  "deep.relay": `#[version = "0.0.5"]\ndef @main(%x: float32) { ${"(".repeat(50_000)}%x${",)".repeat(50_000)} }\n`,
  "empty.relay": "",
  "bytes.relay": Buffer.from([0, 255, 254, 10, 13, 195, 40, 0, 34, 35, 91]),
  "good.onnx": own("examples/onnx/mlp.onnx"),
  "cut.onnx": own("examples/onnx/mlp.onnx").subarray(0, 700),
  "bytes.pt": Buffer.alloc(500, 80),
  "good.json": own("tests/cli/reproducer.json"),
  "cut.json": own("tests/cli/reproducer.json").subarray(0, 100),
  "deep.json": `{"reproducer": 1, "program": ${"[".repeat(50_000)}`,
  "folder.onnx": null,
};
const places = [...Object.keys(files), "nowhere", ".", "", "nowhere/x", "/dev/null", "/dev/full"];

/** Valid inputs. "-" is the standard input, which is a program, too. */
const good = ["good.relay", "test.relay", "good.onnx", "-"];

/** Values for the placeholders of the help, most of them valid. */
const fitting = {
  N: ["0", "1", "2", "3", "-1"],
  X: ["0", "1e-3", "1e400", "nan", "-1"],
  REGEX: [".*", "Infer|Fuse", "(", "(a*)*b", "["],
  "A,B": ["InferType", "FuseOps,bind", "x", ",", "relay.f"],
  "KEY=VALUE,…": ["relay.FuseOps.max_depth=1", "x=1", "relay.FuseOps.max_depth=[", "a=,=b"],
  TEST: ["values", "well-formed", "throws", "text=fn", "no-text=fn", "op=add", "no-op=add", "x"],
  "OPTION=VALUES": [
    "opt-level=0..4",
    "relay.FuseOps.max_depth=1,10",
    "batch=1,2",
    "x=0..9",
    "opt-level=4..0",
  ],
  "OPERATOR|LINE": ["add", "nn.dense", "3", "0", "-1", "x"],
  "FIELD=VALUE,…": [
    "rounding=UPWARD",
    "nbit_input=99",
    "skip_conv_layers=[]",
    "skip_conv_layers=[",
    "x=1",
  ],
  "NAME=FILE": ["x=good.json", "w=nowhere.npy", "x=", "good.onnx"],
  "NAME=1,3,224,224": ["x=2,4", "input=1,64", "x=?", "x=1,-2", "x"],
  "[NAME=]TYPE": ["float32", "x=int8", "float33", "x="],
  FORMAT: ["json", "chrome", "x"],
  WHEN: ["auto", "always", "never", "fail", "x"],
  TYPES: ["passed,missed", "x", ""],
};
const odd = [
  ...["", "0", "-1", "1.5", "0x10", "-0", "99999999999999999999", "2147483647", "-2147483648"],
  ...[
    "[",
    "{}",
    '{"a": 1}',
    "x",
    "a,b",
    ",,,",
    "=",
    "a=",
    "=b",
    "ÿ",
    "x".repeat(5000),
    "0..99999999999",
  ],
];
/** Options for numbers of repetitions, which can make a run as long as they ask for. */
const repeats = /^--(repeat|number|profile-number|min-repeat-ms|jobs)$/;

const passOptions = [
  "",
  "fuse_opt_level=1",
  "x",
  "x=",
  "=",
  "x=[",
  "a='b'",
  "opt_level=3",
  "{",
  '"',
];

/** The commands and options of `passcope`, as its help lists them. */
export class CommandLines {
  #commands = new Map();
  #passes;

  /** @param {(args: string[]) => string} ask runs `passcope`, and returns what it prints */
  constructor(ask) {
    const names = [...ask(["--help"]).matchAll(/^ {2}([a-z]+) /gm)].map(([, name]) => name);
    for (const name of names) {
      const options = ask([name, "--help"]).matchAll(
        /^ {2}(?:-\w, )?(--[a-z-]+)(\[=|=| )?(\S*) *(of (?:the model|a model's|\w+):)?/gm,
      );
      this.#commands.set(
        name,
        [...options].map(([, option, between, value, ofModel]) => ({
          option,
          ofModel: ofModel !== undefined,
          takes: between === "[=" ? "perhaps" : /^[[A-Z]/.test(value) ? "always" : "never",
          label: value.replace(/[\])]+$/, ""),
        })),
      );
    }
    this.#passes = [...ask(["list", "passes"]).matchAll(/^(\w+)/gm)].map(([, name]) => name);
  }

  /** The arguments for a seed. */
  of(seed) {
    const random = makeRandom(seed);
    const chance = (part) => random() < part;
    const below = (end) => Math.floor(random() * end);
    const one = (list) => list[below(list.length)];
    const times = (most, make) => Array.from({ length: below(most + 1) }, make);
    const pass = () =>
      `${one(this.#passes)}${chance(0.15) ? `(${one(passOptions)}${chance(0.9) ? ")" : ""}` : ""}`;
    const step = () =>
      one([pass, pass, pass, () => "bind", () => `Sequential{${pass()}}`, () => ""])();
    const pipeline = () => times(4, step).join(one([", ", "; ", ","]));
    const command = one([...this.#commands.keys()]);
    const args = [command];
    if (command === "completion") args.push(one(["bash", "zsh", "fish", "x", ""]));
    else if (command === "list") args.push(one(["passes", "ops", "models", "schema", "x", ""]));
    else if (chance(0.8)) args.push(one(chance(0.6) ? good : places));
    else args.push("--model", one(["mlp", "synthetic", "resnet20-cifar", "nothing", ""]));
    if (command === "compare") for (const text of times(3, pipeline)) args.push("--pipeline", text);
    else if (/^(run|bench|bisect|reduce)$/.test(command) || chance(0.05)) {
      args.push("--passes", pipeline());
    }
    const options = this.#commands.get(command);
    const some = options.filter(({ ofModel }) => !ofModel);
    for (const { option, takes, label } of times(3, () => one(chance(0.9) ? some : options))) {
      const fits = /^(FILE|DIR)/.test(label) ? places : (fitting[label] ?? odd);
      const value = repeats.test(option)
        ? one(["1", "2", "x", "-1", ""])
        : one(chance(0.9) ? fits : odd);
      if (takes === "always") args.push(option, ...(chance(0.95) ? [value] : []));
      else if (takes === "perhaps" ? chance(0.7) : chance(0.05)) args.push(`${option}=${value}`);
      else args.push(option);
    }
    // A shell cannot pass this character either.
    return args.map((arg) => arg.replaceAll("\0", ""));
  }
}

/**
 * Runs a command line in a new folder.
 *
 * @param {string} program
 * @param {string[]} args
 * @param {number} maxSeconds the limit of processor time
 * @returns {Promise<string | undefined>} the problem, if there is one
 */
export function findingOf(program, args, maxSeconds) {
  return withFolder((folder) => {
    for (const [name, contents] of Object.entries(files)) {
      if (contents === null) mkdirSync(path.join(folder, name));
      else writeFileSync(path.join(folder, name), contents);
    }
    const limited = ["-c", `ulimit -t ${maxSeconds}; exec "$0" "$@"`, program, ...args];
    return new Promise((resolve) => {
      const options = { cwd: folder, encoding: "latin1", maxBuffer: 1 << 28 };
      const child = execFile("/bin/sh", limited, options, (error, out, err) => {
        const report = /internal error.*|runtime error: .*|SUMMARY: .*/.exec(out + err)?.[0];
        if (report !== undefined) resolve(report.replaceAll(/0x[0-9a-f]+/g, "#"));
        else if (error && typeof error.code !== "number") resolve(`it ended by ${error.signal}`);
        else if (error && error.code > 2) resolve(`exit code ${error.code}`);
        else if (error && out + err === "") resolve("it failed, and said nothing");
        else resolve(undefined);
      });
      child.stdin.on("error", () => undefined);
      child.stdin.end(relay);
    });
  });
}

/** Removes the arguments that a finding does not need. */
async function minimise(args, holds) {
  let needed = args;
  for (let at = needed.length - 1; at > 0; at -= 1) {
    const fewer = needed.filter((_, i) => i !== at);
    if (await holds(fewer)) needed = fewer;
  }
  return needed;
}

/**
 * Runs the command lines of the seeds from `first` on, and prints each finding with the arguments that it needs.
 *
 * @param {{program: string, lines: CommandLines, first: number, calls: number, jobs: number, maxSeconds: number}}
 * options
 */
export async function fuzzCommands({ program, lines, first, calls, jobs, maxSeconds }) {
  const seen = new Set();
  let next = first;
  const work = async () => {
    while (next < first + calls) {
      const seed = next;
      next += 1;
      const args = lines.of(seed);
      const finding = await findingOf(program, args, maxSeconds);
      if (finding === undefined || seen.has(finding)) continue;
      seen.add(finding);
      const needed = await minimise(
        args,
        async (fewer) => (await findingOf(program, fewer, maxSeconds)) === finding,
      );
      console.log(`finding: ${finding}\n  seed ${seed}: passcope ${JSON.stringify(needed)}`);
    }
  };
  await Promise.all(Array.from({ length: jobs }, work));
  console.log(`${calls} command lines, seeds ${first} to ${next - 1}; ${seen.size} findings`);
  return seen.size;
}
