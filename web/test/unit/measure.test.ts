import { describe, expect, it } from "vitest";
import type { Timing } from "../../src/protocol/messages";
import { measure, type MeasureOptions, type Part } from "../../src/worker/measure";

/** A clock of its own, in milliseconds, and parts that let it go on. */
function stage(): {
  options: MeasureOptions;
  told: Timing[];
  part: Part["once"][];
  ms: () => number;
} {
  let ms = 0;
  const told: Timing[] = [];
  let seed = 1;
  const noise = (): number => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return seed / 2147483648;
  };
  const cheap = (): number[] => {
    const us = 20 + 40 * noise();
    ms += us / 1000;
    return [us];
  };
  const dear = (): number[] => {
    ms += 50;
    return [50_000, 40_000];
  };
  return {
    told,
    part: [cheap, dear],
    ms: () => ms,
    options: {
      resolutionUs: 0.1,
      maxRepetitions: 5000,
      maxRepeatMs: 1200,
      now: () => ms,
      breathe: async () => undefined,
      wanted: () => true,
      tell: (timing) => told.push(timing),
    },
  };
}

const parts = ([cheap, dear]: Part["once"][]): Part[] =>
  cheap && dear
    ? [
        { from: 0, count: 1, once: cheap },
        { from: 1, count: 2, once: dear },
      ]
    : [];

describe("measuring", () => {
  it("repeats cheap parts more often than dear ones, within its time", async () => {
    const { options, part, ms, told } = stage();
    const timing = await measure(parts(part), [1, 2, 3], options);
    expect(timing?.final).toBe(true);
    expect(timing?.durationsUs[1]).toBe(50_000);
    expect(Math.abs((timing?.durationsUs[0] ?? 0) - 40)).toBeLessThan(4);
    expect(timing?.runs[0]).toBeGreaterThan(timing?.runs[1] ?? 0);
    // The dear part does not vary: it is done as soon as a second look says so.
    expect(timing?.runs.slice(1)).toEqual([16, 16]);
    expect(ms()).toBeLessThan(1300);
    expect(told.length).toBeGreaterThan(1);
    expect(told.every((t) => !t.final && t.durationsUs.length === 3)).toBe(true);
  });

  it("shows the traced run's figures until a part has been repeated", async () => {
    const { options, part, told } = stage();
    await measure(parts(part).reverse(), [7, 2, 3], options);
    expect(told[0]?.durationsUs).toEqual([7, 50_000, 40_000]);
    expect(told[0]?.runs[0]).toBe(1);
  });

  it("runs every part three times, however short the time", async () => {
    const { options, part } = stage();
    const timing = await measure(parts(part), [1, 2, 3], { ...options, maxRepeatMs: 0 });
    expect(timing?.runs).toEqual([3, 3, 3]);
    expect(timing?.durationsUs[1]).toBe(50_000);
  });

  it("stops when its figures are no longer wanted", async () => {
    const { options, part } = stage();
    let asked = 0;
    const wanted = (): boolean => ++asked < 3;
    expect(await measure(parts(part), [1, 2, 3], { ...options, wanted })).toBeUndefined();
  });
});
