// The texts of the two compared programs, as they are printed and as they are shown, and what is known about their lines.
import type { RelatedLines } from "../../core/protocol/messages";
import type { Requests } from "../../core/protocol/requests";
import type { LineDiff } from "../../core/trace/line-diff";
import { splitSignature } from "../../core/trace/readable";
import { shownText } from "../../core/trace/shown-text";

export interface ReadyTexts {
  readonly kind: "ready";
  readonly before: string;
  readonly after: string;
  /** True if the full texts are equal, including the parts that are left out. */
  readonly equal: boolean;
  /** True if parts of the texts are left out. */
  readonly cut: boolean;
  /** The program before as the engine prints it. Remarks refer to places in this text. */
  readonly printed: string;
  /** The same of the program after. */
  readonly printedAfter: string;
  /** The snapshots to which the texts belong. */
  readonly of: Requests["alignment"]["request"];
}

export type Texts =
  | { readonly kind: "none" }
  | { readonly kind: "loading" }
  | ReadyTexts
  | { readonly kind: "failed"; readonly message: string };

export interface Difference {
  readonly ignoreNumbers: boolean;
  readonly diff: LineDiff;
}

/** The engine's answer which lines of two texts belong together. */
export interface Aligned {
  readonly of: ReadyTexts;
  /** Resolves when the difference is set. */
  readonly done: Promise<void>;
  /** The lines that lineage relates, once they are known. */
  known: RelatedLines | undefined;
  /** The setting `ignoreNumbers` of the latest request for a difference; undefined before the first. */
  wanted: boolean | undefined;
}

/** Longer texts are matched only by the engine, because that takes long. */
const MOST_LINES_HERE = 3000;

export const isShort = ({ before, after }: ReadyTexts): boolean =>
  [before, after].every((text) => text.split("\n").length <= MOST_LINES_HERE);

export function readyTexts(before: string, after: string, of: ReadyTexts["of"]): ReadyTexts {
  const whole = [splitSignature(before), splitSignature(after)] as const;
  const [shownBefore, shownAfter] = [shownText(whole[0]), shownText(whole[1])];
  return {
    kind: "ready",
    before: shownBefore,
    after: shownAfter,
    equal: before === after,
    cut: shownBefore !== whole[0] || shownAfter !== whole[1],
    printed: before,
    printedAfter: after,
    of,
  };
}
