// What of a pipeline really runs, for programs that do the same elsewhere: without what is switched off,
// options as values.
import {
  codeNames,
  parseOptions,
  type PassStage,
  type Pipeline,
  type Step,
} from "../pipeline/model";
import { optionsProblem } from "../pipeline/problems";

/** A stage that does something; of one with passes, its steps that are switched on. */
export type ActivePart =
  | { readonly kind: "bind" }
  | { readonly kind: "edit"; readonly text: string }
  | { readonly kind: "passes"; readonly stage: PassStage; readonly number: number };

/** The stages in their order, as a run prepares them: a stage without passes is not entered at all. */
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

/** The exports of the code that really run. */
export const usedExports = (parts: readonly ActivePart[]): ReadonlySet<string> =>
  codeNames(parts.flatMap((part) => (part.kind === "passes" ? [part.stage] : [])));

export type Options = Readonly<Record<string, unknown>>;

/** What a user typed, by TVM's names; undefined for what is no JSON object, with which nothing runs. */
export function optionsOf(text: string): Options | undefined {
  if (optionsProblem(text)) return undefined;
  const named = Object.entries(parseOptions(text) ?? {}).map(([key, value]): [string, unknown] => [
    snakeCase(key),
    value,
  ]);
  return Object.fromEntries(named);
}

/** A context's configuration, whose keys are no options' names; as `optionsOf` otherwise. */
export function configOf(text: string): Options | undefined {
  return optionsProblem(text) ? undefined : (parseOptions(text) ?? {});
}

/** The engine takes options by TVM's names or by JavaScript's. */
const snakeCase = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
export const camelCase = (name: string): string =>
  name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** A user's text for a comment of one line: nothing in it ends the line. */
export const oneLine = (text: string, length = 100): string => {
  const line = text.replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\s]+/gu, " ").trim();
  return line.length > length ? `${line.slice(0, length)}…` : line;
};

/** Lines of a text further in; empty ones stay empty. */
export const indent = (lines: readonly string[], by: string): string[] =>
  lines.map((line) => (line === "" ? "" : by + line));
