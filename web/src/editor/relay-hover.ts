// The meaning of a place: the inferred type of its name or expression, and the operator's documentation. It is shown
// under the pointer, and at the cursor by a key.
import { StateEffect, StateField, type EditorState, type Extension } from "@codemirror/state";
import {
  closeHoverTooltips,
  EditorView,
  hoverTooltip,
  keymap,
  showTooltip,
  type Tooltip,
  type TooltipView,
} from "@codemirror/view";
import { operatorText } from "../i18n/operators";
import { t } from "./texts";
import { indexOf, mentionAt, operators, toAnalysed, toPresent } from "./known";
import { element, operatorInfo, typeLine } from "./relay-docs";

interface Meaning {
  readonly from: number;
  readonly to: number;
  /** The meaning as one text, for screen readers. */
  readonly text: string;
  dom(): HTMLElement;
}

/** The word, number or sign around `offset`; undefined in whitespace and comments. */
function wordAt(state: EditorState, offset: number): { from: number; to: number } | undefined {
  const line = state.doc.lineAt(offset);
  const at = offset - line.from;
  const pattern =
    /\/\*.*?(?:\*\/|$)|\/\/.*|"(?:[^"\\]|\\.)*"?|[%@]?[\w.]+(?:\[[^\]]*\]\[\d+\])?|\S/g;
  for (const match of line.text.matchAll(pattern)) {
    const end = match.index + match[0].length;
    if (match.index > at) return undefined;
    if (at <= end && !(at === end && /^[\s\w%@]/.test(line.text.charAt(at)))) {
      if (/^\/[/*]/.test(match[0])) return undefined;
      return { from: line.from + match.index, to: line.from + end };
    }
  }
  return undefined;
}

const QUIET = /^(?:let|def|else|in|type|extern|free_var|[{};,:[\]])$/;

function meaningAt(state: EditorState, offset: number): Meaning | undefined {
  const index = indexOf(state);
  const mention = mentionAt(state, offset);
  if (index && mention) {
    const place = toPresent(state, mention);
    const name = state.sliceDoc(place.from, place.to);
    const type = index.typeOfName(mention.name);
    if (!type || place.from > offset || offset > place.to) return undefined;
    return {
      ...place,
      text: `${name}: ${type}`,
      dom: () => element("div", "relay-hover", typeLine(`${name}: ${type}`)),
    };
  }
  const word = wordAt(state, offset);
  if (!word) return undefined;
  const text = state.sliceDoc(word.from, word.to);
  if (QUIET.test(text)) return undefined;
  const operator = state.facet(operators).get(text);
  const from = toAnalysed(state, word.from);
  const found = operator
    ? index?.callFrom(from, toAnalysed(state, word.to))
    : index?.expressionAt(from);
  if (!operator && !found) return undefined;
  return {
    ...word,
    text: [
      found?.type,
      operator && t("editor.means", { name: operator.name, doc: operatorText(operator.doc) }),
    ]
      .filter(Boolean)
      .join(". "),
    dom: () => {
      const dom = element("div", "relay-hover");
      if (found) dom.append(typeLine(found.type));
      if (operator) dom.append(operatorInfo(operator));
      return dom;
    },
  };
}

const view = (meaning: Meaning) => (): TooltipView => ({ dom: meaning.dom() });

const show = StateEffect.define<Meaning | undefined>();

/**
 * The tooltip that a key opened. It closes when the cursor or the text moves. While it is open, no tooltip opens under
 * the pointer, which may be on the same word.
 */
const atCursor = StateField.define<Meaning | undefined>({
  create: () => undefined,
  update(value, transaction) {
    for (const effect of transaction.effects) if (effect.is(show)) return effect.value;
    return transaction.docChanged || transaction.selection ? undefined : value;
  },
  provide: (field) =>
    showTooltip.from(field, (meaning): Tooltip | null =>
      meaning ? { pos: meaning.from, end: meaning.to, above: true, create: view(meaning) } : null,
    ),
});

function showMeaning(editor: EditorView): boolean {
  const meaning = meaningAt(editor.state, editor.state.selection.main.head);
  editor.dispatch({
    effects: [
      show.of(meaning),
      closeHoverTooltips,
      EditorView.announce.of(meaning?.text ?? t("editor.unknown")),
    ],
  });
  return true;
}

function hideMeaning(editor: EditorView): boolean {
  if (!editor.state.field(atCursor, false)) return false;
  editor.dispatch({ effects: show.of(undefined) });
  return true;
}

export const relayHover: Extension = [
  atCursor,
  hoverTooltip(
    (editor, offset) => {
      const asked = editor.state.field(atCursor);
      const meaning = asked ? undefined : meaningAt(editor.state, offset);
      return meaning
        ? { pos: meaning.from, end: meaning.to, above: true, create: view(meaning) }
        : null;
    },
    { hideOnChange: true, hoverTime: 250 },
  ),
  keymap.of([
    { key: "Alt-F1", run: showMeaning },
    { key: "Mod-k Mod-i", run: showMeaning, preventDefault: true },
    { key: "Escape", run: hideMeaning },
  ]),
];
