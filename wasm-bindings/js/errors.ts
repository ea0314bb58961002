// The errors that the engine throws.

import type { Diagnostic, Message } from "./generated/records.js";

export type {
  Diagnostic,
  Message,
  MessageArgument,
  MessageList,
  SourceSpan,
} from "./generated/records.js";

/**
 * Sets a property that the console does not show. What it has is in the message already, and Node would print it a
 * second time for an error that nobody catches.
 */
export const hide = (error: Error, name: string, value: unknown): void => {
  Object.defineProperty(error, name, { value, writable: true, configurable: true });
};

/** The base of all errors of this package. */
export class PasscopeError extends Error {
  override name = "PasscopeError";

  /** The error as plain data. */
  toJSON(): { name: string; message: string } {
    return { name: this.name, message: this.message };
  }
}

/** The program, or a call of this package, is wrong. The failed call has changed nothing. */
export class DiagnosticError extends PasscopeError {
  override name = "DiagnosticError";

  /** All mistakes that were found, not only the first one. */
  declare readonly diagnostics: Diagnostic[];

  constructor(message: string, diagnostics: Diagnostic[]) {
    super(message);
    hide(this, "diagnostics", diagnostics);
  }

  override toJSON(): { name: string; message: string; diagnostics: Diagnostic[] } {
    return { ...super.toJSON(), diagnostics: this.diagnostics };
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
