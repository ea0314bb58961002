// Which messages of the engine no test provokes. The debug build writes the patterns of the messages that it makes to the
// file $PASSCOPE_MESSAGES_MADE (src/diagnostics/message.cc).

import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { messagePatterns } from "./messages.mjs";
import { root } from "./run.mjs";

const list = "tests/messages/unprovoked.txt";

/** The suites that provoke the engine's messages together: those of the debug build that need no data sets. */
export const provoking = ["units", "cli", "goldens", "python", "examples"];

/**
 * The messages that no test provokes, with the reason of each: lines `identity: reason`. Lines that begin with # and
 * empty lines are skipped.
 *
 * @param {string} text
 * @returns {Map<string, string>}
 */
export function readReasons(text) {
  const lines = text.split("\n").filter((line) => line.trim() !== "" && !line.startsWith("#"));
  return new Map(
    lines.map((line) => {
      const [, identity = line, reason = ""] = /^(\w+): (.+)$/.exec(line) ?? [];
      return [identity, reason];
    }),
  );
}

/**
 * `missing`: messages that no test provoked and the list does not have, and lines of the list without a message or a
 * reason. `stale`: lines of the list that a test makes superfluous.
 *
 * @param {{ identity: string, pattern: string, places: string[] }[]} messages
 * @param {Set<string>} made patterns
 * @param {Map<string, string>} reasons
 * @returns {{ missing: string[], stale: string[] }}
 */
export function findUnprovoked(messages, made, reasons) {
  const identities = new Set(messages.map(({ identity }) => identity));
  const unmade = messages.filter(
    ({ identity, pattern }) => !made.has(pattern) && !reasons.has(identity),
  );
  const superfluous = messages.filter(
    ({ identity, pattern }) => made.has(pattern) && reasons.has(identity),
  );
  return {
    missing: [
      ...unmade.map(
        ({ identity, pattern, places }) => `${places[0]}: no test provokes ${identity}: ${pattern}`,
      ),
      ...[...reasons].flatMap(([identity, reason]) => {
        if (!identities.has(identity)) return [`${list}: there is no message ${identity}`];
        return reason === "" ? [`${list}: ${identity} has no reason`] : [];
      }),
    ],
    stale: superfluous.map(
      ({ identity }) => `${list}: a test provokes ${identity}: delete its line`,
    ),
  };
}

/**
 * Compares the messages of the engine with the list.
 *
 * @param {string} made the file that the debug build wrote; it is absent if the build failed
 */
export function unprovokedMessages(made) {
  if (!existsSync(made)) return { missing: ["the debug build has made no message"], stale: [] };
  const patterns = new Set(readFileSync(made, "utf8").split("\0"));
  const ofEngine = messagePatterns().filter(({ places }) =>
    places.some((place) => place.startsWith("src/")),
  );
  const reasons = readReasons(readFileSync(path.join(root, list), "utf8"));
  return findUnprovoked(ofEngine, patterns, reasons);
}
