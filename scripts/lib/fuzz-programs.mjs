// Runs mutated programs through random pipelines, in processes that may crash, hang or use too much memory.

import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { filesBelow } from "./files.mjs";
import { root } from "./run.mjs";

/** The folders of the project's own programs. */
const folders = ["tests/golden", "examples/relay", "tests/fuzz/inputs/programs"];

const watchMs = 500;
const pageBytes = 4096;

/** The texts of the programs to mutate. */
function ownPrograms() {
  return folders
    .flatMap((folder) => filesBelow(folder))
    .filter((file) => file.endsWith(".relay"))
    .sort()
    .map((file) => path.join(root, file));
}

/** The memory of a process in bytes; 0 if it has ended. */
function residentBytes(pid) {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, "utf8").split(" ")[1]) * pageBytes;
  } catch {
    return 0;
  }
}

/** The processor time of a process in seconds. Elapsed time would depend on the machine's other work. */
function computedSeconds(pid) {
  try {
    // After the name in parentheses: user and system time in hundredths of a second.
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1).split(" ");
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    return 0;
  }
}

/** A record of the program; null for output of a pass. */
function recordOf(line) {
  return /^\{"(signature|texts)":/.test(line) ? JSON.parse(line) : null;
}

/** The line of a crash that distinguishes it from others. */
function crashSignature(stderr, signal) {
  const line =
    stderr.match(/runtime error: .*/i)?.[0] ??
    stderr.match(/SUMMARY: \S+: .*/)?.[0] ??
    stderr.match(/finding: .*/)?.[0] ??
    `ended by ${signal}`;
  return `crash: ${line.replaceAll(/\/\S*\/|0x[0-9a-f]+|\d+/g, "#")}`;
}

/** The command for a program: a file, or a script for Node. */
const commandOf = (program) =>
  program.endsWith(".js") ? [process.execPath, [program]] : [program, []];

/**
 * Runs the seeds from `first` to `last` in `jobs` processes of `program`, a file or a script for Node. `onFinding({
 * signature, seed, detail, case })` is called once for each signature. If there are `pipelines`, they replace random
 * ones. Returns the counts of what was run.
 */
export async function fuzzPrograms({
  program,
  first,
  last,
  jobs,
  maxSeconds,
  maxBytes,
  seconds,
  pipelines = [],
  onFinding,
}) {
  const files = ownPrograms();
  const [command, script] = commandOf(program);
  const before = [...script, ...pipelines.flatMap((pipeline) => ["--pipeline", pipeline])];
  const folder = mkdtempSync(path.join(os.tmpdir(), "passcope-fuzz-"));
  const seen = new Map();
  const totals = { texts: 0, typed: 0, pipelines: 0, refused: 0, compared: 0 };
  const end = seconds === undefined ? Infinity : Date.now() + 1000 * seconds;

  const found = async (finding) => {
    const times = seen.get(finding.signature) ?? 0;
    seen.set(finding.signature, times + 1);
    if (times === 0) await onFinding(finding);
  };

  // A process runs a batch of seeds and is then replaced, which limits the memory that leaks can take.
  const batch = 2000;
  let next = first;
  async function shard(number) {
    while (next < last && Date.now() < end) {
      let from = next;
      const to = Math.min(last, from + batch);
      next = to;
      while (from < to) from = await runBatch(number, from, to);
    }
  }

  /** Returns the next seed. */
  async function runBatch(number, from, to) {
    const status = path.join(folder, `status-${number}`);
    writeFileSync(status, `${from}\n`);
    const child = spawn(command, [...before, status, String(from), "1", String(to), ...files], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    let stderr = "";
    let ended = null;
    let seed = from;
    let since = 0;
    child.stderr.on("data", (data) => (stderr = (stderr + data).slice(-20000)));
    const lines = createInterface({ input: child.stdout });
    const reading = (async () => {
      for await (const line of lines) {
        const record = recordOf(line);
        if (record?.signature) await found(record);
        else if (record) for (const key of Object.keys(totals)) totals[key] += record[key];
      }
    })();
    const timer = setInterval(() => {
      const now = Number(readFileSync(status, "utf8").split("\n")[0]);
      if (now !== seed) {
        seed = now;
        since = computedSeconds(child.pid);
      }
      if (computedSeconds(child.pid) - since > maxSeconds) ended = "slow: no answer in time";
      if (residentBytes(child.pid) > maxBytes) ended = "memory: more than the limit";
      if (ended || Date.now() > end + 1000 * maxSeconds) child.kill("SIGKILL");
    }, watchMs);
    const [code, signal] = await new Promise((resolve) => {
      child.on("close", (...result) => resolve(result));
    });
    clearInterval(timer);
    await reading;
    seed = Number(readFileSync(status, "utf8").split("\n")[0]);
    if (code === 0) return to;
    if (ended === null && Date.now() > end) return to;
    const made = spawnSync(command, [...before, "--make", String(seed), ...files], {
      encoding: "utf8",
      maxBuffer: 1 << 28,
    });
    await found({
      signature: ended ?? crashSignature(stderr, signal),
      seed,
      detail: stderr.slice(0, 4000),
      case: made.stdout,
    });
    totals.texts += seed - from + 1;
    return seed + 1;
  }

  try {
    await Promise.all(Array.from({ length: jobs }, (_, number) => shard(number)));
  } finally {
    rmSync(folder, { recursive: true });
  }
  return { totals, seen };
}

/** The signature of a case's finding, or null. */
function signatureOf(program, file, maxSeconds) {
  const [command, before] = commandOf(program);
  const { status, stdout, stderr, signal } = spawnSync(command, [...before, "--check", file], {
    encoding: "utf8",
    timeout: 1000 * maxSeconds,
    killSignal: "SIGKILL",
    maxBuffer: 1 << 28,
  });
  if (status === 0) return null;
  const record = stdout.split("\n").map(recordOf).find(Boolean);
  if (status === 1 && record) return record.signature;
  return signal === "SIGKILL" ? "slow: no answer in time" : crashSignature(stderr, signal);
}

/**
 * The smallest case that still has the finding's signature. It removes pipelines, lines and words (A. Zeller, R.
 * Hildebrandt: "Simplifying and Isolating Failure-Inducing Input", 2002).
 */
export function minimiseCase({ program, text, signature, maxSeconds, maxTries = 300 }) {
  // A slow case is tried for at most a minute.
  const until = Date.now() + 60_000;
  const folder = mkdtempSync(path.join(os.tmpdir(), "passcope-minimise-"));
  const file = path.join(folder, "case.relay");
  let tries = 0;
  const holds = (candidate) => {
    if (++tries > maxTries || Date.now() > until) return false;
    writeFileSync(file, candidate);
    return signatureOf(program, file, maxSeconds) === signature;
  };
  try {
    if (!holds(text)) return text;
    for (const separator of [/(?<=\n)/, /(?<=[ ,;()])/]) {
      let parts = text.split(separator);
      for (let size = Math.ceil(parts.length / 2); size >= 1; size = Math.floor(size / 2)) {
        for (let i = 0; i < parts.length && tries < maxTries && Date.now() < until;) {
          const rest = [...parts.slice(0, i), ...parts.slice(i + size)];
          if (rest.length > 0 && holds(rest.join(""))) parts = rest;
          else i += size;
        }
      }
      text = parts.join("");
    }
    return text;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Writes a finding as a case for tests/fuzz/inputs/programs and returns its path. */
export function writeFinding(folder, finding, text) {
  mkdirSync(folder, { recursive: true });
  const name = createHash("sha256").update(finding.signature).digest("hex").slice(0, 12);
  const file = path.join(folder, `programs-${name}.relay`);
  writeFileSync(file, text);
  return file;
}
