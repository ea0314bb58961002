// Answers requests of program editors.
import type { HandlersOf } from "../../engine/session/handler";
import type requests from "./requests";

export default {
  operators: ({ engine }) => engine.ops(),
  // The repetitions of a run continue, because this does not touch their modules.
  analyse: ({ engine, module }, { text, like }) => engine.analyse(text, like && module(like)),
} satisfies HandlersOf<typeof requests>;
