// The errors that the engine throws.

/** A place in a text that was parsed. Lines and columns count from 1, columns and offsets in UTF-16. */
export interface SourceSpan {
  /** The name that the text was parsed under. */
  source: string;
  line: number;
  column: number;
  endLine: number;
  /** Exclusive. */
  endColumn: number;
  /** Offset from the start of the text; absent when the engine does not hold the text any more. */
  start?: number;
  /** Exclusive. */
  end?: number;
}

/** One thing that is wrong with a program or with a call of this package. */
export interface Diagnostic {
  /** Which rule was broken, such as "shape-mismatch"; `engine.diagnosticKinds()` explains each. */
  kind: string;
  severity: "error" | "warning" | "note";
  message: string;
  notes: string[];
  span?: SourceSpan;
  /** As text for a terminal, several lines. */
  rendered: string;
}

/** The base of all errors of this package. */
export class PasscopeError extends Error {
  override name = "PasscopeError";
}

/** The program, or a call of this package, is wrong. Nothing has been changed. */
export class DiagnosticError extends PasscopeError {
  override name = "DiagnosticError";

  constructor(
    message: string,
    /** Everything that is wrong, not only the first thing. */
    readonly diagnostics: Diagnostic[],
  ) {
    super(message);
  }
}

/**
 * A bug of the engine. The engine has stopped: every later call throws this same report. Load the
 * package again (in a page: replace the worker) to go on.
 */
export class InternalError extends PasscopeError {
  override name = "InternalError";
}

/**
 * The later part of the engine could not be loaded. When a call needed it, the engine has stopped as after an
 * InternalError; when `engine.complete()` asked for it, that can be tried again.
 */
export class LoadError extends PasscopeError {
  override name = "LoadError";
}

/** An error of the package's own, in the form of the engine's. */
export function usageError(message: string, notes: string[] = [], kind = "usage"): DiagnosticError {
  const rendered = [`error[${kind}]: ${message}`, ...notes.map((note) => `  note: ${note}`)].join(
    "\n",
  );
  return new DiagnosticError(rendered, [{ kind, severity: "error", message, notes, rendered }]);
}
