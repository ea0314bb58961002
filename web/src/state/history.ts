// What was done to the workspace, so that it can be undone and done again: changes of the pipeline, of the program that
// is chosen, and workspaces that were opened in the place of others. What is typed into a text or into code is
// its editor's to undo. Pure functions; the history is a field of the state.
import { changedField } from "../pipeline/changed-field";
import type { AppState } from "./app-state";

/** What an edit can change. */
export type Editable = Pick<
  AppState,
  | "source"
  | "editedFrom"
  | "ownText"
  | "pipeline"
  | "written"
  | "code"
  | "variants"
  | "codeLanguage"
  | "otherCode"
>;

/** One step of the history. */
interface Edit {
  /** From 1; a later edit has a larger one, also when edits between them are gone. */
  readonly id: number;
  /** What was done, in words. */
  readonly words: string;
  /** The fields that it changed, as they are on the other side of it: before it when it is done, else after it. */
  readonly other: Partial<Editable>;
  /** The one field of a form that it changed. */
  readonly field: string | undefined;
  /** When that was last changed, in milliseconds. */
  readonly at: number;
}

export interface History {
  /** What is done, the latest last. */
  readonly past: readonly Edit[];
  /** What is undone, the next to be done again first. */
  readonly future: readonly Edit[];
  /** The id of the last edit that is too long ago to be undone; 0 while there is none. */
  readonly base: number;
  readonly lastId: number;
}

export const NO_HISTORY: History = { past: [], future: [], base: 0, lastId: 0 };

/** Changes of the same field that follow each other faster than this are one edit. */
const MERGE_MS = 1000;
/** So many edits can be undone. */
const MAX_EDITS = 500;

/** Where in the history the workspace is: the id of the last edit that is done. */
export const positionOf = ({ past, base }: History): number => past.at(-1)?.id ?? base;

/** The history with an edit that turns `state` into what has the fields of `patch`; what was undone is gone. */
export function recorded(
  { past, base, lastId }: History,
  state: Editable,
  patch: Partial<Editable>,
  words: string,
  now: number,
): History {
  const field = fieldOf(state, patch);
  const last = past.at(-1);
  if (last && field !== undefined && last.field === field && now - last.at < MERGE_MS) {
    return { past: [...past.slice(0, -1), { ...last, words, at: now }], future: [], base, lastId };
  }
  const other = sameFields(patch, state);
  const all = [...past, { id: lastId + 1, words, other, field, at: now }];
  const dropped = all.slice(0, Math.max(0, all.length - MAX_EDITS));
  return {
    past: all.slice(dropped.length),
    future: [],
    base: dropped.at(-1)?.id ?? base,
    lastId: lastId + 1,
  };
}

/** The fields that `patch` has, as they are in `state`. */
function sameFields(patch: Partial<Editable>, state: Editable): Partial<Editable> {
  const names = Object.keys(patch) as (keyof Editable)[];
  return Object.fromEntries(names.map((name) => [name, state[name]]));
}

function fieldOf(state: Editable, { pipeline, source }: Partial<Editable>): string | undefined {
  if (pipeline && !source) return changedField(state.pipeline, pipeline);
  const before = state.source;
  if (pipeline || source?.kind !== "model" || before.kind !== "model") return undefined;
  if (source.name !== before.name) return undefined;
  const [option, another] = Object.keys({ ...before.options, ...source.options }).filter(
    (name) => before.options[name] !== source.options[name],
  );
  return another === undefined && option !== undefined ? `source.${option}` : undefined;
}

/** A step back or forward: the fields that change with it, and what it did or undid. */
export interface Move {
  readonly patch: Partial<Editable>;
  readonly history: History;
  readonly edit: Edit;
}

/** Undefined when there is nothing to undo, or to do again. */
export function moved(
  history: History,
  state: Editable,
  direction: "undo" | "redo",
): Move | undefined {
  const edit = direction === "undo" ? history.past.at(-1) : history.future[0];
  if (!edit) return undefined;
  // As it is now and not as it was then: what has been typed since comes back with it.
  const other = sameFields(edit.other, state);
  // What follows does not go on with an edit that was undone, however soon.
  const turned = { ...edit, other, field: undefined };
  const { past, future } = history;
  return {
    patch: edit.other,
    edit,
    history:
      direction === "undo"
        ? { ...history, past: past.slice(0, -1), future: [turned, ...future] }
        : { ...history, past: [...past, turned], future: future.slice(1) },
  };
}
