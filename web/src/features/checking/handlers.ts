// Bisects and reduces stages that fail.
import { codeNames } from "../../core/pipeline/model";
import type { Engine } from "../../engine/session/engine-api";
import type { Answering, HandlersOf } from "../../engine/session/handler";
import { PreparedPipeline } from "../../engine/session/prepare";
import { Chain } from "../../engine/session/snapshots";
import type requests from "./requests";
import type { CheckRequest } from "./requests";

export default {
  bisect: (asked, request) => check(asked, request, (...stage) => asked.engine.bisect(...stage)),
  reduce: (asked, request) => check(asked, request, (...stage) => asked.engine.reduce(...stage)),
} satisfies HandlersOf<typeof requests>;

/** Runs the pipeline up to a stage, and lets `look` search the fault in that stage. */
async function check<Found>(
  asked: Answering,
  { source, files, pipeline, code: text, stageId, test }: CheckRequest,
  look: (...stage: Parameters<Engine["bisect"]>) => Promise<Found>,
): Promise<Found> {
  const { engine, code } = asked;
  asked.begin();
  await asked.complete();
  const { mod, params } = await asked.load(source, files);
  code?.begin(() => undefined);
  code?.mute(true);
  const exports = codeNames(pipeline).size > 0 ? await code?.load(text) : undefined;
  const prepared = new PreparedPipeline(engine, pipeline, exports);
  const chain = new Chain(mod);
  try {
    const stage = prepared.advanceTo(stageId, chain, params);
    return await look(
      chain.module,
      stage.calls.map(({ pass }) => pass),
      // The user's instruments are left out, because a fault of a pass does not depend on them.
      prepared.contextOptions(stage.stage, [], () => undefined),
      { test, onProgress: (progress) => asked.progress(progress) },
    );
  } finally {
    chain.dispose();
    prepared.dispose();
  }
}
