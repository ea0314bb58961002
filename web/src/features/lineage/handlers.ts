// Answers requests for lineage.
import type { Answering, HandlersOf } from "../../engine/session/handler";
import type { RunLineage } from "../../engine/session/lineage";
import type requests from "./requests";

export default {
  lineage: async (asked, of) => {
    const lineage = await lineageOf(asked, of.runId);
    return lineage.of(asked.keptRun(of.runId).asked(of));
  },
  lineageLines: async (asked, of) => {
    const lineage = await lineageOf(asked, of.runId);
    const run = asked.keptRun(of.runId);
    return lineage.lines(run.asked(of), of.other, run.isText(of.otherSource));
  },
  alignment: async (asked, { runId, before, after }) => {
    if (!asked.keptRun(runId).tellsLineage) return undefined;
    // The page asks without the user. If the module cannot load, the next run that needs it says so.
    const loads = await asked.whole().then(
      () => true,
      () => false,
    );
    if (!loads) return undefined;
    return (await lineageOf(asked, runId)).alignment(before, after);
  },
} satisfies HandlersOf<typeof requests>;

async function lineageOf(asked: Answering, runId: number): Promise<RunLineage> {
  await asked.whole();
  return asked.keptRun(runId).lineage(() => asked.paramsOfTrace());
}
