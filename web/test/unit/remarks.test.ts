// Remarks: the session gathers them without a second run of the user's code. They are checked when they leave the
// sandbox, filtered, grouped and mapped to lines.
import { beforeEach, describe, expect, it } from "vitest";
import { DEFAULT_PIPELINE } from "../../src/core/pipeline/model";
import type { PassRemark, RunRemarks, RunTrace } from "../../src/core/protocol/messages";
import { REMARKS_LIMITS } from "../../src/core/protocol/bounds";
import { Mismatch } from "../../src/core/protocol/schema";
import { checkReply } from "../../src/sandbox/replies";
import { requests } from "../../src/workers/requests";
import { decodeFragment, encodeFragment } from "../../src/features/share/link";
import { rowsOf, settingsOf, viewOf } from "../../src/features/share/shared-view";
import { DEFAULT_SOURCE } from "../../src/core/state/app-state";
import { INITIAL_STATE } from "../../src/features/app";
import { shownLineOf, splitSignature } from "../../src/core/trace/readable";
import { ALL_REMARKS } from "../../src/core/trace/remark-filter";
import { linesAfter, programMarks } from "../../src/core/trace/remark-lines";
import { filtered, grouped, sentencesOf, typeOf } from "../../src/core/trace/remarks";
import { FakeEngine } from "../fake/engine";
import { diffTexts } from "./diff-texts";
import { FakeSession, stageOf } from "./fake-session";

const remark = (
  row: number,
  type: PassRemark["type"],
  kind: string,
  pattern: string,
  values: Readonly<Record<string, string>> = {},
  subject = "",
): PassRemark => ({
  row,
  type,
  kind,
  fn: "main",
  subject,
  message: {
    text: pattern.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? ""),
    pattern,
    arguments: Object.entries(values).map(([name, text]) => ({ name, text })),
  },
});

const CAST = "argument {index}, {argument}, is cast";
const SAID: RunRemarks = {
  remarks: [
    remark(2, "analysis", "CastInserted", CAST, { index: "2", argument: "%w0" }, "nn.conv2d(a)"),
    remark(2, "missed", "Kept", "{operator} stays", { operator: "nn.softmax" }, "nn.softmax(b)"),
    remark(2, "analysis", "CastInserted", CAST, { index: "2", argument: "%w1" }, "nn.conv2d(c)"),
    remark(1, "passed", "Fused", "{count} operators", { count: "2" }, "tanh(d)"),
  ],
  counts: [],
  cut: 0,
};

describe("a list of remarks", () => {
  it("shows those that fit", () => {
    const shown = (filter: object): number[] => filtered(SAID, { ...ALL_REMARKS, ...filter });
    expect(shown({})).toEqual([0, 1, 2, 3]);
    expect(shown({ types: ["missed", "passed"] })).toEqual([1, 3]);
    expect(shown({ row: 2, kind: "CastInserted" })).toEqual([0, 2]);
    expect(shown({ text: " SOFTMAX" })).toEqual([1]);
    expect(shown({ text: "tanh(d)" })).toEqual([3]);
    expect(shown({ text: "nothing of the sort" })).toEqual([]);
  });

  it("says once what is said of several variables, and names the one where it is one", () => {
    const groups = grouped(SAID, [0, 1, 2, 3]);
    expect(groups.map(({ members, message }) => [members, message.text])).toEqual([
      [[3], "2 operators"],
      [[1], "nn.softmax stays"],
      [[0, 2], "argument 2, %…, is cast"],
    ]);
    expect(groups[2]?.message.arguments[1]?.text).toBe("%…");
    expect(grouped(SAID, [0])[0]?.message.text).toBe("argument 2, %w0, is cast");
    expect(grouped(SAID, [0])[0]?.key).toBe(groups[2]?.key);
  });

  it("marks a line with several by what was not done", () => {
    expect(typeOf(SAID.remarks)).toBe("missed");
    expect(typeOf(SAID.remarks.slice(2))).toBe("passed");
    const twice = sentencesOf([...SAID.remarks, ...SAID.remarks]);
    expect(twice.map(({ remark: { kind }, times }) => `${kind} ${times}`)).toEqual([
      "Kept 2",
      "Fused 2",
      "CastInserted 2",
      "CastInserted 2",
    ]);
  });
});

describe("lines with remarks", () => {
  const before = [
    "def @main(%x: Tensor[(1, 3), float32], %y: Tensor[(1, 3), float32]) {",
    "  %0 = nn.relu(%x);",
    "  %1 = nn.dense(%0, %y, units=None);",
    "  %2 = copy(%1);",
    "  tanh(%2)",
    "}",
  ].join("\n");
  const after = [
    "def @main(%x: Tensor[(1, 3), float32], %y: Tensor[(1, 3), float32]) {",
    '  %0 = cast(%x, dtype="float16");',
    "  %1 = nn.relu(%0);",
    '  %2 = nn.dense(%1, %y, units=None, out_dtype="float16");',
    "  tanh(%2)",
    "}",
  ].join("\n");
  const [shownBefore, shownAfter] = [splitSignature(before), splitSignature(after)];
  const diff = diffTexts(shownBefore, shownAfter, true);

  it("are those of the text that is shown", () => {
    const shown = shownLineOf(before, shownBefore.split("\n").length);
    const lines = shownBefore.split("\n");
    before.split("\n").forEach((line, at) => {
      if (at > 0) expect(lines[shown(at) ?? -1]).toBe(line);
    });
    expect(shown(0)).toBe(0);
    expect(shown(99)).toBeUndefined();
    expect(shownLineOf(before, 5)(4)).toBeUndefined();
  });

  it("are found again in the program after, by what they call where they have changed", () => {
    const [a, b] = [shownBefore.split("\n"), shownAfter.split("\n")];
    const become = linesAfter(a.length, diff);
    const callOf = (line: string | undefined): string => /[\w.]+\(/.exec(line ?? "")?.[0] ?? "";
    a.forEach((line, at) => {
      const found = become[at] ?? -1;
      if (line.includes("copy(")) expect(found).toBe(-1);
      else if (callOf(line) !== "") expect(callOf(b[found])).toBe(callOf(line));
    });
  });

  it("are marked on both sides, and in one column also where they are gone", () => {
    const shown = shownLineOf(before, shownBefore.split("\n").length);
    const places = [2, 3].map((line, i) => ({ remark: i, line, column: 2 }));
    const {
      before: left,
      after: right,
      inline,
      lines,
    } = programMarks(SAID, places, shownBefore, shownAfter, diff, shown);
    const texts = (of: string, marks: typeof left): (string | undefined)[] =>
      marks.map(({ line }) => /[\w.]+(?=\()/.exec(of.split("\n")[line] ?? "")?.[0]);
    expect(texts(shownBefore, left)).toEqual(["nn.dense", "copy"]);
    expect(texts(shownAfter, right)).toEqual(["nn.dense"]);
    expect(texts(shownAfter, inline)).toEqual(["nn.dense", "tanh"]);
    expect(lines.get(1)?.before).toBe(left[1]?.line);
    expect(lines.get(1)?.inline).toBe(inline[1]?.line);
  });
});

describe("a session", () => {
  let fake: FakeSession;
  beforeEach(() => {
    fake = new FakeSession(new FakeEngine(), {}, true);
  });

  it("gathers remarks by one more run, when it is asked for them", async () => {
    const { runId, rows } = await fake.trace(stageOf("InferType", "FoldConstant"));
    const said = (await fake.answer("remarks", { runId })) as RunRemarks;
    expect(said.remarks.map(({ row }) => rows[row]?.name)).toEqual(
      rows.filter(({ kind }) => kind === "pass").map(({ name }) => name),
    );
    expect(said.counts.map(({ row, missed }) => [row, missed])).toEqual([
      [1, 1],
      [2, 1],
      [3, 1],
    ]);
    expect(said.cut).toBe(0);
    // A repeated request returns the same object.
    expect(await fake.answer("remarks", { runId })).toBe(said);
    expect(await fake.answer("remarkPlaces", { runId, row: 2 })).toEqual([
      { remark: 1, line: 0, column: 0 },
    ]);
    expect(await fake.answer("remarksYaml", { runId, remarks: [2, 0] })).toBe("--- 2\n--- 0\n");
  });

  it("has them from the run itself where that ran the user's code, which runs once", async () => {
    const { runId } = await fake.trace(stageOf("InferType", "mine"));
    const said = (await fake.answer("remarks", { runId })) as RunRemarks;
    expect(said.remarks).toHaveLength(2);
    expect(fake.loads).toBe(1);
  });

  it("says what a stage said before it failed", async () => {
    const { runId } = await fake.trace(stageOf("InferType", "Fail"));
    const said = (await fake.answer("remarks", { runId })) as RunRemarks;
    expect(said.remarks.map(({ row }) => row)).toEqual([1, 2]);
  });

  it("has none of another run, nor places before they are gathered", async () => {
    const { runId } = await fake.trace(stageOf("InferType"));
    for (const [kind, body] of [
      ["remarks", { runId: runId - 1 }],
      ["remarkPlaces", { runId, row: 1 }],
      ["remarksYaml", { runId, remarks: [] }],
    ] as const) {
      expect((await fake.ask(kind, body)).at(-1)?.kind).toBe("failed");
    }
  });
});

describe("remarks that come out of the sandbox", () => {
  const reply = (said: unknown): unknown => ({ id: 1, kind: "done", value: said });
  const checked = (said: unknown): unknown => checkReply(requests, reply(said), () => "remarks");

  it("are copied", () => {
    expect(checked({ ...SAID, more: 1 })).toEqual(reply(SAID));
  });

  it.each([
    { ...SAID, cut: -1 },
    { ...SAID, remarks: [{ ...SAID.remarks[0], type: "mised" }] },
    { ...SAID, remarks: [{ ...SAID.remarks[0], row: "1" }] },
    { ...SAID, remarks: [{ ...SAID.remarks[0], subject: "x".repeat(1e6) }] },
    { ...SAID, remarks: { length: 3 } },
    { ...SAID, remarks: Array.from({ length: REMARKS_LIMITS.remarks + 1 }, () => SAID.remarks[0]) },
  ])("are refused where they are none", (said) => {
    expect(() => checked(said)).toThrow(Mismatch);
  });
});

describe("a link to a list of remarks", () => {
  const rows = [{ name: "PassContext" }, { name: "FuseOps" }] as unknown as RunTrace["rows"];
  const trace = { rows } as RunTrace;
  const remarkFilter = { types: ["missed"], row: 1, kind: "Kept", text: "conv" } as const;

  it("has the filter", async () => {
    const view = viewOf({ ...INITIAL_STATE, trace, remarkFilter });
    const workspace = { source: DEFAULT_SOURCE, pipeline: DEFAULT_PIPELINE, code: "" };
    const back = (await decodeFragment(await encodeFragment({ workspace, view }))).view;
    expect(back.remarks).toEqual({
      types: ["missed"],
      pass: { row: 1, name: "FuseOps" },
      kind: "Kept",
      text: "conv",
    });
    expect(settingsOf(back, INITIAL_STATE).remarkFilter).toEqual({ ...remarkFilter, row: -1 });
    expect(rowsOf(back, trace).remarkFilter).toEqual(remarkFilter);
    // A row that now has another pass is not selected.
    const other = { rows: [rows[0], { name: "FoldConstant" }] } as unknown as RunTrace;
    expect(rowsOf(back, other).remarkFilter.row).toBe(-1);
    expect(viewOf(INITIAL_STATE)).not.toHaveProperty("remarks");
  });
});
