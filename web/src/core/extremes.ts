// The largest and the smallest number of a list of any length. `Math.max(...list)` fails for long lists.

/** The largest number of the list and of `least`. */
export const largest = (list: Iterable<number>, least = Number.NEGATIVE_INFINITY): number => {
  let found = least;
  for (const value of list) found = Math.max(found, value);
  return found;
};

/** The smallest number of the list and of `most`. */
export const smallest = (list: Iterable<number>, most = Number.POSITIVE_INFINITY): number => {
  let found = most;
  for (const value of list) found = Math.min(found, value);
  return found;
};

/** Adds a list of any length to the end of another. `push(...more)` fails for long lists. */
export function append<T>(list: T[], more: Iterable<T>): void {
  for (const each of more) list.push(each);
}
