// What a failure says, in the page's language as far as the engine or the page says it.
import { diagnosticText, messageText } from "../../i18n/message";
import { EngineFailure } from "../protocol/client";
import type { Failure } from "../protocol/messages";

/** The engine's diagnostics, each with its excerpt of the program. */
export const renderedTexts = ({ rendered, said }: Failure): string[] =>
  rendered.map((text, i) => diagnosticText(text, said?.[i]));

/** The diagnostics, or else the message of whatever was thrown. */
export const failureTexts = (failure: Failure): string[] =>
  failure.rendered.length > 0
    ? renderedTexts(failure)
    : [failure.worded ? messageText(failure.worded) : failure.message];

/** The same as one text. */
export const failureText = (failure: Failure): string => failureTexts(failure).join("\n");

/**
 * An error that a row of the trace or a hook has in words. That of the run's failure is said as the failure is; any
 * other one stands as it was recorded.
 */
export const recordedText = (error: string, failure: Failure | undefined): string =>
  failure?.message === error ? failureText(failure) : error;

/** What was thrown by a request of the engine, or by anything else; "" for what has no words. */
export function errorText(error: unknown): string {
  if (error instanceof EngineFailure) return failureText(error.failure);
  return error instanceof Error ? error.message : "";
}
