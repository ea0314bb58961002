// What passes say of what they did and did not do.
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
    /** What the passes of the trace said, and which of it the list shows. */
    readonly remarks: RemarksState;
    readonly remarkFilter: RemarkFilter;
    /** What the kinds of remarks say; undefined until they were asked for. */
    readonly remarkKinds: readonly RemarkKind[] | undefined;
    /** The remark whose line is to come into sight; each new object is gone to once. */
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
    // The same row is the same pass where the trace has the same shape.
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
