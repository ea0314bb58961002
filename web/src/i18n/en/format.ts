// Numbers, plurals and lists in English texts.

const numbers = new Intl.NumberFormat("en");
const lists = new Intl.ListFormat("en", { type: "conjunction" });
const alternatives = new Intl.ListFormat("en", { type: "disjunction" });

/** 1234567 -> "1,234,567" */
export const number = (value: number): string => numbers.format(value);

/** "1 pass", "2 passes", "0 passes" */
export const count = (value: number, one: string, other: string): string =>
  `${number(value)} ${value === 1 ? one : other}`;

/** "a, b, and c" */
export const list = (items: readonly string[]): string => lists.format(items);

/** "a, b, or c" */
export const either = (items: readonly string[]): string => alternatives.format(items);
