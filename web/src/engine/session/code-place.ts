// Finds places of the user's code in stack traces. It is separate from the loading of code, which happens only in the
// sandbox's worker.
import type { Message } from "../../i18n/message";
import type { CodePlace } from "../../core/protocol/code";
import { OwnError } from "./own-error";

/** The name of the user's code in stack traces. */
export const CODE_NAME = "code.js";

/** A mistake in the user's code that is known before it runs. */
export class CodeError extends Error {
  override name = "CodeError";

  /** The message as data; undefined for messages of the parser. */
  readonly worded: Message | undefined;

  constructor(
    message: string | Message,
    readonly place?: CodePlace,
  ) {
    super(typeof message === "string" ? message : message.text);
    this.worded = typeof message === "string" ? undefined : message;
  }
}

/** Loaded code: its URL, and the mapping from its places to the user's. */
export interface LoadedPlaces {
  readonly url: string;
  /** Its name in stack traces, if not CODE_NAME. */
  readonly name?: string;
  origin(place: CodePlace): CodePlace;
}

let latest: LoadedPlaces | undefined;

/** From now on, places are searched in this code. */
export function setPlaces(places: LoadedPlaces): void {
  latest = places;
}

/** The place in the user's code where an error was thrown, or undefined. */
export function codePlaceOf(error: unknown): CodePlace | undefined {
  if (error instanceof CodeError || error instanceof OwnError) return error.place;
  if (!(error instanceof Error) || typeof error.stack !== "string") return undefined;
  // The stack begins with the message, which may look like a frame.
  const head = `${error.name}: ${error.message}`;
  return placeInStack(error.stack.startsWith(head) ? error.stack.slice(head.length) : error.stack);
}

/** The place of the innermost frame of the user's code in a stack trace. */
export function placeInStack(stack: string): CodePlace | undefined {
  if (!latest) return undefined;
  for (const name of [latest.name ?? CODE_NAME, latest.url]) {
    for (let at = stack.indexOf(name); at >= 0; at = stack.indexOf(name, at + 1)) {
      const place = /^:(\d+):(\d+)/.exec(stack.slice(at + name.length, at + name.length + 24));
      if (place) return latest.origin({ line: Number(place[1]), column: Number(place[2]) });
    }
  }
  return undefined;
}
