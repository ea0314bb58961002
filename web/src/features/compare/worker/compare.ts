// Prepares pipelines for a comparison, which the engine then makes.
import { atValue, sweepKey } from "../../../core/pipeline/variants";
import { codeNames } from "../../../core/pipeline/model";
import type { Compared, ProgramSource, RunProgress } from "../../../core/protocol/messages";
import type { CodeHost } from "../../../engine/session/code-host";
import type {
  ComparedStage,
  ComparedVariant,
  Engine,
  Handle,
  ModuleHandle,
  Params,
} from "../../../engine/session/engine-api";
import { PreparedPipeline } from "../../../engine/session/prepare";
import type { CompareRequest } from "../requests";

interface Program {
  readonly mod: ModuleHandle;
  readonly params: Params;
}

/** @param load returns the program of a source. The caller keeps its ownership. */
export async function compareVariants(
  engine: Engine,
  { variants: given, source, sweep, run, repeat, code: text }: CompareRequest,
  load: (source: ProgramSource) => Program | Promise<Program>,
  code: CodeHost | undefined,
  tell: (progress: RunProgress) => void,
): Promise<Compared> {
  const values = sweep ? engine.sweepValues(sweep.values) : undefined;
  const named =
    sweep && values
      ? given.flatMap(({ name, pipeline }) =>
          values.map((value) => {
            const shown = typeof value === "string" ? value : JSON.stringify(value);
            const key = sweepKey(sweep.option);
            const at = `${key.slice(key.lastIndexOf(".") + 1)}=${shown}`;
            return {
              name: given.length === 1 ? at : `${name} ${at}`,
              ...atValue({ pipeline, source }, sweep.option, value),
            };
          }),
        )
      : given.map(({ name, pipeline }) => ({ name, pipeline, source }));
  const owned: Handle[] = [];
  try {
    const variants: ComparedVariant[] = [];
    const programs = new Map<string, Program>();
    const exports = given.some(({ pipeline }) => codeNames(pipeline).size > 0)
      ? await code?.load(text)
      : undefined;
    for (const variant of named) {
      const key = JSON.stringify(variant.source);
      let program = programs.get(key);
      if (!program) {
        program = await load(variant.source);
        programs.set(key, program);
      }
      const prepared = new PreparedPipeline(engine, variant.pipeline, exports);
      owned.push(prepared);
      variants.push({
        name: variant.name,
        ...program,
        stages: prepared.parts.map((part): ComparedStage => {
          if (part.kind === "bind") return { bind: true };
          if (part.kind === "edit") return { text: part.stage.text };
          // Instruments of the table only feed the page's views. The user's instruments can skip passes.
          const instruments = part.stage.instruments
            .filter((use) => use.enabled && use.kind === "code")
            .map((use) => prepared.code.instrument(use.name));
          return {
            passes: part.calls.map(({ pass }) => pass),
            context: prepared.contextOptions(part.stage, instruments, () => undefined),
          };
        }),
      });
    }
    const compared = await engine.comparison(variants, { run, repeat }, (progress) =>
      tell({ kind: "comparing", ...progress }),
    );
    return { ...compared, ...(values ? { values } : {}) };
  } finally {
    owned.forEach((handle) => handle.dispose());
  }
}
