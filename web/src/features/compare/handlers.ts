// Compares pipelines.
import type { HandlersOf } from "../../engine/session/handler";
import { freeProgram, type MadeProgram } from "../../engine/session/programs";
import type requests from "./requests";
import { compareVariants } from "./worker/compare";

export default {
  compare: async (asked, request) => {
    const { engine, programs, code } = asked;
    asked.begin();
    await asked.complete();
    if (request.run) await engine.completeKernels().catch(() => undefined);
    code?.begin(() => undefined);
    code?.mute(true);
    const made: MadeProgram[] = [];
    try {
      return await compareVariants(
        engine,
        request,
        (source) => {
          // An imported model has one program. For models and texts, each different source makes a program.
          if (source.kind === "import") return asked.load(source, request.files);
          const program = programs.make(source);
          made.push(program);
          return program;
        },
        code,
        (progress) => asked.progress(progress),
      );
    } finally {
      made.forEach(freeProgram);
    }
  },
} satisfies HandlersOf<typeof requests>;
