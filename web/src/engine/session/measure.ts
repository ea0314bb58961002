// Repeats what a run did, first to warm up and then for its times, until these are steady.
import type { Timing } from "../../core/protocol/messages";
import { Samples, SHORT_US, type Reading, type TimedRow } from "../../core/trace/estimate";

/**
 * A part of a run that can be repeated by itself: a stage, or the binding of parameters. Fast parts are repeated
 * more often than slow ones, so that a pass that takes microseconds is measured well even when another stage of
 * the run takes a hundred times as long.
 */
export interface Part {
  /** The index of its first row in the trace. */
  readonly from: number;
  /** Its rows, whose parents count from the first one. */
  readonly rows: readonly TimedRow[];
  /**
   * Runs it once, and each of its rows, in place, as often more as `repeat` says. Undefined if it turns out that it
   * cannot be repeated.
   */
  once(repeat: readonly number[]): Reading | undefined;
}

export interface MeasureOptions {
  readonly resolutionUs: number;
  /** How often each part is repeated at most. */
  readonly maxRepetitions: number;
  /** How long repeating all parts may take together, in milliseconds. */
  readonly maxRepeatMs: number;
  readonly now: () => number;
  readonly breathe: () => Promise<void>;
  /** Returns false once nobody waits for the measured times any more. */
  readonly wanted: () => boolean;
  /** Called from time to time with the times measured so far. */
  readonly tell: (timing: Timing) => void;
}

/**
 * Every part is run at least this often, even when the time for repeating is used up: a median of fewer runs
 * would say little.
 */
const FEWEST = 3;

/**
 * After this many milliseconds of repeating, messages that have arrived are handled; a repetition that has
 * begun is finished first.
 */
const BREATH_MS = 8;
const TELL_MS = 250;

/** Parts take turns of this length, so that what warms up or disturbs the machine does so for all of them. */
const TURN_MS = 10;

/**
 * Whether a part is steady is looked at after at least so many runs that took at least so long, and again each time
 * that there are half as many more: the browser compiles code again in the background, which takes it a while.
 */
const FIRST_LOOK_RUNS = 16;
const FIRST_LOOK_MS = 400;
const LOOK_AGAIN = 1.5;

/** How a part's rows are to be repeated in place is first told from so many runs. */
const ROUGH_RUNS = 4;

/** A reading of a pass is to last at least so many ticks of the clock, but no longer than this. */
const TICKS = 10;
const MAX_READING_US = 4000;
/** How often it is decided at most how to repeat rows in place. */
const MAX_PLANS = 5;
/** The most milliseconds of repetitions in place that come in one run of a part. */
const IN_PLACE_MS = 24;
const MOST_IN_PLACE = 500;
/** A pass that takes less than this part of a stage is repeated more often than the clock requires. */
const SMALL = 1 / 8;

/**
 * Returns undefined if the times were no longer wanted.
 * @param first the times of the traced run, which rows keep that are not repeated.
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

/** What is known of one part. */
class Measured {
  #samples: Samples;
  /** Runs that are not kept, since they repeated less, or more, in place than is done now. */
  #dropped = 0;
  /** How often rows are repeated in place, for each of the runs that make up a reading. */
  #plan: readonly (readonly number[])[];
  /** What there is of a reading so far. */
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

  /** Puts what is known into the times of all rows. */
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
      // Code that is not yet in its last form can be steady for a while, too.
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

  /** Has passes that are short for the clock repeated in place. Returns whether that is done otherwise now. */
  #replan(): boolean {
    this.#plans += 1;
    const { resolutionUs } = this.options;
    const { rows, repeat, runs } = this.#samples;
    const rough = this.#samples.rough();
    const wanted = inPlace(rows, rough, resolutionUs).map((times, i) => {
      const now = repeat[i] ?? 0;
      // What is about right stays, since another number means to begin anew.
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

/** How often each row is to be repeated in place, for rows that take about so long. */
function inPlace(rows: readonly TimedRow[], us: readonly number[], resolutionUs: number): number[] {
  const reading = Math.min(TICKS * resolutionUs, MAX_READING_US);
  const times = rows.map(({ kind }, i) =>
    kind === "stage" || (us[i] ?? 0) >= TICKS * resolutionUs
      ? 0
      : Math.max(2, Math.ceil(reading / Math.max(us[i] ?? 0, SHORT_US))),
  );
  // The browser compiles code well that has run often. So what time there is goes to passes that take a small part
  // of the whole: without that, their code would still be in its first form when that of the others has long been
  // in its last one.
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
 * Repetitions in place, dealt over so many runs that none of them takes much longer by them: a request that arrives
 * waits for a run to end.
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
