// Which remarks of a run are listed: a part of the page's state and of links.
import type { PassRemark } from "../protocol/messages";

export type RemarkType = PassRemark["type"];

/** In the order in which they are shown. */
export const REMARK_TYPES = ["missed", "passed", "analysis"] as const satisfies RemarkType[];

export interface RemarkFilter {
  /** All if empty. */
  readonly types: readonly RemarkType[];
  /** Of the pass of this row; of all if -1. */
  readonly row: number;
  /** Of this kind; of all if "". */
  readonly kind: string;
  /** In the sentence, the expression or the function's name. */
  readonly text: string;
}

export const ALL_REMARKS: RemarkFilter = { types: [], row: -1, kind: "", text: "" };

export const isAll = ({ types, row, kind, text }: RemarkFilter): boolean =>
  types.length === 0 && row < 0 && kind === "" && text === "";
