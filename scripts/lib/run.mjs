// Starts child processes and reports steps: one line per step with its time. A child's output is shown only if it
// fails, or with --verbose.

import { spawn } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** The repository's root folder. */
export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..", "..");

/** The path of a program that npm has installed. */
export const bin = (name) => path.join(root, "node_modules", ".bin", name);

/** A failure that the user can act on. Only its message is printed, without a stack. */
export class UserError extends Error {}

/** A child process ended with a non-zero code; `output` is everything that it printed. */
class CommandError extends UserError {
  constructor(commandLine, code, output) {
    super(`${commandLine} ended with code ${code}`);
    this.code = code;
    this.output = output;
  }
}

export const settings = { verbose: process.argv.includes("--verbose") };

/** Ends a process and all processes that it has started, where /proc tells them. */
function endTree(pid) {
  const started = [];
  try {
    for (const thread of readdirSync(`/proc/${pid}/task`)) {
      const children = readFileSync(`/proc/${pid}/task/${thread}/children`, "utf8");
      started.push(...children.split(" ").filter((child) => child !== ""));
    }
  } catch {
    // The process has ended, or the system has no /proc.
  }
  try {
    process.kill(Number(pid), "SIGKILL");
  } catch {
    // The process has ended.
  }
  started.forEach(endTree);
}

/**
 * Runs a command to its end.
 *
 * @param {string} command the program
 * @param {string[]} args its arguments
 * @param {{cwd?: string, env?: Record<string, string>, check?: boolean, interactive?: boolean,
 *   timeoutMs?: number}} options `check: false` returns a failure in place of throwing it; `interactive` lets the child
 *   use the terminal (for a password prompt); `timeoutMs`: the time after which the command and all that it has
 *   started are ended
 * @returns {Promise<{code: number, output: string, stdout: string}>}
 */
export function run(command, args, options = {}) {
  const { cwd = root, env = {}, check = true, interactive = false, timeoutMs = 0 } = options;
  const commandLine = [command, ...args].join(" ");
  if (settings.verbose) console.log(`$ ${commandLine}`);
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: interactive ? "inherit" : ["ignore", "pipe", "pipe"],
    });
    let output = "";
    let stdout = "";
    let timedOut = false;
    const timer =
      timeoutMs > 0
        ? setTimeout(() => {
            timedOut = true;
            endTree(child.pid);
            // A process that is left over may still hold the other ends.
            child.stdout?.destroy();
            child.stderr?.destroy();
          }, timeoutMs)
        : undefined;
    const take = (chunk, isStdout) => {
      const text = chunk.toString();
      output += text;
      if (isStdout) stdout += text;
      if (settings.verbose) process.stdout.write(text);
    };
    child.stdout?.on("data", (chunk) => take(chunk, true));
    child.stderr?.on("data", (chunk) => take(chunk, false));
    child.on("error", (error) => {
      clearTimeout(timer);
      reject(new UserError(`${command} could not be started: ${error.message}`));
    });
    child.on("close", (code, signal) => {
      clearTimeout(timer);
      if (timedOut) output += `\nstopped after ${timeoutMs / 1000} s\n`;
      const result = { code: code ?? (signal ? 128 : 1), output, stdout };
      if (signal && !timedOut) result.output += `\nended by ${signal}\n`;
      if (check && result.code !== 0) {
        reject(new CommandError(commandLine, result.code, result.output));
      } else {
        resolve(result);
      }
    });
  });
}

/** A readable duration: `0.4 s`, `12 s`, `2 min 5 s`. */
export function seconds(ms) {
  const s = ms / 1000;
  if (s < 10) return `${s.toFixed(1)} s`;
  if (s < 60) return `${Math.round(s)} s`;
  return `${Math.floor(s / 60)} min ${Math.round(s % 60)} s`;
}

/**
 * Runs one step, with a line at its begin and one at its end, because others may run at the same time. If `action`
 * returns a string, it is shown beside the time.
 *
 * @template T
 * @param {string} label
 * @param {() => Promise<T>} action
 * @returns {Promise<T>}
 */
export async function step(label, action) {
  const start = performance.now();
  console.log(`${label} …`);
  const end = (text) => console.log(`${label}: ${text} (${seconds(performance.now() - start)})`);
  try {
    const result = await action();
    end(typeof result === "string" ? result : "done");
    return result;
  } catch (error) {
    end("failed");
    throw error;
  }
}

/**
 * The last lines of a child's output, where compilers and test runners put the important ones. Very long lines are cut:
 * Node prints the source line of an error, which can be a whole generated file.
 */
export function tail(text, lines = 200) {
  const all = text
    .trimEnd()
    .split("\n")
    .map((line) => (line.length > 1000 ? `${line.slice(0, 200)} [… cut]` : line));
  if (all.length <= lines) return all.join("\n");
  return [`[${all.length - lines} lines left out; --verbose shows all]`, ...all.slice(-lines)].join(
    "\n",
  );
}

/** Prints an error for users: the child's output, then what failed. */
export function report(error) {
  if (error instanceof CommandError && !settings.verbose && error.output.trim() !== "") {
    console.error(tail(error.output));
  }
  console.error(error instanceof UserError ? `error: ${error.message}` : error);
}

/** Runs a script's main function. Prints a failure and sets exit code 1. */
export async function main(action) {
  try {
    await action();
  } catch (error) {
    report(error);
    process.exitCode = 1;
  }
}
