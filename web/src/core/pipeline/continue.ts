// Continuing from an edited snapshot: the place in the pipeline where its text replaces the program.
import type { TraceRow } from "../protocol/messages";
import { addStep, insertEdit, placeStep, removeStage } from "./edit";
import type { Pipeline, Step } from "./model";

type Place =
  /** Behind a step of a stage, behind a stage, or at the beginning if both ids are absent. */
  | { readonly kind: "behind"; readonly stageId?: string; readonly stepId?: string }
  /**
   * Before a step of the stage, behind passes that ran because the step requires them. They become steps, so that the
   * edit meets the program that it was made from.
   */
  | {
      readonly kind: "required";
      readonly stageId: string;
      readonly stepId: string;
      readonly passes: readonly string[];
    };

/**
 * The place where the pipeline can continue from the program after a row. Undefined inside of a pass, unless nothing
 * changed between that row and the end of the pass.
 */
export function placeToContinue(
  rows: readonly TraceRow[],
  pipeline: Pipeline,
  index: number,
): Place | undefined {
  const row = rows[index];
  if (!row) return undefined;
  if (row.kind === "edit") {
    const before = pipeline[pipeline.findIndex((stage) => stage.id === row.stageId) - 1];
    return { kind: "behind", ...(before ? { stageId: before.id } : {}) };
  }
  const stage = pipeline.find(({ id }) => id === row.stageId);
  if (!stage) return undefined;
  const isStep = (stepId: string | undefined): stepId is string =>
    stage.kind === "passes" && stage.passes.some(({ id }) => id === stepId);
  for (let at: TraceRow | undefined = row; at?.after === row.after; at = rows[at.parent]) {
    if (isStep(at.stepId)) return { kind: "behind", stageId: stage.id, stepId: at.stepId };
    if (at.parent < 0) return { kind: "behind", stageId: stage.id };
  }
  // The required passes of a step are its siblings.
  const siblings = rows.filter(({ parent }) => parent === row.parent);
  const at = siblings.indexOf(row);
  const next = siblings.findIndex((sibling, i) => i > at && isStep(sibling.stepId));
  const stepId = siblings[next]?.stepId;
  if (stepId === undefined) return undefined;
  const last = siblings.findLastIndex((sibling, i) => i < at && isStep(sibling.stepId));
  const passes = siblings
    .slice(last + 1, at + 1)
    .filter(({ status }) => status === "ok")
    .map(({ name }) => name);
  return { kind: "required", stageId: stage.id, stepId, passes };
}

/**
 * The pipeline with the edited text in it. A second edit of an edited text replaces the first one. Undefined if the
 * pipeline cannot continue from the row.
 */
export function continueFrom(
  rows: readonly TraceRow[],
  pipeline: Pipeline,
  index: number,
  text: string,
): Pipeline | undefined {
  const row = rows[index];
  const place = placeToContinue(rows, pipeline, index);
  if (!row || !place) return undefined;
  if (place.kind === "behind") {
    const { stageId, stepId } = place;
    const base = row.kind === "edit" ? removeStage(pipeline, row.stageId) : pipeline;
    const behind = stageId === undefined ? undefined : { stageId, ...(stepId ? { stepId } : {}) };
    return insertEdit(base, behind, text);
  }
  const { stageId, passes } = place;
  let explicit = pipeline;
  let last = "";
  for (const name of passes) {
    explicit = addStep(explicit, stageId, name);
    last = stepsOf(explicit, stageId).at(-1)?.id ?? "";
    const to = stepsOf(explicit, stageId).findIndex(({ id }) => id === place.stepId);
    explicit = placeStep(explicit, last, stageId, to);
  }
  return insertEdit(explicit, { stageId, stepId: last }, text);
}

function stepsOf(pipeline: Pipeline, stageId: string): readonly Step[] {
  const stage = pipeline.find(({ id }) => id === stageId);
  return stage?.kind === "passes" ? stage.passes : [];
}
