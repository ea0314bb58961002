// Repeats what a run did until its times are steady.
import type { Timing } from "../protocol/messages";
import { Repetitions } from "../trace/timing";

/**
 * A part of a run that can be repeated by itself: a stage, or the binding of parameters. Fast parts are repeated
 * more often than slow ones, so that a pass that takes microseconds is measured well even when another stage of
 * the run takes a hundred times as long.
 */
export interface Part {
  /** Its rows of the trace. */
  readonly from: number;
  readonly count: number;
  /** Runs it once and returns the duration of each of its rows, in microseconds. */
  once(): number[];
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

/**
 * Whether the times of a part are steady is tested after this many runs, and again each time that the number of
 * runs has doubled.
 */
const FIRST_LOOK = 8;

/**
 * Returns undefined if the times were no longer wanted.
 * @param first the durations of the traced run.
 */
export async function measure(
  parts: readonly Part[],
  first: readonly number[],
  options: MeasureOptions,
): Promise<Timing | undefined> {
  const { now, resolutionUs } = options;
  const measured = parts.map(({ count }) => new Repetitions(count, resolutionUs));
  const durationsUs = [...first];
  const quartilesUs = first.map((us): readonly [number, number] => [us, us]);
  const runs = first.map(() => 1);
  const timing = (final: boolean): Timing => ({
    durationsUs: [...durationsUs],
    quartilesUs: [...quartilesUs],
    runs: [...runs],
    grouped: measured.some((m) => m.grouped()),
    resolutionUs,
    final,
  });
  const began = now();
  let breath = began;
  let told = began;
  for (const [i, part] of parts.entries()) {
    const repetitions = measured[i];
    if (!repetitions) continue;
    // Time that fast parts did not need is given to the parts after them.
    const left = options.maxRepeatMs - (now() - began);
    const until = now() + left / (parts.length - i);
    let look = FIRST_LOOK;
    const note = (): void => {
      const quartiles = repetitions.quartiles();
      repetitions.figures().forEach((us, row) => {
        durationsUs[part.from + row] = us;
        quartilesUs[part.from + row] = quartiles[row] ?? [us, us];
        runs[part.from + row] = repetitions.runs;
      });
    };
    do {
      if (now() - breath >= BREATH_MS || repetitions.runs === 0) {
        await options.breathe();
        if (!options.wanted()) return undefined;
        breath = now();
      }
      repetitions.add(part.once());
      if (repetitions.runs === look) {
        if (repetitions.steady()) break;
        look *= 2;
      }
      if (now() - told >= TELL_MS) {
        told = now();
        note();
        options.tell(timing(false));
      }
    } while (
      repetitions.runs < options.maxRepetitions &&
      (now() < until || repetitions.runs < FEWEST)
    );
    note();
  }
  return timing(true);
}
