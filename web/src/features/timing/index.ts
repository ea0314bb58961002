// How long passes take: a tree with bars, a table, an icicle chart, or the text that TVM prints.
import type { Feature } from "../../core/feature";
import { Timing } from "./controller";
import { TIMING_VIEWS } from "./tabs";

declare module "../../core/app/app" {
  interface Controllers {
    readonly timing: Timing;
  }
}

declare module "../../core/state/app-state" {
  interface AppState {
    readonly hideUnchanged: boolean;
    /** Rows whose names do not contain this text are hidden. */
    readonly search: string;
  }
}

export const timingState = { hideUnchanged: false, search: "" };

export default {
  tabs: TIMING_VIEWS,
  state: timingState,
  controllers: (app) => ({ timing: new Timing(app.store) }),
} satisfies Feature;
