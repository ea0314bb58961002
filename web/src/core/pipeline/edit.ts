// Functions that make new pipelines from old ones. A "list" contains steps: a stage or a Sequential, by its id.
import {
  EMPTY_STAGE,
  findStep,
  passStep,
  stageNumber,
  type InstrumentUse,
  type PassStage,
  type Pipeline,
  type SequentialStep,
  type Stage,
  type Step,
} from "./model";

/** An unused id: a prefix and the next free number. */
export function freshId(pipeline: Pipeline, prefix: string): string {
  let highest = 0;
  const note = (id: string): void => {
    const n = Number.parseInt(id.slice(1), 10);
    if (n > highest) highest = n;
  };
  const noteSteps = (steps: readonly Step[]): void => {
    for (const step of steps) {
      note(step.id);
      if (step.kind === "sequential") noteSteps(step.steps);
    }
  };
  for (const stage of pipeline) {
    note(stage.id);
    if (stage.kind !== "passes") continue;
    noteSteps(stage.passes);
    stage.instruments.forEach((use) => note(use.id));
  }
  return `${prefix}${highest + 1}`;
}

/** Applies a change to the steps of each list, also inner ones. Unchanged lists stay the same objects. */
function mapLists(
  steps: readonly Step[],
  listId: string,
  change: (steps: readonly Step[], listId: string) => readonly Step[],
): readonly Step[] {
  let changed = false;
  const inner = steps.map((step) => {
    if (step.kind !== "sequential") return step;
    const nested = mapLists(step.steps, step.id, change);
    if (nested === step.steps) return step;
    changed = true;
    return { ...step, steps: nested };
  });
  return change(changed ? inner : steps, listId);
}

function mapSteps(
  pipeline: Pipeline,
  change: (steps: readonly Step[], listId: string) => readonly Step[],
): Pipeline {
  let changed = false;
  const stages = pipeline.map((stage): Stage => {
    if (stage.kind !== "passes") return stage;
    const passes = mapLists(stage.passes, stage.id, change);
    if (passes === stage.passes) return stage;
    changed = true;
    return { ...stage, passes };
  });
  return changed ? stages : pipeline;
}

function mapStage<K extends Stage["kind"]>(
  pipeline: Pipeline,
  stageId: string,
  kind: K,
  patch: (stage: Extract<Stage, { kind: K }>) => Stage,
): Pipeline {
  return pipeline.map((stage) =>
    stage.id === stageId && stage.kind === kind
      ? patch(stage as Extract<Stage, { kind: K }>)
      : stage,
  );
}

function updateStep(pipeline: Pipeline, stepId: string, patch: (step: Step) => Step): Pipeline {
  return mapSteps(pipeline, (steps) =>
    steps.some((step) => step.id === stepId)
      ? steps.map((step) => (step.id === stepId ? patch(step) : step))
      : steps,
  );
}

export function setStepEnabled(pipeline: Pipeline, stepId: string, enabled: boolean): Pipeline {
  return updateStep(pipeline, stepId, (step) => ({ ...step, enabled }));
}

export function setStepOptions(pipeline: Pipeline, stepId: string, options: string): Pipeline {
  return updateStep(pipeline, stepId, (step) =>
    step.kind === "pass" ? { ...step, options } : step,
  );
}

export function setSequential(
  pipeline: Pipeline,
  stepId: string,
  patch: Partial<Pick<SequentialStep, "name" | "optLevel">>,
): Pipeline {
  return updateStep(pipeline, stepId, (step) =>
    step.kind === "sequential" ? { ...step, ...patch } : step,
  );
}

export function setStage(
  pipeline: Pipeline,
  stageId: string,
  patch: Partial<Pick<PassStage, "optLevel" | "mode" | "required" | "disabled" | "config">>,
): Pipeline {
  return mapStage(pipeline, stageId, "passes", (stage) => ({ ...stage, ...patch }));
}

export function setOptLevel(pipeline: Pipeline, stageId: string, optLevel: number): Pipeline {
  return setStage(pipeline, stageId, { optLevel });
}

export function setMode(pipeline: Pipeline, stageId: string, mode: PassStage["mode"]): Pipeline {
  return setStage(pipeline, stageId, { mode });
}

/** Switches the binding of parameters, or an edit, on or off. Stages of passes do not change. */
export function setStageEnabled(pipeline: Pipeline, stageId: string, enabled: boolean): Pipeline {
  return pipeline.map((stage) =>
    stage.id === stageId && stage.kind !== "passes" ? { ...stage, enabled } : stage,
  );
}

function append(pipeline: Pipeline, listId: string, added: Step): Pipeline {
  return mapSteps(pipeline, (steps, id) => (id === listId ? [...steps, added] : steps));
}

export function addStep(pipeline: Pipeline, listId: string, name: string, options = ""): Pipeline {
  return append(pipeline, listId, passStep(freshId(pipeline, "p"), name, options));
}

export function addCodeStep(pipeline: Pipeline, listId: string, name: string): Pipeline {
  return append(pipeline, listId, {
    kind: "code",
    id: freshId(pipeline, "p"),
    name,
    enabled: true,
  });
}

export function addSequential(pipeline: Pipeline, listId: string): Pipeline {
  return append(pipeline, listId, {
    kind: "sequential",
    id: freshId(pipeline, "p"),
    name: "sequential",
    optLevel: 0,
    enabled: true,
    steps: [],
  });
}

export function removeStep(pipeline: Pipeline, stepId: string): Pipeline {
  return mapSteps(pipeline, (steps) =>
    steps.some((step) => step.id === stepId) ? steps.filter((step) => step.id !== stepId) : steps,
  );
}

export function addInstrument(
  pipeline: Pipeline,
  stageId: string,
  use: Pick<InstrumentUse, "kind" | "name"> & { options?: string },
): Pipeline {
  const added: InstrumentUse = {
    options: "",
    ...use,
    id: freshId(pipeline, "i"),
    enabled: true,
  };
  return mapStage(pipeline, stageId, "passes", (stage) => ({
    ...stage,
    instruments: [...stage.instruments, added],
  }));
}

/** Changes an instrument; `undefined` removes it. */
export function setInstrument(
  pipeline: Pipeline,
  useId: string,
  patch: Partial<Pick<InstrumentUse, "enabled" | "options">> | undefined,
): Pipeline {
  return pipeline.map((stage) => {
    if (stage.kind !== "passes" || !stage.instruments.some((use) => use.id === useId)) return stage;
    const instruments = stage.instruments.flatMap((use) =>
      use.id !== useId ? [use] : patch ? [{ ...use, ...patch }] : [],
    );
    return { ...stage, instruments };
  });
}

/** Swaps an instrument with its neighbour. The order matters: hooks are called in list order. */
export function moveInstrument(pipeline: Pipeline, useId: string, by: -1 | 1): Pipeline {
  let moved = false;
  const stages = pipeline.map((stage) => {
    if (stage.kind !== "passes") return stage;
    const from = stage.instruments.findIndex((use) => use.id === useId);
    const instruments = from < 0 ? undefined : swapped(stage.instruments, from, from + by);
    if (!instruments) return stage;
    moved = true;
    return { ...stage, instruments };
  });
  return moved ? stages : pipeline;
}

function swapped<T>(list: readonly T[], a: number, b: number): T[] | undefined {
  const [x, y] = [list[a], list[b]];
  if (x === undefined || y === undefined) return undefined;
  const copy = [...list];
  copy[a] = y;
  copy[b] = x;
  return copy;
}

/** Adds an empty stage of passes at the end, with TVM's default opt level. */
export function addStage(pipeline: Pipeline): Pipeline {
  return [...pipeline, { ...EMPTY_STAGE, id: freshId(pipeline, "s") }];
}

export function addBinding(pipeline: Pipeline): Pipeline {
  return [...pipeline, { kind: "bind", id: freshId(pipeline, "s"), enabled: true }];
}

export function removeStage(pipeline: Pipeline, stageId: string): Pipeline {
  return pipeline.filter((s) => s.id !== stageId);
}

/** Swaps a stage with its neighbour; at either end nothing changes. */
export function moveStage(pipeline: Pipeline, stageId: string, by: -1 | 1): Pipeline {
  const from = pipeline.findIndex((s) => s.id === stageId);
  return swapped(pipeline, from, from + by) ?? pipeline;
}

/** The place of a step: its list, and its index there. */
interface Spot {
  readonly listId: string;
  readonly index: number;
}

/**
 * All places where a step can be once `stepId` is removed, in the order of display, with its present place among them.
 * A Sequential has places before, in and after it.
 */
function spots(pipeline: Pipeline, stepId: string): { all: Spot[]; at: number } {
  const all: Spot[] = [];
  let at = -1;
  const walk = (steps: readonly Step[], listId: string): void => {
    let index = 0;
    all.push({ listId, index });
    for (const step of steps) {
      if (step.id === stepId) {
        at = all.length - 1;
        continue;
      }
      if (step.kind === "sequential") walk(step.steps, step.id);
      index += 1;
      all.push({ listId, index });
    }
  };
  for (const stage of pipeline) if (stage.kind === "passes") walk(stage.passes, stage.id);
  return { all, at };
}

/**
 * Moves a pass one place up or down. It enters and leaves Sequentials, and goes from the edge of its stage to the next
 * stage of passes. At the edge of the pipeline nothing changes.
 */
export function moveStep(pipeline: Pipeline, stepId: string, by: -1 | 1): Pipeline {
  const { all, at } = spots(pipeline, stepId);
  const to = at < 0 ? undefined : all[at + by];
  return to ? placeStep(pipeline, stepId, to.listId, to.index) : pipeline;
}

/** Moves a step to index `index` of a list, counted after the move. */
export function placeStep(
  pipeline: Pipeline,
  stepId: string,
  listId: string,
  index: number,
): Pipeline {
  const found = findStep(pipeline, stepId);
  const { all } = spots(pipeline, stepId);
  // A Sequential cannot be placed inside itself.
  if (!found || !all.some((spot) => spot.listId === listId)) return pipeline;
  return mapSteps(removeStep(pipeline, stepId), (steps, id) =>
    id === listId ? [...steps.slice(0, index), found, ...steps.slice(index)] : steps,
  );
}

/** The place of a step, for announcing a move: the number of its stage and its position in its list. */
export function positionOf(
  pipeline: Pipeline,
  stepId: string,
): { stage: number; position: number; of: number; inside?: string } | undefined {
  const search = (
    steps: readonly Step[],
    inside?: string,
  ): { position: number; of: number; inside?: string } | undefined => {
    const position = steps.findIndex((step) => step.id === stepId);
    if (position >= 0) {
      return { position: position + 1, of: steps.length, ...(inside ? { inside } : {}) };
    }
    for (const step of steps) {
      const found = step.kind === "sequential" ? search(step.steps, step.name) : undefined;
      if (found) return found;
    }
    return undefined;
  };
  for (const stage of pipeline) {
    const found = stage.kind === "passes" ? search(stage.passes) : undefined;
    if (found) return { stage: stageNumber(pipeline, stage.id), ...found };
  }
  return undefined;
}

/**
 * Puts an edited text behind a step, which splits the stage in two. The step must be in the stage itself, not in a
 * Sequential of it. Without `stepId`, the text comes behind the stage; without `behind`, it comes at the beginning.
 */
export function insertEdit(
  pipeline: Pipeline,
  behind: { stageId: string; stepId?: string } | undefined,
  text: string,
): Pipeline {
  const edit: Stage = { kind: "edit", id: freshId(pipeline, "s"), enabled: true, text };
  if (!behind) return [edit, ...pipeline];
  return pipeline.flatMap((stage): Stage[] => {
    if (stage.id !== behind.stageId) return [stage];
    if (behind.stepId === undefined || stage.kind !== "passes") return [stage, edit];
    const at = stage.passes.findIndex((step) => step.id === behind.stepId);
    if (at < 0 || at === stage.passes.length - 1) return [stage, edit];
    const id = freshId([...pipeline, edit], "s");
    // Each context has its own instruments, so the second stage gets copies of the settings.
    let last = Number.parseInt(id.slice(1), 10);
    const instruments = stage.instruments.map((use) => ({ ...use, id: `i${++last}` }));
    return [
      { ...stage, passes: stage.passes.slice(0, at + 1) },
      edit,
      { ...stage, id, instruments, passes: stage.passes.slice(at + 1) },
    ];
  });
}
