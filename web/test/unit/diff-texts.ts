// The difference of two texts, whose lines the engine matches.
import { relay, type AlignOptions } from "passcope";
import { diffLines, type LineDiff } from "../../src/core/trace/line-diff";

export const diffTexts = (
  a: string,
  b: string,
  ignoreNumbers: boolean,
  known?: AlignOptions["known"],
): LineDiff => diffLines(a, b, relay.alignTexts(a, b, { byNumbers: !ignoreNumbers, known }));
