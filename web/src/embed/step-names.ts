// The passes of a pipeline in a line of words.
import type { Pipeline, Step } from "../pipeline/model";

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
