// The types of `passcope/embed`: importing it defines the element `<passcope-demo>`.

/** Details of the event `passcope-result`, which ends each run. */
export interface PasscopeResult {
  /** The passes that ran. */
  readonly passes: number;
  /** The duration of the run in microseconds. */
  readonly durationUs: number;
  /** The error message, if the run failed. */
  readonly failure: string | undefined;
}

/** Details of the event `passcope-problem`: messages about mistakes in the element's attributes. */
export interface PasscopeProblem {
  readonly messages: readonly string[];
}

/** A live run of passes. Its attributes are described in the package's README. */
export declare class PasscopeDemo extends HTMLElement {
  /** Runs the pipeline, as the button does. */
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
