export interface Finding {
  seed: number;
  finding: string;
  /** The last calls before the finding. */
  trail: string[];
}

/** Runs sequences of calls until one has a finding. */
export function runSequences(options: {
  /** The folder of the built package. */
  folder: string;
  /** The first seed. Each sequence has the next one. */
  first: number;
  sequences: number;
  /** The number of steps of each sequence. */
  steps: number;
  /** Numbers of steps to omit. */
  skipped?: ReadonlySet<number>;
}): Promise<{ calls: number; found?: Finding }>;
