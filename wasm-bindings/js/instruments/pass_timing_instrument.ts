import {
  PassTimingInstrument as Base,
  type PassTimingInstrumentOptions,
} from "../generated/instruments.js";
import type { TimingTotal } from "../generated/records.js";

/**
 * Times passes, as TVM's instrument of this name. Its position in the list of instruments decides which instruments'
 * work is included in its times.
 */
export class PassTimingInstrument extends Base {
  /**
   * @param options `repeat` measures passes that take only a few ticks of the clock. The instrument runs such a pass
   * again that often, on the same module and without calling instruments. The node's `repeatedUs` is the mean. Other
   * times do not include the repetitions.
   */
  constructor(options: PassTimingInstrumentOptions = {}) {
    super(options);
  }

  /** TVM's text, one line per pass. As in TVM, it is empty after the context was left, and a warning says so. */
  override render(): string {
    return super.render();
  }

  /**
   * The total times by name of pass, the longest own time first. `top` limits their number; 0, the default, returns
   * all.
   */
  override totals(top = 0): TimingTotal[] {
    const totals = super.totals();
    return top > 0 ? totals.slice(0, top) : totals;
  }

  /** The time that instruments took during all passes, in microseconds, and as a share between 0 and 1. */
  overhead(): { hooksUs: number; share: number } {
    const totals = this.totals();
    const hooksUs = totals.reduce((sum, total) => sum + total.hooksUs, 0);
    const ownUs = totals.reduce((sum, total) => sum + total.ownUs, 0);
    return { hooksUs, share: ownUs > 0 ? hooksUs / ownUs : 0 };
  }
}
