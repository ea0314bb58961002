import { describe, expect, it } from "vitest";
import { chromeTrace } from "../../src/core/trace/chrome-trace";
import { csvField, fileStem, timingCsv, timingJson, timingText } from "../../src/core/trace/export";
import { barPath, icicleKey, layOut, seen } from "../../src/core/trace/icicle";
import {
  facts,
  filtered,
  linesByName,
  linesByRow,
  nextSort,
  sorted,
  spreadUs,
} from "../../src/core/trace/profile";
import { DEFAULT_PIPELINE } from "../../src/core/pipeline/model";
import { DURATIONS, ROWS, row, TRACE } from "./runs";

const byRow = linesByRow(ROWS, TRACE.timing);
const byName = linesByName(ROWS, TRACE.timing);

describe("the table of times", () => {
  it("has a line for what ran and has a time of its own", () => {
    expect(byRow.map(({ rows }) => rows[0])).toEqual([0, 2, 3, 4, 5, 7, 8, 9]);
    const convert = byRow.find(({ name }) => name === "ConvertLayout");
    expect(convert).toMatchObject({ totalUs: 400, ownUs: 300, ofAll: 0.4, path: ["sequential"] });
    expect(convert?.ofParent).toBeCloseTo(400 / 900);
    expect(spreadUs(convert ?? byRow[0]!)).toBeCloseTo(60);
    expect(byRow[0]).toMatchObject({ name: "bind parameters", ofAll: 0.1, ofParent: 0.1 });
  });

  it("adds up by name, and shares by what ran any of them", () => {
    const infer = byName.find(({ name }) => name === "InferType");
    expect(infer).toMatchObject({ totalUs: 250, ownUs: 250, ofAll: 0.25, runs: 7, rows: [4, 8] });
    expect(infer?.ofParent).toBeCloseTo(250 / 600);
    expect(byName.find(({ name }) => name === "FoldConstant")).toMatchObject({
      totalUs: 350,
      ownUs: 200,
      changed: true,
    });
  });

  it("counts a pass inside of one of its own name once, and parents inside of parents too", () => {
    const rows = [
      row("PassContext", -1, 0),
      row("A", 0, 1),
      row("A", 1, 2),
      row("B", 2, 3),
      row("B", 1, 2),
    ];
    const timing = { ...TRACE.timing, durationsUs: [100, 100, 60, 20, 10] };
    const [a, b] = linesByName(rows, timing);
    expect(a).toMatchObject({ name: "A", totalUs: 100, ownUs: 70, ofAll: 1 });
    expect(b).toMatchObject({ name: "B", totalUs: 30 });
    expect(b?.ofParent).toBeCloseTo(0.3);
  });

  it("sorts stably by any column, figures from the largest first", () => {
    const names = (lines: readonly { name: string }[]): string[] => lines.map(({ name }) => name);
    const own = nextSort({ by: "name", descending: false }, "own");
    expect(own).toEqual({ by: "own", descending: true });
    expect(names(sorted(byName, own)).slice(0, 3)).toEqual([
      "ConvertLayout",
      "InferType",
      "FoldConstant",
    ]);
    expect(nextSort(own, "own")).toEqual({ by: "own", descending: false });
    const runs = sorted(byRow, nextSort(own, "name"));
    expect(names(runs)[0]).toBe("bind parameters");
    const infer = runs.filter(({ name }) => name === "InferType");
    expect(infer.map(({ rows }) => rows[0])).toEqual([4, 8]);
    const down = sorted(byRow, { by: "name", descending: true });
    expect(down.filter(({ name }) => name === "InferType").map((l) => l.rows[0])).toEqual([4, 8]);
  });

  it("leaves out what is not searched for, and what changed nothing", () => {
    expect(filtered(byRow, { search: " fold", hideUnchanged: false })).toHaveLength(2);
    expect(filtered(byRow, { search: "fold", hideUnchanged: true })).toHaveLength(1);
  });

  it("sums up: type inference's and the instruments' own share", () => {
    expect(facts(TRACE)).toEqual({
      totalUs: 1000,
      inferTypeRows: [4, 8],
      inferTypeUs: 250,
      inferTypeShare: 0.25,
      firstUs: 9000,
      hooksUs: 300,
      // The share of the time of the first run and of the instruments.
      hooksShare: 300 / 9300,
    });
    const empty = { ...TRACE, rows: [], recordedUs: 0, hooksUs: 0 };
    expect(facts(empty)).toMatchObject({ totalUs: 0, inferTypeShare: 0, hooksShare: 0 });
  });
});

describe("the icicle chart", () => {
  const bars = layOut(ROWS, DURATIONS);

  it("lays passes out one after another inside of what ran them", () => {
    expect(bars.map(({ row: at, from, to }) => [at, from, to])).toEqual([
      [-1, 0, 1000],
      [0, 0, 100],
      [1, 100, 1000],
      [2, 100, 1000],
      [3, 100, 300],
      [4, 100, 250],
      [5, 300, 400],
      [7, 400, 800],
      [8, 400, 500],
      [9, 800, 950],
    ]);
  });

  it("shrinks children whose medians add up to more than their parent's", () => {
    const rows = [row("PassContext", -1, 0), row("A", 0, 1), row("B", 0, 1)];
    expect(layOut(rows, [100, 150, 50]).map(({ from, to }) => to - from)).toEqual([
      100, 100, 75, 25,
    ]);
    expect(layOut(rows, [0, 0, 0]).every(({ from, to }) => from === 0 && to === 0)).toBe(true);
  });

  it("shows of the others what lies in the bar that it is zoomed to", () => {
    const zoom = bars[7]!;
    expect(seen(bars[0]!, zoom)).toEqual({ left: 0, width: 1 });
    expect(seen(bars[8]!, zoom)).toEqual({ left: 0, width: 0.25 });
    expect(seen(bars[6]!, zoom)).toBeUndefined();
    expect(seen(bars[9]!, zoom)).toBeUndefined();
    expect(barPath(bars, 8)).toEqual([0, 2, 3, 7, 8]);
  });

  it("shares what took no time evenly among the passes inside of it, and shows nothing else", () => {
    // As read from a coarse clock: only the last pass took any time.
    const none = layOut(
      ROWS,
      DURATIONS.map((us, at) => ([0, 3, 4, 5, 7, 8].includes(at) ? 0 : us)),
    );
    expect(none.map(({ firstLeaf, endLeaf }) => [firstLeaf, endLeaf])).toEqual([
      [0, 5],
      [0, 1],
      [1, 5],
      [1, 5],
      [1, 2],
      [1, 2],
      [2, 3],
      [3, 4],
      [3, 4],
      [4, 5],
    ]);
    const shown = (zoom: number): (readonly [number, number, number])[] =>
      none.flatMap((bar, at) => {
        const place = seen(bar, none[zoom]!);
        return place ? [[at, place.left, place.width] as const] : [];
      });
    expect(shown(1)).toEqual([
      [0, 0, 1],
      [1, 0, 1],
    ]);
    expect(shown(4)).toEqual([0, 2, 3, 4, 5].map((at) => [at, 0, 1]));
    // A pass beside it that took no time is outside of the zoom.
    expect(shown(9)).toEqual([0, 2, 3, 9].map((at) => [at, 0, 1]));
    expect(icicleKey("ArrowDown", none, 4, 4)).toBe(5);
    expect(icicleKey("ArrowLeft", none, 7, 4)).toBeUndefined();
    expect(icicleKey("ArrowRight", none, 1, 1)).toBeUndefined();
  });

  it("follows the arrow keys", () => {
    const key = (name: string, at: number, zoom = 0): number | undefined =>
      icicleKey(name, bars, at, zoom);
    expect(key("ArrowUp", 8)).toBe(7);
    expect(key("ArrowUp", 0)).toBeUndefined();
    expect(key("ArrowDown", 3)).toBe(7);
    expect(key("ArrowDown", 5)).toBeUndefined();
    expect(key("ArrowRight", 5)).toBe(8);
    expect(key("ArrowLeft", 7)).toBe(6);
    expect(key("ArrowLeft", 7, 7)).toBeUndefined();
    expect(key("Home", 8)).toBe(0);
    expect(key("x", 8)).toBeUndefined();
  });
});

describe("Chrome's trace format", () => {
  const { traceEvents, displayTimeUnit } = chromeTrace(TRACE, "ResNet-18");

  it("has the fields that its events require", () => {
    expect(displayTimeUnit).toBe("ms");
    for (const event of traceEvents) {
      expect(event).toMatchObject({ pid: 1, tid: 1, cat: expect.any(String) as string });
      expect(["X", "C", "M"]).toContain(event.ph);
      expect(event.name).not.toBe("");
      expect(Number.isFinite(event.ts)).toBe(true);
      expect(event.ts).toBeGreaterThanOrEqual(0);
      if (event.ph === "X") expect(event.dur).toBeGreaterThanOrEqual(0);
      else expect(event.dur).toBeUndefined();
      if (event.ph === "C") {
        expect(Object.values(event.args).every((value) => typeof value === "number")).toBe(true);
      }
    }
  });

  it("nests what nested, and leaves out what did not run", () => {
    const spans = traceEvents.filter(({ ph }) => ph === "X");
    expect(spans.map(({ name }) => name)).not.toContain("EliminateCommonSubexpr");
    expect(spans).toHaveLength(9);
    const convert = spans.find(({ name }) => name === "ConvertLayout");
    expect(convert).toMatchObject({
      ts: 400,
      dur: 400,
      cat: "pass",
      args: { optLevel: 3, changed: true, ownUs: 300, operators: { layout_transform: 23 } },
    });
    // Each span is inside of another or beside it.
    for (const a of spans) {
      for (const b of spans) {
        const [aEnd, bEnd] = [a.ts + (a.dur ?? 0), b.ts + (b.dur ?? 0)];
        const apart = aEnd <= b.ts || bEnd <= a.ts;
        const inside = (a.ts >= b.ts && aEnd <= bEnd) || (b.ts >= a.ts && bEnd <= aEnd);
        expect(apart || inside).toBe(true);
      }
    }
  });

  it("follows the operators that change", () => {
    const counters = traceEvents.filter(({ ph }) => ph === "C");
    // The numbers of operators, starting from those of the program.
    const first = { add: 0, expand_dims: 0, layout_transform: 0, "nn.bias_add": 1 };
    expect(counters.map(({ ts, args }) => [ts, args])).toEqual([
      [0, first],
      [400, { ...first, add: 1, "nn.bias_add": 0 }],
      [800, { add: 1, expand_dims: 1, layout_transform: 23, "nn.bias_add": 0 }],
      [950, { add: 1, expand_dims: 0, layout_transform: 2, "nn.bias_add": 0 }],
    ]);
  });
});

describe("a run as files", () => {
  it("quotes CSV after RFC 4180", () => {
    expect(csvField("plain")).toBe("plain");
    expect(csvField('a "b", c')).toBe('"a ""b"", c"');
    expect(csvField("two\nlines")).toBe('"two\nlines"');
    const lines = timingCsv(TRACE, DEFAULT_PIPELINE).split("\r\n");
    expect(lines).toHaveLength(ROWS.length + 2);
    expect(lines[0]).toMatch(
      /^index,parent,level,kind,stage,name,.*,operators,reason,.*,first_run_us$/,
    );
    expect(lines[8]).toBe(
      "7,2,2,pass,2,ConvertLayout,3,ok,true,400,300,40.00,44.44,360,480,40,expand_dims +1; layout_transform +23,,20,steady,3600",
    );
    expect(lines[7]).toContain("skipped");
    expect(lines.at(-1)).toBe("");
  });

  it("writes JSON with every row and figure", () => {
    const file = JSON.parse(timingJson(TRACE, "ResNet-18", DEFAULT_PIPELINE)) as {
      program: unknown;
      timing: unknown;
      rows: { name: string; totalUs: number; ownUs: number; quartilesUs: number[] }[];
    };
    expect(file.program).toMatchObject({ title: "ResNet-18", name: "resnet" });
    expect(file.timing).toMatchObject({
      totalUs: 1000,
      firstRunUs: 9000,
      clockResolutionUs: 5,
      hooksUs: 300,
    });
    expect(file.rows).toHaveLength(ROWS.length);
    expect(file.rows[7]).toMatchObject({ name: "ConvertLayout", totalUs: 400, ownUs: 300 });
    expect(file.rows[7]).toMatchObject({ times: "steady", runs: 40, warmUpRuns: 20 });
    expect(file.rows[7]?.quartilesUs).toEqual([360, 480]);
  });

  it("writes TVM's text, and names files after the program", () => {
    expect(timingText(TRACE).split("\n")[0]).toBe("sequential: 900us [50us] (100.00%; 100.00%)");
    expect(fileStem("ResNet-18")).toBe("resnet-18");
    expect(fileStem("my Program.relay")).toBe("my-program");
    expect(fileStem("…")).toBe("passcope");
  });
});
