// The output of instruments that print.

import type { PrintAfterAllOptions } from "../generated/instruments.js";
import { optionTypes } from "../given.js";
import type { Write } from "../host.js";

export interface PrintOptions extends PrintAfterAllOptions {
  /** Takes the texts; the console by default. The caller of the pass gets its exceptions. */
  write?: (text: string) => void;
}

/** @internal The default output. */
export const toConsole = (text: string): void => {
  console.log(text);
};

/** @internal Separates the engine's options from the function that takes the texts. */
export function printing(name: string, given: PrintOptions): [object, Write] {
  const { write = toConsole, ...options } = optionTypes(name, given, { write: "function" });
  return [options, (_file, text) => write(text)];
}
