// Matches the lines of two texts.
import type { HandlersOf } from "../../engine/session/handler";
import type requests from "./requests";

export default {
  alignTexts: async ({ engine, whole }, { before, after, ignoreNumbers, known }) => {
    await whole();
    return engine.alignTexts(before, after, { byNumbers: !ignoreNumbers, known });
  },
} satisfies HandlersOf<typeof requests>;
