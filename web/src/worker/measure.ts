// Repeats what a run did until its times are steady.
import type { Timing } from "../protocol/messages";
import { Repetitions } from "../trace/timing";

/**
 * A part of a run that can be repeated by itself: a stage, or the binding of parameters. Cheap parts
 * are repeated more often than dear ones, so that a pass of microseconds is measured well although
 * another stage of the run takes a hundred times as long.
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
  /** Of each part. */
  readonly maxRepetitions: number;
  /** Of all parts together, in milliseconds. */
  readonly maxRepeatMs: number;
  readonly now: () => number;
  readonly breathe: () => Promise<void>;
  /** Whether the figures are still wanted. */
  readonly wanted: () => boolean;
  /** Told the figures so far, now and then. */
  readonly tell: (timing: Timing) => void;
}

/** A median of fewer would not be worth the name; so much a part gets even beyond the time. */
const FEWEST = 3;

/** How long other messages may have to wait behind repetitions, beyond a single one. */
const BREATH_MS = 8;
const TELL_MS = 250;

/** Steadiness is asked for after this many runs of a part, and then whenever they have doubled. */
const FIRST_LOOK = 8;

/** Returns undefined if the figures were no longer wanted. `first`: durations of the traced run. */
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
    // What cheap parts leave of their share goes to those after them.
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
