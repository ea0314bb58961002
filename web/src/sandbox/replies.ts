// What an answer of the sandbox may look like.
import type { Reply, RequestKind, Requests } from "../protocol/messages";
import {
  bisection,
  failure,
  modelPlan,
  PROGRAM,
  reduction,
  runProgress,
  timing,
} from "../protocol/records";
import { integer, literal, maybe, object, oneOf, string, type Schema } from "../protocol/schema";

/** What the sandbox is asked; all else the page asks a worker that runs nobody's code. */
const values: {
  [K in "run" | "settle" | "text" | "plan" | "execute" | "halt" | "bisect" | "reduce"]: Schema<
    Requests[K]["reply"]
  >;
} = {
  run: maybe(timing),
  settle: literal(undefined),
  text: string(PROGRAM),
  plan: modelPlan,
  execute: literal(undefined),
  halt: literal(undefined),
  bisect: bisection,
  reduce: reduction,
};

const isAsked = (kind: RequestKind): kind is keyof typeof values => Object.hasOwn(values, kind);

/**
 * A copy of a reply that is as it should be, or undefined for one that nobody waits for; throws a
 * Mismatch for anything else.
 *
 * @param kindOf what was asked by that number, if it is still waited for.
 */
export function checkReply(
  data: unknown,
  kindOf: (id: number) => RequestKind | undefined,
): Reply | undefined {
  const { id } = object({ id: integer })(data);
  const kind = kindOf(id);
  if (kind === undefined || !isAsked(kind)) return undefined;
  return oneOf("kind", {
    progress: object({ id: integer, kind: literal("progress"), progress: runProgress }),
    done: object({ id: integer, kind: literal("done"), value: values[kind] }),
    failed: object({ id: integer, kind: literal("failed"), failure }),
  })(data);
}
