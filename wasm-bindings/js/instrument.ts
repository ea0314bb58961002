// Instruments: the built-in ones, and objects with hooks.

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
 * Makes an instrument of the table (`engine.instruments()`) by name. Options have the names of its constructor's
 * options.
 */
export function create(name: string, options: object = {}): BuiltInInstrument {
  textGiven("instrument.create", "name", name);
  if (!Object.hasOwn(builtIn, name)) {
    // Throws the engine's error, which lists the known names.
    release(raw().makeInstrument(name, "{}", 0));
  }
  tableGiven(name, "options", options);
  const Class = builtIn[name as keyof typeof builtIn] as new (options: object) => BuiltInInstrument;
  return new Class(options);
}
