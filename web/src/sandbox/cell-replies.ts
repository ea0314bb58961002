// What an answer about a cell may look like.
import type { CellReply } from "../core/protocol/notebook";
import { cellReply } from "../core/protocol/records";
import { within } from "../core/protocol/schema";
import { MESSAGE_BUDGET } from "./limits";

/**
 * A copy of a reply to the request of this number, or undefined for one to another; throws a Mismatch.
 *
 * @param charge told of the reply's size: values, and characters of texts.
 */
export function checkCellReply(
  data: unknown,
  id: number,
  charge?: (values: number, characters: number) => void,
): CellReply | undefined {
  const reply = within(MESSAGE_BUDGET, cellReply, charge)(data);
  return reply.id === id ? reply : undefined;
}
