// Runs the command line in tests.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { after } from "node:test";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../../", import.meta.url));

/** The command line of the sanitised build. PASSCOPE names another one. */
export const program = process.env.PASSCOPE ?? `${root}build/debug/passcope`;

/** Whether the command line runs in Node, where each command begins with loading the engine. */
export const inNode = program.endsWith(".cjs");
/** Of many commands of one kind, all run natively, and every `share`-th one in Node. */
export const sampled = (number, share) => !inNode || number % share === 0;

/**
 * Runs `passcope` in the root of the repository.
 *
 * @param {string[]} args
 * @param {string} [input] the standard input
 * @param {string} [command] another program
 * @returns {{code: number | null, out: string, err: string}}
 */
export function passcope(args, input = "", command = program) {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd: root,
    input,
    encoding: "utf8",
    maxBuffer: 1 << 28,
    timeout: 120_000,
  });
  // A program that rejects its arguments ends before it has read its input.
  if (error && error.code !== "EPIPE") throw error;
  return { code: status, out: stdout, err: stderr };
}

/** A folder that is removed after the tests of a file. */
export function ownFolder() {
  const folder = mkdtempSync(path.join(os.tmpdir(), "passcope-cli-"));
  after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Writes a small program into a folder; returns the file's path. */
export function writeProgram(folder) {
  const file = path.join(folder, "program.relay");
  writeFileSync(
    file,
    `#[version = "0.0.5"]
def @main(%x: Tensor[(3, 4), float32], %w: Tensor[(5, 4), float32]) {
  %0 = nn.dense(%x, %w, units=5);
  nn.relu(tanh(exp(%0)))
}
`,
  );
  return file;
}

/** A text with "<1;31>" for the code of a colour, and "</>" for the end of it. */
export const shownColours = (text) =>
  // eslint-disable-next-line no-control-regex
  text.replaceAll(/\x1b\[([\d;]*)m/g, (_, code) => (code === "0" ? "</>" : `<${code}>`));
export const withoutColours = (text) => shownColours(text).replaceAll(/<(?:[\d;]+|\/)>/g, "");

export const golden = (name) => readFileSync(`${root}tests/golden/tutorials/${name}`, "utf8");

/** The text of a timing profile without its figures, as in the golden files. */
export const withoutTimes = (profile) =>
  profile.replace(/\d+us \[\d+us\] \([\d.]+%; [\d.]+%\)/g, "<us>us [<us>us] (<pct>%; <pct>%)");

/** A list of operator changes in Python's notation, as JSON. */
export const parseOpDiff = (text) =>
  text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line.replaceAll("'", '"')));
