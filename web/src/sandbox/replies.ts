// What an answer of the sandbox may look like.
import type { Reply, RequestKind } from "../core/protocol/requests";
import { failure, runProgress } from "../core/protocol/records";
import type { RequestTable } from "../core/protocol/request";
import { integer, literal, object, oneOf, within } from "../core/protocol/schema";
import { MESSAGE_BUDGET } from "./limits";

/**
 * A copy of a reply that is as it should be, or undefined for one that nobody waits for; throws a
 * Mismatch for anything else.
 *
 * @param requests all that there are; the sandbox is asked those whose replies are described.
 * @param kindOf what was asked by that number, if it is still waited for.
 * @param charge told of the reply's size: values, and characters of texts.
 */
export const checkReply = (
  requests: RequestTable,
  data: unknown,
  kindOf: (id: number) => RequestKind | undefined,
  charge?: (values: number, characters: number) => void,
): Reply | undefined =>
  within(MESSAGE_BUDGET, (value) => checked(requests, value, kindOf), charge)(data);

function checked(
  requests: RequestTable,
  data: unknown,
  kindOf: (id: number) => RequestKind | undefined,
): Reply | undefined {
  const { id } = object({ id: integer })(data);
  const kind = kindOf(id);
  const value = kind === undefined ? undefined : requests[kind]?.reply;
  if (!value) return undefined;
  return oneOf("kind", {
    progress: object({ id: integer, kind: literal("progress"), progress: runProgress }),
    done: object({ id: integer, kind: literal("done"), value }),
    failed: object({ id: integer, kind: literal("failed"), failure }),
  })(data);
}
