// The parts of a pipeline that really run, for generated programs. Switched-off parts are left out, and options are
// values.
import {
  codeNames,
  parseOptions,
  type PassStage,
  type Pipeline,
  type Step,
} from "../../core/pipeline/model";
import { optionsProblem } from "../../core/pipeline/problems";

/** An active stage. A stage with passes has only its switched-on steps. */
export type ActivePart =
  | { readonly kind: "bind" }
  | { readonly kind: "edit"; readonly text: string }
  | { readonly kind: "passes"; readonly stage: PassStage; readonly number: number };

/** The active stages in order. A stage whose passes are all switched off is left out, as in a run. */
export function activeParts(pipeline: Pipeline): ActivePart[] {
  let number = 0;
  return pipeline.flatMap((stage): ActivePart[] => {
    if (stage.kind !== "passes") {
      if (!stage.enabled) return [];
      return [stage.kind === "bind" ? { kind: "bind" } : { kind: "edit", text: stage.text }];
    }
    number += 1;
    const passes = activeSteps(stage.passes);
    if (passes.length === 0) return [];
    const instruments = stage.instruments.filter((use) => use.enabled);
    return [{ kind: "passes", stage: { ...stage, passes, instruments }, number }];
  });
}

function activeSteps(steps: readonly Step[]): Step[] {
  return steps
    .filter((step) => step.enabled)
    .map((step) =>
      step.kind === "sequential" ? { ...step, steps: activeSteps(step.steps) } : step,
    );
}

/** The exports of the code that the active stages use. */
export const usedExports = (parts: readonly ActivePart[]): ReadonlySet<string> =>
  codeNames(parts.flatMap((part) => (part.kind === "passes" ? [part.stage] : [])));

export type Options = Readonly<Record<string, unknown>>;

/** Typed options with TVM's names. Undefined if the text is not a JSON object; then nothing runs. */
export function optionsOf(text: string): Options | undefined {
  if (optionsProblem(text)) return undefined;
  const named = Object.entries(parseOptions(text) ?? {}).map(([key, value]): [string, unknown] => [
    snakeCase(key),
    value,
  ]);
  return Object.fromEntries(named);
}

/**
 * The config of a context. Its keys stay the same, because they are not names of options. Otherwise like `optionsOf`.
 */
export function configOf(text: string): Options | undefined {
  return optionsProblem(text) ? undefined : (parseOptions(text) ?? {});
}

/** The engine accepts TVM's and JavaScript's names of options. */
const snakeCase = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
export const camelCase = (name: string): string =>
  name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** A user's text for a comment of one line. It contains no line breaks. */
export const oneLine = (text: string, length = 100): string => {
  const line = text.replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\s]+/gu, " ").trim();
  return line.length > length ? `${line.slice(0, length)}…` : line;
};

/** Indents lines; empty lines stay empty. */
export const indent = (lines: readonly string[], by: string): string[] =>
  lines.map((line) => (line === "" ? "" : by + line));
