// The undo history of a workspace: changes of the pipeline and of the chosen program, and opened workspaces. Editors
// undo typed text and code. The functions are pure; the history is a field of the state.
import { changedField } from "../pipeline/changed-field";
import type { Pipeline } from "../pipeline/model";
import type { Variant } from "../pipeline/variants";
import type { WrittenPipeline } from "../pipeline/written";
import type { CodeLanguage } from "../protocol/code";
import type { Failure, ProgramSource } from "../protocol/messages";
import { own } from "../../i18n/own";

export type Program =
  | { readonly kind: "loading" }
  | { readonly kind: "ready"; readonly text: string; readonly parameters: number }
  | { readonly kind: "failed"; readonly failure: Failure };

/** The fields that an edit can change. */
export interface Editable {
  readonly source: ProgramSource;
  /** The model whose text the user edited, with its original text, so that the user can go back to it. */
  readonly editedFrom: { readonly source: ProgramSource; readonly program: Program } | undefined;
  /** The user's text, while the page shows a model. */
  readonly ownText: ProgramSource | undefined;
  readonly pipeline: Pipeline;
  /** The pipeline as text, while the engine has not read it. */
  readonly written: WrittenPipeline | undefined;
  /** The module of the code tab, and its language. */
  readonly code: string;
  readonly codeLanguage: CodeLanguage;
  readonly otherCode: string;
  /** Pipelines to compare with this one. */
  readonly variants: readonly Variant[];
}

/** One step of the history. */
interface Edit {
  /** Counts from 1 and grows with each edit, also when edits in between are gone. */
  readonly id: number;
  /** The description of the edit. */
  readonly words: string;
  /**
   * The values of the changed fields on the other side of the edit: before it while it is done, after it while it is
   * undone.
   */
  readonly other: Partial<Editable>;
  /** The one field of a form that the edit changed, if it changed only one. */
  readonly field: string | undefined;
  /** The time of the latest change of that field, in milliseconds. */
  readonly at: number;
}

export interface History {
  /** Edits that are done, the latest last. */
  readonly past: readonly Edit[];
  /** Edits that are undone, the next one to redo first. */
  readonly future: readonly Edit[];
  /** The id of the latest edit that is no longer in the history; 0 if there is none. */
  readonly base: number;
  readonly lastId: number;
}

export const NO_HISTORY: History = { past: [], future: [], base: 0, lastId: 0 };

/** Changes of the same field within this time of each other are one edit. */
const MERGE_MS = 1000;
/** The most edits in the history. */
const MAX_EDITS = 500;

/** The workspace's position in the history: the id of the last edit that is done. */
export const positionOf = ({ past, base }: History): number => past.at(-1)?.id ?? base;

/** The history with a new edit that applies `patch` to `state`. Undone edits are dropped. */
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

/** The fields of `patch` with their values in `state`. */
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
    (name) => own(before.options, name) !== own(source.options, name),
  );
  return another === undefined && option !== undefined ? `source.${option}` : undefined;
}

/** A step back or forward: the fields to change, the new history, and the edit that was undone or redone. */
export interface Move {
  readonly patch: Partial<Editable>;
  readonly history: History;
  readonly edit: Edit;
}

/** The step that undoes or redoes an edit; undefined if there is none. */
export function moved(
  history: History,
  state: Editable,
  direction: "undo" | "redo",
): Move | undefined {
  const edit = direction === "undo" ? history.past.at(-1) : history.future[0];
  if (!edit) return undefined;
  // The current values, not those of the time of the edit: so text that was typed since then returns as well.
  const other = sameFields(edit.other, state);
  // Without `field`, later changes do not merge into an edit that was undone.
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
