// Runs the cells of a page in Node, with the code that runs them in the browser, and keeps their results.
import { readFileSync } from "node:fs";
import path from "node:path";
import * as passcope from "passcope";
import { CellHost } from "../../src/engine/code-js/cells/host";
import type { ConsoleEntry } from "../../src/core/protocol/code";
import type { CellOutcome } from "../../src/core/protocol/notebook";
import { textOf } from "../../src/engine/code-js/code-host";
import { placeInStack } from "../../src/engine/session/code-place";
import { CodeConsole } from "../../src/engine/code-js/console";
import type { SourceCell } from "./cells";

export interface CellResult {
  readonly printed: readonly ConsoleEntry[];
  readonly outcome: CellOutcome;
}

const examples = path.resolve(import.meta.dirname, "../../../examples/torchscript");
/** The files that the page fetches for its cells (src/learn/files.ts). */
const fileOf = (name: string): ArrayBuffer =>
  new Uint8Array(readFileSync(path.join(examples, name))).buffer;

const urlOf = (text: string): string => `data:text/javascript,${encodeURIComponent(text)}`;

/** Node's `import`. The caller passes it, because the environment of this module may have its own `import`. */
export type Load = (url: string) => Promise<unknown>;

export async function runCells(cells: readonly SourceCell[], load: Load): Promise<CellResult[]> {
  const host = new CellHost(passcope, (value) => textOf(value, passcope), { urlOf, load });
  host.give({ "resnet18.pt": fileOf("resnet18.pt") });
  const results: CellResult[] = [];
  for (const cell of cells) {
    const printed: ConsoleEntry[] = [];
    const capture = new CodeConsole({
      tell: (entries) => printed.push(...entries),
      now: () => performance.now(),
      lineOf: (stack) => placeInStack(stack)?.line,
      textOf: (value) => textOf(value, passcope),
    });
    const own = { ...console };
    capture.install(console);
    try {
      results.push({ outcome: await host.run(cell), printed });
    } finally {
      capture.flush();
      Object.assign(console, own);
    }
  }
  return results;
}
