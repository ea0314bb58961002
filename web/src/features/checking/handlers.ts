// Looks for what makes a stage wrong.
import { codeNames } from "../../core/pipeline/model";
import type { Bisection, Reduction } from "../../core/protocol/messages";
import type { Answering, HandlersOf } from "../../engine/session/handler";
import { PreparedPipeline } from "../../engine/session/prepare";
import { Chain } from "../../engine/session/snapshots";
import type requests from "./requests";
import type { CheckRequest } from "./requests";

export default {
  bisect: (asked, request) => check(asked, "bisect", request) as Promise<Bisection>,
  reduce: (asked, request) => check(asked, "reduce", request) as Promise<Reduction>,
} satisfies HandlersOf<typeof requests>;

/** Runs the pipeline up to a stage, and looks for what goes wrong in that. */
async function check(
  asked: Answering,
  kind: "bisect" | "reduce",
  { source, files, pipeline, code: text, stageId, test }: CheckRequest,
): Promise<Bisection | Reduction> {
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
    return await engine[kind](
      chain.module,
      stage.calls.map(({ pass }) => pass),
      // Instruments of the user's are left out: what they do is no part of what passes do.
      prepared.contextOptions(stage.stage, [], () => undefined),
      { test, onProgress: (progress) => asked.progress(progress) },
    );
  } finally {
    chain.dispose();
    prepared.dispose();
  }
}
