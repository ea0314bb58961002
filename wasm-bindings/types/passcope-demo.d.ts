// The types of `passcope/embed`: importing it defines the element `<passcope-demo>`.

/** Details of the event `passcope-result`, which each run ends with. */
export interface PasscopeResult {
  /** The passes that ran. */
  readonly passes: number;
  /** What the run took altogether, in microseconds. */
  readonly durationUs: number;
  /** What went wrong, if anything did. */
  readonly failure: string | undefined;
}

/** Details of the event `passcope-problem`: what is wrong with the element's attributes, in words. */
export interface PasscopeProblem {
  readonly messages: readonly string[];
}

/** A live run of passes. Its attributes are described in the package's README. */
export declare class PasscopeDemo extends HTMLElement {
  /** Runs it, as the button does. */
  run(): void;
}

declare global {
  interface HTMLElementTagNameMap {
    "passcope-demo": PasscopeDemo;
  }
  interface HTMLElementEventMap {
    "passcope-result": CustomEvent<PasscopeResult>;
    "passcope-problem": CustomEvent<PasscopeProblem>;
  }
}
