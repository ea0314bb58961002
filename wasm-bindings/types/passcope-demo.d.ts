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

/** A number or a text, since attributes are texts. */
type Value = string | number;

/** The attributes of the element, for JSX. */
export interface PasscopeDemoAttributes {
  /** A model of the engine. */
  model?: string;
  /** A program as Relay text. */
  program?: string;
  /** The title of a program text. */
  title?: string;
  /** Passes as text. */
  pipeline?: string;
  "opt-level"?: Value;
  /** Names of passes. */
  required?: string;
  disabled?: string;
  /** Instruments in the notation of passes. */
  instruments?: string;
  /** A module that exports passes and instruments. */
  code?: string;
  language?: "javascript" | "python";
  /** Some of `timing op-diff ir-diff graph remarks running hooks code console`. */
  panels?: string;
  lang?: "en" | "zh";
  run?: "visible" | "press";
  height?: Value;
  /** The target of "Open in the playground". */
  playground?: string;
  /** Options of models, in kebab-case. */
  "batch-size"?: Value;
  "num-classes"?: Value;
  "num-layers"?: Value;
  "image-shape"?: string;
  layout?: "NCHW" | "NHWC";
  dtype?: string;
  seed?: Value;
  [option: `${string}-${string}`]: unknown;
}

/** The properties of the element in JSX: its attributes, and those that all elements have. */
export interface PasscopeDemoProps extends PasscopeDemoAttributes {
  /** The text until the results are there, and scripts with the program or the code. */
  children?: any;
  class?: string;
  className?: string;
  hidden?: boolean;
  id?: string;
  key?: any;
  ref?: any;
  slot?: string;
  style?: any;
  tabIndex?: number;
}

// The types of React 18 and 19, of Preact, and of other libraries with a global namespace JSX. Where a library is
// missing, its declaration has no effect.

/** @ts-ignore */
declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      "passcope-demo": PasscopeDemoProps;
    }
  }
}

/** @ts-ignore */
declare module "preact" {
  namespace JSX {
    interface IntrinsicElements {
      "passcope-demo": PasscopeDemoProps;
    }
  }
}

declare global {
  namespace JSX {
    interface IntrinsicElements {
      "passcope-demo": PasscopeDemoProps;
    }
  }

  interface HTMLElementTagNameMap {
    "passcope-demo": PasscopeDemo;
  }
  interface HTMLElementEventMap {
    "passcope-result": CustomEvent<PasscopeResult>;
    "passcope-problem": CustomEvent<PasscopeProblem>;
  }
}
