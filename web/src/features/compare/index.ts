// Compares the pipeline with its variants, or with itself at several values of an option.
import type { Feature } from "../../core/feature";
import { languageOf } from "../../core/state/app-state";
import { failureOf } from "../../core/state/failure-of";
import {
  COMPARE_SETTINGS,
  Comparing,
  NO_COMPARISON,
  type CompareSettings,
  type ComparisonState,
} from "./controller";

export { COMPARE_SETTINGS, type CompareSettings };

declare module "../../core/app/app" {
  interface Controllers {
    readonly comparing: Comparing;
  }
}

declare module "../../core/state/app-state" {
  interface AppState {
    readonly comparison: ComparisonState;
    readonly compareWith: CompareSettings;
  }
}

export default {
  tabs: [
    {
      name: "compare",
      label: { en: "Compare", zh: "比较" },
      load: () => import("./compare-view"),
      element: "pc-compare",
    },
  ],
  state: { comparison: NO_COMPARISON, compareWith: COMPARE_SETTINGS },
  controllers: ({ store, history, engines }) => ({
    comparing: new Comparing(
      store,
      history,
      (ofCode) => engines.make(ofCode ? languageOf(store.state) : undefined),
      failureOf,
      async (source) => (source.kind === "import" ? engines.filesOf(source) : undefined),
    ),
  }),
  hooks: {
    replaced: (app) => app.comparing.close(),
    closed: (app) => app.comparing.close(),
  },
} satisfies Feature;
