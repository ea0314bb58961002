// Random links, the same in each run, through the decoder, the page's state and the writers of programs. A link is
// opened or refused in words; nothing throws. PASSCOPE_LINKS sets their number.
import { expect, it } from "vitest";
import type { Spawn } from "../../src/core/protocol/client";
import { createApp } from "../../src/features/app";
import { sharedOf } from "../../src/features/share/address";
import { commandLine } from "../../src/features/share/command-line";
import { decodeFragment, encodeFragment, NotALink } from "../../src/features/share/link";
import { nodeProgram } from "../../src/features/share/node-program";
import { tvmPython } from "../../src/features/share/tvm-python";
import { stepsInWords } from "../../src/core/pipeline/step-names";
import {
  currentFailure,
  detailTabOf,
  isChanged,
  isOfCode,
  sourceTitle,
} from "../../src/core/state/app-state";
import { randomLink } from "../fuzz/documents";
import { INFO } from "./share/workspaces";

const number = (name: string, standard: number): number => Number(process.env[name] ?? standard);
const count = number("PASSCOPE_LINKS", 500);
const first = number("PASSCOPE_LINKS_FROM", 0);

/** A worker that never answers. */
const silent: Spawn = () => ({ post: () => undefined, terminate: () => undefined });

/** Opens a link in a page's state, and uses what a page shows of it. Returns whether the link was opened. */
async function open(fragment: string): Promise<boolean> {
  let shared;
  try {
    shared = await decodeFragment(fragment);
  } catch (error) {
    if (!(error instanceof NotALink)) throw error;
    return false;
  }
  const app = createApp(silent, { javascript: silent, python: silent });
  try {
    app.store.update({ info: INFO });
    app.workspaces.prepare(shared, undefined);
    app.runs.start();
    void app.runs.press();
    const { state } = app.store;
    for (const show of [sourceTitle(state.source), stepsInWords(state), detailTabOf(state)])
      expect(typeof show).toBe("string");
    for (const ask of [isOfCode, isChanged, currentFailure]) ask(state);
    await encodeFragment(sharedOf(state));
    for (const write of [commandLine, nodeProgram, tvmPython]) write(state, INFO);
    app.history.undo();
    app.history.redo();
  } finally {
    app.close();
  }
  return true;
}

it(
  "random links are opened, or refused in words",
  async () => {
    const findings: string[] = [];
    let opened = 0;
    for (let seed = first; seed < first + count && findings.length < 10; ++seed) {
      try {
        if (await open(randomLink(seed))) opened += 1;
      } catch (error) {
        findings.push(
          `seed ${seed}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
        );
      }
    }
    expect(findings).toEqual([]);
    console.info(`${opened} of ${count} links were opened`);
    expect(opened).toBeGreaterThan(count / 10);
  },
  Math.max(60_000, 100 * count),
);
