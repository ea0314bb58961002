// The program before a pass beside the program after it.
import type { Feature } from "../../core/feature";
import { Diff } from "./controller";

export { loadMergeView } from "./load-merge-view";

declare module "../../core/app/app" {
  interface Controllers {
    readonly diff: Diff;
  }
}

declare module "../../core/state/app-state" {
  interface AppState {
    /** The snapshot that the user edits, to continue the pipeline from it. */
    readonly editing: { readonly row: number; readonly text: string } | undefined;
    readonly wrapDiff: boolean;
    /** True to show the diff in one column at any width. */
    readonly inlineDiff: boolean;
    readonly ignoreNumbers: boolean;
    /** The latest request for the next or previous change. A new object for each press. */
    readonly changeStep: { readonly by: 1 | -1 } | undefined;
  }
}

export const diffState = {
  editing: undefined,
  wrapDiff: true,
  inlineDiff: false,
  ignoreNumbers: true,
  changeStep: undefined,
};

export default {
  tabs: [
    {
      name: "diff",
      label: { en: "Before / after", zh: "前后对比" },
      load: () => import("./diff-tab"),
      element: "pc-diff",
      tools: "pc-diff-tools",
      ofPass: true,
    },
  ],
  state: diffState,
  controllers: (app) => ({ diff: new Diff(app) }),
  hooks: {
    replaced: (app) => app.diff.cancelEdit(),
    restored: (app) => app.diff.cancelEdit(),
  },
} satisfies Feature;
