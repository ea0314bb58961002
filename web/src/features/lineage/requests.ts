// Where expressions came from, asked of an engine.
import { lineageLines, programLineage, relatedLines } from "../../core/protocol/records";
import { requestOf, type TypesOf } from "../../core/protocol/request";
import { maybe } from "../../core/protocol/schema";
import type { LineageAsked } from "../../core/protocol/lineage-asked";

const requests = {
  /**
   * Where the expression came from, and what became of it, that stands at a place in the printed text of a snapshot of
   * the latest run: both from 0, the column in UTF-16. Undefined where there is none. For this the pipeline may run once more,
   * without the user's code.
   */
  lineage: requestOf<{ runId: number } & LineageAsked>()(maybe(programLineage)),
  /** The lines of another snapshot, or of the text that the program was read from, that have its ancestors, descendants or itself. */
  lineageLines: requestOf<{ runId: number; other: number; otherSource?: boolean } & LineageAsked>()(
    lineageLines,
  ),
  /**
   * Which lines of the texts of two snapshots are about the same expressions. Undefined where finding that out would
   * take too much: for it the pipeline may run once more, without the user's code.
   */
  alignment: requestOf<{ runId: number; before: number; after: number }>()(maybe(relatedLines)),
};

declare module "../../core/protocol/requests" {
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type
  interface Requests extends TypesOf<typeof requests> {}
}

export default requests;
