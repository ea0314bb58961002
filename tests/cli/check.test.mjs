// `passcope check`: the baseline, the findings and the exit codes.
import assert from "node:assert/strict";
import { copyFileSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { ownFolder, passcope, root } from "./cli.mjs";

const parent = ownFolder();
let folders = 0;

/** A folder with programs and a baseline of its own; `check` runs the command on it. */
function project(pipeline = "deploy=InferType, FoldConstant, FuseOps") {
  folders += 1;
  const folder = path.join(parent, `project ${folders}`);
  mkdirSync(folder);
  const baseline = path.join(folder, "base.json");
  copyFileSync(`${root}examples/relay/fold_constant.relay`, path.join(folder, "fold.relay"));
  const file = path.join(folder, "fold.relay");
  const check = (...args) => passcope(["check", "--baseline", baseline, "--no-times", ...args]);
  const made = check(file, "--pipeline", pipeline, "--update");
  assert.deepEqual(made, {
    code: 0,
    out: `1 pipeline was measured; ${baseline} has the result\n`,
    err: "",
  });
  const findings = (...args) => {
    const { code, out, err } = check("--json", ...args);
    assert.equal(err, "");
    const report = JSON.parse(out);
    assert.equal(report.outcome, code === 1 ? "failed" : "passed");
    return report.findings;
  };
  const read = () => JSON.parse(readFileSync(baseline, "utf8"));
  return { folder, baseline, file, check, findings, read };
}
const kinds = (findings) => findings.map(({ kind, severity }) => `${severity} ${kind}`);

test("check compares all entries of the baseline, from any working directory", () => {
  const { baseline, check, read } = project();
  assert.deepEqual(check(), {
    code: 0,
    out: `1 pipeline was compared with ${baseline}: 0 errors\n`,
    err: "",
  });
  const { passcope: version, check: format, units, pipelines, programs } = read();
  assert.match(version, /^\d+\.\d+\.\d+/);
  assert.equal(format, 1);
  assert.equal(units.weightBytes, "bytes");
  assert.deepEqual(pipelines, { deploy: { passes: "InferType, FoldConstant, FuseOps" } });
  const facts = programs["fold.relay"].pipelines.deploy;
  assert.deepEqual(facts.operators, { add: 1, multiply: 1 });
  assert.deepEqual(facts.figures, {
    flop: 8,
    functions: 1,
    kernels: 1,
    nodes: 11,
    textBytes: 498,
    transferBytes: 32,
    weightBytes: 8,
  });
  assert.equal(facts.times, undefined);
});

test("an update of nothing writes the same bytes, in sorted order", () => {
  const { baseline, folder, check } = project();
  copyFileSync(path.join(folder, "fold.relay"), path.join(folder, "a.relay"));
  check(path.join(folder, "a.relay"), "--update", "--pipeline", "a=InferType");
  const text = readFileSync(baseline, "utf8");
  assert.ok(text.indexOf('"a.relay"') < text.indexOf('"fold.relay"'));
  assert.equal(check("--update").code, 0);
  assert.equal(readFileSync(baseline, "utf8"), text);
});

test("a removed pass is told with the operators that it leaves", () => {
  const { check, findings } = project();
  const without = ["--pipeline", "deploy=InferType, FuseOps"];
  const { code, out } = check(...without);
  assert.equal(code, 1);
  assert.match(out, /^ {2}error: FoldConstant no longer runs: 1 more operator after FuseOps$/m);
  assert.match(out, /If the changes are intended, record them with --update$/m);
  const [pipeline, removed, operators] = findings(...without);
  assert.equal(pipeline.kind, "pipeline-changed");
  assert.equal(
    pipeline.message,
    "the pipeline is 'InferType, FuseOps', not 'InferType, FoldConstant, FuseOps'",
  );
  assert.deepEqual(removed, {
    kind: "pass-removed",
    severity: "error",
    message: "FoldConstant no longer runs: 1 more operator after FuseOps",
    program: "fold.relay",
    pipeline: "deploy",
    pass: "FoldConstant",
    figure: "operators",
    before: 2,
    after: 3,
    unit: "calls",
  });
  assert.equal(operators.message, "the result has 1 more operator: 3, not 2 (add +1)");
});

test("a pass that the context disables says why it no longer runs", () => {
  const { findings } = project("deploy=InferType, Sequential{FoldConstant, FuseOps}");
  const disabled = "deploy(disabled=[FoldConstant])=InferType, Sequential{FoldConstant, FuseOps}";
  const [settings, removed] = findings("--pipeline", disabled);
  assert.equal(settings.message, "the pipeline has other settings of its contexts");
  assert.equal(
    removed.message,
    "FoldConstant no longer runs (disabled): 1 more operator after InferType",
  );
});

test("smaller numbers fail, too, unless they are allowed", () => {
  const { file, check, findings } = project();
  const text = readFileSync(file, "utf8");
  writeFileSync(file, text.replace("add(%1, 0.5f)", "%1"));
  const found = findings();
  assert.equal(found[0].kind, "program-changed");
  assert.ok(
    found.some(({ kind, figure, better }) => kind === "figure" && figure === "flop" && better),
  );
  assert.equal(check().code, 1);
  const allowed = findings("--allow-better").filter(({ severity }) => severity === "error");
  assert.ok(!allowed.some(({ better }) => better));
  assert.equal(check("--update").code, 0);
  assert.equal(check().code, 0);
});

test("programs and pipelines without entries, and entries without them, are errors", () => {
  const { folder, file, check, findings, read } = project();
  const other = path.join(folder, "other.relay");
  copyFileSync(file, other);
  assert.deepEqual(kinds(findings(other)), ["error new-program"]);
  assert.deepEqual(kinds(findings("--pipeline", "more=InferType")), ["error new-pipeline"]);
  const list = path.join(folder, "pipelines.txt");
  writeFileSync(list, "# All of them\n\nother: InferType\n");
  assert.deepEqual(kinds(findings("--pipelines", list)), [
    "error missing-pipeline",
    "error new-pipeline",
  ]);
  rmSync(file);
  const [missing] = findings();
  assert.equal(missing.kind, "missing-program");
  assert.match(
    missing.message,
    /^the baseline has an entry for 'fold.relay', but there is no such file/,
  );
  assert.equal(check(other, "--update").code, 0);
  assert.deepEqual(Object.keys(read().programs), ["other.relay"]);
});

test("a baseline of another version is a warning, and an error with --strict", () => {
  const { baseline, check, findings } = project();
  writeFileSync(
    baseline,
    readFileSync(baseline, "utf8").replace(/"passcope": ".*"/, '"passcope": "0.0.1"'),
  );
  const [warning] = findings();
  assert.equal(warning.kind, "other-version");
  assert.equal(warning.severity, "warning");
  assert.match(warning.message, /^the baseline was recorded by Passcope 0\.0\.1, and this is /);
  assert.equal(check().code, 0);
  assert.equal(check("--strict").code, 1);
});

test("what cannot be checked fails, and is not recorded", () => {
  const { folder, baseline, check, findings } = project();
  const text = readFileSync(baseline, "utf8");
  const broken = path.join(folder, "broken.relay");
  writeFileSync(broken, "def @main(");
  const [unreadable] = findings(broken);
  assert.equal(unreadable.kind, "failed");
  assert.match(unreadable.message, /^the program cannot be read: /);
  const [unknown] = findings("--pipeline", "deploy=Nope");
  assert.equal(unknown.message, "the pipeline cannot be read: unknown pass 'Nope'");
  const [unbound] = findings("--pipeline", "deploy=bind");
  assert.match(unbound.message, /bind in --passes needs --model/);
  assert.equal(check(broken, "--update").code, 1);
  assert.equal(readFileSync(baseline, "utf8"), text);
});

test("command lines and baselines that cannot be understood end with 2", () => {
  const { baseline, file, check } = project();
  const problem = (...args) => {
    const { code, out, err } = check(...args);
    assert.equal(code, 2);
    assert.equal(out, "");
    return err;
  };
  assert.match(problem("--baseline", `${baseline}.none`), /^passcope: there is no baseline '/);
  assert.match(problem("--pipeline", "nope"), /takes NAME=PIPELINE or the name of a pipeline/);
  assert.match(problem("--pipeline", "=InferType"), /--pipeline takes NAME=PIPELINE, not/);
  assert.match(problem("--pipeline", "a=", "--pipeline", "a="), /two pipelines are called 'a'/);
  assert.match(problem("--opt-level", "3"), /settings of contexts need --pipeline NAME=PIPELINE/);
  assert.match(problem("--name", "x"), /--name needs one program/);
  assert.match(problem("--time-limit", "x"), /takes a number/);
  assert.match(problem("--batch-size", "2", file), /--batch-size needs --model/);
  writeFileSync(baseline, "{}");
  assert.match(problem(), /is not a baseline: it has no member "check"/);
  writeFileSync(baseline, "{");
  assert.match(problem(), /as JSON/);
  rmSync(baseline);
  assert.match(problem("--update"), /name the programs/);
  assert.match(problem("--update", file), /give --pipeline NAME=PIPELINE/);
});

test("models, ONNX files, reproducers and the standard input are programs", () => {
  const { folder, baseline, check, read } = project();
  copyFileSync(`${root}examples/onnx/mlp.onnx`, path.join(folder, "mlp.onnx"));
  copyFileSync(`${root}tests/cli/reproducer.json`, path.join(folder, "saved.json"));
  const pipeline = ["--pipeline", "bound=InferType; bind; FoldConstant"];
  assert.equal(check(path.join(folder, "mlp.onnx"), ...pipeline, "--update").code, 0);
  assert.equal(
    check("--model", "mlp", "--batch-size", "4", "--pipeline", "bound", "--update").code,
    0,
  );
  assert.equal(check(path.join(folder, "saved.json"), "--update").code, 0);
  const named = passcope(
    [
      "check",
      "--baseline",
      baseline,
      "--no-times",
      "-",
      "--name",
      "mine",
      "--pipeline",
      "deploy",
      "--update",
    ],
    readFileSync(path.join(folder, "fold.relay"), "utf8"),
  );
  assert.equal(named.code, 0);
  const { programs } = read();
  assert.deepEqual(Object.keys(programs), [
    "fold.relay",
    "mlp.onnx",
    "model:mlp",
    "named:mine",
    "saved.json",
  ]);
  assert.deepEqual(programs["model:mlp"].options, ["--batch-size=4"]);
  assert.ok(Object.keys(programs["saved.json"].pipelines).includes("this pipeline"));
  // The named program came from the standard input, so it is not among those that are checked.
  const { code, out } = check("--json");
  assert.equal(code, 0);
  const { checked } = JSON.parse(out);
  assert.ok(checked.some(({ program }) => program === "model:mlp"));
  assert.ok(!checked.some(({ program }) => program === "named:mine"));
  // Other options are a note beside what they cause.
  const other = JSON.parse(check("--model", "mlp", "--batch-size", "2", "--json").out);
  assert.equal(other.findings[0].kind, "program-options-changed");
});

test("an update replaces the file as a whole, and a link stays a link", () => {
  const { folder, baseline, check } = project();
  const link = path.join(folder, "link.json");
  symlinkSync(baseline, link);
  assert.equal(passcope(["check", "--baseline", link, "--no-times", "--update"]).code, 0);
  assert.equal(readFileSync(link, "utf8"), readFileSync(baseline, "utf8"));
  assert.equal(
    check(
      "--update",
      "--baseline",
      path.join(folder, "none", "base.json"),
      path.join(folder, "fold.relay"),
      "--pipeline",
      "a=",
    ).code,
    1,
  );
});

test("times are measured, compared and kept", () => {
  const { baseline } = project();
  const check = (...args) => passcope(["check", "--baseline", baseline, ...args]);
  assert.equal(check("--update").code, 0);
  const text = readFileSync(baseline, "utf8");
  const { all, passes, build } = JSON.parse(text).programs["fold.relay"].pipelines.deploy.times;
  assert.ok(all.ratio > 0 && all.noise >= 0);
  assert.ok(passes.FoldConstant.ratio > 0);
  assert.equal(check().code, 0);
  // A baseline that is a hundred times as fast.
  const fast = JSON.parse(text);
  const { times } = fast.programs["fold.relay"].pipelines.deploy;
  times.all = { ratio: 1e-9, noise: 0 };
  writeFileSync(baseline, JSON.stringify(fast));
  const slower = JSON.parse(check("--json", "--time-limit", "0").out).findings;
  assert.ok(
    slower.every(({ kind, unit }) => kind === "slower" && unit === "times of the reference loop"),
  );
  times.build = "another";
  writeFileSync(baseline, JSON.stringify(fast));
  const [note] = JSON.parse(check("--json").out).findings;
  assert.match(note.message, new RegExp(`the build 'another', and this is '${build}'`));
});
