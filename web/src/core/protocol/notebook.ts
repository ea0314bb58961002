// Messages between a page of cells and the worker that runs them.
import type { cellOutcome, cellReply, cellValue, profileRow } from "./records";
import type { Described } from "./schema";

export type CellOutcome = Described<typeof cellOutcome>;
export type CellReply = Described<typeof cellReply>;
export type CellValue = Described<typeof cellValue>;
export type ProfileRow = Described<typeof profileRow>;

export interface CellRequest {
  readonly id: number;
  readonly name: string;
  readonly code: string;
  /** Files that the cells may use from now on, by name. */
  readonly files?: CellFiles;
}

export type CellFiles = Readonly<Record<string, ArrayBuffer>>;
