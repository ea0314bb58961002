// Repeats the parts of a run, first to warm up and then for their times, until these are steady.
import type { Timing } from "../../core/protocol/messages";
import { Samples, SHORT_US, type Reading, type TimedRow } from "../../core/trace/estimate";

/**
 * A part of a run that can be repeated alone: a stage, or the binding of parameters. Fast parts are repeated more often
 * than slow ones. So a pass of microseconds is measured well even if another stage takes a hundred times as long.
 */
export interface Part {
  /** The index of its first row in the trace. */
  readonly from: number;
  /** Its rows. Their parent indices are relative to the first one. */
  readonly rows: readonly TimedRow[];
  /**
   * Runs the part once, and each row `repeat` more times in place. Undefined if it turns out that the part cannot be
   * repeated.
   */
  once(repeat: readonly number[]): Reading | undefined;
}

export interface MeasureOptions {
  readonly resolutionUs: number;
  /** The most repetitions of each part. */
  readonly maxRepetitions: number;
  /** The longest time for repeating all parts, in milliseconds. */
  readonly maxRepeatMs: number;
  readonly now: () => number;
  readonly breathe: () => Promise<void>;
  /** Returns false once nobody waits for the measured times any more. */
  readonly wanted: () => boolean;
  /** Called from time to time with the times measured so far. */
  readonly tell: (timing: Timing) => void;
}

/** The fewest runs of a part, even if the time is used up: a median of fewer runs says little. */
const FEWEST = 3;

/**
 * Arrived messages are handled after this many milliseconds of repeating. A repetition that has begun is finished
 * first.
 */
const BREATH_MS = 8;
const TELL_MS = 250;

/** Parts take turns of this length, so that warm-up and disturbances affect all of them. */
const TURN_MS = 10;

/**
 * A part is first checked for steadiness after this many runs and this much time, and again after each 50 % more runs.
 * The browser recompiles code in the background, which takes time.
 */
const FIRST_LOOK_RUNS = 16;
const FIRST_LOOK_MS = 400;
const LOOK_AGAIN = 1.5;

/** The number of runs from which the repetitions in place are first planned. */
const ROUGH_RUNS = 4;

/** The shortest reading of a pass, in clock ticks, and its upper bound in microseconds. */
const TICKS = 10;
const MAX_READING_US = 4000;
/** The most plans for repeating rows in place. */
const MAX_PLANS = 5;
/** The most milliseconds of repetitions in place within one run of a part. */
const IN_PLACE_MS = 24;
const MOST_IN_PLACE = 500;
/** A pass of less than this share of a stage is repeated more often than the clock requires. */
const SMALL = 1 / 8;

/**
 * Repeats the parts and returns their times; undefined if they are no longer wanted.
 *
 * @param first the times of the traced run, which rows without repetitions keep.
 */
export async function measure(
  parts: readonly Part[],
  first: Timing,
  options: MeasureOptions,
): Promise<Timing | undefined> {
  const { now } = options;
  const measured = parts.map((part) => new Measured(part, options));
  const timing = (final: boolean): Timing => withFigures(first, measured, final);
  const ends = now() + options.maxRepeatMs;
  let breath = now();
  let told = breath;
  await options.breathe();
  for (;;) {
    const open = measured.filter((one) => !one.done(now() >= ends));
    if (open.length === 0) return options.wanted() ? timing(true) : undefined;
    for (const one of open) {
      const turn = now() + TURN_MS;
      do {
        if (now() - breath >= BREATH_MS) {
          await options.breathe();
          breath = now();
        }
        if (!options.wanted()) return undefined;
        one.run();
      } while (now() < turn && !one.done(now() >= ends));
      if (now() - told >= TELL_MS) {
        told = now();
        options.tell(timing(false));
      }
    }
  }
}

/** The measurements of one part. */
class Measured {
  #samples: Samples;
  /** The number of dropped runs, whose repetitions in place followed an older plan. */
  #dropped = 0;
  /** The repetitions in place of each row, for each of the runs that make up a reading. */
  #plan: readonly (readonly number[])[];
  /** The runs of the current reading so far. */
  #readings: Reading[] = [];
  #began: number;
  #nextLook = FIRST_LOOK_RUNS;
  #plans = 0;
  #isSteady = false;
  #failed = false;

  constructor(
    readonly part: Part,
    private readonly options: MeasureOptions,
  ) {
    this.#plan = [part.rows.map(() => 0)];
    this.#samples = new Samples(part.rows, options.resolutionUs);
    this.#began = options.now();
  }

  done(timeIsUp: boolean): boolean {
    const { runs } = this.#samples;
    return (
      this.#failed ||
      this.#isSteady ||
      this.#dropped + runs >= this.options.maxRepetitions ||
      (timeIsUp && runs >= FEWEST)
    );
  }

  run(): void {
    const reading = this.part.once(this.#plan[this.#readings.length] ?? []);
    if (!reading) {
      this.#failed = true;
      return;
    }
    this.#readings.push(reading);
    if (this.#readings.length < this.#plan.length) return;
    const readings = this.#readings.splice(0);
    this.#samples.add({
      durationsUs: (readings[0] ?? reading).durationsUs,
      repeatedUs: this.part.rows.map((_, i) =>
        readings.map((one) => one.repeatedUs[i]).find((us) => us !== undefined),
      ),
    });
    this.#look();
  }

  /** Writes the measurements into the times of all rows. */
  note(timing: Writable, final: boolean): void {
    const { from, rows } = this.part;
    const warmUp = this.#dropped + (this.#samples.runs >> 1);
    const kept = this.#samples.laterHalf();
    const figures = kept.figures();
    rows.forEach((_, i) => {
      const row = from + i;
      if (this.#failed) timing.states[row] = "code";
      if (this.#failed || kept.runs === 0) return;
      timing.durationsUs[row] = figures.durationsUs[i] ?? 0;
      timing.quartilesUs[row] = figures.quartilesUs[i] ?? [0, 0];
      timing.grainUs[row] = figures.grainUs[i] ?? 0;
      timing.runs[row] = kept.runs;
      timing.warmUp[row] = warmUp;
      // Code that the browser will still optimise can look steady for a while.
      const known = figures.known[i] && (this.#isSteady || final);
      timing.states[row] = known ? "steady" : "rough";
    });
    timing.grouped ||= kept.runs > 0 && figures.grouped;
  }

  #look(): void {
    const { runs } = this.#samples;
    if (this.#plans === 0 && runs >= ROUGH_RUNS) {
      this.#replan();
      return;
    }
    const elapsed = this.options.now() - this.#began;
    if (runs < this.#nextLook || elapsed < FIRST_LOOK_MS) return;
    this.#nextLook = Math.ceil(runs * LOOK_AGAIN);
    if (this.#plans < MAX_PLANS && this.#replan()) return;
    this.#isSteady = this.#samples.laterHalf().steady();
  }

  /** Plans the repetitions in place of passes that are short for the clock. Returns whether the plan has changed. */
  #replan(): boolean {
    this.#plans += 1;
    const { resolutionUs } = this.options;
    const { rows, repeat, runs } = this.#samples;
    const rough = this.#samples.rough();
    const wanted = inPlace(rows, rough, resolutionUs).map((times, i) => {
      const now = repeat[i] ?? 0;
      // A number that is about right stays: a new one discards all runs.
      return now > times / 2 && now < times * 4 ? now : times;
    });
    if (wanted.every((times, i) => times === (repeat[i] ?? 0))) return false;
    this.#dropped += runs;
    this.#samples = new Samples(rows, resolutionUs, wanted);
    this.#plan = chunks(wanted, rough);
    this.#began = this.options.now();
    this.#nextLook = FIRST_LOOK_RUNS;
    return true;
  }
}

/** The number of repetitions in place for rows with these rough times. */
function inPlace(rows: readonly TimedRow[], us: readonly number[], resolutionUs: number): number[] {
  const reading = Math.min(TICKS * resolutionUs, MAX_READING_US);
  const times = rows.map(({ kind }, i) =>
    kind === "stage" || (us[i] ?? 0) >= TICKS * resolutionUs
      ? 0
      : Math.max(2, Math.ceil(reading / Math.max(us[i] ?? 0, SHORT_US))),
  );
  // Browsers optimise code that has run often. So the remaining time goes to passes that take a small share of the
  // whole. Otherwise their code would still be slow when that of other passes is already optimised.
  const whole = us[0] ?? 0;
  const isSmall = (row: number): boolean =>
    row > 0 &&
    rows[row]?.kind !== "stage" &&
    (us[row] ?? 0) < Math.max(TICKS * resolutionUs, whole * SMALL);
  const small = rows.flatMap(({ parent }, i) => (isSmall(i) && !isSmall(parent) ? [i] : []));
  const taken = times.reduce((sum, n, i) => sum + n * (us[i] ?? 0), 0);
  const once = small.reduce((sum, i) => sum + Math.max(us[i] ?? 0, 1), 0);
  const room = Math.max(IN_PLACE_MS * 1000, whole / 4) - taken;
  const often = Math.min(MOST_IN_PLACE, Math.floor(room / Math.max(once, 1)));
  if (often > 1) for (const i of small) times[i] = Math.max(times[i] ?? 0, often);
  return times;
}

/**
 * Distributes repetitions in place over several runs, so that no run takes much longer: a new request waits for the end
 * of a run.
 */
function chunks(repeat: readonly number[], lengths: readonly number[]): number[][] {
  const most = Math.max(IN_PLACE_MS * 1000, lengths[0] ?? 0);
  const plan: number[][] = [];
  let room = 0;
  repeat.forEach((times, i) => {
    if (times === 0) return;
    const us = times * (lengths[i] ?? 0);
    if (us > room || plan.length === 0) {
      plan.push(repeat.map(() => 0));
      room = most;
    }
    room -= us;
    const last = plan.at(-1);
    if (last) last[i] = times;
  });
  return plan.length > 0 ? plan : [repeat.map(() => 0)];
}

type Writable = {
  -readonly [K in keyof Timing]: Timing[K] extends readonly (infer T)[] ? T[] : Timing[K];
};

function withFigures(first: Timing, measured: readonly Measured[], final: boolean): Timing {
  const timing: Writable = {
    ...first,
    durationsUs: [...first.durationsUs],
    quartilesUs: [...first.quartilesUs],
    grainUs: [...first.grainUs],
    runs: [...first.runs],
    warmUp: [...first.warmUp],
    states: [...first.states],
    firstUs: [...first.firstUs],
    grouped: false,
    final,
  };
  for (const one of measured) one.note(timing, final);
  return timing;
}
