// The pages with cells, in the order in which they are read.

export const TUTORIALS = ["pass-infra", "pass-instrument", "annotate-spans"] as const;
export type Tutorial = (typeof TUTORIALS)[number];
