import {
  PassTimingInstrument as Base,
  type PassTimingInstrumentOptions,
} from "../generated/instruments.js";
import type { TimingTotal } from "../generated/records.js";

/**
 * Times passes, as TVM's instrument of this name. Its own place in the list of instruments decides
 * whether the work of others counts.
 */
export class PassTimingInstrument extends Base {
  /**
   * A pass that takes a few ticks of the clock or less is measured well by `repeat`: it is run again that often, on
   * the module that it was given and unseen by instruments, and `repeatedUs` of its node is the mean. No other time
   * has these repetitions in it.
   */
  constructor(options: PassTimingInstrumentOptions = {}) {
    super(options);
  }

  /**
   * TVM's text, one line per pass. Once the context has been left it is empty, and a warning says so,
   * as in TVM.
   */
  override render(): string {
    return super.render();
  }

  /** The first `top` names of passes, the one that took longest itself first; all by default. */
  override totals(top = 0): TimingTotal[] {
    const totals = super.totals();
    return top > 0 ? totals.slice(0, top) : totals;
  }

  /** What the instruments took of the time of all passes; the share is between 0 and 1. */
  overhead(): { hooksUs: number; share: number } {
    const totals = this.totals();
    const hooksUs = totals.reduce((sum, total) => sum + total.hooksUs, 0);
    const ownUs = totals.reduce((sum, total) => sum + total.ownUs, 0);
    return { hooksUs, share: ownUs > 0 ? hooksUs / ownUs : 0 };
  }
}
