/** A generator of pseudo-random numbers from 0 to below 1 (mulberry32). */
export function makeRandom(seed: number): () => number;
