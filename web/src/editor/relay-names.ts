// Goes from a name to its definition, marks its uses, and renames it.
import { StateEffect, type EditorState, type Extension, type Range } from "@codemirror/state";
import {
  Decoration,
  EditorView,
  keymap,
  ViewPlugin,
  type DecorationSet,
  type ViewUpdate,
} from "@codemirror/view";
import { t } from "./texts";
import { indexOf, mentionAt, mentionsOf, setKnown, toPresent } from "./known";

/** The name at the cursor or at an offset, with its uses. */
export interface NameUses {
  readonly text: string;
  readonly name: number;
  readonly uses: readonly { from: number; to: number; definition: boolean }[];
}

export function usesAt(
  state: EditorState,
  offset = state.selection.main.head,
): NameUses | undefined {
  const mention = mentionAt(state, offset);
  if (!mention) return undefined;
  const place = toPresent(state, mention);
  if (offset < place.from || offset > place.to) return undefined;
  return {
    text: state.sliceDoc(place.from, place.to),
    name: mention.name,
    uses: mentionsOf(state, mention.name).map(({ from, to, scopeEnd }) => ({
      from,
      to,
      definition: scopeEnd >= 0,
    })),
  };
}

/** Moves the cursor to a place and scrolls it to the middle of the view. */
export function jumpTo(editor: EditorView, from: number, to = from): void {
  editor.dispatch({
    selection: { anchor: from, head: to },
    effects: EditorView.scrollIntoView(from, { y: "center" }),
    userEvent: "select.jump",
  });
  editor.focus();
}

function goToDefinition(editor: EditorView, offset = editor.state.selection.main.head): boolean {
  const mention = mentionAt(editor.state, offset);
  const definition = mention && indexOf(editor.state)?.definitionOf(mention.name);
  if (!definition) {
    editor.dispatch({ effects: EditorView.announce.of(t("editor.noDefinition")) });
    return mention !== undefined;
  }
  const { from, to } = toPresent(editor.state, definition);
  const line = editor.state.doc.lineAt(from).number;
  jumpTo(editor, from, to);
  editor.dispatch({ effects: EditorView.announce.of(t("editor.definedIn", { line })) });
  return true;
}

/** Why a name cannot be changed to `to`; undefined if it can. */
export function renameProblem(
  state: EditorState,
  { text, uses, name }: NameUses,
  to: string,
): string | undefined {
  const sign = /^[%@]/.exec(text)?.[0] ?? "";
  if (!to.startsWith(sign) || !/^[%@]?(?:[A-Za-z_][\w.]*|\d+)$/.test(to)) {
    return sign ? t("editor.badNameWith", { sign }) : t("editor.badName");
  }
  if (/^%\d+$/.test(text) !== /^%\d+$/.test(to)) {
    return t("editor.otherSort");
  }
  const index = indexOf(state);
  const definition = index?.definitionOf(name);
  if (!definition) return t("editor.notDefined");
  const taken = index?.mentions.some((other) => {
    if (other.name === name) return false;
    const place = toPresent(state, other);
    if (place.to - place.from !== to.length) return false;
    const within =
      sign === "%" ? other.from >= definition.from && other.from <= definition.scopeEnd : true;
    const around =
      other.scopeEnd >= 0 &&
      uses.some((use) => other.from <= use.from && use.from <= other.scopeEnd);
    return (within || around) && state.sliceDoc(place.from, place.to) === to;
  });
  return taken ? t("editor.taken", { name: to }) : undefined;
}

export function rename(editor: EditorView, { uses }: NameUses, to: string): void {
  editor.dispatch({
    changes: uses.map((use) => ({ from: use.from, to: use.to, insert: to })),
    userEvent: "input.rename",
  });
}

const use = Decoration.mark({ class: "cm-name-use" });
const definition = Decoration.mark({ class: "cm-name-definition" });

/** Marks the visible mentions of the name at the cursor. */
const marks = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;

    constructor(editor: EditorView) {
      this.decorations = this.#build(editor);
    }

    update(update: ViewUpdate): void {
      const known = update.transactions.some(({ effects }) => effects.some((e) => e.is(setKnown)));
      if (known || update.docChanged || update.selectionSet || update.viewportChanged) {
        this.decorations = this.#build(update.view);
      }
    }

    #build({ state, viewport }: EditorView): DecorationSet {
      if (!state.selection.main.empty) return Decoration.none;
      const found = usesAt(state);
      if (!found) return Decoration.none;
      const ranges: Range<Decoration>[] = [];
      for (const at of found.uses) {
        if (at.to < viewport.from || at.from > viewport.to) continue;
        ranges.push((at.definition ? definition : use).range(at.from, at.to));
      }
      return Decoration.set(ranges, true);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);

/** Asks the editor's owner to show the uses of a name, or to ask for its new name. */
export const askFor = StateEffect.define<{ what: "uses" | "rename"; uses: NameUses }>();

const ask =
  (what: "uses" | "rename") =>
  (editor: EditorView): boolean => {
    const uses = usesAt(editor.state);
    if (!uses) {
      editor.dispatch({ effects: EditorView.announce.of(t("editor.noName")) });
      return true;
    }
    editor.dispatch({ effects: askFor.of({ what, uses }) });
    return true;
  };

export const relayNames: Extension = [
  marks,
  keymap.of([
    { key: "F12", run: (editor) => goToDefinition(editor), preventDefault: true },
    { key: "Shift-F12", run: ask("uses"), preventDefault: true },
    { key: "F2", run: ask("rename"), preventDefault: true },
  ]),
  EditorView.domEventHandlers({
    mousedown(event, editor) {
      if (event.button !== 0 || !(event.ctrlKey || event.metaKey)) return false;
      const offset = editor.posAtCoords({ x: event.clientX, y: event.clientY });
      if (offset === null || !mentionAt(editor.state, offset)) return false;
      event.preventDefault();
      return goToDefinition(editor, offset);
    },
  }),
];
