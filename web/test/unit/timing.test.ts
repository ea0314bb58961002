import { describe, expect, it } from "vitest";
import type { TraceRow } from "../../src/core/protocol/messages";
import {
  formatDuration,
  formatMeasured,
  formatReading,
  formatTick,
  profileText,
} from "../../src/core/trace/timing";
import { formatChange, formatShare } from "../../src/core/trace/units";

const row = (kind: TraceRow["kind"], name: string, parent: number, level: number): TraceRow => ({
  kind,
  stageId: "s1",
  parent,
  level,
  name,
  optLevel: 0,
  changed: false,
  opDiff: {},
  status: "ok",
  before: 1,
  after: 1,
});

describe("the profile's text", () => {
  const rows = [
    row("stage", "PassContext", -1, 0),
    row("pass", "InferType", 0, 1),
    row("pass", "FoldScaleAxis", 0, 1),
    row("pass", "FoldConstant", 2, 2),
    row("pass", "InferType", 3, 3),
  ];
  const durations = [10000, 4000, 6000, 3000, 1500];

  it("is TVM's: total, own, share of all and of the parent, a tab per depth", () => {
    expect(profileText(rows, durations, "s1")).toBe(
      "InferType: 4000us [4000us] (40.00%; 40.00%)\n" +
        "FoldScaleAxis: 6000us [3000us] (60.00%; 60.00%)\n" +
        "\tFoldConstant: 3000us [1500us] (30.00%; 50.00%)\n" +
        "\t\tInferType: 1500us [1500us] (15.00%; 50.00%)\n",
    );
  });

  it("has no line for another stage, and no NaN where nothing took any time", () => {
    expect(profileText(rows, durations, "s2")).toBe("");
    expect(profileText(rows, [0, 0, 0, 0, 0], "s1")).toContain(
      "InferType: 0us [0us] (0.00%; 0.00%)",
    );
  });
});

describe("figures for people", () => {
  it("have three digits and a unit", () => {
    expect(formatDuration(0)).toBe("0 µs");
    expect(formatDuration(1.234)).toBe("1.23 µs");
    expect(formatDuration(56.78)).toBe("56.8 µs");
    expect(formatDuration(99.97)).toBe("100 µs");
    expect(formatDuration(999.4)).toBe("999 µs");
    expect(formatDuration(999.6)).toBe("1.00 ms");
    expect(formatDuration(18_456)).toBe("18.5 ms");
    expect(formatDuration(2_340_000)).toBe("2.34 s");
  });

  it("only bound what the clock hardly ever saw", () => {
    expect(formatMeasured(0, 1, 100)).toBe("< 0.1 ms");
    expect(formatMeasured(0, 30, 100)).toBe("< 10 µs");
    expect(formatMeasured(12, 30, 100)).toBe("12.0 µs");
    expect(formatMeasured(0, 3000, 100)).toBe("< 100 ns");
  });

  it("name the clock's tick", () => {
    expect(formatTick(100)).toBe("0.1 ms");
    expect(formatTick(99.99999)).toBe("0.1 ms");
    expect(formatTick(1000)).toBe("1 ms");
    expect(formatTick(5)).toBe("5 µs");
    expect(formatTick(0.04)).toBe("40 ns");
  });
});

describe("figures", () => {
  it("are never nothing or all where something is left", () => {
    expect(formatReading(0, 100)).toBe("< 0.1 ms");
    expect(formatReading(200, 100)).toBe("200 µs");
    expect(formatShare(0)).toBe("0.0 %");
    expect(formatShare(0.0001)).toBe("< 0.1 %");
    expect(formatShare(0.125)).toBe("12.5 %");
    expect(formatShare(0.9999)).toBe("> 99.9 %");
    expect(formatShare(1)).toBe("100.0 %");
    expect(formatChange(15_700, 70.5)).toBe("−99.6 %");
    expect(formatChange(15_700, 1)).toBe("−99.99 %");
    expect(formatChange(1e9, 1)).toBe("−99.999 %");
    expect(formatChange(100, 0)).toBe("−100 %");
    expect(formatChange(100, 50)).toBe("−50 %");
    expect(formatChange(100, 200)).toBe("+100 %");
  });
});
