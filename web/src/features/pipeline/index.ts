// The panel that edits the pipeline.
import type { Feature } from "../../core/feature";
import { Pipelines } from "./controller";

declare module "../../core/app/app" {
  interface Controllers {
    readonly pipeline: Pipelines;
  }
}

declare module "../../core/state/app-state" {
  interface AppState {
    /** The stage or step to show. The editor moves once for each new object. */
    readonly pipelinePlace: PipelinePlace | undefined;
  }
}

export default {
  state: { pipelinePlace: undefined },
  controllers: (app) => ({ pipeline: new Pipelines(app) }),
} satisfies Feature;
