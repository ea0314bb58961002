// Which remarks of a run are listed: a part of the page's state and of links.
import type { PassRemark } from "../protocol/messages";

export type RemarkType = PassRemark["type"];

/** In the order of display. */
export const REMARK_TYPES = ["missed", "passed", "analysis"] as const satisfies RemarkType[];

export interface RemarkFilter {
  /** Empty for all types. */
  readonly types: readonly RemarkType[];
  /** The row of the pass; -1 for all passes. */
  readonly row: number;
  /** The kind; "" for all kinds. */
  readonly kind: string;
  /** Text in the message, the expression or the function's name. */
  readonly text: string;
}

export const ALL_REMARKS: RemarkFilter = { types: [], row: -1, kind: "", text: "" };

export const isAll = ({ types, row, kind, text }: RemarkFilter): boolean =>
  types.length === 0 && row < 0 && kind === "" && text === "";
