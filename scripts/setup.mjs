// Installs what the project needs: Debian packages, then npm packages. Does not import any npm package.
//
//   npm run setup -- [group …]
//
// If it may not install packages, it lists the missing ones and how to get them, and fails.

import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { readOptions } from "./lib/options.mjs";
import { groups, missing, which } from "./lib/requirements.mjs";
import { UserError, main, root, run, step } from "./lib/run.mjs";

const minimumNode = [20, 19];

function checkNode() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major < minimumNode[0] || (major === minimumNode[0] && minor < minimumNode[1])) {
    throw new UserError(
      `Node ${minimumNode.join(".")} or newer is needed; this is ${process.versions.node}`,
    );
  }
}

/** The command that installs packages without questions, or undefined. */
async function installer() {
  if (!which("apt-get")) return undefined;
  if (process.getuid?.() === 0) return { command: ["apt-get"], interactive: false };
  if (!which("sudo")) return undefined;
  const silent = await run("sudo", ["-n", "true"], { check: false });
  if (silent.code === 0) return { command: ["sudo", "-n", "apt-get"], interactive: false };
  // A person can type the password.
  if (process.stdin.isTTY && !process.env.CI) {
    return { command: ["sudo", "apt-get"], interactive: true };
  }
  return undefined;
}

/**
 * A message for users whose machine lacks `items`.
 *
 * @param {{what: string, debian: string[]}[]} items
 */
export function explainMissing(items) {
  const packages = items.flatMap((item) => item.debian);
  return [
    "these are missing and cannot be installed from here:",
    ...items.map((item) => `  - ${item.what} (Debian: ${item.debian.join(" ")})`),
    "On Debian 12, as root or with sudo:",
    `  apt-get update && apt-get install -y --no-install-recommends ${packages.join(" ")}`,
    "On another system install the same tools with its package manager, then start this again.",
  ].join("\n");
}

async function installDebianPackages(needed) {
  const wanted = missing(needed);
  if (wanted.length === 0) return;
  const required = wanted.filter((item) => !item.optional);
  const apt = await installer();
  if (!apt) {
    if (required.length > 0) throw new UserError(explainMissing(required));
    return;
  }
  const packages = wanted.flatMap((item) => item.debian);
  const [program, ...prefix] = apt.command;
  const aptGet = (label, args) =>
    step(label, () =>
      run(program, [...prefix, ...args], {
        check: false,
        interactive: apt.interactive,
        env: { DEBIAN_FRONTEND: "noninteractive" },
      }).then((result) => {
        if (result.code !== 0) {
          console.error(result.output);
          throw new UserError(explainMissing(wanted));
        }
      }),
    );
  await aptGet("Debian's package lists", ["update", "-q"]);
  await aptGet(`Debian packages: ${packages.join(" ")}`, [
    "install",
    "-q",
    "-y",
    "--no-install-recommends",
    ...packages,
  ]);
  // A package of the same name in another release may not meet the requirement.
  const still = missing(needed).filter((item) => !item.optional);
  if (still.length > 0) throw new UserError(explainMissing(still));
}

const readJson = (file) => JSON.parse(readFileSync(path.join(root, file), "utf8"));

/**
 * Whether the installed npm packages agree with the lock file.
 *
 * @param {object} lock package-lock.json
 * @param {object} installed node_modules/.package-lock.json
 */
export function matchesLock(lock, installed) {
  return Object.entries(lock.packages).every(([key, entry]) => {
    if (!key.startsWith("node_modules/")) return true;
    const present = installed.packages[key];
    // Packages for other platforms are only in the lock file.
    if (!present) return entry.optional === true || entry.devOptional === true;
    return present.version === entry.version && present.resolved === entry.resolved;
  });
}

function npmIsCurrent() {
  const hidden = "node_modules/.package-lock.json";
  if (!existsSync(path.join(root, hidden))) return false;
  try {
    return matchesLock(readJson("package-lock.json"), readJson(hidden));
  } catch {
    return false;
  }
}

/**
 * Installs what some groups of steps need.
 *
 * @param {string[]} needed names from `groups` (lib/requirements.mjs)
 */
export async function setup(needed) {
  checkNode();
  await installDebianPackages(needed);
  if (!npmIsCurrent()) {
    await step("npm packages", () => run("npm", ["ci", "--no-audit", "--no-fund"]));
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await main(async () => {
    const { positionals } = readOptions({
      usage: "npm run setup -- [group …] [options]",
      about:
        `Installs what the groups need, out of ${groups.join(", ")}; all of them when none is named.\n` +
        "Where it may not install, it says what is missing and how to get it, and fails.",
      positionals: true,
    });
    const unknown = positionals.filter((name) => !groups.includes(name));
    if (unknown.length > 0) {
      throw new UserError(`unknown group "${unknown[0]}"; there are ${groups.join(", ")}`);
    }
    await setup(positionals.length > 0 ? positionals : groups);
    console.log("Everything needed is installed.");
  });
}
