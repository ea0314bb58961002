// The passes of a pipeline in a line of words.
import type { Pipeline, Step } from "./model";
import type { Workspace } from "../state/app-state";

const namesOf = (steps: readonly Step[]): readonly string[] =>
  steps
    .filter((step) => step.enabled)
    .flatMap((step) => (step.kind === "sequential" ? namesOf(step.steps) : [step.name]));

/** The names of what is switched on, in order; `bind` where parameters are bound. */
export function stepNames(pipeline: Pipeline): readonly string[] {
  return pipeline.flatMap((stage) => {
    if (stage.kind === "passes") return namesOf(stage.passes);
    return stage.enabled ? [stage.kind] : [];
  });
}

/** The same as a list, or a pipeline's text as it was written, while the engine has not read it. */
export const stepsInWords = ({ pipeline, written }: Workspace): string =>
  written ? written.text.trim().replace(/\s+/g, " ") : stepNames(pipeline).join(", ");
