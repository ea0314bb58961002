// What crosses between a page of cells and the worker that runs them.
import type { ConsoleEntry } from "./code";
import type { Failure, HookCall, OpDiffEntry } from "./messages";

/** A pass of a timing profile, in the order in which they began. Times in microseconds. */
export interface ProfileRow {
  readonly depth: number;
  readonly name: string;
  readonly durationUs: number;
  readonly ownUs: number;
}

/** The value of a cell's last expression, as far as it is shown. */
export type CellValue =
  | { readonly kind: "relay" | "text" | "data"; readonly text: string }
  | { readonly kind: "op-diff"; readonly entries: readonly OpDiffEntry[] }
  | { readonly kind: "profile"; readonly rows: readonly ProfileRow[] }
  | {
      readonly kind: "hooks";
      readonly instruments: readonly string[];
      readonly calls: readonly HookCall[];
    };

/** What came of running a cell. */
export interface CellOutcome {
  readonly value?: CellValue;
  /** Its place is in the cell that was run. */
  readonly failure?: Failure;
  /** Where it was thrown, if that was in another cell. */
  readonly thrownIn?: { readonly cell: string; readonly line: number };
}

export interface CellRequest {
  readonly id: number;
  readonly name: string;
  readonly code: string;
}

export type CellReply =
  | { readonly id: number; readonly kind: "printed"; readonly entries: readonly ConsoleEntry[] }
  | { readonly id: number; readonly kind: "done"; readonly outcome: CellOutcome };
