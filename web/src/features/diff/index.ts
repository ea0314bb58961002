// The program before a pass and the one after it, beside each other.
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
    /** A snapshot whose text is being edited, to go on from there. */
    readonly editing: { readonly row: number; readonly text: string } | undefined;
    readonly wrapDiff: boolean;
    /** Whether the diff is shown in one column, however wide the page is. */
    readonly inlineDiff: boolean;
    readonly ignoreNumbers: boolean;
  }
}

export const diffState = {
  editing: undefined,
  wrapDiff: true,
  inlineDiff: false,
  ignoreNumbers: true,
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
