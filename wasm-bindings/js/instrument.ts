// Instruments: what watches passes. Built-in ones, and objects with hooks.

import type { BuiltInInstrument } from "./built_in_instrument.js";
import { raw, release } from "./engine.js";
import { builtIn } from "./generated/instrument_table.js";
import { tableGiven, textGiven } from "./given.js";

export { BuiltInInstrument } from "./built_in_instrument.js";
export { HookLog } from "./hook_log.js";
export {
  WatchedInstrument,
  passInstrument,
  type Instrument,
  type PassInstrumentObject,
} from "./instrument_handles.js";
export * from "./generated/instrument_table.js";
export type * from "./generated/records.js";
export type { DumpIROptions } from "./instruments/dump_ir.js";
export type { PrintOptions } from "./instruments/printing.js";

/**
 * An instrument of the table (`engine.instruments()`) by name, with options by the names of its
 * constructor's.
 */
export function create(name: string, options: object = {}): BuiltInInstrument {
  textGiven("instrument.create", "name", name);
  if (!Object.hasOwn(builtIn, name)) {
    // The engine's own message names those that there are.
    release(raw().makeInstrument(name, "{}", 0));
  }
  tableGiven(name, "options", options);
  const Class = builtIn[name as keyof typeof builtIn] as new (options: object) => BuiltInInstrument;
  return new Class(options);
}
