// The errors that the engine throws.

import type { Diagnostic, Message } from "./generated/records.js";

export type {
  Diagnostic,
  Message,
  MessageArgument,
  MessageList,
  SourceSpan,
} from "./generated/records.js";

/** The base of all errors of this package. */
export class PasscopeError extends Error {
  override name = "PasscopeError";
}

/** The program, or a call of this package, is wrong. The failed call has changed nothing. */
export class DiagnosticError extends PasscopeError {
  override name = "DiagnosticError";

  constructor(
    message: string,
    /** All mistakes that were found, not only the first one. */
    readonly diagnostics: Diagnostic[],
  ) {
    super(message);
  }
}

/**
 * A bug of the engine. The engine has stopped: every later call throws this same error. To go on, load the package
 * again (in a page, replace the worker).
 */
export class InternalError extends PasscopeError {
  override name = "InternalError";
}

/**
 * The engine's memory is used up: it has reached its limit of 2 GiB, or the browser or Node.js gives it no more. The
 * engine has stopped, as after an InternalError. To avoid it, use a smaller program or model, or dispose of objects
 * that are no longer needed.
 */
export class OutOfMemoryError extends PasscopeError {
  override name = "OutOfMemoryError";
}

/**
 * A later part of the engine could not be loaded. If a call needed it, the engine has stopped as after an
 * InternalError. If `engine.complete()` tried to load it, you can try again.
 */
export class LoadError extends PasscopeError {
  override name = "LoadError";
}

/** An error that the package reports, in the form of the engine's errors. */
export function usageError(
  message: Message,
  notes: Message[] = [],
  kind = "usage",
): DiagnosticError {
  const texts = notes.map((note) => note.text);
  const rendered = [
    `error[${kind}]: ${message.text}`,
    ...texts.map((note) => `  note: ${note}`),
  ].join("\n");
  return new DiagnosticError(rendered, [
    {
      kind,
      severity: "error",
      message: message.text,
      pattern: message.pattern,
      arguments: message.arguments,
      notes: texts,
      noteMessages: notes,
      rendered,
    },
  ]);
}
