// The program: its text, its editor, and which program it is.
import type { Feature } from "../../core/feature";
import type { OpDescription } from "../../core/protocol/messages";
import { Programs } from "./controller";

export type { ProgramEditor } from "./program-editor";

/** Fetches the editor of programs, `pc-editor`. */
export const loadProgramEditor = (): Promise<unknown> => import("./program-editor");

declare module "../../core/app/app" {
  interface Controllers {
    readonly program: Programs;
  }
}

declare module "../../core/state/app-state" {
  interface AppState {
    /** Undefined until they were asked for. */
    readonly operators: readonly OpDescription[] | undefined;
    /** Where the program's editor is to put the cursor; each new object is gone to once. */
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
