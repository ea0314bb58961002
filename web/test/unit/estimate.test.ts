import { describe, expect, it } from "vitest";
import type { RunTrace, TraceRow } from "../../src/core/protocol/messages";
import {
  figuresOfOneRun,
  median,
  ownTimes,
  Samples,
  typical,
  type Reading,
} from "../../src/core/trace/estimate";
import { expectConsistent } from "./consistent";
import { row, TRACE } from "./runs";

/** A pseudo-random sequence of numbers from 0 to 1. */
function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** The readings of a clock with ticks of 100 µs, for passes of `us` microseconds that begin at random times. */
function coarse(us: number, runs: number): number[] {
  const next = random(12345);
  return Array.from({ length: runs }, () => {
    const began = next() * 100;
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

const pass = { kind: "pass", parent: -1 };
const reading = (...durationsUs: number[]): Reading => ({ durationsUs, repeatedUs: [] });

describe("samples", () => {
  it("are steady when the figures stop moving", () => {
    const samples = new Samples([pass, { ...pass, parent: 0 }], 0.1);
    for (let i = 0; i < 8; i += 1) samples.add(reading(1000 + 400 / (i + 1), 400));
    expect(samples.steady()).toBe(false);
    for (let i = 0; i < 80; i += 1) samples.add(reading(1050 + (i % 3), 450));
    expect(samples.laterHalf().steady()).toBe(true);
    expect(samples.laterHalf().runs).toBe(44);
    expect(samples.laterHalf().figures()).toMatchObject({
      durationsUs: [1051, 450],
      known: [true, true],
      grouped: false,
    });
  });

  it("are neither steady nor known while one of a busy machine's stretches differs from the next", () => {
    const samples = new Samples([pass], 0.1);
    for (let i = 0; i < 200; i += 1) samples.add(reading(i % 50 < 25 ? 1000 : 1800));
    expect(samples.steady()).toBe(false);
    expect(samples.figures().known).toEqual([false]);
  });

  it("pay no heed to what takes less than a twentieth of the whole and is short", () => {
    const samples = new Samples([pass, { ...pass, parent: 0 }], 0.1);
    for (let i = 0; i < 40; i += 1) samples.add(reading(1000, i < 20 ? 1 : 19));
    expect(samples.steady()).toBe(true);
  });

  it("are not taken in by readings that agree by chance under a coarse clock", () => {
    const samples = new Samples([pass], 100);
    for (let run = 0; run < 1800; run += 1) {
      samples.add(reading(run % 2 === 0 ? 100 : 0));
      if (run === 100 || run === 200) expect(samples.steady()).toBe(false);
    }
    expect(samples.steady()).toBe(true);
    expect(samples.figures()).toMatchObject({ durationsUs: [50], grouped: true });
  });

  it("take of a pass that was repeated in place what a repetition took", () => {
    const rows = [
      { kind: "stage", parent: -1 },
      { ...pass, parent: 0 },
      { ...pass, parent: 0 },
    ];
    const samples = new Samples(rows, 100, [0, 50, 0]);
    samples.add({ durationsUs: [3100, 100, 3000], repeatedUs: [undefined, 28, undefined] });
    const { durationsUs, grainUs } = samples.figures();
    expect(durationsUs).toEqual([3028, 28, 3000]);
    expect(grainUs[1]).toBe(2);
    expect(grainUs[2]).toBe(100);
  });

  it("refuse readings of another shape", () => {
    expect(() => new Samples([pass, pass], 1).add(reading(1))).toThrow(RangeError);
  });
});

/** A run of up to 12 rows with random nesting, and readings of it from a clock of a random resolution. */
function synthetic(seed: number): { rows: TraceRow[]; samples: Samples } {
  const next = random(seed);
  const below = (n: number): number => Math.floor(next() * n);
  const resolutionUs = [100, 1000, 5, 0.001][seed % 4] ?? 100;
  const rows: TraceRow[] = [];
  let stageId = "";
  const add = (parent: number, level: number): void => {
    const at = rows.length;
    const outer = next() < 0.6 ? "PassContext" : "bind_params_by_name";
    const name = level === 0 ? outer : (["A", "B", "InferType"][below(3)] ?? "A");
    if (level === 0) stageId = `s${at}`;
    rows.push(row(name, parent, level, { stageId }));
    const inside = level > 3 || name === "bind_params_by_name" ? 0 : below(level === 0 ? 4 : 3);
    for (let i = 0; i < inside && rows.length < 12; i += 1) add(at, level + 1);
  };
  for (let i = 0; i <= below(3); i += 1) add(-1, 0);
  const own = rows.map(({ kind }) =>
    kind === "stage" || next() < 0.2 ? 0 : 10 ** (next() * 5 - 1),
  );
  const repeat = rows.map(({ kind }, i) =>
    kind !== "stage" && (own[i] ?? 0) < 10 * resolutionUs && next() < 0.5 ? 1 + below(200) : 0,
  );
  const samples = new Samples(rows, resolutionUs, repeat);
  const runs = [1, 2, 3, 7, 40][below(5)] ?? 1;
  const grain = (us: number): number => Math.floor(us / resolutionUs) * resolutionUs;
  for (let run = 0; run < runs; run += 1) {
    const noise = own.map((us) => us * (0.9 + 0.2 * next()) * (next() < 0.05 ? 20 : 1));
    // As a clock reads them: each pass begins and ends at a tick.
    const durationsUs = rows.map(() => 0);
    let now = next() * resolutionUs;
    const walk = (at: number): void => {
      const began = grain(now);
      now += (noise[at] ?? 0) / 2;
      rows.forEach(({ parent }, i) => parent === at && walk(i));
      now += (noise[at] ?? 0) / 2;
      durationsUs[at] = grain(now) - began;
    };
    rows.forEach(({ parent }, i) => parent < 0 && walk(i));
    // The times of repetitions differ from those in place, and from those of the outer passes.
    const repeatedUs = repeat.map((times, i) => {
      const us = (durationsUs[i] ?? 0) * (0.5 + next());
      return times > 0 ? grain(us * times) / times : undefined;
    });
    samples.add({ durationsUs, repeatedUs });
  }
  return { rows, samples };
}

function traceOf(rows: readonly TraceRow[], samples: Samples): RunTrace {
  const figures = samples.figures();
  return {
    ...TRACE,
    rows,
    timing: {
      ...figures,
      runs: rows.map(() => samples.runs),
      warmUp: rows.map(() => 0),
      states: figures.known.map((known) => (known ? "steady" : "rough")),
      firstUs: figures.durationsUs,
      resolutionUs: samples.resolutionUs,
      final: true,
    },
  };
}

describe("figures of one set of readings", () => {
  it.each([0, 1, 2, 3])("never contradict each other (%i)", (part) => {
    for (let seed = part; seed < 6000; seed += 4) {
      const { rows, samples } = synthetic(seed);
      try {
        expectConsistent(traceOf(rows, samples));
      } catch (error) {
        throw new Error(`seed ${seed}`, { cause: error });
      }
    }
  });

  it("are those of the run where there is one, made to agree", () => {
    const rows = [row("PassContext", -1, 0), row("A", 0, 1), row("B", 1, 2), row("C", 0, 1)];
    // A stage takes the sum of its passes, and A takes at least as long as B.
    const figures = figuresOfOneRun(rows, [1, 100, 120.0004, 50], 100);
    expect(figures.durationsUs).toEqual([170, 120, 120, 50]);
    expect(figures.known).toEqual([false, false, false, false]);
    expect(figures.quartilesUs[3]?.map(Math.round)).toEqual([21, 79]);
    expect(ownTimes(rows, figures.durationsUs)).toEqual([0, 0, 120, 50]);
  });

  it("says ± of a time below the clock's tick", () => {
    const samples = new Samples([pass], 100);
    for (const us of coarse(20, 400)) samples.add(reading(us));
    const [lower, upper] = samples.figures().quartilesUs[0] ?? [0, 0];
    expect((upper - lower) / 2).toBeGreaterThan(1);
    expect(upper).toBeLessThan(40);
  });
});
