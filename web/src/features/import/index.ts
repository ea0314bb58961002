// Imports models of other frameworks.
import type { Feature } from "../../core/feature";
import { failureOf } from "../../core/state/failure-of";
import { Importing, NO_IMPORT, type ImportState } from "./controller";

export { isModelFile } from "./controller";

/** Fetches an example network of the site. */
export const fetchExample = async (name: string): Promise<File> =>
  (await import("./examples")).fetchExample(name);

declare module "../../core/app/app" {
  interface Controllers {
    readonly importing: Importing;
  }
}

declare module "../../core/state/app-state" {
  interface AppState {
    /** The state of the import dialog. */
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
      (name, words) => app.notices.report(name, words),
    ),
  }),
} satisfies Feature;
