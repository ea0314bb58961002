import { describe, expect, it } from "vitest";
import type { Timing } from "../../src/core/protocol/messages";
import { figuresOfOneRun, type Reading } from "../../src/core/trace/estimate";
import { measure, type MeasureOptions, type Part } from "../../src/engine/session/measure";

const pass = { kind: "pass", parent: -1 };

/** A machine with its own clock in milliseconds. The clock advances when a part runs. */
class Machine {
  ms = 0;
  readonly told: Timing[] = [];
  #seed = 1;

  constructor(readonly resolutionUs = 0.1) {}

  random(): number {
    this.#seed = (this.#seed * 1103515245 + 12345) % 2147483648;
    return this.#seed / 2147483648;
  }

  readonly now = (): number => {
    const ticks = Math.floor((this.ms * 1000) / this.resolutionUs);
    return (ticks * this.resolutionUs) / 1000;
  };

  get options(): MeasureOptions {
    return {
      resolutionUs: this.resolutionUs,
      maxRepetitions: 5000,
      maxRepeatMs: 1200,
      now: this.now,
      breathe: async () => undefined,
      wanted: () => true,
      tell: (timing) => this.told.push(timing),
    };
  }

  /** A part with one pass, which takes `us()` microseconds. */
  part(from: number, us: () => number): Part {
    const time = (times: number): number => {
      // Other work in between: a run does not begin at a tick of the clock.
      this.ms += 0.2 * this.random();
      const began = this.now();
      for (let i = 0; i < times; i += 1) this.ms += us() / 1000;
      return ((this.now() - began) * 1000) / times;
    };
    return {
      from,
      rows: [pass],
      once: ([repeat = 0]): Reading => ({
        durationsUs: [time(1)],
        repeatedUs: [repeat > 0 ? time(repeat) : undefined],
      }),
    };
  }

  /** A part whose first run takes 50 ms. Another pass takes 40 ms of these. */
  dear(from: number): Part {
    return {
      from,
      rows: [pass, { kind: "pass", parent: 0 }],
      once: () => {
        this.ms += 50;
        return { durationsUs: [50_000, 40_000], repeatedUs: [] };
      },
    };
  }
}

/** The times of a first run. */
function first(durationsUs: readonly number[]): Timing {
  const rows = durationsUs.map(() => pass);
  const figures = figuresOfOneRun(rows, durationsUs, 1);
  return {
    durationsUs: figures.durationsUs,
    quartilesUs: figures.quartilesUs,
    grainUs: figures.grainUs,
    runs: rows.map(() => 1),
    warmUp: rows.map(() => 0),
    states: rows.map(() => "first"),
    firstUs: figures.durationsUs,
    grouped: false,
    resolutionUs: 1,
    final: false,
  };
}

describe("measuring", () => {
  it("repeats cheap parts more often than dear ones, within its time", async () => {
    const machine = new Machine();
    const cheap = machine.part(0, () => 20 + 40 * machine.random());
    const timing = await measure([cheap, machine.dear(1)], first([1, 2, 3]), machine.options);
    expect(timing?.final).toBe(true);
    expect(timing?.durationsUs[1]).toBe(50_000);
    expect(Math.abs((timing?.durationsUs[0] ?? 0) - 40)).toBeLessThan(4);
    expect(timing?.runs[0]).toBeGreaterThan(timing?.runs[1] ?? 0);
    // The slow part does not vary, so it is done at the first check. Half of its runs were warm-up.
    expect(timing?.runs.slice(1)).toEqual([8, 8]);
    expect(timing?.warmUp.slice(1)).toEqual([8, 8]);
    expect(timing?.states).toEqual(["steady", "steady", "steady"]);
    expect(timing?.firstUs).toEqual([1, 2, 3]);
    expect(machine.ms).toBeLessThan(1300);
    expect(machine.told.length).toBeGreaterThan(1);
    expect(machine.told.every((t) => !t.final && t.durationsUs.length === 3)).toBe(true);
  });

  it("does not take for steady what becomes faster later, as code that is compiled again", async () => {
    const machine = new Machine();
    // The times are steady at first, then faster in steps, as if functions were optimized one by one.
    const us = (): number => {
      const form = machine.ms < 60 ? 1000 : machine.ms < 180 ? 420 : machine.ms < 300 ? 230 : 200;
      return form * (0.98 + 0.04 * machine.random());
    };
    const timing = await measure([machine.part(0, us)], first([9000]), machine.options);
    expect(Math.abs((timing?.durationsUs[0] ?? 0) - 200)).toBeLessThan(3);
    expect(timing).toMatchObject({ firstUs: [9000], states: ["steady"] });
    // No earlier report claimed steady times.
    for (const told of machine.told) expect(told.states[0]).not.toBe("steady");
  });

  it("says when it did not become steady", async () => {
    const machine = new Machine();
    const busy = (): number => (Math.floor(machine.ms / 150) % 2 === 0 ? 300 : 700);
    const timing = await measure([machine.part(0, busy)], first([900]), machine.options);
    expect(timing).toMatchObject({ states: ["rough"], final: true });
    expect(machine.ms).toBeGreaterThan(1190);
  });

  it("measures under a coarse clock as well as under a fine one, by repeating in place", async () => {
    for (const us of [3, 25, 180, 2500]) {
      const machine = new Machine(100);
      const part = machine.part(0, () => us * (0.9 + 0.2 * machine.random()));
      const timing = await measure([part], first([0]), machine.options);
      expect(Math.abs((timing?.durationsUs[0] ?? 0) - us) / us).toBeLessThan(0.02);
      expect(timing?.states).toEqual(["steady"]);
    }
  });

  it("keeps the time between two breaths short, however many passes are repeated in place", async () => {
    const machine = new Machine(100);
    const rows = Array.from({ length: 61 }, (_, i) =>
      i === 0 ? { kind: "stage", parent: -1 } : { kind: "pass", parent: 0 },
    );
    let longest = 0;
    let breath = 0;
    const part: Part = {
      from: 0,
      rows,
      once: (repeat) => {
        for (const times of repeat) machine.ms += (40 * (1 + times)) / 1000;
        return {
          durationsUs: rows.map((_, i) => (i === 0 ? 60 * 40 : 40)),
          repeatedUs: repeat.map((times) => (times > 0 ? 40 : undefined)),
        };
      },
    };
    const options: MeasureOptions = {
      ...machine.options,
      breathe: async () => {
        longest = Math.max(longest, machine.ms - breath);
        breath = machine.ms;
      },
    };
    const timing = await measure([part], first(rows.map(() => 40)), options);
    expect(timing?.durationsUs.slice(0, 2)).toEqual([2400, 40]);
    expect(longest).toBeLessThan(40);
  });

  it("shows the traced run's figures until a part has been repeated", async () => {
    const machine = new Machine();
    const late = machine.part(0, () => 30);
    const parts = [machine.dear(1), late].map((part) => ({
      ...part,
      once: (repeat: readonly number[]) => {
        machine.ms += part === late ? 0 : 300;
        return part.once(repeat);
      },
    }));
    await measure(parts, first([7, 2, 3]), machine.options);
    expect(machine.told[0]?.durationsUs).toEqual([7, 50_000, 40_000]);
    expect(machine.told[0]?.states).toEqual(["first", "rough", "rough"]);
    expect(machine.told[0]?.runs[0]).toBe(1);
  });

  it("runs every part three times, however short the time", async () => {
    const machine = new Machine();
    const parts = [machine.part(0, () => 30), machine.dear(1)];
    const options = { ...machine.options, maxRepeatMs: 0 };
    const timing = await measure(parts, first([1, 2, 3]), options);
    expect(timing?.runs.map((runs, i) => runs + (timing.warmUp[i] ?? 0))).toEqual([3, 3, 3]);
    expect(timing?.durationsUs[1]).toBe(50_000);
    expect(timing?.states).toEqual(["rough", "rough", "rough"]);
  });

  it("leaves a part at its first run's figures that turns out not to be repeatable", async () => {
    const machine = new Machine();
    let runs = 0;
    const fickle: Part = {
      ...machine.dear(0),
      once: () => {
        runs += 1;
        return runs < 10 ? { durationsUs: [50, 40], repeatedUs: [] } : undefined;
      },
    };
    const timing = await measure([fickle, machine.part(2, () => 30)], first([5, 4, 3]), {
      ...machine.options,
      maxRepeatMs: 500,
    });
    expect(timing?.durationsUs.slice(0, 2)).toEqual([5, 4]);
    expect(timing?.states).toEqual(["code", "code", "steady"]);
  });

  it("stops when its figures are no longer wanted", async () => {
    const machine = new Machine();
    let asked = 0;
    const wanted = (): boolean => ++asked < 3;
    const parts = [machine.part(0, () => 30), machine.dear(1)];
    const options = { ...machine.options, wanted };
    expect(await measure(parts, first([1, 2, 3]), options)).toBeUndefined();
  });
});
