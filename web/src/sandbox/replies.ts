// The check of the sandbox's replies.
import type { Reply, RequestKind } from "../core/protocol/requests";
import { failure, runProgress } from "../core/protocol/records";
import type { RequestTable } from "../core/protocol/request";
import { integer, literal, object, oneOf, within } from "../core/protocol/schema";
import { MESSAGE_BUDGET } from "./limits";

/**
 * A copy of a well-formed reply, or undefined for one that no request waits for. Throws a Mismatch for any other.
 *
 * @param requests all requests; only those with a schema of the reply may go to the sandbox.
 * @param kindOf the kind of the open request with a number.
 * @param charge gets the reply's size: its values, and the characters of its texts.
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
