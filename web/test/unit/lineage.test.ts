// Lineage: the session gathers it without a second run of the user's code. It is checked when it leaves the sandbox,
// and mapped to the shown lines.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { EMPTY_STAGE, passStep, type Pipeline } from "../../src/core/pipeline/model";
import type { LineageLines, ProgramLineage, RelatedLines } from "../../src/core/protocol/messages";
import { Mismatch } from "../../src/core/protocol/schema";
import { checkReply } from "../../src/sandbox/replies";
import { requests } from "../../src/workers/requests";
import { createApp } from "../../src/features/app";
import type { App } from "../../src/core/app/app";
import { printedPlace, relatedAsShown, shownLines } from "../../src/core/trace/lineage-lines";
import { splitSignature } from "../../src/core/trace/readable";
import { offsetOf } from "../../src/engine/session/lineage";
import { FakeEngine } from "../fake/engine";
import { FakeSession, stageOf } from "./fake-session";
import { spawn } from "./page-session";

const PRINTED =
  '#[version = "0.0.5"]\n' +
  "def @main(%x: Tensor[(1, 3), float32], %y: Tensor[(1, 3), float32]) -> int32 {\n" +
  "  %0 = add(%x, %y);\n" +
  "  nn.relu(%0)\n" +
  "}\n";

describe("places in texts", () => {
  const shown = splitSignature(PRINTED);
  const lines = shown.split("\n");

  it("are those of the printed text, wherever they are shown", () => {
    const at = (words: string, more = 0): { line: number; column: number } => {
      const line = lines.findIndex((each) => each.includes(words));
      const column = (lines[line] ?? "").indexOf(words) + more;
      const place = printedPlace(PRINTED, shown, { line, column });
      const printed = PRINTED.split("\n")[place.line] ?? "";
      expect(printed.slice(place.column)).toMatch(
        (lines[line] ?? "").slice(column).replace(/,$/, "").trimEnd().slice(0, 3).trim(),
      );
      return place;
    };
    expect(at("nn.relu")).toEqual({ line: 3, column: 2 });
    expect(at("add(").line).toBe(2);
    expect(at("%y: Tensor")).toEqual({ line: 1, column: PRINTED.split("\n")[1]?.indexOf("%y") });
  });

  it("are marked where a line is shown", () => {
    const marked = shownLines(PRINTED, shown, [1, 3]);
    expect(marked.map((line) => lines[line])).toEqual(["def @main(", "  nn.relu(%0)"]);
  });

  it("are told in bytes", () => {
    expect(offsetOf("ab\ncd", 1, 1)).toBe(4);
    expect(offsetOf("é\ncd", 1, 99)).toBe(5);
    expect(offsetOf("ab", 1, 0)).toBe(-1);
  });
});

describe("lines that belong together", () => {
  it("are told of the text that is shown", () => {
    const text = { printed: PRINTED, shown: splitSignature(PRINTED) };
    const lines = text.shown.split("\n");
    const { lines: shown } = relatedAsShown(
      {
        lines: [
          [1, 1],
          [2, 3],
          [99, 3],
        ],
        constants: [],
      },
      text,
      text,
    );
    expect(shown.map(([x, y]) => [lines[x], lines[y]])).toEqual([
      ["def @main(", "def @main("],
      ["  %0 = add(%x, %y);", "  nn.relu(%0)"],
    ]);
  });
});

describe("the lineage of a run", () => {
  let fake: FakeSession;
  beforeEach(() => {
    fake = new FakeSession(new FakeEngine(), {}, true);
  });

  const later = (stages: Pipeline): Pipeline => stages.map((each) => ({ ...each, id: "s2" }));

  for (const [title, pipeline] of [
    ["one of several stages", [...stageOf("InferType"), ...later(stageOf("FoldConstant"))]],
    ["one with the user's code", stageOf("InferType", "mine", "FoldConstant")],
  ] as const) {
    it(`is told in rows and lines: ${title}`, async () => {
      const { runId, rows } = await fake.trace(pipeline);
      const asked = { runId, snapshot: rows[0]?.before ?? -1, line: 1, column: 0 };
      const told = (await fake.answer("lineage", asked)) as ProgramLineage;
      expect(told.line).toBe(1);
      expect(told.origins).toEqual([{ text: "relu(%x)", source: "model.onnx", line: 0 }]);
      const passes = rows.flatMap(({ kind }, row) => (kind === "pass" ? [row] : []));
      expect(told.steps.map(({ row }) => row)).toEqual(passes);
      for (const other of new Set(rows.flatMap(({ before, after }) => [before, after]))) {
        expect((await fake.answer("lineageLines", { ...asked, other })) as LineageLines).toEqual([
          1,
        ]);
      }
      expect(await fake.answer("lineage", { ...asked, line: 99_999 })).toBeUndefined();
      // With an operator and a pass, the place does not matter.
      const row = passes.at(-1) ?? 0;
      for (const after of [false, true]) {
        const op = { name: "nn.relu", row, after };
        const of = (await fake.answer("lineage", { ...asked, line: 99_999, op })) as ProgramLineage;
        expect(of.text).toBe(`${rows[row]?.name ?? ""} ${after ? "after" : "before"} 0`);
      }
      const stage = rows.findIndex(({ kind }) => kind === "stage");
      const op = { name: "nn.relu", row: stage, after: false };
      expect((await fake.ask("lineage", { ...asked, op })).at(-1)?.kind).toBe("failed");
      expect((await fake.ask("lineage", { ...asked, runId: runId + 1 })).at(-1)?.kind).toBe(
        "failed",
      );
    });
  }

  it("tells which lines of two programs belong together", async () => {
    const { runId, rows } = await fake.trace(stageOf("InferType", "FoldConstant"));
    const snapshots = rows.flatMap((row) => [row.before, row.after]);
    const [before, after] = [Math.min(...snapshots), Math.max(...snapshots)];
    const told = (await fake.answer("alignment", { runId, before, after })) as RelatedLines;
    expect(told.lines).toHaveLength(1);
    // The same in the other direction.
    expect(await fake.answer("alignment", { runId, before: after, after: before })).toEqual({
      lines: told.lines.map(([x, y]) => [y, x]),
      constants: [],
    });
    const gone = await fake.ask("alignment", { runId: runId + 1, before, after });
    expect(gone.at(-1)?.kind).toBe("failed");
    const check = (value: unknown): unknown =>
      checkReply(requests, { id: 1, kind: "done", value }, () => "alignment");
    expect(check(told)).toMatchObject({ value: told });
    expect(check(undefined)).toMatchObject({ kind: "done" });
    expect(() => check({ ...told, lines: [[1]] })).toThrow(Mismatch);
    expect(() => check({ ...told, lines: [[1, 2, 3]] })).toThrow(Mismatch);
  });

  it("comes out of the sandbox as it should be, or not at all", () => {
    const check = (value: unknown): unknown =>
      checkReply(requests, { id: 1, kind: "done", value }, () => "lineage");
    const step = { row: 1, kinds: ["merged"], before: 1, after: 2 };
    const good = { text: "x", line: 1, count: 1, origins: [], steps: [step] };
    expect(check(good)).toMatchObject({ value: good });
    expect(check(undefined)).toMatchObject({ kind: "done" });
    expect(() => check({ ...good, steps: [{ ...step, kinds: ["lost"] }] })).toThrow(Mismatch);
    expect(() =>
      checkReply(requests, { id: 1, kind: "done", value: ["1"] }, () => "lineageLines"),
    ).toThrow(Mismatch);
  });
});

describe("in the page", () => {
  const TEXT =
    '#[version = "0.0.5"]\n' +
    "def @main(%x: Tensor[(2, 3), float32]) {\n" +
    "  tanh(\n" +
    "    nn.relu(%x))\n" +
    "}\n";
  let app: App;
  beforeEach(() => {
    app = createApp(spawn, { javascript: spawn, python: spawn });
    app.program.setSource({ kind: "text", text: TEXT, title: "mine" });
    app.pipeline.set([
      { ...EMPTY_STAGE, id: "s1", optLevel: 4, passes: [passStep("p1", "FastMath")] },
    ]);
  });
  afterEach(() => app.close());
  const told = (): ProgramLineage | undefined => {
    const { lineage } = app.store.state;
    return lineage.kind === "ready" ? lineage.told : undefined;
  };

  it("is asked of the text that ran, as it is written", async () => {
    await app.lineage.askOfProgram(2, 4);
    expect(app.store.state.lineage).toEqual({ kind: "untold", why: "notRun" });
    await app.runs.run();
    await app.lineage.askOfProgram(3, 6);
    expect(told()?.text).toMatch(/^nn\.relu\(/);
    expect(told()?.steps).toEqual([]);
    await app.lineage.askOfProgram(2, 4);
    expect(told()?.text).toMatch(/^tanh\(/);
    const { trace } = app.store.state;
    const names = told()?.steps.map(({ row }) => trace?.rows[row]?.name);
    expect(names).toEqual(["FastMath"]);
    // Its argument is on a separate line and not a relative.
    expect(await app.lineage.linesOfProgram()).toEqual([2]);
    app.program.editText(`// Changed.\n${TEXT}`);
    await app.lineage.askOfProgram(3, 4);
    expect(app.store.state.lineage).toEqual({ kind: "untold", why: "outdated" });
    expect(await app.lineage.linesOfProgram()).toEqual([]);
  });

  it("is asked of what a pass did with an operator", async () => {
    await app.runs.run();
    const row = app.store.state.trace?.rows.findIndex(({ name }) => name === "FastMath") ?? -1;
    await app.lineage.askOfOperator(row, "tanh", false);
    expect(told()).toMatchObject({ count: 1, steps: [{ row }] });
    await app.lineage.askOfOperator(row, "fast_tanh", true);
    expect(
      told()?.origins.map(({ text, source, line }) => [text.slice(0, 5), source, line]),
    ).toEqual([["tanh(", "mine", 3]]);
  });
});
