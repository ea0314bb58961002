// Mistakes in a pipeline's options, in words.
import { t } from "../texts";
import { allSteps, type Pipeline } from "./model";

/** The mistake in options as typed, or undefined. Empty text is correct. */
export function optionsProblem(text: string): string | undefined {
  if (text.trim() === "") return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return t("options.notJson", { why: error instanceof Error ? error.message : String(error) });
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return t("options.notObject");
  }
  return isTooDeep(value) ? t("options.tooDeep") : undefined;
}

/** The greatest depth of lists and objects in options. Views and the engine go no deeper. */
const MAX_DEPTH = 64;

function isTooDeep(value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) return true;
    level = level.flatMap((each) =>
      typeof each === "object" && each !== null ? (Object.values(each) as unknown[]) : [],
    );
  }
  return false;
}

export interface PlacedProblem {
  readonly stageId: string;
  readonly stepId?: string;
  readonly what: string;
  readonly message: string;
}

/** The first options of the pipeline that are not JSON. */
export function invalidOptions(pipeline: Pipeline): PlacedProblem | undefined {
  for (const stage of pipeline) {
    if (stage.kind !== "passes") continue;
    const config = optionsProblem(stage.config);
    if (config) return { stageId: stage.id, what: t("options.config"), message: config };
    for (const use of stage.instruments) {
      const message = use.enabled ? optionsProblem(use.options) : undefined;
      if (message)
        return {
          stageId: stage.id,
          stepId: use.id,
          what: t("options.of", { name: use.name }),
          message,
        };
    }
    for (const step of allSteps(stage.passes)) {
      if (step.kind !== "pass" || !step.enabled) continue;
      const message = optionsProblem(step.options);
      if (message) {
        return {
          stageId: stage.id,
          stepId: step.id,
          what: t("options.of", { name: step.name }),
          message,
        };
      }
    }
  }
  return undefined;
}
