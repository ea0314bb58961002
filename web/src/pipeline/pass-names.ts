// What a pass is called: TVM's Python and PassInfo have different names for some ("Inline" and
// "InlineGlobals"). Both are understood wherever a pass is named; contexts go by PassInfo's.
import type { PassDescription, RunTrace } from "../protocol/messages";
import { allSteps, type PassStage } from "./model";

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
