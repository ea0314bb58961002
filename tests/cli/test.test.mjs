// `passcope test`: files with RUN and CHECK lines, the output, and --update. Single check lines are tested in C++
// (tests/unit/tools/filecheck_test.cc).
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { ownFolder, passcope, shownColours, withoutColours } from "./cli.mjs";

const folder = ownFolder();

let made = 0;
/** Writes a test file into a folder of its own. */
function write(text, name = "a.relay") {
  const file = path.join(mkdtempSync(path.join(folder, `${made++}-`)), name);
  writeFileSync(file, text);
  return file;
}

const program = `#[version = "0.0.5"]
def @main(%x: Tensor[(2, 3), float32]) {
  %0 = nn.relu(%x);
  tanh(%0)
}
`;
const fused = `// RUN: InferType, FuseOps\n${program}`;

/** The test points of a TAP text, without their details. */
const points = (out) => out.split("\n").filter((line) => /^(?:not )?ok/.test(line));
const runOf = (text, ...args) => {
  const file = write(text);
  const { code, out, err } = passcope(["test", file, ...args]);
  return { code, out: out.replaceAll(file, "FILE"), err: err.replaceAll(file, "FILE") };
};

test("a file that does what it says", () => {
  const { code, out, err } =
    runOf(`${fused}// CHECK: fn (%p0\n// CHECK-NEXT: [[V:%[0-9]+]] = nn.relu(%p0)
// CHECK-NEXT: tanh([[V]])\n`);
  assert.equal(code, 0);
  assert.equal(err, "");
  assert.equal(out, "TAP version 14\n1..1\nok 1 - FILE\n# tests 1\n# pass 1\n# fail 0\n# todo 0\n");
});

test("a file that does not: where the scan stood and what may have been meant", () => {
  const text = `${fused}// CHECK: fn (%p0\n// CHECK-NEXT: nn.reluu(%p0)\n`;
  const { code, out } = runOf(text, "--dump-input-context=0");
  assert.equal(code, 1);
  assert.equal(
    out,
    `TAP version 14
1..1
not ok 1 - FILE
  ---
  message: "CHECK-NEXT: what is expected was not found"
  at: "FILE:8"
  details: |-
    FILE:8:
         |
       8 | // CHECK-NEXT: nn.reluu(%p0)
         |                ^~~~~~~~~~~~~
    scanning from here:
         |
       3 |   %1 = fn (%p0: Tensor[(2, 3), float32] /* ty=Tensor[(2, 3), float32] */, Primitive=1) -> Tensor[(2,…
         |               ^
    possibly meant:
         |
       4 |     %0 = nn.relu(%p0) /* ty=Tensor[(2, 3), float32] */;
         |     ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
    the text:
    <<<<<<
           1: #[version = "0.0.5"]
           2: def @main(%x: Tensor[(2, 3), float32] /* ty=Tensor[(2, 3), float32] */) -> Tensor[(2, 3), float32] {
           3:   %1 = fn (%p0: Tensor[(2, 3), float32] /* ty=Tensor[(2, 3), float32] */, Primitive=1) -> Tensor[(2, 3), float32] {
    check:7          ^~~~~~~
    next:8'0                X~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~ error: no match found
           4:     %0 = nn.relu(%p0) /* ty=Tensor[(2, 3), float32] */;
    next:8'0  ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
    next:8'1      ? possible intended match
           .
           .
           .
    >>>>>>
  ...
# tests 1
# pass 0
# fail 1
# todo 0
`,
  );
});

test("a failure shows the text around its place as FileCheck's input dump does", () => {
  const text = (checks) => `${fused}${checks.map((check) => `// ${check}\n`).join("")}`;
  for (const [checks, marks] of [
    [
      ["CHECK: fn (%p0", "CHECK-NEXT: tanh"],
      /^ +5: {5}tanh\(.*\n {4}next:8 +!~~~ error: match on wrong line$/m,
    ],
    [["CHECK: fn (%p0", "CHECK-SAME: tanh"], /^ +same:8 +!~~~ error: match on wrong line$/m],
    [["CHECK: fn (%p0", "CHECK-NOT: tanh"], /^ +not:8 +!~~~ error: no match expected$/m],
    [["CHECK: fn (%p0", "CHECK-EMPTY:"], /^ +empty:8 +X~+ error: this line is not empty$/m],
    [["CHECK-COUNT-4: tanh"], /^ +count:7'0 +\^~~~\n +count:7'1 +X~+ error: no match found$/m],
    [["CHECK-LABEL: nothing"], /^ +label:7 +X~+ error: no match found$/m],
    [["CHECK-DAG: tanh", "CHECK-DAG: tan("], /^ +dag:7 +\^~~~$/m],
  ]) {
    const { code, out } = runOf(text(checks));
    assert.equal(code, 1);
    assert.match(out, marks);
    assert.match(out, /^ {4}<<<<<<\n[^]*^ {4}>>>>>>$/m);
    assert.doesNotMatch(runOf(text(checks), "--dump-input=never").out, /<<<<<</);
  }
  const [failing] = [text(["CHECK: nn.dense"])];
  assert.match(runOf(failing, "--dump-input-context=0").out, /^ +\.\n +\.\n +\.\n {4}>>>>>>$/m);
  // A coloured text has the same characters.
  const coloured = runOf(failing, "--color=always").out;
  assert.match(shownColours(coloured), /<1;31>not ok<\/> 1 - FILE/);
  assert.match(shownColours(coloured), /<1;31>X~+ error: no match found<\/>/);
  assert.equal(withoutColours(coloured), runOf(failing).out);
  for (const [args, message] of [
    [["--dump-input=always"], /--dump-input takes fail or never, not 'always'/],
    [["--dump-input-context=-1"], /--dump-input-context takes a number from 0, not -1/],
    [["--dump-input-context=x"], /--dump-input-context takes an integer/],
  ]) {
    const { code, err } = runOf(failing, ...args);
    assert.equal(code, 2);
    assert.match(err, message);
  }
});

test("misspelt directives fail, prose does not", () => {
  for (const [line, message] of [
    ["CHECK_NOT: nn.dense", /did you mean 'CHECK-NOT:'\?/],
    ["CHECK-NXT: tanh", /did you mean 'CHECK-NEXT:'\?/],
    ["CHECK-COUNT-2 tanh", /'CHECK-COUNT-2' has no colon/],
    ["CHECK-COUNT: tanh", /'CHECK-COUNT:' needs a number/],
    ["REMRK: missed Opaque", /did you mean 'REMARK:'\?/],
    ["RUNN: InferType", /did you mean 'RUN:'\?/],
    ["check-next: tanh", /did you mean 'CHECK-NEXT:'\?/],
    ["O4-REMARK: missed Opaque", /no RUN line reads 'O4-REMARK:': their prefixes are CHECK/],
  ]) {
    const text = `${fused}// CHECK: tanh\n// ${line}\n`;
    for (const args of [[], ["--update"]]) {
      const { code, out, err } = runOf(text, ...args);
      assert.equal(code, 1, line);
      assert.match(out + err, message);
      assert.match(out + err, /FILE:8/);
    }
    // A mistake in the test is no failure that is expected.
    assert.equal(runOf(`// XFAIL: later\n${text}`).code, 1);
  }
  assert.match(
    runOf(`// RUNN: InferType\n${program}// CHECK: tanh\n`).out,
    /did you mean 'RUN:'\?/,
  );
  for (const line of [
    "checks: the fused function",
    "CHECK lines follow",
    "a comment that mentions CHECK-NXT:",
  ]) {
    assert.equal(runOf(`${fused}// ${line}\n// CHECK: tanh\n`).code, 0, line);
  }
});

test("several RUN lines, flags of contexts, prefixes, models", () => {
  const file = write(`// RUN: InferType, Sequential{FastMath} --opt-level 0 --check-prefix=O0
// RUN: InferType, Sequential{FastMath} \\
// RUN:   --opt-level=4 --check-prefixes=O4,CHECK
// RUN: InferType --model mlp --batch-size 7 --check-prefix=MLP
// RUN: InferType, MergeComposite(pattern_table={"a --b": ["tanh"]}) --check-prefix COMPOSITE
${program}// O0-NOT: fast_tanh
// O4: fast_tanh
// CHECK: }
// MLP: Tensor[(7,
// COMPOSITE: Composite="a --b"
`);
  const { code, out } = passcope(["test", file, "-j2"]);
  assert.equal(code, 0, out);
  assert.deepEqual(
    points(out),
    [1, 2, 3, 4].map((i) => `ok ${i} - ${file} RUN ${i}`),
  );
});

test("remarks: anywhere, below, not", () => {
  const text = (remarks) => `// RUN: InferType, FuseOps\n${remarks}#[version = "0.0.5"]
def @main(%x: Tensor[(2, 3), float32]) {
  %0 = nn.relu(%x);
  // REMARK-BELOW: passed FuseOps.Fused {{[0-9]}} operators
  tanh(%0)
}
`;
  const good = runOf(
    text("// REMARK: analysis UsedAsWhole\n// REMARK-NOT: missed OpaqueOperator\n"),
  );
  assert.equal(good.code, 0, good.out);
  for (const [remarks, message] of [
    ["// REMARK: missed OpaqueOperator\\n", /there is no such remark[^]*the remarks were\n {6}7: /],
    // Each line needs a remark of its own.
    ["// REMARK: passed Fused\\n", /there is no such remark/],
    ["// REMARK: analysis FoldConstant.UsedAsWhole\\n", /there is no such remark/],
    ["// REMARK: analysis UsedAsWhole nowhere\\n", /there is no such remark/],
    ["// REMARK-NOT: analysis UsedAsWhole\\n", /a remark that must not be there was found/],
    ["// REMARK-BELOW: analysis UsedAsWhole\\n", /no such remark about line 3/],
    ["// REMARK: lost Fused\\n", /a remark is passed or missed or analysis, not 'lost'/],
    ["// REMARK: passed\\n", /a remark has a name behind its type/],
  ]) {
    const { code, out } = runOf(text(remarks.replaceAll("\\n", "\n")));
    assert.equal(code, 1, remarks);
    assert.match(out, message);
  }
});

test("programs that must fail", () => {
  const wrong = `#[version = "0.0.5"]
def @main(%x: Tensor[(2, 3), float32]) {
  // ERROR-BELOW: error[unknown-operator]
  foo(%x)
}
`;
  assert.equal(runOf(`// RUN: InferType\n${wrong}`).code, 0);
  assert.equal(
    runOf(
      `// RUN: InferType\n// ERROR: unknown operator {{.foo.}}\n${wrong.replace(/ *\/\/.*\n/, "")}`,
    ).code,
    0,
  );
  for (const [text, message] of [
    [
      wrong.replace(/ *\/\/.*\n/, ""),
      /the program or the pipeline is wrong[^]*unknown operator `foo`/,
    ],
    [wrong.replace("foo(%x)", "(foo(%x), bar(%x))"), /an error that no line ERROR: names/],
    [wrong.replace("foo(", "tanh("), /there is no such error in line 5[^]*there were no errors/],
    [wrong.replace("unknown-operator", "shape-mismatch"), /there is no such error/],
  ]) {
    const { code, out } = runOf(`// RUN: InferType\n${text}`);
    assert.equal(code, 1);
    assert.match(out, message);
  }
  // A wrong pipeline, and a result that InferType refuses.
  const { code, out } = runOf(`// RUN: InferTipe\n${program}// CHECK: x\n`);
  assert.equal(code, 1);
  assert.match(out, /InferType/);
});

test("XFAIL", () => {
  const failing = runOf(`// XFAIL: #3 is open\n${fused}// CHECK: nn.dense\n`);
  assert.equal(failing.code, 0);
  assert.match(failing.out, /^not ok 1 - FILE # TODO \\#3 is open\n {2}---\n/m);
  assert.match(failing.out, /^# todo 1$/m);
  const passing = runOf(`// XFAIL\n${fused}// CHECK: tanh\n`);
  assert.equal(passing.code, 1);
  assert.match(passing.out, /^not ok 1 - FILE\n[^]*it passes, although XFAIL marks it as failing/m);
});

test("files that make no sense are failures that say why", () => {
  for (const [text, message] of [
    ["", /there is no line '\/\/ RUN:'/],
    [program, /there is no line '\/\/ RUN:'/],
    [fused, /there are no lines '\/\/ CHECK:'/],
    [`${fused}// CHECK: {{(}}\n`, /'\(' is not a regular expression/],
    [`${fused}// CHECK: {{a\n`, /at: "FILE:7"/],
    [`// RUN: InferType --opt-lvl 3\n${program}// CHECK: a\n`, /did you mean --opt-level\?/],
    [`// RUN: --passes InferType\n${program}// CHECK: a\n`, /without --passes/],
    [`// RUN: InferType --check-prefix=a.b\n${program}`, /a prefix has letters/],
    [
      `// RUN: passcope run %s | FileCheck %s\n${program}// CHECK: a\n`,
      /passes and flags, not a command/,
    ],
    [
      `// RUN: InferType --check-prefixes=A,B\n${program}// A: tanh\n`,
      /there are no lines '\/\/ B:' for this prefix/,
    ],
    [`// RUN: InferType --reproducer=x\n${program}// CHECK: a\n`, /no option --reproducer/],
    [`// RUN: InferType --opt-level '3\n${program}// CHECK: a\n`, /no ' ends the quote/],
    [`// RUN: InferType\n${"\u0000\u00ff".repeat(50)}\n// CHECK: a\n`, /error\[/],
  ]) {
    const { code, out } = runOf(text);
    assert.equal(code, 1, text);
    assert.match(out, message);
    assert.match(out, /^# fail 1$/m);
  }
});

test("line ends of Windows, and a large file", () => {
  const text = `${fused}// CHECK: fn (%p0\n// CHECK-NEXT: nn.relu\n// CHECK-NEXT: {{tanh.*$}}\n`;
  assert.equal(runOf(text.replaceAll("\n", "\r\n")).code, 0);
  const calls = Array.from({ length: 2000 }, (_, i) => `  %${i + 1} = nn.relu(%${i});\n`).join("");
  const large = `// RUN: InferType --exact\n#[version = "0.0.5"]\ndef @main(%x: Tensor[(2), float32]) {
  %0 = nn.relu(%x);\n${calls}  tanh(%2000)\n}\n`;
  const file = write(large);
  assert.equal(passcope(["test", file, "--update"]).code, 0);
  assert.equal(passcope(["test", file]).code, 0);
  assert.match(readFileSync(file, "utf8"), /^\/\/ CHECK-NEXT: {3}%2000 = nn.relu/m);
});

test("--update writes check lines and remarks in the place of those that were there", () => {
  const file = write(`// RUN: InferType, FuseOps
// RUN: InferType --check-prefix=TYPED
// REMARK: missed Gone
${program.replace("tanh(%0)", "tanh(%0)  // CHECK: old")}
// TYPED: old
// TYPED-NOT: older
// A comment that stays.
// CHECK-NEXT: old, too
`);
  const first = passcope(["test", file, "--update"]);
  assert.deepEqual({ ...first, err: "" }, { code: 0, out: `${file}\n`, err: "" });
  assert.equal(
    readFileSync(file, "utf8"),
    `// RUN: InferType, FuseOps
// RUN: InferType --check-prefix=TYPED
// REMARK: analysis FuseOps.UsedAsWhole tanh is not fused: its value is a result or the input of an expression that is never fused
// REMARK: passed FuseOps.Fused 2 operators are computed in one function: nn.relu, tanh
${program}
// TYPED: #[version = "0.0.5"]
// TYPED-NEXT: def @main(%x: Tensor[(2, 3), float32] /* ty=Tensor[(2, 3), float32] */) -> Tensor[(2, 3), float32] {
// TYPED-NEXT:   %0 = nn.relu(%x) /* ty=Tensor[(2, 3), float32] */;
// TYPED-NEXT:   tanh(%0) /* ty=Tensor[(2, 3), float32] */
// TYPED-NEXT: }
// A comment that stays.
// CHECK: #[version = "0.0.5"]
// CHECK-NEXT: def @main(%x: Tensor[(2, 3), float32] /* ty=Tensor[(2, 3), float32] */) -> Tensor[(2, 3), float32] {
// CHECK-NEXT:   %1 = fn (%p0: Tensor[(2, 3), float32] /* ty=Tensor[(2, 3), float32] */, Primitive=1) -> Tensor[(2, 3), float32] {
// CHECK-NEXT:     %0 = nn.relu(%p0) /* ty=Tensor[(2, 3), float32] */;
// CHECK-NEXT:     tanh(%0) /* ty=Tensor[(2, 3), float32] */
// CHECK-NEXT:   } /* ty=fn (Tensor[(2, 3), float32]) -> Tensor[(2, 3), float32] */;
// CHECK-NEXT:   %1(%x) /* ty=Tensor[(2, 3), float32] */
// CHECK-NEXT: }
`,
  );
  assert.equal(passcope(["test", file]).code, 0);
  // There is nothing more to do, also with line ends of Windows.
  assert.equal(passcope(["test", file, "--update"]).out, "");
  writeFileSync(file, readFileSync(file, "utf8").replaceAll("\n", "\r\n"));
  assert.equal(passcope(["test", file, "--update"]).out, "");
  // A file without check lines gets them at its end, or before its metadata section, which extends to the end of the
  // file.
  const source = "tests/golden/transforms/fold_constant/all_constant.relay";
  const folded = passcope([
    "run",
    source,
    "--passes",
    "InferType, FoldConstant",
    "--meta-data",
  ]).out;
  const plain = folded.replace(/ \/\*.*?\*\//g, "");
  const constant = write(`// RUN: InferType --meta-data --exact\n${plain}`);
  assert.equal(passcope(["test", constant, "--update"]).out, `${constant}\n`);
  assert.equal(passcope(["test", constant]).code, 0);
  assert.match(
    readFileSync(constant, "utf8"),
    /^\}\n\n\/\/ CHECK: #\[version[^]*\n#\[metadata\]\n\{/m,
  );
});

test("--update refuses two results under one prefix", () => {
  const { code, err } = runOf(
    `// RUN: InferType\n// RUN: InferType, FuseOps\n${program}`,
    "--update",
  );
  assert.equal(code, 1);
  assert.match(err, /FILE:2: an earlier RUN line has other results for CHECK/);
});

test("folders, --filter, -j, and command lines that cannot be understood", () => {
  const file = write(`${fused}// CHECK: tanh\n`, "good.relay");
  const other = path.join(path.dirname(file), "other.relay");
  writeFileSync(other, `${fused}// CHECK: nn.dense\n`);
  writeFileSync(path.join(path.dirname(file), "no.txt"), "");
  symlinkSync("nowhere", path.join(path.dirname(file), "gone.relay"));
  const all = passcope(["test", path.dirname(file), "-j", "8"]);
  assert.equal(all.code, 1);
  assert.deepEqual(points(all.out), [`ok 1 - ${file}`, `not ok 2 - ${other}`]);
  // One process gives the same output in the same order.
  assert.equal(passcope(["test", path.dirname(file)]).out, all.out);
  const one = passcope(["test", path.dirname(file), file, "--filter", "good"]);
  assert.equal(one.code, 0);
  assert.deepEqual(points(one.out), [`ok 1 - ${file}`]);
  for (const [args, message] of [
    [["test"], /name files and folders/],
    [["test", "nowhere"], /no file or folder 'nowhere'/],
    [["test", "docs"], /no file in 'docs' ends in \.relay/],
    [["test", file, "--filter", "("], /--filter takes a regular expression/],
    [["test", file, "--filter", "(".repeat(1000)], /nested more than 100 deep/],
    [["test", file, "--filter", "xyz"], /no test has a name that matches --filter/],
    [["test", file, "-j"], /-j needs a value: -j N/],
    [["test", file, "-j0"], /--jobs takes a positive number/],
    [["test", file, "-jx"], /--jobs takes an integer/],
  ]) {
    const { code, err } = passcope(args);
    assert.equal(code, 2, args.join(" "));
    assert.match(err, message);
  }
});
