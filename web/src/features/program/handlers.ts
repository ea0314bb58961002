// Answers what editors of programs ask.
import type { HandlersOf } from "../../engine/session/handler";
import type requests from "./requests";

export default {
  operators: ({ engine }) => engine.ops(),
  // A run that is being repeated goes on: this does not touch its modules.
  analyse: ({ engine, module }, { text, like }) => engine.analyse(text, like && module(like)),
} satisfies HandlersOf<typeof requests>;
