// The latest analysis as a part of the editor's state. While newer text waits for its analysis, places move with the
// changes since then.
import {
  ChangeSet,
  Facet,
  StateEffect,
  StateField,
  type ChangeDesc,
  type EditorState,
} from "@codemirror/state";
import type { Mention, TextIndex } from "../core/relay/analysis";
import type { Operator } from "./operators";

interface Known {
  readonly index: TextIndex;
  /** The changes from the analysed text to the current one. */
  readonly since: ChangeDesc;
}

export const setKnown = StateEffect.define<TextIndex>();

export const known = StateField.define<Known | undefined>({
  create: () => undefined,
  update(value, transaction) {
    let next = value;
    if (next && transaction.docChanged) {
      next = { index: next.index, since: next.since.composeDesc(transaction.changes.desc) };
    }
    for (const effect of transaction.effects) {
      if (effect.is(setKnown)) {
        next = { index: effect.value, since: ChangeSet.empty(transaction.newDoc.length).desc };
      }
    }
    return next;
  },
});

/** The operators by name. */
export const operators = Facet.define<ReadonlyMap<string, Operator>, ReadonlyMap<string, Operator>>(
  {
    combine: (values) => values[0] ?? new Map(),
  },
);

/** The place in the analysed text of a place in the current text. */
export function toAnalysed(state: EditorState, offset: number): number {
  const since = state.field(known, false)?.since;
  return since ? since.invertedDesc.mapPos(offset, -1) : offset;
}

/** The range in the current text of a range in the analysed text. */
export function toPresent(
  state: EditorState,
  range: { readonly from: number; readonly to: number },
): { from: number; to: number } {
  const since = state.field(known, false)?.since;
  if (!since) return { from: range.from, to: range.to };
  const from = since.mapPos(range.from, 1);
  return { from, to: Math.max(from, since.mapPos(range.to, -1)) };
}

export function indexOf(state: EditorState): TextIndex | undefined {
  return state.field(known, false)?.index;
}

/** The name at a place of the current text. */
export function mentionAt(state: EditorState, offset: number): Mention | undefined {
  return indexOf(state)?.mentionAt(toAnalysed(state, offset));
}

/** All mentions of a name, at their current places, without deleted ones. */
export function mentionsOf(state: EditorState, name: number): (Mention & { text: string })[] {
  const found = indexOf(state)?.mentionsOf(name) ?? [];
  return found
    .map((mention) => {
      const place = toPresent(state, mention);
      return { ...mention, ...place, text: state.sliceDoc(place.from, place.to) };
    })
    .filter(({ from, to }) => from < to);
}
