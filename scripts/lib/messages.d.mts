export interface Pattern {
  identity: string;
  pattern: string;
  names: string[];
  kinds: string[];
  places: string[];
}

/** The messages that have words, sorted by pattern. */
export function messagePatterns(): Pattern[];
/** The names of a pattern's placeholders, without duplicates. */
export function namesOf(pattern: string): string[];
