export interface Finding {
  seed: number;
  finding: string;
  /** The last calls before it. */
  trail: string[];
}

/** Runs sequences of calls until one has a finding. */
export function runSequences(options: {
  /** Has the built package. */
  folder: string;
  /** The first seed; each sequence has the next one. */
  first: number;
  sequences: number;
  /** Of each sequence. */
  steps: number;
  /** Numbers of steps that are left out. */
  skipped?: ReadonlySet<number>;
}): Promise<{ calls: number; found?: Finding }>;
