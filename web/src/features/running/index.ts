// Runs the model before and after each pass, and shows the cost.
import type { Feature } from "../../core/feature";
import { DEFAULT_INPUTS, type InputChoice } from "../../core/protocol/input-choice";
import { failureOf } from "../../core/state/failure-of";
import { RunningModel } from "./controller";
import { NO_MODEL_RUNS, type ModelRuns } from "./model-runs";

export { costOfSnapshot } from "./model-runs";

declare module "../../core/app/app" {
  interface Controllers {
    readonly model: RunningModel;
  }
}

declare module "../../core/state/app-state" {
  interface AppState {
    /** The model's inputs, and the results of its runs. */
    readonly inputs: InputChoice;
    readonly modelRuns: ModelRuns;
  }
}

export default {
  tabs: [
    {
      name: "running",
      label: { en: "Running", zh: "运行" },
      load: () => import("./running-view"),
      element: "pc-running",
      ofPass: true,
    },
  ],
  state: { inputs: DEFAULT_INPUTS, modelRuns: NO_MODEL_RUNS },
  controllers: ({ store, engines }) => ({
    model: new RunningModel(
      store,
      () => engines.traced,
      () => engines.client,
      failureOf,
    ),
  }),
} satisfies Feature;
