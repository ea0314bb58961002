/** An expression, or several, of a program of a run. */
export interface LineageAsked {
  readonly snapshot: number;
  /** A place in the printed text of the snapshot, both from 0, the column in UTF-16. */
  readonly line: number;
  readonly column: number;
  /** Whether the place is one in the text that the program was read from, which `snapshot` is then of. */
  readonly source?: boolean;
  /**
   * In place of a place, calls of an operator: those that the pass of a row made, or those of the program before it
   * that it did not keep.
   */
  readonly op?: { readonly name: string; readonly row: number; readonly after: boolean };
}
