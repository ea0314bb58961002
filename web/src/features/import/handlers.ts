// Describes files of other frameworks.
import type { HandlersOf } from "../../engine/session/handler";
import type requests from "./requests";

export default {
  describe: ({ interrupt, programs, tell }, { file }) => {
    interrupt();
    return programs.describe(file, tell);
  },
} satisfies HandlersOf<typeof requests>;
