/** A question about the lineage of one or several expressions of a run's program. */
export interface LineageAsked {
  readonly snapshot: number;
  /** A place in the printed text of the snapshot. Both count from 0, the column in UTF-16 code units. */
  readonly line: number;
  readonly column: number;
  /** Whether the place is in the source text of the program; `snapshot` is then the snapshot of that program. */
  readonly source?: boolean;
  /**
   * Instead of a place, calls of an operator. With `after`, the calls that the pass of the row made; otherwise the
   * calls that it did not keep.
   */
  readonly op?: { readonly name: string; readonly row: number; readonly after: boolean };
}
