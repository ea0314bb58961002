// The text of a failure, in the page's language if the message is the engine's or the page's.
import { diagnosticText, messageText } from "../../i18n/message";
import { EngineFailure } from "../protocol/client";
import type { Failure } from "../protocol/messages";

/** The engine's diagnostics, each with its excerpt of the program. */
export const renderedTexts = ({ rendered, said }: Failure): string[] =>
  rendered.map((text, i) => diagnosticText(text, said?.[i]));

/** The diagnostics, or else the message of the thrown error. */
export const failureTexts = (failure: Failure): string[] =>
  failure.rendered.length > 0
    ? renderedTexts(failure)
    : [failure.worded ? messageText(failure.worded) : failure.message];

/** The texts of a failure as one text. */
export const failureText = (failure: Failure): string => failureTexts(failure).join("\n");

/**
 * The text of an error that a row or a hook recorded. If it is the run's failure, it is translated as that failure. Any
 * other error stays as recorded.
 */
export const recordedText = (error: string, failure: Failure | undefined): string =>
  failure?.message === error ? failureText(failure) : error;

/** The text of a thrown value; "" if it has none. */
export function errorText(error: unknown): string {
  if (error instanceof EngineFailure) return failureText(error.failure);
  return error instanceof Error ? error.message : "";
}
