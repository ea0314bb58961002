// Runs the commands and snippets of the documents, and compares the output with that in the documents.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { describe, test } from "node:test";
import { findPython } from "../../scripts/lib/requirements.mjs";
import { root } from "../cli/cli.mjs";
import { containsLines, programText, stepsOf } from "./markdown.mjs";

/** The sanitised build. PASSCOPE_BUILD names another folder. */
const build = process.env.PASSCOPE_BUILD ?? `${root}build/debug`;
/** The folder of the documents. PASSCOPE_DOCUMENTS names another one. */
const documentsRoot = path.resolve(process.env.PASSCOPE_DOCUMENTS ?? root);
const cli = `${root}node_modules/passcope/dist/cli.cjs`;
const python = existsSync(`${build}/python`);

/** Commands that no test can run, by their beginning, with the reason. */
const EXEMPT = [
  [/^npm start\b/, "serves until it is stopped"],
  [/^npm (?:run|test|ci|install)\b/, "builds the project, or downloads packages"],
  [/^npx http-server\b/, "serves until it is stopped"],
  [/^(?:\S*\/)?pip install\b/, "builds the project, or downloads packages"],
  [/^python3 -m venv\b/, "makes an environment for what pip installs"],
  [/^python3? -m http\.server\b/, "serves until it is stopped"],
  [/^sudo\b/, "changes the machine"],
  [/^git clone\b/, "downloads"],
  [/^cp -r node_modules\//, "copies what npm has installed"],
  [/^PASSCOPE_TVM_TESTS=/, "needs the sources of TVM"],
];

const PROGRAMS =
  /^(?:passcope|build\/native\/passcope|npx passcope|node|(?:environment\/bin\/)?python3?|printf|mkdir|cat)\b/;

/** Languages of blocks that are not run. */
const SHOWN_ONLY = new Set(["text", "cmake", "cpp", "diff", "mdx", "rst", "toml", "yaml"]);

const documents = [
  "README.md",
  "python/README.md",
  ...["docs", "examples"].flatMap((folder) =>
    readdirSync(path.join(documentsRoot, folder), { recursive: true })
      .filter((name) => (folder === "docs" ? name.endsWith(".md") : /(^|\/)README\.md$/.test(name)))
      .map((name) => `${folder}/${name}`)
      .sort(),
  ),
];

/** Tests of the whole output of a document's commands, for statements in its prose. */
const RESULTS = {
  "examples/relay/README.md": (printed, folder) => {
    assert.match(printed, /\[0, 'FoldConstant', \{'add': -1\}\]/);
    assert.match(printed, /\tConvertLayout: .*'layout_transform': /s);
    assert.match(printed, /-> Tensor\[\(1, 8, 32, 32\), float32\]/);
    assert.ok(existsSync(path.join(folder, "build/conv_bias.chrome.json")));
  },
};

/** The attributes of `<passcope-demo>`, as web/src/embed/settings.ts lists them. */
function elementAttributes() {
  const settings = readFileSync(`${root}web/src/embed/settings.ts`, "utf8");
  const list = /const ATTRIBUTES = \[(.*?)\] as const/s.exec(settings)[1];
  const names = [...list.matchAll(/"([a-z-]+)"/g)].map((match) => match[1]);
  assert.ok(names.includes("pipeline"));
  return new Set(names);
}

/** Runs a shell command in a folder. Returns its exit code and its whole output, in order. */
function run(command, cwd) {
  return new Promise((resolve, reject) => {
    const child = spawn("sh", ["-c", `exec 2>&1\n${command}`], {
      cwd,
      stdio: ["ignore", "pipe", "inherit"],
      timeout: 120_000,
      env: { ...process.env, PATH: `${cwd}/.bin:${process.env.PATH}`, NO_COLOR: "1" },
    });
    let output = "";
    child.stdout.setEncoding("utf8").on("data", (text) => (output += text));
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, output }));
  });
}

/** Makes a folder that looks like the root of the repository and like a project that has installed the package. */
async function projectFolder() {
  const folder = mkdtempSync(path.join(os.tmpdir(), "passcope-documents-"));
  const script = (name, line) => {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), `#!/bin/sh\n${line}\n`, { mode: 0o755 });
  };
  script(".bin/passcope", `exec "${process.execPath}" "${cli}" "$@"`);
  script(".bin/npx", `exec "$@"`);
  script("build/native/passcope", `exec "${build}/passcope" "$@"`);
  if (python) {
    const { output } = await run("clang++-14 --print-file-name=libclang_rt.asan-x86_64.so", folder);
    const line = [
      `LD_PRELOAD="${output.trim()}" ASAN_OPTIONS=detect_leaks=0:handle_sigill=1`,
      `PYTHONDONTWRITEBYTECODE=1 PYTHONPATH="${build}/python:${root}python"`,
      `PATH="${process.env.PATH}" exec "${findPython()}" "$@"`,
    ].join(" ");
    for (const name of ["python", "python3"]) {
      script(`.bin/${name}`, line);
      script(`environment/bin/${name}`, line);
    }
  }
  symlinkSync(`${root}node_modules`, path.join(folder, "node_modules"));
  symlinkSync(path.join(documentsRoot, "examples"), path.join(folder, "examples"));
  writeFileSync(path.join(folder, "package.json"), '{"type": "module"}\n');
  return folder;
}

function write(folder, name, text) {
  const file = path.join(folder, name);
  assert.ok(file.startsWith(folder) && !name.startsWith("examples/"), `${name} is in the folder`);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** Checks that each text that a document shows is in the output. */
function checkShown(document, shown, output) {
  for (const { text, line } of shown) {
    assert.ok(
      containsLines(output, text),
      `${document}:${line}: this was printed instead:\n${output}`,
    );
  }
}

/** Tests every command of a block. Returns the output of all of them. */
async function commandTests(t, document, folder, { commands, shown }) {
  let printed = "";
  for (const { command, line, shown: lines } of commands) {
    const where = `${document}:${line}`;
    const exempt = EXEMPT.find(([pattern]) => pattern.test(command));
    if (exempt) continue;
    const skip = /^\S*python3?\b/.test(command) && !python && "the Python package is not built";
    await t.test(`${where}: ${command.split("\n")[0]}`, { skip }, async () => {
      assert.match(command, PROGRAMS, `${where}: no program that the tests know or exempt`);
      const { code, output } = await run(command, folder);
      printed += output;
      // A command may report a finding with exit code 1. Then the document must show it.
      const fine = code === 0 || (code === 1 && shown.length + lines.length > 0);
      assert.ok(fine, `${where}: exit code ${code}\n${output}`);
      if (lines.length > 0) checkShown(document, [{ text: lines.join("\n"), line }], output);
    });
  }
  if (shown.length > 0) {
    await t.test(`${document}:${shown[0].line}: shown output`, () =>
      checkShown(document, shown, printed),
    );
  }
  return printed;
}

/** The file name and the command for a program of Node, Vitest or Python. */
function programCommand(document, language, text) {
  const base = document.replace(/\W/g, "_");
  if (language === "python") {
    if (/^(?:import pytest|def test_)/m.test(text)) {
      return [`test_${base}.py`, (file) => `python -m pytest -q -p no:cacheprovider ${file}`];
    }
    // A document's program imports `tvm`, as a script of the reader does.
    return [`${base}.py`, (file) => `python -m passcope ${file}`];
  }
  if (text.includes('from "vitest"')) {
    return [
      `${base}.test.${language}`,
      // Under `CI`, Vitest records no new entry by default.
      (file) => `node node_modules/vitest/vitest.mjs run --update=new ${file}`,
    ];
  }
  // Jest is not installed.
  if (text.includes('"@jest/globals"') || /matchers\/jest"/.test(text)) {
    return [`${base}.mjs`, (file) => `node --check ${file}`];
  }
  return [`${base}.mjs`, (file) => `node --enable-source-maps ${file}`];
}

async function programTest(t, document, folder, step) {
  const { language, line, shown } = step;
  const text = programText(step);
  const [own, command] = programCommand(`${document}_${line}`, language, text);
  if (step.file) write(folder, step.file, text);
  // Node's runner and Vitest recognise a test by its file name.
  const file = step.file && !/\.ts$/.test(step.file) ? step.file : own;
  const skip = language === "python" && !python && "the Python package is not built";
  const how = command(file).includes("--check") ? "program for Jest, its syntax only" : "program";
  await t.test(`${document}:${line}: ${language} ${how}`, { skip }, async () => {
    let source = text;
    if (language === "ts" && file.endsWith(".mjs")) {
      const ts = createRequire(import.meta.url)("typescript");
      const compilerOptions = { target: "es2022", module: "esnext", inlineSourceMap: true };
      source = ts.transpileModule(text, { compilerOptions, fileName: document }).outputText;
    }
    // A setup file for tests has no tests, but Vitest needs one.
    if (own.includes(".test.") && !/\b(?:test|it)\(/.test(text)) {
      source += 'import { test } from "vitest";\ntest("is set up", () => {});\n';
    }
    if (file !== step.file) write(folder, file, source);
    const { code, output } = await run(command(file), folder);
    assert.equal(code, 0, `${document}:${line} (lines below are the document's)\n${output}`);
    checkShown(document, shown, output);
  });
}

/** The mistakes in a snippet of HTML: tags that do not match, and attributes that the element does not know. */
function htmlMistakes(text, models) {
  const known = elementAttributes();
  const VOID = /^(?:br|hr|img|input|link|meta|source)$/;
  const mistakes = [];
  const open = [];
  const tags =
    /<!--.*?-->|<(script|style)\b([^>]*)>.*?<\/\1>|<(\/?)([a-z][\w-]*)((?:[^"'<>]|"[^"]*"|'[^']*')*)>|</gs;
  for (const [all, , , close, name, attributes] of text.matchAll(tags)) {
    if (all === "<") mistakes.push("a tag does not end");
    if (!name || VOID.test(name)) continue;
    if (close) {
      if (open.pop() !== name) mistakes.push(`</${name}> closes nothing`);
      continue;
    }
    if (!attributes.endsWith("/")) open.push(name);
    if (name !== "passcope-demo") continue;
    const names = [...attributes.matchAll(/([\w-]+)(?:\s*=\s*(?:"[^"]*"|'[^']*'|\S+))?/g)];
    const model = names.some((match) => match[1] === "model");
    for (const [, attribute] of names) {
      if (known.has(attribute) || /^(?:id|class|style|title)$|^data-/.test(attribute)) continue;
      if (model && models.has(attribute)) continue;
      mistakes.push(`<passcope-demo> does not know the attribute ${attribute}`);
    }
  }
  if (open.length > 0) mistakes.push(`<${open.at(-1)}> is not closed`);
  return mistakes;
}

/** The options of all models as attributes. */
async function modelOptions() {
  const { engine } = await import("passcope");
  const options = engine.models().flatMap((model) => model.options);
  return new Set(options.map(({ name }) => name.replaceAll("_", "-")));
}

/** Tests a block that is neither a command nor a complete program. */
async function blockTest(t, document, folder, { kind, text, line, file }) {
  if (file) write(folder, file, text);
  const where = `${document}:${line}`;
  if (SHOWN_ONLY.has(kind)) return;
  await t.test(`${where}: ${kind}`, async () => {
    if (kind === "json") JSON.parse(text);
    else if (kind === "html") {
      const mistakes = htmlMistakes(text, await modelOptions());
      assert.deepEqual(mistakes, [], where);
    } else if (kind === "relay") {
      if (!file) write(folder, ".block.relay", text);
      const { code, output } = await run(`passcope print ${file ?? ".block.relay"}`, folder);
      assert.equal(code, 0, `${where}\n${output}`);
    } else assert.fail(`${where}: nothing is known of the language ${kind}`);
  });
}

describe("the documents' snippets", { concurrency: os.availableParallelism() }, () => {
  for (const document of documents) {
    const { steps, mistakes } = stepsOf(readFileSync(path.join(documentsRoot, document), "utf8"));
    if (steps.length + mistakes.length === 0) continue;
    test(document, async (t) => {
      for (const { line, what } of mistakes) {
        await t.test(`${document}:${line}: ${what}`, () => assert.fail(`${document}:${line}`));
      }
      const folder = await projectFolder();
      try {
        let printed = "";
        for (const step of steps) {
          if (step.kind === "commands") printed += await commandTests(t, document, folder, step);
          else if (step.kind === "program") await programTest(t, document, folder, step);
          else await blockTest(t, document, folder, step);
        }
        const expected = RESULTS[document];
        if (expected) await t.test("what its commands do", () => expected(printed, folder));
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    });
  }
});
