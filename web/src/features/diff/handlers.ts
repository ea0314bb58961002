// Matches the lines of two texts.
import type { AlignedLines } from "../../core/protocol/messages";
import { diffLines } from "../../core/trace/line-diff";
import type { Answering, HandlersOf } from "../../engine/session/handler";
import type requests from "./requests";
import type { AlignRequest } from "./requests";

async function aligned(
  { engine, whole }: Answering,
  { before, after, ignoreNumbers, known }: AlignRequest,
): Promise<readonly AlignedLines[]> {
  // The page asks without the user, and can match lines itself. The next run that needs the module tells why it failed.
  await whole().catch(() => Promise.reject(new Error("unmatched")));
  return engine.alignTexts(before, after, { byNumbers: !ignoreNumbers, known });
}

export default {
  alignTexts: aligned,
  diffTexts: async (asked, of) => diffLines(of.before, of.after, await aligned(asked, of)),
} satisfies HandlersOf<typeof requests>;
