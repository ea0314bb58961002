// Turns any thrown value into a Failure that can be sent to the page.
import type { Failure, FailurePlace } from "../../core/protocol/messages";
import { CodeError, codePlaceOf } from "./code-place";
import { OwnError } from "./own-error";
import { saidBy } from "./error-diagnostics";

/**
 * Errors after which the engine must not be used again: its own bugs, WebAssembly traps, lack of memory, and a missing
 * part of the engine.
 */
const FATAL = new Set(["InternalError", "LoadError", "OutOfMemoryError", "RuntimeError"]);

/** The engine's diagnostics as text, and as data if all of them are well-formed. */
function diagnosticsOf(error: object): Pick<Failure, "rendered" | "said"> {
  const found: unknown[] =
    "diagnostics" in error && Array.isArray(error.diagnostics) ? error.diagnostics : [];
  const rendered = found.flatMap((d) =>
    typeof d === "object" && d !== null && "rendered" in d && typeof d.rendered === "string"
      ? [d.rendered]
      : [],
  );
  const said = found.map(saidBy).filter((one) => one !== undefined);
  return said.length > 0 && said.length === rendered.length && said.length === found.length
    ? { rendered, said }
    : { rendered };
}

/** The place of the first diagnostic that has one. */
function textPlaceOf(error: unknown): FailurePlace["text"] {
  if (!(error instanceof Error) || !("diagnostics" in error)) return undefined;
  if (!Array.isArray(error.diagnostics)) return undefined;
  const spans = error.diagnostics.map((d: unknown) =>
    typeof d === "object" && d !== null && "span" in d ? d.span : undefined,
  );
  for (const span of spans) {
    if (typeof span !== "object" || span === null) continue;
    const { source, line, column } = span as Readonly<Record<string, unknown>>;
    if (typeof source === "string" && Number.isInteger(line) && Number.isInteger(column)) {
      return { source, line: line as number, column: column as number };
    }
  }
  return undefined;
}

/** Whether the interpreter of Python has ended: the code aborted it, or it ran out of stack. It cannot go on. */
const hasEndedPython = (error: unknown): boolean =>
  typeof error === "object" && error !== null && "pyodide_fatal_error" in error;

/** The name of the failure after which Python has ended. */
export const PYTHON_ENDED = "PythonEnded";

export function describeFailure(error: unknown, inPipeline?: FailurePlace): Failure {
  const code = codePlaceOf(error);
  const text = textPlaceOf(error);
  const place: FailurePlace | undefined =
    code || text || inPipeline
      ? { ...inPipeline, ...(code ? { code } : {}), ...(text ? { text } : {}) }
      : undefined;
  const base =
    error instanceof Error
      ? {
          name: hasEndedPython(error) ? PYTHON_ENDED : error.name,
          message: error.message,
          ...(error instanceof CodeError && error.worded ? { worded: error.worded } : {}),
          ...diagnosticsOf(error),
          fatal: isFatal(error, code !== undefined),
        }
      : { name: "Error", message: String(error), rendered: [], fatal: false };
  return place ? { ...base, place } : base;
}

/** @param inCode whether the user's code threw it. */
const isFatal = (error: Error, inCode: boolean): boolean =>
  error instanceof OwnError
    ? error.fatal
    : hasEndedPython(error) || FATAL.has(error.name) || (isStackOverflow(error) && !inCode);

/**
 * A stack overflow inside the engine leaves its frames half unwound. An overflow in the user's code is caught before it
 * reaches the engine.
 */
function isStackOverflow(error: Error): boolean {
  return error instanceof RangeError && /call stack/i.test(error.message);
}
