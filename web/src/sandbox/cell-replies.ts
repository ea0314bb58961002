// What an answer about a cell may look like.
import type { CellReply } from "../protocol/notebook";
import { cellReply } from "../protocol/records";

/** A copy of a reply to the request of this number, or undefined for one to another; throws a Mismatch. */
export function checkCellReply(data: unknown, id: number): CellReply | undefined {
  const reply = cellReply(data);
  return reply.id === id ? reply : undefined;
}
