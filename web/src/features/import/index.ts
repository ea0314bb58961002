// Opening models of other frameworks.
import type { Feature } from "../../core/feature";
import { failureOf } from "../../core/state/failure-of";
import { Importing, NO_IMPORT, type ImportState } from "./controller";

export { isModelFile } from "./controller";

/** Fetches one of the networks that the site has as files. */
export const fetchExample = async (name: string): Promise<File> =>
  (await import("./examples")).fetchExample(name);

declare module "../../core/app/app" {
  interface Controllers {
    readonly importing: Importing;
  }
}

declare module "../../core/state/app-state" {
  interface AppState {
    /** A model's file that is being opened. */
    readonly importing: ImportState;
  }
}

export default {
  state: { importing: NO_IMPORT },
  controllers: (app) => ({
    importing: new Importing(
      app.store,
      app.engines.files,
      app.engines.client,
      failureOf,
      (source) => {
        app.program.setSource(source);
        void app.runs.press();
      },
    ),
  }),
} satisfies Feature;
