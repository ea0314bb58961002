// The panel in which the pipeline is edited.
import type { Feature } from "../../core/feature";
import { Pipelines } from "./controller";

declare module "../../core/app/app" {
  interface Controllers {
    readonly pipeline: Pipelines;
  }
}

declare module "../../core/state/app-state" {
  interface AppState {
    /** The stage or step that is to be shown; each new object is gone to once. */
    readonly pipelinePlace: PipelinePlace | undefined;
  }
}

export default {
  state: { pipelinePlace: undefined },
  controllers: (app) => ({ pipeline: new Pipelines(app) }),
} satisfies Feature;
