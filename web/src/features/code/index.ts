// The user's own passes and instruments, in JavaScript or Python.
import type { Feature } from "../../core/feature";
import type { CodePlace } from "../../core/protocol/code";
import { isSameCode } from "../../core/state/app-state";
import { Code, type ScriptStatus } from "./controller";

declare module "../../core/app/app" {
  interface Controllers {
    readonly code: Code;
  }
}

declare module "../../core/state/app-state" {
  interface AppState {
    readonly script: ScriptStatus;
    /**
     * The names that the code exports, or in Python defines for the pipeline. They are found without running the code.
     */
    readonly exports: readonly string[];
    /** Where the code tab puts the cursor. The cursor moves once for each new object. */
    readonly codePlace: CodePlace | undefined;
  }
}

export default {
  tabs: [
    {
      name: "code",
      label: { en: "Code", zh: "代码" },
      load: () => import("./code-tab"),
      element: "pc-code-tab",
    },
  ],
  state: { script: { kind: "idle" }, exports: [], codePlace: undefined },
  controllers: (app) => ({ code: new Code(app) }),
  hooks: {
    opened: (app) => void app.code.findExports(),
    runAsked: (app) => app.code.forget(),
    restored: (app, before) => {
      if (!isSameCode(app.store.state, before)) void app.code.findExports();
    },
    closed: (app) => app.code.close(),
  },
} satisfies Feature;
