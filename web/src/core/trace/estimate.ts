// The figures of a run's times. All come from one set of readings, so they never contradict each other:
//
// - A pass's own time is estimated from its own readings. Its total is its own time plus the totals of the passes
//   inside of it. So a parent takes at least as long as its children, and shares of a whole add up to it.
// - Quartiles are kept as distances from the median and put around the shown total. Each includes the clock's
//   resolution.
// - Times are whole nanoseconds, so sums and differences are exact, also in files.

/** The times of one run of some rows, in microseconds. */
export interface Reading {
  /** The time of each row within that run. */
  readonly durationsUs: readonly number[];
  /** The mean of a row's repetitions in place, where it was repeated. */
  readonly repeatedUs: readonly (number | undefined)[];
}

export interface Figures {
  readonly durationsUs: readonly number[];
  readonly quartilesUs: readonly (readonly [lower: number, upper: number])[];
  /** The step between possible readings of each row: a tick, divided by the number of its repetitions in place. */
  readonly grainUs: readonly number[];
  /** Whether each figure is likely to come out the same, within a tenth, another time. */
  readonly known: readonly boolean[];
  /** Whether readings of only a few ticks were averaged in groups. */
  readonly grouped: boolean;
}

/** The middle value, or the mean of the middle two; 0 for no values. */
export function median(values: readonly number[]): number {
  if (values.length === 0) return 0;
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length >> 1;
  const upper = sorted[half] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[half - 1] ?? 0) + upper) / 2;
}

/** The quantile, interpolated between the two nearest ranks (R's default, type 7); 0 for no values. */
function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const rank = (sorted.length - 1) * share;
  const low = sorted[Math.floor(rank)] ?? 0;
  const high = sorted[Math.ceil(rank)] ?? low;
  return low + (high - low) * (rank - Math.floor(rank));
}

const sum = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0);
const mean = (values: readonly number[]): number => sum(values) / values.length;

/** From this many clock ticks on, one reading is accurate to 5 % and needs no averaging first. */
const FINE_TICKS = 20;

/** Shorter readings are averaged in groups first: at most this many groups, of at least this many ticks each. */
const MAX_GROUPS = 9;
const TICKS_PER_GROUP = 5;

/**
 * The values for the median and the quartiles: the readings, or the means of groups of readings that are only a few
 * ticks long.
 *
 * A pass of 30 µs under a clock of 100 µs reads 0 or 100. The median of the readings would be 0 for any such pass;
 * their mean is right but sensitive to outliers. So short readings are dealt into groups, and the estimate is the
 * median of the groups' means (the median-of-means estimator). If all readings together are only a few ticks, there is
 * only one group, which gives the mean.
 */
function dealt(readings: readonly number[], grainUs: number): readonly number[] {
  if (median(readings) >= FINE_TICKS * grainUs) return readings;
  const ticks = sum(readings) / grainUs;
  const wanted = Math.min(MAX_GROUPS, readings.length, Math.floor(ticks / TICKS_PER_GROUP));
  const groups: number[][] = Array.from({ length: Math.max(1, wanted) }, () => []);
  readings.forEach((value, i) => groups[i % groups.length]?.push(value));
  return groups.map(mean);
}

/** The typical value of readings with steps of `grainUs`; 0 for no readings. */
export function typical(readings: readonly number[], grainUs: number): number {
  return readings.length === 0 ? 0 : median(dealt(readings, grainUs));
}

/**
 * The quartile of a reading's clock error, in ticks. A reading is the difference of two clock values, each off by up to
 * a tick. The error has a triangular distribution, and half of all errors are below this share of a tick. For a mean of
 * n readings it is divided by √n.
 */
const CLOCK_QUARTILE = 1 - Math.SQRT1_2;

/** A figure counts as known if it varies by at most this share of itself. */
const KNOWN = 0.1;
/** The share to reach while there is time. */
const AIM = 0.04;
/** For shorter rows, these shares are of this time, in microseconds. */
export const SHORT_US = 20;
/**
 * Measuring continues until all rows of at least this share of the whole are known, or of `SHORT_US` if that is less.
 */
const MATTERS_SHARE = 0.05;

/** The number of stretches of time that readings are cut into to see how much the figure varies. */
const STRETCHES = 8;

const toNs = (us: number): number => Math.round(us * 1000);
const toUs = (ns: number): number => ns / 1000;

/** The sum of times in whole nanoseconds, which is exact. */
export const addTimes = (us: readonly number[]): number => toUs(sum(us.map(toNs)));

/** The totals of rows in pre-order, from their own times; both are in nanoseconds. */
function totals(parents: readonly number[], own: readonly number[]): number[] {
  const total = [...own];
  for (let i = parents.length - 1; i >= 0; i -= 1) {
    const parent = parents[i] ?? -1;
    if (parent >= 0) total[parent] = (total[parent] ?? 0) + (total[i] ?? 0);
  }
  return total;
}

/** Each value without those of the rows directly inside of it. */
function withoutInner(parents: readonly number[], values: readonly number[]): number[] {
  const own = [...values];
  parents.forEach((parent, i) => {
    if (parent >= 0) own[parent] = (own[parent] ?? 0) - (values[i] ?? 0);
  });
  return own;
}

/** The step between possible readings of each row. */
function grains(
  rows: readonly TimedRow[],
  resolutionUs: number,
  repeat: readonly number[],
): readonly number[] {
  const grain = rows.map(() => 0);
  const squares = rows.map(() => 0);
  for (let i = rows.length - 1; i >= 0; i -= 1) {
    const { kind, parent = -1 } = rows[i] ?? {};
    // The error of a sum grows with the square root of the number of its terms.
    grain[i] =
      kind === "stage" ? Math.sqrt(squares[i] ?? 0) : resolutionUs / Math.max(1, repeat[i] ?? 0);
    if (parent >= 0) squares[parent] = (squares[parent] ?? 0) + (grain[i] ?? 0) ** 2;
  }
  return grain;
}

/**
 * The time of each row outside of nested passes, in microseconds and exact to the nanosecond. The durations must agree
 * with each other.
 */
export function ownTimes(
  rows: readonly Pick<TimedRow, "parent">[],
  durationsUs: readonly number[],
): number[] {
  const parents = rows.map(({ parent }) => parent);
  return withoutInner(parents, durationsUs.map(toNs)).map((ns) => toUs(Math.max(0, ns)));
}

/** The fields of a row that its figures depend on. A stage has no time of its own: its time is that of its passes. */
export interface TimedRow {
  readonly kind: string;
  /** The index of the row that ran it, or -1. */
  readonly parent: number;
}

/** Repeated readings of the same rows, and the figures from them. */
export class Samples {
  readonly #parents: readonly number[];
  readonly #own: number[][];
  readonly #total: number[][];
  readonly #grainUs: readonly number[];
  #runs = 0;

  /**
   * @param rows in pre-order.
   * @param repeat how often each row is repeated in place for a reading; 0 or absent if it is not.
   */
  constructor(
    readonly rows: readonly TimedRow[],
    readonly resolutionUs: number,
    readonly repeat: readonly number[] = [],
  ) {
    this.#parents = rows.map(({ parent }) => parent);
    this.#own = rows.map(() => []);
    this.#total = rows.map(() => []);
    this.#grainUs = grains(rows, resolutionUs, repeat);
  }

  get runs(): number {
    return this.#runs;
  }

  /**
   * Adds the readings of one run. A row that is repeated in place has the time of its repetitions. Any other row has
   * its own time in that run plus the times of the rows inside of it.
   */
  add({ durationsUs, repeatedUs }: Reading): void {
    const { rows } = this;
    if (durationsUs.length !== rows.length) {
      throw new RangeError(`expected ${rows.length} readings, got ${durationsUs.length}`);
    }
    const inPlace = withoutInner(this.#parents, durationsUs);
    const inner = rows.map(() => 0);
    for (let i = rows.length - 1; i >= 0; i -= 1) {
      const { kind, parent = -1 } = rows[i] ?? {};
      const inside = inner[i] ?? 0;
      const total = repeatedUs[i] ?? (kind === "stage" ? 0 : (inPlace[i] ?? 0)) + inside;
      this.#total[i]?.push(total);
      this.#own[i]?.push(total - inside);
      if (parent >= 0) inner[parent] = (inner[parent] ?? 0) + total;
    }
    this.#runs += 1;
  }

  /** The samples of the later half of the runs; the earlier half counts as warm-up. */
  laterHalf(): Samples {
    const later = new Samples(this.rows, this.resolutionUs, this.repeat);
    const from = this.#runs >> 1;
    later.#runs = this.#runs - from;
    this.#own.forEach((readings, i) => (later.#own[i] = readings.slice(from)));
    this.#total.forEach((readings, i) => (later.#total[i] = readings.slice(from)));
    return later;
  }

  figures(): Figures {
    const own = this.#own.map((readings, i) =>
      Math.max(0, toNs(typical(readings, this.#grainUs[i] ?? 0))),
    );
    const total = totals(this.#parents, own);
    return {
      durationsUs: total.map(toUs),
      quartilesUs: total.map((ns, i) => this.#quartiles(i, ns)),
      grainUs: this.#grainUs,
      known: total.map((ns, i) => this.#varies(i) <= KNOWN * Math.max(toUs(ns), SHORT_US)),
      grouped: this.#total.some((readings, i) => this.#isGrouped(i, readings)),
    };
  }

  /** The time of each row as a plain mean: rough, but soon available. */
  rough(): number[] {
    return this.#total.map((readings) => (readings.length === 0 ? 0 : mean(readings)));
  }

  /** Whether every row that matters is known as well as intended. */
  steady(): boolean {
    const { durationsUs } = this.figures();
    const least = Math.min(SHORT_US, (durationsUs[0] ?? 0) * MATTERS_SHARE);
    return durationsUs.every(
      (us, i) => us < least || this.#varies(i) <= AIM * Math.max(us, SHORT_US),
    );
  }

  #isGrouped(row: number, readings: readonly number[]): boolean {
    return readings.length > 0 && median(readings) < FINE_TICKS * (this.#grainUs[row] ?? 0);
  }

  #quartiles(row: number, ns: number): readonly [number, number] {
    const readings = this.#total[row] ?? [];
    const grain = this.#grainUs[row] ?? 0;
    const values = dealt(readings, grain);
    const middle = median(values);
    const perValue = Math.max(1, readings.length / Math.max(1, values.length));
    const clock = Math.ceil((CLOCK_QUARTILE * grain * 1000) / Math.sqrt(perValue));
    const below = Math.max(clock, Math.ceil((middle - quantile(values, 0.25)) * 1000));
    const above = Math.max(clock, Math.ceil((quantile(values, 0.75) - middle) * 1000));
    const lower = Math.max(0, ns - below);
    return [toUs(lower), toUs(Math.max(ns + above, lower + 2 * clock))];
  }

  /**
   * How much a row's figure may vary, in microseconds. The readings are cut into stretches of time, and each stretch
   * gives a figure. The result is the largest of three: two standard errors of these figures, the drift from the
   * earlier half to the later half, and two standard errors of the clock's ticks. It shows a machine that is busy at
   * times, and code that still gets faster. The spread of all readings would hide them.
   */
  #varies(row: number): number {
    const readings = this.#total[row] ?? [];
    const n = readings.length;
    const count = Math.min(STRETCHES, n >> 1);
    if (count < 2) return Number.POSITIVE_INFINITY;
    const grain = this.#grainUs[row] ?? 0;
    const stretch = (from: number, to: number): number =>
      typical(readings.slice(Math.floor(from * n), Math.floor(to * n)), grain);
    const parts = Array.from({ length: count }, (_, i) => stretch(i / count, (i + 1) / count));
    const centre = mean(parts);
    const deviation = Math.sqrt(sum(parts.map((us) => (us - centre) ** 2)) / (count - 1));
    const drift = Math.abs(stretch(0.5, 1) - stretch(0, 0.5));
    return Math.max((2 * deviation) / Math.sqrt(count), drift, (2 * grain) / Math.sqrt(6 * n));
  }
}

/** The figures of rows that ran once. */
export function figuresOfOneRun(
  rows: readonly TimedRow[],
  durationsUs: readonly number[],
  resolutionUs: number,
): Figures {
  const samples = new Samples(rows, resolutionUs);
  samples.add({ durationsUs, repeatedUs: [] });
  return samples.figures();
}
