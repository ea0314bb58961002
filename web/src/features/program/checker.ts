// Has a text checked a moment after the last change to it, the later the longer it takes.
import type { Text } from "@codemirror/state";
import type { Analysis } from "../../core/relay/analysis";

const MIN_DELAY_MS = 150;
const MAX_DELAY_MS = 1500;

export interface Checked {
  /** The text as it stands and who checks it; undefined while there is nothing to be checked. */
  readonly question: () =>
    { readonly doc: Text; readonly analyse: (text: string) => Promise<Analysis> } | undefined;
  /** Hears that a check of the text will come. */
  readonly scheduled: () => void;
  /** Hears what there is to say about the text as it stands. */
  readonly answered: (analysis: Analysis) => void;
  readonly failed: () => void;
}

export class Checker {
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** How often was asked; answers to any but the last question are dropped. */
  #asked = 0;
  #lastDurationMs = 0;

  constructor(private readonly checked: Checked) {}

  /** Checks after `delayMs`; without it after a pause that suits how long the last check took. */
  schedule(delayMs?: number): void {
    if (!this.checked.question()) return;
    this.checked.scheduled();
    clearTimeout(this.#timer);
    const pause = Math.min(Math.max(MIN_DELAY_MS, 2 * this.#lastDurationMs), MAX_DELAY_MS);
    this.#timer = setTimeout(() => void this.#check(), delayMs ?? pause);
  }

  /** Neither asks nor hears of an answer any more. */
  cancel(): void {
    clearTimeout(this.#timer);
    this.#asked += 1;
  }

  async #check(): Promise<void> {
    const question = this.checked.question();
    if (!question) return;
    const asked = ++this.#asked;
    const began = performance.now();
    try {
      const analysis = await question.analyse(question.doc.toString());
      // Of a text that has changed since, another answer is on its way.
      if (asked !== this.#asked || !this.checked.question()?.doc.eq(question.doc)) return;
      this.#lastDurationMs = performance.now() - began;
      this.checked.answered(analysis);
    } catch {
      if (asked === this.#asked) this.checked.failed();
    }
  }
}
