// For shells and terminals: colours, completion and the manual page.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import {
  ownFolder,
  passcope,
  program,
  root,
  shownColours,
  withoutColours,
  writeProgram,
} from "./cli.mjs";

const folder = ownFolder();
const source = writeProgram(folder);

const has = (command) => spawnSync("/bin/sh", ["-c", `command -v ${command}`]).status === 0;
const commands = passcope(["--help"])
  .out.split("\n")
  .map((line) => /^ {2}([a-z]+) /.exec(line)?.[1])
  .filter((name) => name !== undefined);

/** The names of the options of a command. */
const optionsOf = (command) => {
  const [, options] = passcope([command, "--help"]).out.split("\noptions:\n");
  return [...options.matchAll(/^ {2}(?:-\w, )?--([a-z-]+)/gm)].map(([, option]) => option);
};

// --- colours ---

test("--color colours diagnostics, differences and tables, and changes nothing else", () => {
  const ill = path.join(folder, "ill.relay");
  writeFileSync(ill, '#[version = "0.0.5"]\ndef @main(%x: Tensor[(3), float32]) {\n  foo(%x)\n}\n');
  for (const [args, coloured] of [
    [["run", ill], /<1;31>error\[unknown-operator\]:<\/> unknown operator[^]*<32> +\^~~<\/>/],
    [["run", "--frob"], /<1;31>passcope:<\/> run has no option/],
    [["run", source, "--passes", "FastMath", "--diff"], /<31>- .*\n<32>\+ /],
    [["run", source, "--passes", "InferType, FuseOps", "--remarks"], /<32>passed:<\/> FuseOps: /],
    [["run", source, "--required", "FoldConstant"], /<1;33>warning:<\/> /],
    [["list", "passes"], /^<1>AlterOpLayout +<\/> {2}/],
  ]) {
    const run = (...more) => {
      const { out, err } = passcope([...args, ...more]);
      return out + err;
    };
    assert.match(shownColours(run("--color", "always")), coloured, args.join(" "));
    assert.equal(withoutColours(run("--color=always")), run("--color=never"));
    // Neither stream is a terminal here.
    assert.equal(run(), run("--color=never"));
    assert.equal(run("--color=auto"), run("--color=never"));
  }
  const compared = ["--pipeline", "InferType", "--pipeline", "InferType, FuseOps"];
  const table = shownColours(passcope(["compare", source, "--color=always", ...compared]).out);
  assert.match(table, /^<1> +A +B *<\/>\n/);
  assert.match(table, /^lines +\d+ +\d+ <31>\(\+\d+%\)<\/>$/m);
});

/** The output on a terminal: script(1) makes one. */
const onTerminal = (command, environment) =>
  shownColours(
    spawnSync("script", ["-qec", command, "/dev/null"], {
      cwd: root,
      encoding: "utf8",
      env: { ...process.env, NO_COLOR: undefined, TERM: "xterm", ...environment },
    }).stdout,
  );

test("a terminal has colours, unless NO_COLOR is set or it is dumb", (t) => {
  if (!has("script")) return t.skip("script(1) is not installed");
  const command = `${program} list models`;
  assert.match(onTerminal(command), /<1>/);
  assert.doesNotMatch(onTerminal(`${command} --color=never`), /<\/>/);
  assert.doesNotMatch(onTerminal(command, { NO_COLOR: "1" }), /<\/>/);
  assert.match(onTerminal(command, { NO_COLOR: "" }), /<1>/);
  assert.doesNotMatch(onTerminal(command, { TERM: "dumb" }), /<\/>/);
  assert.match(onTerminal(`${command} --color=always`, { NO_COLOR: "1" }), /<1>/);
  // A terminal is no program that is piped in.
  assert.match(onTerminal(`${program} run`), /name one program/);
  // Only the standard error output is a terminal.
  assert.doesNotMatch(onTerminal(`${program} list models > /dev/null; true`), /<\/>/);
});

// --- completion ---

// Where each shell finds `passcope`.
const bin = path.join(folder, "bin");
mkdirSync(bin);
symlinkSync(path.resolve(program), path.join(bin, "passcope"));
mkdirSync(path.join(folder, "work"));
for (const name of ["a.relay", "b c.relay"]) writeFileSync(path.join(folder, "work", name), "");
const shellEnvironment = {
  ...process.env,
  PATH: `${bin}:${process.env.PATH}`,
  HOME: folder,
  TERM: "xterm",
};
const shell = (command, args) => {
  const { stdout, stderr } = spawnSync(command, args, {
    cwd: path.join(folder, "work"),
    encoding: "utf8",
    env: shellEnvironment,
  });
  assert.equal(stderr, "");
  return stdout.split("\n").filter((line) => line !== "");
};

writeFileSync(path.join(folder, "completion.bash"), passcope(["completion", "bash"]).out);

/** What bash offers for the last word of a line; readline divides words at "=". */
const bash = (...words) => {
  const array = words
    .flatMap((word) => word.split(/(?<=^--[a-z-]+)(=)/))
    .map((word) => `'${word.replaceAll("'", "'\\''")}'`);
  return shell("bash", [
    "--norc",
    "-c",
    `. ${folder}/completion.bash
COMP_WORDS=(${array.join(" ")}) COMP_CWORD=${array.length - 1}
_passcope
printf '%s\\n' "\${COMPREPLY[@]}"`,
  ]);
};

test("bash completes commands, options and values", () => {
  assert.deepEqual(bash("passcope", ""), [...commands, "help", "--help", "--version"]);
  assert.deepEqual(bash("passcope", "qu"), ["quantize"]);
  assert.deepEqual(bash("passcope", "run", "--print-a"), ["--print-after-all"]);
  assert.deepEqual(bash("passcope", "run", "--model", "resnet18"), ["resnet18"]);
  assert.deepEqual(bash("passcope", "run", "--model=resnet18"), ["resnet18"]);
  assert.deepEqual(bash("passcope", "run", "--passes", "InferType, FuseO"), ["InferType, FuseOps"]);
  assert.deepEqual(bash("passcope", "run", "--passes", "'InferType;Fast"), ["InferType;FastMath"]);
  assert.deepEqual(bash("passcope", "run", "--passes=Sequential{FastM"), ["Sequential{FastMath"]);
  assert.deepEqual(bash("passcope", "run", "--remarks=passed,m"), ["passed,missed"]);
  assert.deepEqual(bash("passcope", "run", "--opt-level", ""), []);
  assert.deepEqual(bash("passcope", "run", "--trace-format", "c"), ["chrome"]);
  assert.deepEqual(bash("passcope", "test", "--color", "a"), ["auto", "always"]);
  assert.deepEqual(bash("passcope", "list", "op"), ["ops"]);
  assert.deepEqual(bash("passcope", "completion", ""), ["bash", "zsh", "fish"]);
  assert.deepEqual(bash("passcope", "help", "bi"), ["bisect"]);
  for (const line of [
    ["run", ""],
    ["run", "-o", ""],
    ["run", "--trace="],
    ["run", "--time", ""],
  ]) {
    assert.deepEqual(bash("passcope", ...line).sort(), ["a.relay", "b c.relay"], line.join(" "));
  }
});

test("the completions have each option of the help", () => {
  const scripts = ["bash", "zsh", "fish"].map((name) => passcope(["completion", name]).out);
  for (const option of new Set(commands.flatMap(optionsOf))) {
    for (const script of scripts) assert.match(script, new RegExp(`\\b${option}\\b`), option);
  }
});

test("zsh completes", (t) => {
  if (!has("zsh")) return t.skip("zsh is not installed");
  // Zsh completes only on a terminal, which the module zpty makes. It waits for what is expected.
  const zsh = (line, expected) => {
    const { stdout, error } = spawnSync(
      "zsh",
      [
        "-fc",
        `zmodload zsh/zpty
zpty -b z zsh -f -i
zpty -w z "PS1=; autoload -U compinit; compinit -u -d ${folder}/dump"
zpty -w z 'eval "$(passcope completion zsh)"; LISTMAX=10000; unsetopt automenu; stty cols 200 rows 200; echo READ""Y'
zpty -r -m z reply '*READY*'
zpty -w -n z $'${line}\\t'
zpty -r -m z reply '*${expected}*'
print -r -- "$reply"`,
      ],
      { cwd: folder, encoding: "utf8", timeout: 120_000, env: shellEnvironment },
    );
    assert.equal(error, undefined, `${line}: ${expected} does not appear`);
    return withoutColours(stdout);
  };
  assert.match(zsh("passcope quant", "quantize"), /passcope quantize/);
  assert.match(zsh("passcope run --print-af", "after-all"), /passcope run --print-after-all/);
  assert.match(zsh("passcope run --model resnet1", "resnet18"), /resnet101[^]*resnet18/);
  assert.match(zsh("passcope run --passes InferType,FuseO", "FuseOps"), /InferType,FuseOps/);
});

test("fish completes", (t) => {
  if (!has("fish")) return t.skip("fish is not installed");
  const fish = (line) =>
    shell("fish", [
      "--no-config",
      "-c",
      `passcope completion fish | source; complete -C '${line}'`,
    ]).map((offer) => offer.split("\t")[0]);
  assert.deepEqual(fish("passcope quan"), ["quantize"]);
  assert.ok(commands.every((name) => fish("passcope ").includes(name)));
  assert.deepEqual(fish("passcope run --print-a"), ["--print-after-all"]);
  assert.deepEqual(fish("passcope run --model resnet18"), ["resnet18"]);
  assert.deepEqual(fish("passcope run --passes InferType,FuseO"), ["InferType,FuseOps"]);
  assert.deepEqual(fish("passcope list op").sort(), ["ops"]);
  assert.deepEqual(fish("passcope run --color ").sort(), ["always", "auto", "never"]);
  assert.ok(fish("passcope run -o ").includes("a.relay"));
});

// --- the manual page ---

test("the manual page has each command and option, and is well-formed", (t) => {
  const page = passcope(["man"]).out;
  const text = page.replaceAll("\\-", "-");
  assert.match(
    text,
    new RegExp(`^\\.TH PASSCOPE 1 "" "${passcope(["--version"]).out.trim()}"`, "m"),
  );
  for (const command of commands) {
    assert.match(text, new RegExp(`^\\.SS "passcope ${command}"$`, "m"));
    for (const option of optionsOf(command)) {
      assert.ok(text.includes(`\\fB--${option}\\fR`), option);
    }
  }
  // Nothing but ASCII, so that each troff shows it.
  // eslint-disable-next-line no-control-regex
  assert.match(page, /^[\x00-\x7f]*$/);
  const file = path.join(folder, "passcope.1");
  writeFileSync(file, page);
  let checked = false;
  if (has("mandoc")) {
    checked = true;
    const { stdout } = spawnSync("mandoc", ["-Tlint", "-Wwarning", file], { encoding: "utf8" });
    // A page with a date differs from build to build.
    assert.equal(stdout.replace(/.*missing date.*\n/, ""), "");
  }
  if (has("man") && has("groff")) {
    checked = true;
    const shown = spawnSync("man", ["--warnings", "-l", file], {
      encoding: "utf8",
      env: { ...process.env, MANPAGER: "cat", MANWIDTH: "80", LC_ALL: "C.UTF-8" },
    });
    assert.equal(shown.stderr, "");
    assert.match(shown.stdout, /EXIT STATUS/);
  }
  if (!checked) t.diagnostic("neither man nor mandoc is installed: only the text was checked");
});
