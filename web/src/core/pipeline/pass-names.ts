// What a pass is called: TVM's Python and PassInfo have different names for some ("Inline" and
// "InlineGlobals"). Both are understood wherever a pass is named; contexts go by PassInfo's.
import type { PassDescription, RunTrace, TraceRow } from "../protocol/messages";
import { matchSequences } from "../trace/match-sequences";
import { allSteps, type PassStage, type Pipeline } from "./model";

/** The pass of the engine's table that has this name, either of the two. */
export function passNamed(
  passes: readonly PassDescription[],
  name: string,
): PassDescription | undefined {
  return passes.find((pass) => pass.name === name) ?? passes.find((pass) => pass.infoName === name);
}

/** What PassInfo calls a pass. */
export const infoName = (pass: PassDescription): string => pass.infoName ?? pass.name;

/** A name in PassInfo's form if it is the other one of a pass of the table; any other stays. */
export function asInfoName(passes: readonly PassDescription[], name: string): string {
  const pass = passNamed(passes, name);
  return pass ? infoName(pass) : name;
}

/** Whether a list of names has the pass, by either of its names. */
export const namesPass = (names: readonly string[], pass: PassDescription): boolean =>
  names.includes(pass.name) || names.includes(infoName(pass));

/**
 * The names that come up in a stage, as PassInfo has them: of its passes, of those that they require, and,
 * for what no table tells, of those that came up in its latest run.
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

/** A name in a stage's list that no pass has, with names that are like it. */
export type UnmetName = Omit<NonNullable<TraceRow["unmet"]>[number], "text">;

/** Where passes may have their names from. */
export interface KnownNames {
  readonly passes: readonly PassDescription[];
  readonly pipeline: Pipeline;
  readonly trace: RunTrace | undefined;
  readonly code: string;
  readonly exports: readonly string[];
}

/**
 * Required and disabled passes of a stage that can only be mistakes, whatever runs: neither the engine nor the
 * pipeline has a pass of that name, it came up in no run, and the code does not mention it. A pass of the engine is
 * none of them: which passes others call is known after a run only.
 */
export function unknownNames(stage: PassStage, known: KnownNames): UnmetName[] {
  const { passes, pipeline, trace, code, exports } = known;
  const names = new Set<string>(exports);
  for (const each of pipeline) {
    if (each.kind !== "passes") continue;
    for (const name of namesInStage(each, passes, trace)) names.add(name);
  }
  for (const pass of passes) names.add(infoName(pass));
  // Code can give its passes any name, which is a text in it.
  const isKnown = (name: string): boolean =>
    names.has(name) || passNamed(passes, name) !== undefined || code.includes(name);
  return (["required", "disabled"] as const).flatMap((list) =>
    stage[list]
      .filter((name) => !isKnown(name))
      .map((name) => ({ list, name, near: namesLike(name, [...names]) })),
  );
}

/** How alike two names have to be: the characters that they have in common, of all that they have. */
const ALIKE = 0.75;

/** Those of the names that are like another one, the likest first. */
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
