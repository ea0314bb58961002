// The passes of a pipeline in one line.
import type { Pipeline, Step } from "./model";
import type { Workspace } from "../state/app-state";

const namesOf = (steps: readonly Step[]): readonly string[] =>
  steps
    .filter((step) => step.enabled)
    .flatMap((step) => (step.kind === "sequential" ? namesOf(step.steps) : [step.name]));

/** The names of the enabled passes, in order; `bind` or `edit` for the other enabled stages. */
export function stepNames(pipeline: Pipeline): readonly string[] {
  return pipeline.flatMap((stage) => {
    if (stage.kind === "passes") return namesOf(stage.passes);
    return stage.enabled ? [stage.kind] : [];
  });
}

/** The same names as one text, or the pipeline's own text if the engine has not read it yet. */
export const stepsInWords = ({ pipeline, written }: Workspace): string =>
  written ? written.text.trim().replace(/\s+/g, " ") : stepNames(pipeline).join(", ");
