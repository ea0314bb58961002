// The program: its choice, its text and its editor.
import type { Feature } from "../../core/feature";
import type { OpDescription } from "../../core/protocol/messages";
import { Programs } from "./controller";

export type { ProgramEditor } from "./program-editor";

/** Loads the editor of programs, `pc-editor`. */
export const loadProgramEditor = (): Promise<unknown> => import("./program-editor");

declare module "../../core/app/app" {
  interface Controllers {
    readonly program: Programs;
  }
}

declare module "../../core/state/app-state" {
  interface AppState {
    /** The descriptions of the operators. Undefined until they are loaded. */
    readonly operators: readonly OpDescription[] | undefined;
    /** Where the program's editor puts the cursor. The cursor moves once for each new object. */
    readonly programPlace: ProgramPlace | undefined;
    readonly wrapProgram: boolean;
  }
}

export default {
  tabs: [
    {
      name: "program",
      label: { en: "Program", zh: "程序" },
      load: () => import("./program-panel"),
      element: "pc-program",
    },
  ],
  state: { operators: undefined, programPlace: undefined, wrapProgram: false },
  controllers: (app) => ({ program: new Programs(app) }),
  hooks: {
    opened: (app) => void app.program.load(),
    runBegins: (app) => {
      if (app.store.state.program.kind === "failed") void app.program.load();
    },
    restored: (app, before) => {
      if (app.store.state.source !== before.source) void app.program.load();
    },
    closed: (app) => app.program.close(),
  },
} satisfies Feature;
