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
 * The engine's memory is used up: the browser or Node.js gives it no more, or it has reached its limit of 2 GiB. The engine has stopped, as after an InternalError. A smaller program or model, or handles that are disposed
 * when they are no longer needed, keep it from happening again.
 */
export class OutOfMemoryError extends PasscopeError {
  override name = "OutOfMemoryError";
}

/**
 * A later part of the engine could not be loaded. When a call needed it, the engine has stopped as after an
 * InternalError; when `engine.complete()` asked for it, that can be tried again.
 */
export class LoadError extends PasscopeError {
  override name = "LoadError";
}

/** An error of the package's own, in the form of the engine's. */
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
