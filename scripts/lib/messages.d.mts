export interface Pattern {
  pattern: string;
  names: string[];
  kinds: string[];
  places: string[];
}

/** The patterns of all messages that have words, sorted. */
export function messagePatterns(): Pattern[];
/** The names of a pattern's placeholders, without duplicates. */
export function namesOf(pattern: string): string[];
