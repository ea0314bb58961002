import { describe, expect, it } from "vitest";
import type { TraceRow } from "../../src/protocol/messages";
import {
  formatDuration,
  formatMeasured,
  formatTick,
  median,
  ownTimes,
  profileText,
  Repetitions,
  typical,
} from "../../src/trace/timing";

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

/** What a clock that ticks every 100 µs reads for a pass of `us` that begins at a random time. */
function coarse(us: number, runs: number): number[] {
  let seed = 12345;
  const random = (): number => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return seed / 2147483648;
  };
  return Array.from({ length: runs }, () => {
    const began = random() * 100;
    return (Math.floor((began + us) / 100) - Math.floor(began / 100)) * 100;
  });
}

describe("median", () => {
  it("is the middle, or the mean of the middle two", () => {
    expect(median([])).toBe(0);
    expect(median([3, 1, 2])).toBe(2);
    expect(median([4, 1, 2, 3])).toBe(2.5);
  });
});

describe("typical", () => {
  it("is the plain median where the clock is fine enough", () => {
    expect(typical([5000, 5100, 9000], 100)).toBe(5100);
    expect(typical([...Array<number>(20).fill(5000), 90000], 100)).toBe(5000);
  });

  it("finds a time below the clock's tick, where the plain median is 0", () => {
    const readings = coarse(30, 180);
    expect(median(readings)).toBe(0);
    expect(Math.abs(typical(readings, 100) - 30)).toBeLessThan(12);
  });

  it("is not bent by a single outlier", () => {
    const readings = coarse(30, 180);
    readings[17] = 20_000;
    expect(Math.abs(typical(readings, 100) - 30)).toBeLessThan(12);
  });

  it("averages when there are too few ticks for groups", () => {
    expect(typical([0, 100], 100)).toBe(50);
    expect(typical([...Array<number>(96).fill(0), 100, 100, 100, 100], 100)).toBe(4);
    expect(typical([], 100)).toBe(0);
  });
});

describe("Repetitions", () => {
  it("is steady when the figures stop moving", () => {
    const repetitions = new Repetitions(2, 1);
    repetitions.add([1000, 400]);
    expect(repetitions.steady()).toBe(false);
    repetitions.add([1100, 500]);
    expect(repetitions.steady()).toBe(false);
    for (let i = 0; i < 9; i += 1) repetitions.add([1050, 450]);
    repetitions.steady();
    repetitions.add([1050, 450]);
    expect(repetitions.steady()).toBe(true);
    expect(repetitions.runs).toBe(12);
    expect(repetitions.figures()).toEqual([1050, 450]);
    expect(repetitions.grouped()).toBe(false);
  });

  it("pays no heed to what takes less than a fiftieth of the whole", () => {
    const repetitions = new Repetitions(2, 1);
    repetitions.add([1000, 1]);
    repetitions.steady();
    repetitions.add([1000, 19]);
    expect(repetitions.steady()).toBe(true);
  });

  it("is not taken in by readings that agree by chance under a coarse clock", () => {
    const repetitions = new Repetitions(1, 100);
    for (let runs = 1; runs <= 400; runs += 1) {
      repetitions.add([runs % 2 === 0 ? 100 : 0]);
      if (runs === 100 || runs === 200) expect(repetitions.steady()).toBe(false);
    }
    for (let runs = 400; runs < 1200; runs += 1) repetitions.add([runs % 2 === 0 ? 100 : 0]);
    expect(repetitions.steady()).toBe(true);
  });

  it("says when it groups", () => {
    const repetitions = new Repetitions(1, 100);
    expect(repetitions.grouped()).toBe(false);
    coarse(30, 10).forEach((us) => repetitions.add([us]));
    expect(repetitions.grouped()).toBe(true);
  });

  it("refuses readings of another shape", () => {
    expect(() => new Repetitions(2, 1).add([1])).toThrow(RangeError);
  });
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

  it("never shows a negative own time", () => {
    expect(ownTimes(rows, [10, 4, 6, 7, 1])).toEqual([0, 4, 0, 6, 1]);
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
