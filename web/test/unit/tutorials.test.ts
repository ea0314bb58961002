// Each cell of the tutorials, run from top to bottom, shows the same as TVM's tutorials print.
import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { readCells, type SourceCell } from "../../build-plugins/learn/cells";
import { runCells, type CellResult } from "../../build-plugins/learn/run";
import { TUTORIALS, type Tutorial } from "../../src/learn/pages";
import type { CellValue } from "../../src/core/protocol/notebook";
import { checks, type Shown } from "../tutorial-results";

const cellsOf = (tutorial: Tutorial): SourceCell[] =>
  readCells(readFileSync(new URL(`../../learn/cells/${tutorial}.js`, import.meta.url), "utf8"));

function shownValue(value: CellValue | undefined): Shown["value"] {
  switch (value?.kind) {
    case undefined:
      return undefined;
    case "relay":
    case "text":
    case "data":
      return value.text;
    case "op-diff":
      return value.entries;
    case "profile":
      return value.rows.map(({ depth, name }) => "  ".repeat(depth) + name);
    case "hooks":
      return value.calls.map(({ instrument, hook }) => [instrument, hook]);
  }
}

describe.each(TUTORIALS)("%s", (tutorial) => {
  const cells = cellsOf(tutorial);
  let results: CellResult[] = [];
  beforeAll(async () => {
    results = await runCells(cells, (url) => import(/* @vite-ignore */ url));
  }, 60_000);

  it("has an expectation for every cell", () => {
    expect(Object.keys(checks[tutorial])).toEqual(cells.map(({ name }) => name));
  });

  it.each(cells.map(({ name }, i) => [name, i] as const))("%s", (name, i) => {
    const { printed = [], outcome = {} } = results[i] ?? {};
    expect(outcome.failure).toBeUndefined();
    const text = printed.map((entry) => entry.text).join("\n");
    checks[tutorial][name]?.({ printed: text, value: shownValue(outcome.value) });
  });
});
