// Checks a text a moment after its last change. The delay grows with the duration of the last check.
import type { Text } from "@codemirror/state";
import type { Analysis } from "../../core/relay/analysis";

const MIN_DELAY_MS = 150;
const MAX_DELAY_MS = 1500;

export interface Checked {
  /** The current text and its checker. Undefined if there is nothing to check. */
  readonly question: () =>
    { readonly doc: Text; readonly analyse: (text: string) => Promise<Analysis> } | undefined;
  /** Called when a check is scheduled. */
  readonly scheduled: () => void;
  /** Called with the analysis of the current text. */
  readonly answered: (analysis: Analysis) => void;
  readonly failed: () => void;
}

export class Checker {
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The number of the latest request. Replies to older ones are dropped. */
  #asked = 0;
  #lastDurationMs = 0;

  constructor(private readonly checked: Checked) {}

  /** Checks after `delayMs`. By default, the delay depends on the duration of the last check. */
  schedule(delayMs?: number): void {
    if (!this.checked.question()) return;
    this.checked.scheduled();
    clearTimeout(this.#timer);
    const pause = Math.min(Math.max(MIN_DELAY_MS, 2 * this.#lastDurationMs), MAX_DELAY_MS);
    this.#timer = setTimeout(() => void this.#check(), delayMs ?? pause);
  }

  /** Cancels a scheduled check and drops the reply of a running one. */
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
      // If the text has changed, another check will come.
      if (asked !== this.#asked || !this.checked.question()?.doc.eq(question.doc)) return;
      this.#lastDurationMs = performance.now() - began;
      this.checked.answered(analysis);
    } catch {
      if (asked === this.#asked) this.checked.failed();
    }
  }
}
