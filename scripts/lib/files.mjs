// Files of build steps: listing, hashing, and stamps, by which an unchanged step is skipped.

import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import { root } from "./run.mjs";

const generated = new Set([
  "node_modules",
  "dist",
  "build",
  "generated",
  "test-results",
  ".git",
  ".vite",
]);

/**
 * All files below `folder` (relative to the root) whose names end with one of `endings`, sorted, as paths relative to
 * the root. Generated folders are skipped. A missing folder has no files.
 *
 * @param {string} folder
 * @param {string[]} [endings] all files when absent
 */
export function filesBelow(folder, endings) {
  const found = [];
  const visit = (relative) => {
    let entries;
    try {
      entries = readdirSync(path.join(root, relative), { withFileTypes: true });
    } catch {
      return;
    }
    for (const entry of entries) {
      const child = path.join(relative, entry.name);
      if (entry.isDirectory()) {
        if (!generated.has(entry.name)) visit(child);
      } else if (!endings || endings.some((ending) => entry.name.endsWith(ending))) {
        found.push(child);
      }
    }
  };
  visit(folder);
  return found.sort();
}

/** A hash of the names and contents of `files` (relative to the root). A missing file changes the hash, too. */
export function hashFiles(files, salt = "") {
  const hash = createHash("sha256").update(salt);
  for (const file of files) {
    const full = path.join(root, file);
    hash.update(`\0${file}\0`).update(existsSync(full) ? readFileSync(full) : "missing");
  }
  return hash.digest("hex");
}

const stampPath = (name) => path.join(root, "build", "stamps", name);

/** True if the last success of the step `name` had this key. */
export function isCurrent(name, key) {
  try {
    return readFileSync(stampPath(name), "utf8") === key;
  } catch {
    return false;
  }
}

/** Records that the step `name` succeeded with this key. */
export function setCurrent(name, key) {
  mkdirSync(path.dirname(stampPath(name)), { recursive: true });
  writeFileSync(stampPath(name), key);
}

/** Removes the record of the step `name`. Call it before the step changes its outputs. */
export function clearCurrent(name) {
  rmSync(stampPath(name), { force: true });
}

/** Runs `action` with a temporary folder, which is removed afterwards. */
export async function withFolder(action) {
  const folder = mkdtempSync(path.join(os.tmpdir(), "passcope-"));
  try {
    return await action(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
