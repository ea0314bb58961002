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
import { own } from "./own.js";
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
  const Class = own<new (options: never) => BuiltInInstrument>(builtIn, name);
  if (!Class) {
    // Throws the engine's error, which lists the known names.
    release(raw().makeInstrument(name, "{}", 0));
    throw new Error(`there is no class ${name}`);
  }
  tableGiven(name, "options", options);
  return new Class(options as never);
}
