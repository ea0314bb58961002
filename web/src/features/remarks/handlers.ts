// Answers requests for remarks.
import type { HandlersOf } from "../../engine/session/handler";
import type requests from "./requests";

export default {
  remarkKinds: async ({ engine, whole }) => {
    await whole();
    return engine.remarkKinds();
  },
  remarks: async ({ whole, keptRun }, { runId }) => {
    await whole();
    return keptRun(runId).remarks();
  },
  remarkPlaces: ({ keptRun }, { runId, row }) => keptRun(runId).said.places(row),
  remarksYaml: ({ keptRun }, { runId, remarks }) => keptRun(runId).said.yaml(remarks),
} satisfies HandlersOf<typeof requests>;
