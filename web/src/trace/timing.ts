// Figures from repeated runs, and their text in TVM's format.
import { didRun, type TraceRow } from "../protocol/messages";

/** The middle value, or the mean of the middle two; 0 for no values. */
export function median(values: readonly number[]): number {
  if (values.length === 0) return 0;
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length >> 1;
  const upper = sorted[half] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[half - 1] ?? 0) + upper) / 2;
}

/** Between the values nearest to it in rank (R's default, type 7); 0 for no values. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const rank = (sorted.length - 1) * share;
  const low = sorted[Math.floor(rank)] ?? 0;
  const high = sorted[Math.ceil(rank)] ?? low;
  return low + (high - low) * (rank - Math.floor(rank));
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, v) => sum + v, 0) / values.length;
}

/** From this many clock ticks on, one reading is good to 5 % and needs no averaging first. */
const FINE_TICKS = 20;

/** Readings of fewer ticks are averaged in groups first: at most so many, of at least so many ticks. */
const MAX_GROUPS = 9;
const TICKS_PER_GROUP = 5;

/**
 * The typical value of readings from a clock that ticks every `resolutionUs`.
 *
 * A pass of 30 µs under a 100 µs clock reads 0 or 100: the median of the readings would be 0
 * whatever the pass takes, while their mean is right but bends to outliers. So readings that are
 * only a few ticks long are dealt into groups, and the answer is the median of the groups' means
 * (the median-of-means estimator); long readings need no grouping and get the plain median. Where
 * all readings together are but a few ticks there is only one group, and so the mean.
 */
export function typical(samples: readonly number[], resolutionUs: number): number {
  if (samples.length === 0) return 0;
  const plain = median(samples);
  if (plain >= FINE_TICKS * resolutionUs) return plain;
  const ticks = samples.reduce((sum, us) => sum + us, 0) / resolutionUs;
  const wanted = Math.min(MAX_GROUPS, samples.length, Math.floor(ticks / TICKS_PER_GROUP));
  const groups: number[][] = Array.from({ length: Math.max(1, wanted) }, () => []);
  samples.forEach((value, i) => groups[i % groups.length]?.push(value));
  return median(groups.map(mean));
}

/** Collects one reading per row and run, and says when more runs would change little. */
export class Repetitions {
  readonly #samples: number[][];
  #runs = 0;
  #lastFigures: number[] | undefined;

  constructor(
    readonly rows: number,
    readonly resolutionUs: number,
  ) {
    this.#samples = Array.from({ length: rows }, () => []);
  }

  get runs(): number {
    return this.#runs;
  }

  /** Takes the readings of one more run, in row order. */
  add(durationsUs: readonly number[]): void {
    if (durationsUs.length !== this.rows) {
      throw new RangeError(`expected ${this.rows} readings, got ${durationsUs.length}`);
    }
    durationsUs.forEach((value, i) => this.#samples[i]?.push(value));
    this.#runs += 1;
  }

  figures(): number[] {
    return this.#samples.map((samples) => typical(samples, this.resolutionUs));
  }

  /** The lower and the upper quartile of each row's readings. */
  quartiles(): (readonly [number, number])[] {
    return this.#samples.map((samples) => [quantile(samples, 0.25), quantile(samples, 0.75)]);
  }

  /** Whether any row's readings are so short that they are averaged in groups. */
  grouped(): boolean {
    return (
      this.#runs > 0 &&
      this.#samples.some((samples) => median(samples) < FINE_TICKS * this.resolutionUs)
    );
  }

  /**
   * Compares with the figures of the last call. Steady: every row that takes at least 2 % of the
   * first one, the whole, moved by less than `tolerance` of itself, and that cannot have been chance:
   * a mean of n readings that are each off by up to a tick is good to half a tick by √n at best. The
   * first call only takes note.
   */
  steady(tolerance = 0.03): boolean {
    const now = this.figures();
    const before = this.#lastFigures;
    this.#lastFigures = now;
    if (!before) return false;
    const whole = now[0] ?? 0;
    const blur = this.resolutionUs / (2 * Math.sqrt(this.#runs));
    return now.every((value, i) => {
      if (value < whole * 0.02) return true;
      if (value < FINE_TICKS * this.resolutionUs && blur > value * tolerance) return false;
      return Math.abs(value - (before[i] ?? 0)) <= value * tolerance;
    });
  }
}

/** Time outside the nested passes; never below zero, which separate medians could give. */
export function ownTimes(rows: readonly TraceRow[], durationsUs: readonly number[]): number[] {
  const own = [...durationsUs];
  rows.forEach((row, i) => {
    if (row.parent >= 0) own[row.parent] = (own[row.parent] ?? 0) - (durationsUs[i] ?? 0);
  });
  return own.map((value) => Math.max(0, value));
}

/**
 * The profile of one stage, as `PassTimingInstrument.render()` prints it inside that context:
 * `Name: total us [own us] (% of all; % of parent)`, one tab per depth.
 */
export function profileText(
  rows: readonly TraceRow[],
  durationsUs: readonly number[],
  stageId: string,
): string {
  const own = ownTimes(rows, durationsUs);
  const stageRow = rows.findIndex((row) => row.kind === "stage" && row.stageId === stageId);
  const stageLevel = rows[stageRow]?.level ?? 0;
  const all = durationsUs[stageRow] ?? 0;
  const percent = (part: number, whole: number): string =>
    `${(whole > 0 ? (part / whole) * 100 : 0).toFixed(2)}%`;
  let text = "";
  rows.forEach((row, i) => {
    if (row.kind !== "pass" || row.stageId !== stageId || !didRun(row)) return;
    const total = durationsUs[i] ?? 0;
    const parent = durationsUs[row.parent] ?? 0;
    text +=
      "\t".repeat(row.level - stageLevel - 1) +
      `${row.name}: ${total.toFixed(0)}us [${(own[i] ?? 0).toFixed(0)}us] ` +
      `(${percent(total, all)}; ${percent(total, parent)})\n`;
  });
  return text;
}

/** A duration for people: three significant digits in µs, ms or s. */
export function formatDuration(us: number): string {
  const digits = (value: number): string =>
    value >= 99.95 ? value.toFixed(0) : value >= 9.995 ? value.toFixed(1) : value.toFixed(2);
  if (us < 0.005) return "0 µs";
  if (us < 999.5) return `${digits(us)} µs`;
  if (us < 999_500) return `${digits(us / 1000)} ms`;
  return `${digits(us / 1_000_000)} s`;
}

/**
 * A measured duration for people. Readings that were nearly all 0 only bound it from above: three
 * ticks in all the runs together would still be likely to be missed (the statisticians' rule of
 * three), so less than that is not told apart from nothing.
 */
export function formatMeasured(us: number, runs: number, resolutionUs: number): string {
  const bound = Math.min(1, 3 / Math.max(1, runs)) * resolutionUs;
  return us < bound ? `< ${formatTick(Number(bound.toPrecision(2)))}` : formatDuration(us);
}

/** A clock tick for people: no trailing zeros. */
export function formatTick(us: number): string {
  if (us < 1) return `${Number((us * 1000).toPrecision(2))} ns`;
  if (us < 99.5) return `${Number(us.toPrecision(3))} µs`;
  return `${Number((us / 1000).toPrecision(3))} ms`;
}
