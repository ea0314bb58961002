// Numbers and lists in Chinese texts; Chinese has no plural.

const numbers = new Intl.NumberFormat("zh-Hans");
const lists = new Intl.ListFormat("zh-Hans", { type: "conjunction" });
const alternatives = new Intl.ListFormat("zh-Hans", { type: "disjunction" });

/** 1234567 -> "1,234,567" */
export const number = (value: number): string => numbers.format(value);

/** "a、b和c" */
export const list = (items: readonly string[]): string => lists.format(items);

/** "a、b或c" */
export const either = (items: readonly string[]): string => alternatives.format(items);
