// Plans programs of the trace, and runs them.
import type { ModuleHandle } from "../../engine/session/engine-api";
import { Fatal, type HandlersOf } from "../../engine/session/handler";
import type requests from "./requests";
import { EngineLost, execute } from "./worker/execute";

export default {
  tensors: async ({ engine }, { file, name }) => {
    await engine.completeFrontends();
    return engine.readTensors(await file.arrayBuffer(), name);
  },
  plan: async ({ engine, complete, paramsOfTrace, module }, of) => {
    await complete();
    const params = await paramsOfTrace();
    const mod = module(of);
    const executable = engine.executable(mod, params);
    try {
      const plan = executable.describe();
      // The same text has more inputs if its weights are missing.
      return { hash: `${mod.structuralHash()} ${plan.inputs.length}`, ...plan };
    } finally {
      executable.dispose();
    }
  },
  execute: async (asked, { runId, snapshots, reference, inputs }) => {
    const { engine, options } = asked;
    asked.begin();
    await asked.complete();
    // If the kernels cannot load, the first call that needs them reports it.
    await engine.completeKernels().catch(() => undefined);
    const { now, breathe, maxModelMs = 1500, maxModelRuns = 200 } = options;
    const params = await asked.paramsOfTrace();
    // A newer run would free its modules during this one.
    const clones = new Map(
      [...new Set([reference, ...snapshots])].map((snapshot) => [
        snapshot,
        asked.module({ runId, snapshot }).clone(),
      ]),
    );
    const mod = (snapshot: number): ModuleHandle => clones.get(snapshot) as ModuleHandle;
    try {
      await execute(
        engine,
        mod(reference),
        snapshots.map((snapshot) => ({ snapshot, mod: mod(snapshot) })),
        params,
        inputs,
        {
          now,
          breathe,
          maxMs: maxModelMs,
          maxRuns: maxModelRuns,
          wanted: () => asked.isCurrent(),
          tell: (progress) => asked.progress(progress),
        },
      );
      return undefined;
    } catch (error) {
      if (error instanceof EngineLost) throw new Fatal(error.failure);
      throw error;
    } finally {
      clones.forEach((clone) => clone.dispose());
    }
  },
} satisfies HandlersOf<typeof requests>;
