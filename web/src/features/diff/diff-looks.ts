// What the preview of a diff and its editors have in common, so that nothing moves when one replaces the other.
import { css } from "lit";

/** The number of rows above the first change that stay in view. */
export const LINES_ABOVE = 3;

/** A scroll position, in pixels. */
export interface Position {
  readonly top: number;
  readonly left: number;
}

/** The number of digits of the line numbers of two texts. */
export const digitsOf = (...texts: readonly string[]): number =>
  texts.reduce((most, text) => Math.max(most, String(text.split("\n").length).length), 1);

/** The width of the line numbers (`--numbers`). `--digits` is the number of their digits. */
export const numbersWidth = css`
  :host {
    --numbers: max(2.5rem, calc(var(--digits, 1) * 1ch + 1rem));
  }
`;
