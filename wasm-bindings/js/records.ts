// The package's entry for programs that validate data: descriptions of the records that the engine returns. It does not
// load the engine.

export type * from "./generated/records.js";
export { decisions, records } from "./generated/descriptions.js";
export type * from "./record_description.js";
