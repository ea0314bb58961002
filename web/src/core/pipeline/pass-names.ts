// Names of passes. TVM's Python API and PassInfo have different names for some passes ("Inline" and "InlineGlobals").
// Passcope accepts both wherever a pass is named; contexts use PassInfo's.
import type { PassDescription, RunTrace, TraceRow } from "../protocol/messages";
import { matchSequences } from "../trace/match-sequences";
import { allSteps, type PassStage, type Pipeline } from "./model";

/** The pass of the engine's table with this name, which may be either of its two names. */
export function passNamed(
  passes: readonly PassDescription[],
  name: string,
): PassDescription | undefined {
  return passes.find((pass) => pass.name === name) ?? passes.find((pass) => pass.infoName === name);
}

/** The name of a pass in its PassInfo. */
export const infoName = (pass: PassDescription): string => pass.infoName ?? pass.name;

/** The PassInfo name of a pass of the table, given either name. Other names stay unchanged. */
export function asInfoName(passes: readonly PassDescription[], name: string): string {
  const pass = passNamed(passes, name);
  return pass ? infoName(pass) : name;
}

/** Whether a list of names contains the pass, by either of its names. */
export const namesPass = (names: readonly string[], pass: PassDescription): boolean =>
  names.includes(pass.name) || names.includes(infoName(pass));

/**
 * The PassInfo names of the passes of a stage: of its steps, of the passes that they require, and of those in its
 * latest run, which the table may not know.
 */
export function namesInStage(
  stage: PassStage,
  passes: readonly PassDescription[],
  trace: RunTrace | undefined,
): ReadonlySet<string> {
  const names = new Set<string>();
  for (const step of allSteps(stage.passes)) {
    if (step.kind === "code") continue;
    const pass = step.kind === "pass" ? passNamed(passes, step.name) : undefined;
    names.add(pass ? infoName(pass) : step.name);
    for (const required of pass?.required ?? []) names.add(required);
  }
  for (const row of trace?.rows ?? []) {
    if (row.kind === "pass" && row.stageId === stage.id) names.add(row.name);
  }
  return names;
}

/** A name in a stage's list that matches no pass, with similar names. */
export type UnmetName = Omit<NonNullable<TraceRow["unmet"]>[number], "text">;

/** The sources of known pass names. */
export interface KnownNames {
  readonly passes: readonly PassDescription[];
  readonly pipeline: Pipeline;
  readonly trace: RunTrace | undefined;
  readonly code: string;
  readonly exports: readonly string[];
}

/**
 * Required and disabled passes of a stage that must be mistakes, whatever runs. Neither the engine nor the pipeline nor
 * the latest run has a pass of that name, and the code does not mention it. A pass of the engine is never reported,
 * because only a run shows which passes others call.
 */
export function unknownNames(stage: PassStage, known: KnownNames): UnmetName[] {
  const { passes, pipeline, trace, code, exports } = known;
  const names = new Set<string>(exports);
  for (const each of pipeline) {
    if (each.kind !== "passes") continue;
    for (const name of namesInStage(each, passes, trace)) names.add(name);
  }
  for (const pass of passes) names.add(infoName(pass));
  // Code can give its passes any name, which then appears in its text.
  const isKnown = (name: string): boolean =>
    names.has(name) || passNamed(passes, name) !== undefined || code.includes(name);
  return (["required", "disabled"] as const).flatMap((list) =>
    stage[list]
      .filter((name) => !isKnown(name))
      .map((name) => ({ list, name, near: namesLike(name, [...names]) })),
  );
}

/** The least similarity of two names: the share of characters that are in their longest common subsequence. */
const ALIKE = 0.75;

/** The names that are similar to `name`, the most similar first. */
function namesLike(name: string, names: readonly string[]): string[] {
  const letters = [...name.toLowerCase()];
  const likeness = (other: string): number => {
    const others = [...other.toLowerCase()];
    return (2 * matchSequences(letters, others).length) / (letters.length + others.length);
  };
  return names
    .map((other) => ({ other, alike: likeness(other) }))
    .filter(({ alike }) => alike >= ALIKE)
    .sort((a, b) => b.alike - a.alike)
    .map(({ other }) => other);
}
