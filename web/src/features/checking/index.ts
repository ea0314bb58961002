// The search for the fault of a stage: the failing pass, and a smaller program.
import type { Feature } from "../../core/feature";
import { failureOf } from "../../core/state/failure-of";
import { Checking, NO_CHECK, type CheckState } from "./controller";

declare module "../../core/app/app" {
  interface Controllers {
    readonly checking: Checking;
  }
}

declare module "../../core/state/app-state" {
  interface AppState {
    /** The state and the result of the search. */
    readonly check: CheckState;
  }
}

export default {
  state: { check: NO_CHECK },
  controllers: (app) => ({
    checking: new Checking(
      app.store,
      (of) => app.engines.makeFor(of),
      failureOf,
      (source) => app.engines.files.of(source),
      (workspace, words) => app.workspaces.open(workspace, "file", words),
    ),
  }),
  hooks: {
    runBegins: (app) => app.checking.close(),
    closed: (app) => app.checking.close(),
  },
} satisfies Feature;
