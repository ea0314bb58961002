// The lineage of an expression: its origins and its descendants.
import type { Feature } from "../../core/feature";
import { failureOf } from "../../core/state/failure-of";
import { Lineage, NO_LINEAGE, type LineageState } from "./controller";

export { lineageOf, sourceSnapshot } from "./controller";

declare module "../../core/app/app" {
  interface Controllers {
    readonly lineage: Lineage;
  }
}

declare module "../../core/state/app-state" {
  interface AppState {
    /** The lineage that the user requested. */
    readonly lineage: LineageState;
  }
}

export default {
  state: { lineage: NO_LINEAGE },
  traced: () => ({ lineage: NO_LINEAGE }),
  controllers: ({ store, engines }) => ({
    lineage: new Lineage(store, () => engines.traced, failureOf),
  }),
} satisfies Feature;
