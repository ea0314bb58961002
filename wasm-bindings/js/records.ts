// The package's entry for those who check what they are given: the records that the engine answers
// with, described as data. It has nothing of the engine in it.

export type * from "./generated/records.js";
export { decisions, records } from "./generated/descriptions.js";
export type * from "./record_description.js";
