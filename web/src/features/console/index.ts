// The output of passes, instruments and the user's code.
import type { Feature } from "../../core/feature";
import type { ConsoleEntry } from "../../core/protocol/messages";
import { Console } from "./controller";

declare module "../../core/app/app" {
  interface Controllers {
    readonly console: Console;
  }
}

declare module "../../core/state/app-state" {
  interface AppState {
    /** The output of the latest run, or of code that ran on its own after it. */
    readonly console: readonly ConsoleEntry[];
  }
}

export default {
  tabs: [
    {
      name: "console",
      label: { en: "Console", zh: "控制台" },
      load: () => import("./console-panel"),
      element: "pc-console",
      count: (state) => state.console.length,
    },
  ],
  state: { console: [] },
  controllers: (app) => ({ console: new Console(app.store) }),
  hooks: {
    runBegins: (app) => app.console.clear(),
    printed: (app, entries) => app.console.print(entries),
  },
} satisfies Feature;
