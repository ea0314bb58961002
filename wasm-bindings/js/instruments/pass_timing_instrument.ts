import { PassTimingInstrument as Base } from "../generated/instruments.js";

/**
 * Times passes, as TVM's instrument of this name. Its own place in the list of instruments decides
 * whether the work of others counts.
 */
export class PassTimingInstrument extends Base {
  constructor() {
    super();
  }

  /** What the instruments took of the time of all passes; the share is between 0 and 1. */
  overhead(): { hooksUs: number; share: number } {
    const totals = this.totals();
    const hooksUs = totals.reduce((sum, total) => sum + total.hooksUs, 0);
    const ownUs = totals.reduce((sum, total) => sum + total.ownUs, 0);
    return { hooksUs, share: ownUs > 0 ? hooksUs / ownUs : 0 };
  }
}
