// Moves through the changes of a diff.
import type { DiffRows, RowRange } from "../../core/trace/diff-rows";

/**
 * The next step after a row, or the one before it. After the last step comes the first.
 *
 * @param row the row of the latest step or of the cursor, or the row above the first one in sight.
 */
export function nextStep({ steps }: DiffRows, row: number, by: 1 | -1): RowRange | undefined {
  return by > 0
    ? (steps.find(({ from }) => from > row) ?? steps[0])
    : (steps.findLast(({ from }) => from < row) ?? steps.at(-1));
}
