// The check of replies about cells.
import type { CellReply } from "../core/protocol/notebook";
import { cellReply } from "../core/protocol/records";
import { within } from "../core/protocol/schema";
import { MESSAGE_BUDGET } from "./limits";

/**
 * A copy of a reply to the request with this number; undefined for a reply to another request. Throws a Mismatch.
 *
 * @param charge gets the reply's size: its values, and the characters of its texts.
 */
export function checkCellReply(
  data: unknown,
  id: number,
  charge?: (values: number, characters: number) => void,
): CellReply | undefined {
  const reply = within(MESSAGE_BUDGET, cellReply, charge)(data);
  return reply.id === id ? reply : undefined;
}
