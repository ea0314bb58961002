// `passcope run` and `passcope print`.
import assert from "node:assert/strict";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { golden, ownFolder, parseOpDiff, passcope, withoutTimes } from "./cli.mjs";

const folder = ownFolder();
const file = (name) => path.join(folder, name);

const layout = 'ConvertLayout{"desired_layouts":{"nn.conv2d":["NHWC","HWIO"]}}';

const small = `#[version = "0.0.5"]
def @main(%x: Tensor[(2, 3), float32]) {
  nn.relu(%x)
}
`;

test("a model without passes is printed as TVM prints it", () => {
  const { code, out, err } = passcope(["run", "--model", "resnet18"]);
  assert.equal(err, "");
  assert.equal(code, 0);
  assert.equal(out.trimEnd(), golden("instrument.resnet18.relay").trimEnd());
});

test("the tutorial's first profile", () => {
  const { code, out, err } = passcope([
    ...["run", "--model", "resnet18", "--passes", "InferType,FoldScaleAxis"],
    ...["--time", "--op-diff"],
  ]);
  assert.equal(code, 0);
  assert.equal(err, "note: nothing to print for --op-diff\n");
  assert.equal(withoutTimes(out), golden("instrument.timing_profile.txt"));
});

test("the tutorial's layout pipeline: op changes, nesting, trace and module", () => {
  const { code, out } = passcope([
    ...["run", "--model=resnet18", "--bind-params", "--opt-level=3"],
    ...["--passes", `Sequential{FoldConstant, ${layout}, FoldConstant}`],
    ...["--op-diff", "--trace", file("trace.json"), "--print"],
  ]);
  assert.equal(code, 0);
  const start = out.indexOf("#[version");
  assert.deepEqual(parseOpDiff(out.slice(0, start)), JSON.parse(golden("instrument.op_diff.json")));
  assert.equal(out.slice(start).trimEnd(), golden("instrument.resnet18_nhwc.relay").trimEnd());

  const trace = JSON.parse(readFileSync(file("trace.json"), "utf8"));
  assert.equal(trace.optLevel, 3);
  const nested = trace.passes.map(
    ({ depth, name }) => `${"\t".repeat(depth)}${name}: <us>us [<us>us] (<pct>%; <pct>%)\n`,
  );
  assert.equal(nested.join(""), golden("instrument.timing_profile_layout.txt"));
  for (const pass of trace.passes) {
    assert.ok(pass.durationUs >= pass.ownUs && pass.ownUs >= 0, pass.name);
    assert.equal(pass.status, "ok");
  }
});

test("the same pipeline with semicolons and a binding, as text and in a reproducer", () => {
  const pipeline =
    "InferType, FoldScaleAxis; bind; " +
    "Sequential(FoldConstant, ConvertLayout(desired_layouts={nn.conv2d: [NHWC, HWIO]}), FoldConstant)";
  const printed = passcope([
    ...["run", "--model", "resnet18", "--opt-level", "3"],
    ...["--passes", pipeline.replace("InferType, FoldScaleAxis; ", ""), "--print"],
  ]);
  assert.equal(printed.err, "");
  assert.equal(printed.out.trimEnd(), golden("instrument.resnet18_nhwc.relay").trimEnd());

  const program = { model: "resnet", options: { num_layers: 18, batch_size: 1 } };
  const text = pipeline.replace(/Sequential\((.*)\)$/, "$1");
  const stages = { text, optLevel: 3, disabled: ["FuseOps"], instruments: "WellFormed" };
  writeFileSync(file("written.json"), JSON.stringify({ reproducer: 1, program, stages }));
  const { code, err, out } = passcope(["run", "--reproducer", file("written.json"), "--op-diff"]);
  // Both stages have the list, and neither has the pass.
  assert.equal(err, "warning: no pass that came up is called 'FuseOps', which is to be disabled\n");
  assert.equal(code, 0);
  const diffs = parseOpDiff(out);
  const layouts = JSON.parse(golden("instrument.op_diff.json"));
  assert.deepEqual(diffs.slice(-layouts.length), layouts);
});

test("a trace for Chrome: by the file's name, or when asked for", () => {
  for (const args of [["a.chrome.json"], ["b.json", "--trace-format", "chrome"]]) {
    const [name, ...rest] = args;
    const run = passcope(
      ["run", "-", "--passes", "FoldConstant", "--trace", file(name), ...rest],
      small,
    );
    assert.equal(run.code, 0);
    assert.equal(run.out, "");
    const { traceEvents } = JSON.parse(readFileSync(file(name), "utf8"));
    assert.deepEqual(
      traceEvents.map(({ name: pass, ph }) => [pass, ph]),
      [
        ["FoldConstant", "X"],
        ["InferType", "X"],
        ["operators", "C"],
      ],
    );
    assert.ok(traceEvents[1].ts >= traceEvents[0].ts);
    assert.deepEqual(traceEvents[2].args, { "nn.relu": 1 });
  }
});

test("opt level, required and disabled passes rule a Sequential", () => {
  const names = (...args) => {
    const passes = "Sequential{SimplifyInference,FoldConstant,CanonicalizeOps}";
    const run = passcope(
      ["run", "-", "--passes", passes, "--trace", file("names.json"), ...args],
      small,
    );
    assert.equal(run.code, 0, run.err);
    const trace = JSON.parse(readFileSync(file("names.json"), "utf8"));
    const ran = trace.passes.filter(({ depth, status }) => depth === 1 && status === "ok");
    return ran.map(({ name }) => name);
  };
  assert.deepEqual(names(), ["InferType", "SimplifyInference", "FoldConstant"]);
  assert.deepEqual(names("--opt-level", "0"), ["InferType", "SimplifyInference"]);
  assert.deepEqual(names("--disabled", "FoldConstant, SimplifyInference"), []);
  assert.deepEqual(names("--opt-level=0", "--required=CanonicalizeOps"), [
    ...["InferType", "SimplifyInference", "InferType", "CanonicalizeOps"],
  ]);
});

test("--why says of every pass whether it ran", () => {
  const { code, out } = passcope(
    [
      ...["run", "-", "--why", "--disabled", "FuseOps"],
      ...["--passes", "Sequential{FoldConstant,CanonicalizeOps,FuseOps}"],
    ],
    small,
  );
  assert.equal(code, 0);
  assert.equal(
    out,
    [
      "sequential         ran, changed",
      "  FoldConstant     ran, changed",
      "    InferType      ran, changed",
      "  CanonicalizeOps  not run: opt level 3 > 2",
      "  InferType        not run: CanonicalizeOps, which requires it, did not run",
      "  FuseOps          not run: disabled",
      "  InferType        not run: FuseOps, which requires it, did not run",
      "",
    ].join("\n"),
  );
});

test("--stats, --time-top and --time-json", () => {
  const { code, out } = passcope(
    [
      ...["run", "-", "--stats", "--time-top", "1", "--time-json", file("time.json")],
      ...["--passes", "Sequential{FuseOps}"],
    ],
    small,
  );
  assert.equal(code, 0);
  const table = " +own +share +runs +pass\n +\\d+us +[\\d.]+% +\\d+ +\\w+\n";
  const instruments = "instruments: \\d+us \\([\\d.]+%\\)\n";
  const stats = " +1 +FuseOps: functions made\n +1 +FuseOps: calls fused\n";
  assert.match(out, new RegExp(`^${table}${instruments}${stats}$`));
  const { passes, totals } = JSON.parse(readFileSync(file("time.json"), "utf8"));
  assert.equal(passes[0].name, "sequential");
  assert.deepEqual(totals.map(({ name }) => name).sort(), ["FuseOps", "InferType", "sequential"]);
  assert.equal(totals.find(({ name }) => name === "InferType").runs, 2);
});

test("times of several contexts: a profile of each, all of them in the file", () => {
  const { code, out } = passcope(
    [
      ...["run", "-", "--time", "--time-json", file("times.json")],
      ...["--passes", "InferType; Sequential{FuseOps}"],
    ],
    small,
  );
  assert.equal(code, 0);
  const names = out.split("\n").map((line) => line.trim().split(":")[0]);
  assert.deepEqual(names, ["InferType", "sequential", "InferType", "FuseOps", "InferType", ""]);
  const { passes, totals } = JSON.parse(readFileSync(file("times.json"), "utf8"));
  assert.deepEqual(
    passes.map(({ name }) => name),
    ["InferType", "sequential"],
  );
  assert.equal(totals.find(({ name }) => name === "InferType").runs, 3);
});

test("a run without contexts writes its files", () => {
  writeFileSync(
    file("empty.json"),
    JSON.stringify({ reproducer: 1, program: { text: small }, stages: [] }),
  );
  const files = ["--trace", file("empty.trace.json"), "--time-json", file("empty.times.json")];
  assert.equal(passcope(["run", "--reproducer", file("empty.json"), ...files]).code, 0);
  const read = (name) => JSON.parse(readFileSync(file(name), "utf8"));
  assert.deepEqual(read("empty.trace.json").passes, []);
  assert.deepEqual(read("empty.times.json"), { passes: [], totals: [] });
});

test("--config sets the context's keys, and refuses those that there are not", () => {
  const fused = (...args) =>
    passcope(
      ["run", "-", "--passes", "InferType, FuseOps(fuse_opt_level=2)", ...args],
      small.replace("nn.relu(%x)", "nn.relu(nn.relu(nn.relu(%x)))"),
    );
  const functions = ({ out }) => out.match(/Primitive=1/g).length;
  assert.equal(functions(fused()), 1);
  assert.equal(functions(fused("--config", "relay.FuseOps.max_depth=1")), 3);
  const { code, err } = fused("--config", "relay.FuseOps.max_dept=1");
  assert.notEqual(code, 0);
  assert.match(err, /unknown configuration key 'relay.FuseOps.max_dept'/);
  assert.equal(fused("--config", "relay.FuseOps.max_depth=1), Inline(").code, 2);
});

test("programs between passes are printed, and dumped as files", () => {
  const pipeline = ["run", "-", "--passes", "InferType,FoldConstant"];
  const heads = (...args) =>
    passcope([...pipeline, ...args], small)
      .out.split("\n")
      .filter((line) => line.includes("Running Pass"));
  assert.deepEqual(heads("--print-before-all", "--print-passes", "FoldConstant"), [
    "Before Running Pass: FoldConstant",
  ]);
  assert.deepEqual(heads("--print-after-all", "--print-changed"), [
    "After Running Pass: InferType",
  ]);
  const { code, out } = passcope([...pipeline, "--dump-ir", file("ir")], small);
  assert.deepEqual([code, out], [0, ""]);
  assert.deepEqual(readdirSync(file("ir")).sort(), [
    "000_InferType.relay",
    "001_InferType.relay",
    "002_FoldConstant.relay",
  ]);
  assert.match(readFileSync(file("ir/002_FoldConstant.relay"), "utf8"), /nn\.relu\(%x\) \/\* ty=/);
});

test("--verify-each and --check-immutable leave good passes alone", () => {
  const { code, err } = passcope([
    ...["run", "--model", "resnet18", "--verify-each", "--check-immutable", "--stats"],
    ...["--passes", `Sequential{SimplifyInference,FoldConstant,${layout},FuseOps}`],
  ]);
  assert.equal(err, "");
  assert.equal(code, 0);
});

test("a pass that is disabled and called directly runs, and a note says why", () => {
  const { code, err } = passcope(
    ["run", "-", "--passes", "FoldConstant", "--disabled", "FoldConstant", "--time"],
    small,
  );
  assert.equal(code, 0);
  assert.match(err, /^note: FoldConstant runs although it is disabled/);
});

test("a disabled or required pass that the pipeline does not have is a warning", () => {
  const { code, err } = passcope(
    [
      ...["run", "-", "--passes", "Sequential{Inline,FoldConstant}", "--time", "--opt-level", "3"],
      ...["--disabled", "InlineGlobals,FuseOps", "--required", "CanonicalizeOps"],
    ],
    small,
  );
  assert.equal(code, 0);
  assert.deepEqual(err.trim().split("\n"), [
    "warning: no pass that came up is called 'CanonicalizeOps', which is to be required",
    "warning: no pass that came up is called 'FuseOps', which is to be disabled",
  ]);
});

test("a name that comes up in one of the stages that have it is right", () => {
  const program = { text: small };
  const stages = { text: "InferType; FoldConstant", disabled: ["FoldConstant"] };
  writeFileSync(file("stages.json"), JSON.stringify({ reproducer: 1, program, stages }));
  const { code, err } = passcope(["run", "--reproducer", file("stages.json")]);
  assert.equal(err, "");
  assert.equal(code, 0);
});

test("both names of a pass are understood", () => {
  for (const name of ["Inline", "InlineGlobals"]) {
    const { code, out, err } = passcope(
      [
        "run",
        "-",
        "--why",
        "--opt-level",
        "3",
        "--passes",
        `Sequential{${name}}`,
        "--disabled",
        name,
      ],
      small,
    );
    assert.equal(code, 0, err);
    assert.match(out, /InlineGlobals +not run: disabled/);
  }
});

test("the options of models", () => {
  const { code, out } = passcope([
    ...["run", "--model", "resnet", "--num-layers", "8", "--batch-size", "2"],
    ...["--image-shape", "28,28,3", "--layout", "NHWC", "--num-classes", "10"],
  ]);
  assert.equal(code, 0);
  assert.match(out, /%data: Tensor\[\(2, 28, 28, 3\), float32\]/);
  assert.match(out, /-> Tensor\[\(2, 10\), float32\]/);
});

test("networks of relay.testing with their options", () => {
  const printed = (...args) => {
    const { code, out, err } = passcope(["run", "--model", ...args]);
    assert.equal(code, 0, err);
    return out;
  };
  assert.equal(printed("mlp"), golden("../models/mlp.relay"));
  assert.equal(
    printed("lstm", "--iterations", "5", "--num-hidden", "4"),
    golden("../models/lstm.relay"),
  );
  assert.match(printed("synthetic", "--input-shape", "2,3,8,8"), /%data: Tensor\[\(2, 3, 8, 8\)/);
  assert.match(printed("squeezenet", "--version=1.1"), /channels=64, kernel_size=\[3, 3\]/);
  // An option without a value.
  const small = ["vgg", "--image-shape", "3,32,32", "--num-classes", "2"];
  assert.match(printed(...small, "--batch-norm"), /nn\.batch_norm/);
  assert.doesNotMatch(printed(...small), /nn\.batch_norm/);
  const refused = passcope(["run", "--model", "vgg", "--num-layers", "12"]);
  assert.equal(refused.code, 1);
  assert.match(refused.err, /11, 13, 16 or 19/);
});

test("a file and the standard input are read alike", () => {
  writeFileSync(file("small.relay"), small);
  const fromFile = passcope(["print", file("small.relay")]);
  const fromInput = passcope(["print", "-"], small);
  assert.equal(fromFile.code, 0);
  assert.equal(
    fromFile.out.replaceAll(file("small.relay"), "SOURCE"),
    fromInput.out.replaceAll("<stdin>", "SOURCE"),
  );
  assert.match(
    passcope(["print", "-", "--infer-type"], small).out,
    /-> Tensor\[\(2, 3\), float32\]/,
  );
});

test("constants are written out when asked for", () => {
  const args = ["run", "--model", "resnet", "--num-layers", "8", "--image-shape", "3,28,28"];
  const short = passcope([...args, "--bind-params"]);
  const long = passcope([...args, "--bind-params", "--meta-data"]);
  assert.ok(!short.out.includes("#[metadata]"));
  assert.ok(long.out.includes("#[metadata]"));
  // Text with constants can be read again.
  const again = passcope(["print", "-", "--meta-data"], long.out);
  assert.equal(again.code, 0, again.err);
  assert.ok(again.out.includes("#[metadata]"));
});

test("mistakes in a program are shown with their line", () => {
  const { code, out, err } = passcope(
    ["run", "-", "--passes", "InferType"],
    small.replace("nn.relu(%x)", "nn.rellu(%x)"),
  );
  assert.equal(code, 1);
  assert.equal(out, "");
  assert.match(err, /^error\[unknown-operator\]: .*nn\.rellu/);
  assert.match(err, /--> <stdin>:3:3\n.*\n.*3 \| {3}nn\.rellu\(%x\)\n.*\^~~~~~~~/);
  assert.match(err, /did you mean `nn\.relu`/);
});

test("a type error is shown, after the times of what ran before", () => {
  const { code, out, err } = passcope(
    ["run", "-", "--passes", "SimplifyInference,InferType", "--time"],
    small.replace("nn.relu(%x)", "nn.dense(nn.relu(%x), nn.relu(%x), units=5)"),
  );
  assert.equal(code, 1);
  assert.match(out, /^SimplifyInference: /);
  assert.match(err, /^error\[shape-mismatch\]: nn\.dense/);
});

test("mistakes in the pipeline and in the model's name are the user's", () => {
  const cases = [
    [["--passes", "InferTipe"], /error\[unknown-pass\].*\n.*did you mean InferType/],
    [["--passes", "FoldConstant{"], /never closed/],
    [["--passes", "FoldConstant(fold=)"], /a value was expected here\n.*at column 19/],
    [["--passes", "code.Mine"], /'Mine' is written in JavaScript/],
    [["--passes", 'FoldConstant{"fold":1}'], /error\[bad-pass-option\]/],
    [["--disabled", "FoldConst"], /error\[unknown-pass\]/],
    [["--passes", "ConvertLayout"], /needs its option 'desired_layouts'/],
  ];
  for (const [args, message] of cases) {
    const { code, err } = passcope(["run", "-", ...args], small);
    assert.match(err, message);
    assert.equal(code, 1, err);
  }
  const { code, err } = passcope(["run", "--model", "resnt18"]);
  assert.equal(code, 1);
  assert.match(err, /did you mean resnet18/);
});

test("a file that cannot be read or written is the user's mistake", () => {
  const absent = passcope(["print", file("absent.relay")]);
  assert.equal(absent.code, 1);
  assert.match(absent.err, /cannot open '.*absent\.relay': No such file/);
  const unwritable = passcope(["run", "-", "--trace", file("no/such/folder.json")], small);
  assert.equal(unwritable.code, 1);
  assert.match(unwritable.err, /cannot create/);
});

test("a reproducer is replayed: stages, contexts, the binding, what is switched off", () => {
  const sample = path.join(import.meta.dirname, "reproducer.json");
  const { code, out, err } = passcope(["run", "--reproducer", sample, "--time", "--op-diff"]);
  // The pipeline disables it, too.
  assert.equal(err, "warning: no pass that came up is called 'FuseOps', which is to be disabled\n");
  assert.equal(code, 0);
  assert.ok(out.startsWith("InferType: "), out);
  assert.ok(!out.includes("FuseOps"), out);
  const diffs = parseOpDiff(out.slice(out.indexOf("\n[") + 1));
  assert.deepEqual(diffs, JSON.parse(golden("instrument.op_diff.json")));
});

test("a reproducer with a text and an edit of it", () => {
  const edit = small.replace("nn.relu", "tanh");
  const document = {
    reproducer: 1,
    program: { text: small },
    stages: [
      { kind: "passes", passes: [{ name: "InferType" }] },
      { kind: "edit", text: edit },
      { kind: "passes", passes: [{ sequential: [{ name: "InferType" }], name: "mine" }] },
    ],
  };
  writeFileSync(file("edit.json"), JSON.stringify(document));
  const { code, out } = passcope(["run", "--reproducer", file("edit.json"), "--print", "--why"]);
  assert.equal(code, 0);
  assert.match(out, /tanh/);
  assert.match(out, /mine/);
});

test("what is no reproducer is refused in words that name the place", () => {
  const refused = (document, words) => {
    writeFileSync(file("bad.json"), JSON.stringify(document));
    const { code, err } = passcope(["run", "--reproducer", file("bad.json")]);
    assert.equal(code, 1);
    assert.match(err, words);
  };
  const program = { text: small };
  refused({}, /is not a reproducer/);
  refused({ reproducer: 1 }, /\.program' must be an object/);
  refused({ reproducer: 1, program, stages: [{ kind: "other" }] }, /stages\[0\]\.kind' must be/);
  refused(
    { reproducer: 1, program, stages: [{ kind: "passes", passes: [{ code: "Mine" }] }] },
    /'Mine' is written in JavaScript/,
  );
  const written = (stages) => ({ reproducer: 1, program, stages });
  refused(written({}), /stages\.text' must be a string/);
  refused(written({ text: "A(" }), /the \( of column 2 is never closed/);
  refused(written({ text: "A", instruments: "B;" }), /a comma or the end was expected/);
  refused(written({ text: "A", instruments: "Sequential{}" }), /must not contain a Sequential/);
  refused(written({ text: "A", instruments: "code.Mine" }), /instrument 'Mine' is written in Java/);
  refused(
    { reproducer: 1, program, stages: [{ kind: "passes", passes: [{ name: "FoldConst" }] }] },
    /did you mean FoldConstant/,
  );
  const nested = (depth) => (depth === 0 ? [] : [{ sequential: nested(depth - 1) }]);
  refused(
    { reproducer: 1, program, stages: [{ kind: "passes", passes: nested(80) }] },
    /nested more than 64 deep/,
  );
});

test("a reproducer stands alone", () => {
  const sample = path.join(import.meta.dirname, "reproducer.json");
  for (const more of [["--model", "resnet18"], ["--passes", "InferType"], ["file.relay"]]) {
    const { code, err } = passcope(["run", "--reproducer", sample, ...more]);
    assert.equal(code, 2);
    assert.match(err, /is part of the reproducer/);
  }
});

test("--diff tells what each pass changed, without what is only renumbered", () => {
  writeFileSync(
    file("dropout.relay"),
    `#[version = "0.0.5"]
def @main(%x: Tensor[(2, 3), float32]) {
  %0 = nn.dropout(%x);
  %1 = tanh(%0.0);
  negative(%1)
}
`,
  );
  const passes = "InferType, SimplifyInference, FastMath";
  const { code, out, err } = passcope(["run", file("dropout.relay"), "--passes", passes, "--diff"]);
  assert.equal(err, "");
  assert.equal(code, 0);
  const changes = (pass) => {
    const [, of = ""] = out.split(`--- before ${pass}\n+++ after ${pass}\n`);
    const lines = of.split("\n--- before ")[0].split("\n");
    return lines.filter((line) => /^[-+]/.test(line)).map((line) => line.replace(/ *\/\*.*/, ""));
  };
  const negative = (line) => line.includes("negative");
  assert.equal(changes("InferType").filter(negative).length, 2);
  assert.ok(changes("SimplifyInference").some((line) => line.startsWith("-  %0 = nn.dropout(%x)")));
  assert.deepEqual(changes("SimplifyInference").filter(negative), []);
  // The replacement of an operator appears right below it.
  assert.deepEqual(changes("FastMath"), ["-  %0 = tanh(%x)", "+  %0 = fast_tanh(%x)"]);
});

test("--report writes a page of a run, also of one that fails", () => {
  const text =
    '#[version = "0.0.5"]\ndef @main(%x: Tensor[(2), float32]) {\n  multiply(%x, multiply(2f, 3f))\n}\n';
  writeFileSync(file("report.relay"), text);
  const { code, out, err } = passcope([
    ...["run", file("report.relay"), "--passes", "InferType, FoldConstant"],
    ...["--report", file("report.html")],
  ]);
  assert.deepEqual({ code, out, err }, { code: 0, out: "", err: "" });
  const dataOf = (page) => {
    const [, data] = /<script type="application\/json" id="data">(.*?)<\/script>/s.exec(page);
    return JSON.parse(data);
  };
  const page = readFileSync(file("report.html"), "utf8");
  const { entries, diff, programs, version } = dataOf(page);
  assert.match(version, /^\d+\.\d+\.\d+/);
  const outer = entries.filter(({ parent }) => parent < 0).map(({ name }) => name);
  assert.deepEqual(outer, ["InferType", "FoldConstant"]);
  assert.match(diff, /^--- before InferType\n\+\+\+ after InferType\n/);
  assert.match(programs[0].text, /multiply\(2f, 3f\)/);
  assert.match(programs[1].text, /multiply\(%x, 6f/);
  // The page is the template of the Python package.
  const template = readFileSync(
    path.join(import.meta.dirname, "../../python/passcope/report.html"),
    "utf8",
  );
  assert.equal(page.slice(0, template.indexOf("@DATA@")), template.split("@DATA@")[0]);

  writeFileSync(file("wrong.relay"), text.replace("(2), float32", "(2), int8"));
  const failed = passcope([
    ...["run", file("wrong.relay"), "--passes", "InferType", "--report", file("failed.html")],
  ]);
  assert.equal(failed.code, 1);
  assert.equal(dataOf(readFileSync(file("failed.html"), "utf8")).entries[0].status, "failed");
});
