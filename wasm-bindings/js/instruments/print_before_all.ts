import { PrintBeforeAll as Base } from "../generated/instruments.js";
import { printing, type PrintOptions } from "./printing.js";

/** Prints the program before each pass. */
export class PrintBeforeAll extends Base {
  constructor(options: PrintOptions = {}) {
    super(...printing("PrintBeforeAll", options));
  }
}
