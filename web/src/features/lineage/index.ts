// Where an expression came from and what became of it.
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
    /** The expression of a program of the trace that somebody asks about. */
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
