// What `passcope check` writes for other programs: JUnit's XML, GitHub's annotations, Markdown and links.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { inflateRawSync } from "node:zlib";
import { ownFolder, passcope, program, root } from "./cli.mjs";

const folder = ownFolder();
const baseline = path.join(folder, "base.json");
// A name with characters that each of the formats must escape.
mkdirSync(path.join(folder, "a,b"));
const file = path.join(folder, "a,b", "x & <50%>.relay");
writeFileSync(file, readFileSync(`${root}examples/relay/fold_constant.relay`));
const common = ["check", "--baseline", baseline, "--no-times"];
const pipeline = (text) => ["--pipeline", `"1" & <2>=${text}`];
passcope([...common, file, ...pipeline("InferType, FoldConstant"), "--update"]);
const changed = [...common, ...pipeline("InferType")];

/** Runs the command as in GitHub's actions. */
const inGitHub = (args, env = {}) =>
  spawnSync(program, args, {
    cwd: root,
    encoding: "utf8",
    env: { ...process.env, GITHUB_ACTIONS: "true", ...env },
  });

test("JUnit's XML is well-formed and has a test for each pipeline", () => {
  const junit = path.join(folder, "junit.xml");
  assert.equal(passcope([...changed, "--junit", junit]).code, 1);
  const script =
    "import json, sys, xml.etree.ElementTree as e\n" +
    "r = e.parse(sys.argv[1]).getroot()\n" +
    "print(json.dumps([[r.tag, r.attrib], *[[n.tag, n.attrib, n.text] for n in r.iter()]]))";
  const { stdout, stderr } = spawnSync("python3", ["-c", script, junit], { encoding: "utf8" });
  assert.equal(stderr, "");
  const [[tag, all], ...elements] = JSON.parse(stdout);
  assert.equal(tag, "testsuites");
  assert.equal(all.tests, "1");
  assert.equal(all.failures, "1");
  const [, { name, classname }] = elements.find(([each]) => each === "testcase");
  assert.equal(name, '"1" & <2>');
  assert.equal(classname, "a,b/x & <50%>.relay");
  const [, failure, text] = elements.find(([each]) => each === "failure");
  assert.match(failure.message, /^FoldConstant no longer runs: 1 more operator at the end \(and/);
  assert.equal(failure.type, "pass-removed");
  assert.match(text, /^error: the result has 1 more operator: 3, not 2 \(add \+1\)$/m);
  assert.equal(passcope([...common, "--junit", junit]).code, 0);
  assert.match(readFileSync(junit, "utf8"), /tests="1" failures="0" errors="0"/);
});

test("annotations are printed in GitHub's actions, escaped", () => {
  const { status, stdout } = inGitHub(changed);
  assert.equal(status, 1);
  const [first] = stdout.split("\n").filter((line) => line.startsWith("::"));
  const where = path.relative(root, file).replace("%", "%25").replaceAll(",", "%2C");
  assert.equal(
    first,
    `::error file=${where},title=Passcope%3A Pass removed::FoldConstant no longer runs: ` +
      `1 more operator at the end%0Aa,b/x & <50%25>.relay, pipeline '"1" & <2>'`,
  );
  assert.doesNotMatch(passcope(common, "").out, /^::/m);
  // JSON stays alone on the standard output.
  const json = inGitHub([...changed, "--json"]);
  assert.equal(JSON.parse(json.stdout).outcome, "failed");
  assert.match(json.stderr, /^::error /);
});

test("the summary is Markdown, and is added to GitHub's", () => {
  const summary = path.join(folder, "summary.md");
  writeFileSync(summary, "Before\n");
  inGitHub([...changed, "--markdown", summary], { GITHUB_STEP_SUMMARY: summary });
  const text = readFileSync(summary, "utf8");
  assert.match(text, /^Before\n### Passcope: \d+ differences from the baseline\n/);
  assert.match(text, /^\| a,b\/x &amp; &lt;50%>\.relay \| "1" &amp; &lt;2> \| \*\*3\*\* \(2\) \|/m);
  assert.match(text, /\| error \| FoldConstant no longer runs: 1 more operator at the end \|/);
  passcope([...common, "--markdown", summary]);
  assert.match(readFileSync(summary, "utf8"), /^### Passcope: as in the baseline\n/);
});

test("a link has the program, the pipeline and the baseline's pipeline", () => {
  const { out } = passcope([...changed, "--page", "https://example.org/play/#old", "--json"]);
  const [{ link }] = JSON.parse(out).checked;
  const [address, fragment] = link.split("#v1.");
  assert.equal(address, "https://example.org/play/");
  const json = inflateRawSync(Buffer.from(fragment, "base64url")).toString();
  const document = JSON.parse(json);
  assert.equal(document.program.title, "x & <50%>.relay");
  assert.deepEqual(document.stages, [
    { kind: "passes", optLevel: 2, passes: [{ name: "InferType" }] },
  ]);
  assert.equal(document.variants[0].name, "baseline");
  assert.deepEqual(document.variants[0].stages[0].passes[1], { name: "FoldConstant" });
  assert.deepEqual(document.view, { detailTab: "compare" });
  const saved = path.join(folder, "saved.json");
  writeFileSync(saved, json);
  const replayed = passcope(["compare", "--reproducer", saved, "--repeat", "1", "--json"]);
  assert.deepEqual(
    JSON.parse(replayed.out).variants.map(({ name, ops }) => [name, ops.add]),
    [
      ["baseline", 1],
      ["this pipeline", 2],
    ],
  );
});
