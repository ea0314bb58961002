// Where the instruments that print write to.

import type { PrintAfterAllOptions } from "../generated/instruments.js";
import type { Write } from "../host.js";

export interface PrintOptions extends PrintAfterAllOptions {
  /** Takes the texts; the console by default. What it throws reaches the caller of the pass. */
  write?: (text: string) => void;
}

/** @internal Where texts go when nobody takes them. */
export const toConsole = (text: string): void => {
  console.log(text);
};

/** @internal What of the options is the engine's, and what takes the texts. */
export function printing({ write = toConsole, ...options }: PrintOptions): [object, Write] {
  return [options, (_file, text) => write(text)];
}
