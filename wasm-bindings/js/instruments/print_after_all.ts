import { PrintAfterAll as Base } from "../generated/instruments.js";
import { printing, type PrintOptions } from "./printing.js";

/** Prints the program after each pass. */
export class PrintAfterAll extends Base {
  constructor(options: PrintOptions = {}) {
    super(...printing("PrintAfterAll", options));
  }
}
