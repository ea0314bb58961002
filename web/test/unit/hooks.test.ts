import { describe, expect, it } from "vitest";
import type { StageHooks } from "../../src/core/protocol/messages";
import {
  hooksText,
  hookTree,
  traceRows,
  type HookBeat,
  type HookPass,
} from "../../src/core/trace/hooks";
import { logOf, row } from "./runs";

/** The tree as lines: "FoldConstant ran", and below it "  runBeforePass 3 4 -". */
function outline(log: StageHooks): string[] {
  const lines: string[] = [];
  const add = (items: readonly (HookBeat | HookPass)[], indent: string): void => {
    for (const item of items) {
      if (item.kind === "beat") {
        lines.push(`${indent}${item.hook} ${item.calls.map((at) => at ?? "-").join(" ")}`);
      } else {
        lines.push(`${indent}${item.name} ${item.outcome}`);
        add(item.items, `${indent}  `);
      }
    }
  };
  add(hookTree(log).items, "");
  return lines;
}

const both = (hook: string, pass = "-"): string[] => [`0 ${hook} ${pass}`, `1 ${hook} ${pass}`];
const runs = (pass: string, inside: readonly string[] = []): string[] => [
  ...both("shouldRun", pass),
  ...both("runBeforePass", pass),
  ...inside,
  ...both("runAfterPass", pass),
];

describe("the tree of hook calls", () => {
  it("nests passes as they ran, also inside of passes of the same name", () => {
    const log = logOf(
      ["A", "B"],
      [
        ...both("enterPassCtx"),
        ...runs("sequential", [...runs("Fold", runs("Fold")), ...runs("Fold")]),
        ...both("exitPassCtx"),
      ],
    );
    expect(outline(log)).toEqual([
      "enterPassCtx 0 1",
      "sequential ran",
      "  shouldRun 2 3",
      "  runBeforePass 4 5",
      "  Fold ran",
      "    shouldRun 6 7",
      "    runBeforePass 8 9",
      "    Fold ran",
      "      shouldRun 10 11",
      "      runBeforePass 12 13",
      "      runAfterPass 14 15",
      "    runAfterPass 16 17",
      "  Fold ran",
      "    shouldRun 18 19",
      "    runBeforePass 20 21",
      "    runAfterPass 22 23",
      "  runAfterPass 24 25",
      "exitPassCtx 26 27",
    ]);
    expect(hookTree(log).passes.map(({ calls }) => calls)).toEqual([24, 12, 6, 6]);
  });

  it("tells required passes apart, which nobody is asked about", () => {
    const once = [...both("runBeforePass", "P"), ...both("runAfterPass", "P")];
    expect(outline(logOf(["A", "B"], [...once, ...once]))).toEqual([
      "P ran",
      "  runBeforePass 0 1",
      "  runAfterPass 2 3",
      "P ran",
      "  runBeforePass 4 5",
      "  runAfterPass 6 7",
    ]);
    const single = ["0 runBeforePass P", "0 runAfterPass P", "0 runBeforePass P"];
    expect(outline(logOf(["A"], single))).toEqual([
      "P ran",
      "  runBeforePass 0",
      "  runAfterPass 1",
      "P failed",
      "  runBeforePass 2",
    ]);
  });

  it("shows vetoed passes", () => {
    const log = logOf(
      ["A", "B"],
      [
        ...both("shouldRun", "S"),
        ...both("runBeforePass", "S"),
        ...["0 shouldRun P vetoed", "1 shouldRun P"],
        ...runs("P"),
        ...both("runAfterPass", "S"),
      ],
    );
    expect(outline(log)).toEqual([
      "S ran",
      "  shouldRun 0 1",
      "  runBeforePass 2 3",
      "  P vetoed",
      "    shouldRun 4 5",
      "  P ran",
      "    shouldRun 6 7",
      "    runBeforePass 8 9",
      "    runAfterPass 10 11",
      "  runAfterPass 12 13",
    ]);
    expect(hookTree(log)).toMatchObject({ vetoed: 1, threw: 0 });
    expect(hookTree(log).passes.map(({ vetoed }) => vetoed)).toEqual([1, 1, 0]);
  });

  it("leaves gaps where nothing is called any more, and exits in list order", () => {
    const log = logOf(
      ["A", "Bad", "C"],
      [
        ..."012".split("").map((i) => `${i} enterPassCtx`),
        ..."012".split("").map((i) => `${i} shouldRun P`),
        ...["0 runBeforePass P", "1 runBeforePass P threw", "0 runAfterFailed P"],
        ..."012".split("").map((i) => `${i} exitPassCtx`),
      ],
    );
    expect(outline(log)).toEqual([
      "enterPassCtx 0 1 2",
      "P failed",
      "  shouldRun 3 4 5",
      "  runBeforePass 6 7 -",
      "  runAfterFailed 8 - -",
      "exitPassCtx 9 10 11",
    ]);
    expect(hookTree(log)).toMatchObject({ threw: 1 });
  });

  it("gives each pass its own failure, also where an outer one has the same name", () => {
    const log = logOf(
      ["A", "B"],
      [
        ...both("runBeforePass", "P"),
        "0 runBeforePass P threw",
        ...["1 runAfterFailed P", "0 runAfterFailed P"],
      ],
    );
    expect(outline(log)).toEqual([
      "P failed",
      "  runBeforePass 0 1",
      "  P failed",
      "    runBeforePass 2 -",
      "  runAfterFailed 4 3",
    ]);
    const after = logOf(
      ["A", "B", "C"],
      [
        ...both("runBeforePass", "P"),
        "2 runBeforePass P",
        ...["0 runAfterPass P", "1 runAfterPass P threw", "2 runAfterFailed P"],
      ],
    );
    expect(outline(after)).toEqual([
      "P failed",
      "  runBeforePass 0 1 2",
      "  runAfterPass 3 4 -",
      "  runAfterFailed - - 5",
    ]);
  });

  it("knows an instrument that throws when the context is entered or left", () => {
    expect(
      outline(logOf(["A", "B"], ["0 enterPassCtx", "1 enterPassCtx - threw", "0 exitPassCtx"])),
    ).toEqual(["enterPassCtx 0 1", "exitPassCtx 2 -"]);
  });

  it("says where the log was cut", () => {
    const log = { ...logOf(["A"], ["0 shouldRun P", "0 runBeforePass P"]), dropped: 9 };
    expect(outline(log)[0]).toBe("P cut");
    expect(hooksText(log)).toBe("A: shouldRun(P)\nA: runBeforePass(P)\n… and 9 calls more\n");
  });

  it("finds the rows of the trace", () => {
    const rows = [
      row("PassContext", -1, 0),
      row("S", 0, 1),
      row("P", 1, 2, { status: "skipped" }),
      row("P", 1, 2, { status: "vetoed" }),
      row("P", 1, 2),
    ];
    const log = logOf(
      ["A"],
      [
        ...["0 shouldRun S", "0 runBeforePass S", "0 shouldRun P vetoed", "0 shouldRun P"],
        ...["0 runBeforePass P", "0 runAfterPass P", "0 shouldRun Q threw"],
      ],
    );
    expect(traceRows(hookTree(log), rows, "s3")).toEqual([1, 3, 4, undefined]);
  });

  it("is copied as lines", () => {
    expect(
      hooksText(
        logOf(["A", "B"], ["0 enterPassCtx", "1 shouldRun P vetoed", "1 shouldRun Q threw"]),
      ),
    ).toBe("A: enterPassCtx\nB: shouldRun(P) vetoed\nB: shouldRun(Q) threw: oops\n");
  });
});
