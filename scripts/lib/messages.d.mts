export interface Pattern {
  pattern: string;
  names: string[];
  kinds: string[];
  places: string[];
}

/** The patterns of all messages that have words, sorted. */
export function messagePatterns(): Pattern[];
/** Of the places of a pattern, each once. */
export function namesOf(pattern: string): string[];
