// A limit on the rate of messages: `burst` at once, and `perSecond` in the long run.

export class FloodGuard {
  #room: number;
  #since: number;

  constructor(
    private readonly burst: number,
    private readonly perSecond: number,
    private readonly now: () => number,
  ) {
    this.#room = burst;
    this.#since = now();
  }

  /** Counts `amount` messages or units. Returns false if the limit is exceeded. */
  admit(amount = 1): boolean {
    const now = this.now();
    this.#room = Math.min(this.burst, this.#room + ((now - this.#since) / 1000) * this.perSecond);
    this.#since = now;
    if (this.#room < amount) return false;
    this.#room -= amount;
    return true;
  }
}
