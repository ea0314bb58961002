// Which lines of two programs' texts belong together.

import { raw } from "./engine.js";
import type { AlignedLines } from "./generated/records.js";
import { listGiven, numberGiven, tableGiven, textGiven } from "./given.js";

type Pairs = readonly (readonly [number, number])[];

/** Lines from 0 and constants by their numbers, as in `RelatedLines` and in `LineOrigins`. */
interface KnownLines {
  readonly lines: Pairs;
  readonly constants: Pairs;
}

export interface AlignOptions {
  /**
   * What is known of the texts, as `TraceInstrument.relatedLines` tells it, or of each of them, as the origins of two
   * variants that were compared.
   */
  known?: KnownLines | readonly [before: KnownLines, after: KnownLines] | undefined;
  /** Takes numbers of variables and constants for what they say: nothing is known then. */
  byNumbers?: boolean;
}

/**
 * Which lines of two Relay texts belong together: those that are known to, then those that compute the same, then those
 * that call the same operator. A text that ends with a line break has an empty last line.
 */
export function alignTexts(
  before: string,
  after: string,
  options: AlignOptions = {},
): AlignedLines[] {
  const name = "relay.alignTexts";
  const { known, byNumbers = false } = tableGiven(name, "options", options);
  const pairs = (of: Pairs): number[] =>
    listGiven(name, "known", of).flatMap((pair) =>
      listGiven(name, "known", pair).map((place) => numberGiven(name, "known", place)),
    );
  const lists = (known === undefined ? [] : [known].flat()).flatMap((of) => {
    const { lines, constants } = tableGiven(name, "known", of);
    return [pairs(lines), pairs(constants)];
  });
  const aligned = raw().alignTexts(
    textGiven(name, "before", before),
    textGiven(name, "after", after),
    JSON.stringify(byNumbers ? [] : lists),
    byNumbers,
  );
  return JSON.parse(aligned) as AlignedLines[];
}
