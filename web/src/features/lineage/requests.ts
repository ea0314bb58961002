// Requests for lineage.
import { lineageLines, programLineage, relatedLines } from "../../core/protocol/records";
import { requestOf, type TypesOf } from "../../core/protocol/request";
import { maybe } from "../../core/protocol/schema";
import type { LineageAsked } from "../../core/protocol/lineage-asked";

const requests = {
  /**
   * The origins and descendants of the expression at a place in the printed text of a snapshot. Line and column count
   * from 0; the column is in UTF-16. Undefined if there is no expression. The pipeline may run once more for this,
   * without the user's code.
   */
  lineage: requestOf<{ runId: number } & LineageAsked>()(maybe(programLineage)),
  /**
   * The lines that have the expression, its ancestors or its descendants. They are lines of another snapshot or of the
   * text from which the program was read.
   */
  lineageLines: requestOf<{ runId: number; other: number; otherSource?: boolean } & LineageAsked>()(
    lineageLines,
  ),
  /**
   * The lines of two snapshots' texts that belong to the same expressions. Undefined if finding them costs too much.
   * The pipeline may run once more for this, without the user's code.
   */
  alignment: requestOf<{ runId: number; before: number; after: number }>()(maybe(relatedLines)),
};

declare module "../../core/protocol/requests" {
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type
  interface Requests extends TypesOf<typeof requests> {}
}

export default requests;
