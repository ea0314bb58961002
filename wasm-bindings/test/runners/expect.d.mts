// The types of expect.mjs, whose functions take the expect of any runner.

interface Runner {
  expect: unknown;
  test: unknown;
}

export function comparisons(runner: Runner & { matches?: boolean; shows?: RegExp | string }): void;
export function registered(runner: Runner & { register: unknown; snapshots?: boolean }): void;
