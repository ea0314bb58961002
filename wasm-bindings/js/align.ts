// Aligning the lines of two programs' texts.

import { raw } from "./engine.js";
import type { AlignedLines } from "./generated/records.js";
import { listGiven, numberGiven, optionTypes, optionsGiven, textGiven } from "./given.js";

type Pairs = readonly (readonly [number, number])[];

/** Line numbers from 0, and numbers of constants, as in `RelatedLines` and in `LineOrigins`. */
interface KnownLines {
  readonly lines: Pairs;
  readonly constants: Pairs;
}

export interface AlignOptions {
  /**
   * The lines that are known to correspond: the result of `TraceInstrument.relatedLines`, or the origins of both texts,
   * as two compared variants have them.
   */
  known?: KnownLines | readonly [before: KnownLines, after: KnownLines] | undefined;
  /** Aligns by the numbers of variables and constants, and ignores `known`. */
  byNumbers?: boolean;
}

/**
 * Aligns the lines of two Relay texts. It first aligns lines that are known to correspond, then lines that compute the
 * same, then lines that call the same operator. A text that ends with a line break has an empty last line.
 */
export function alignTexts(
  before: string,
  after: string,
  options: AlignOptions = {},
): AlignedLines[] {
  const name = "relay.alignTexts";
  const { known, byNumbers = false } = optionsGiven(name, options, {
    known: "any",
    byNumbers: "boolean",
  });
  const pairs = (of: Pairs): number[] =>
    listGiven(name, "known", of).flatMap((pair) =>
      listGiven(name, "known", pair).map((place) => numberGiven(name, "known", place)),
    );
  const lists = (known === undefined ? [] : [known].flat()).flatMap((of) => {
    const { lines, constants } = optionTypes(name, of, {
      lines: "array",
      constants: "array",
    });
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
