// The remarks of passes: what they transformed, and why they did not transform the rest.
import type { Feature } from "../../core/feature";
import type { RemarkKind } from "../../core/protocol/messages";
import { failureOf } from "../../core/state/failure-of";
import { ALL_REMARKS, type RemarkFilter } from "../../core/trace/remark-filter";
import { NO_REMARKS, Remarks, type RemarksState, type RemarkTarget } from "./controller";

export { remarksOf, type RemarkTarget } from "./controller";

declare module "../../core/app/app" {
  interface Controllers {
    readonly remarks: Remarks;
  }
}

declare module "../../core/state/app-state" {
  interface AppState {
    /** The remarks of the trace, and the filter of the list. */
    readonly remarks: RemarksState;
    readonly remarkFilter: RemarkFilter;
    /** The descriptions of the kinds of remarks. Undefined until they are loaded. */
    readonly remarkKinds: readonly RemarkKind[] | undefined;
    /** The remark to scroll to. The view moves once for each new object. */
    readonly remarkPlace: RemarkTarget | undefined;
  }
}

export default {
  tabs: [
    {
      name: "remarks",
      label: { en: "Remarks", zh: "说明" },
      load: () => import("./remarks-view"),
      element: "pc-remarks",
    },
  ],
  state: {
    remarks: NO_REMARKS,
    remarkFilter: ALL_REMARKS,
    remarkKinds: undefined,
    remarkPlace: undefined,
  },
  traced: ({ remarkFilter }, alike) => ({
    remarks: NO_REMARKS,
    remarkPlace: undefined,
    // In a trace of the same shape, the same row is the same pass.
    ...(alike ? {} : { remarkFilter: { ...remarkFilter, row: -1 } }),
  }),
  controllers: ({ store, rows, engines }) => ({
    remarks: new Remarks(
      store,
      rows,
      () => engines.traced,
      () => engines.client,
      failureOf,
    ),
  }),
  hooks: { runEnds: (app) => void app.remarks.askUnlessLong() },
} satisfies Feature;
