// Folds unchanged lines of a diff behind a button. Both sides fold the same stretches in the same
// order, so a fold is known by its number: opening one opens its twin on the other side.
import { StateEffect, StateField, type EditorState, type Extension } from "@codemirror/state";
import { Decoration, EditorView, WidgetType, type DecorationSet } from "@codemirror/view";
import { t } from "./texts";

/** A stretch of lines of one side, 1-based, both ends included. */
export interface Fold {
  readonly from: number;
  readonly to: number;
}

const unfold = StateEffect.define<number>();

class FoldWidget extends WidgetType {
  constructor(
    readonly index: number,
    readonly lines: number,
    readonly open: (index: number) => void,
  ) {
    super();
  }

  override eq(other: FoldWidget): boolean {
    return other.index === this.index && other.lines === this.lines;
  }

  override get estimatedHeight(): number {
    return 28;
  }

  override toDOM(): HTMLElement {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "cm-fold-unchanged";
    button.textContent = t("diff.unchanged", { lines: this.lines });
    button.title = t("merge.show");
    button.addEventListener("click", () => this.open(this.index));
    return button;
  }

  override ignoreEvent(): boolean {
    return true;
  }
}

const looks = EditorView.theme({
  ".cm-fold-unchanged": {
    display: "block",
    width: "100%",
    height: "28px",
    minHeight: "0",
    padding: "0 var(--s4)",
    border: "0",
    borderBlock: "1px solid var(--border)",
    backgroundColor: "var(--sunken)",
    color: "var(--muted)",
    font: "var(--text-xs) var(--font)",
    textAlign: "left",
    cursor: "pointer",
  },
  ".cm-fold-unchanged:hover": { color: "var(--text)" },
  ".cm-fold-unchanged:focus-visible": { outline: "var(--focus)", outlineOffset: "-2px" },
});

function decorations(
  state: EditorState,
  folds: readonly Fold[],
  open: (index: number) => void,
): DecorationSet {
  return Decoration.set(
    folds.map((fold, index) =>
      Decoration.replace({
        widget: new FoldWidget(index, fold.to - fold.from + 1, open),
        block: true,
        index,
      }).range(state.doc.line(fold.from).from, state.doc.line(fold.to).to),
    ),
  );
}

/**
 * Folds the given stretches.
 * @param open called with a fold's number when it is opened; then call `openFold` on every side.
 */
export function foldUnchanged(folds: readonly Fold[], open: (index: number) => void): Extension {
  const field = StateField.define<DecorationSet>({
    create: (state) => decorations(state, folds, open),
    update(set, transaction) {
      let next = set.map(transaction.changes);
      for (const effect of transaction.effects) {
        if (effect.is(unfold)) {
          next = next.update({
            filter: (_from, _to, deco) => (deco.spec as { index: number }).index !== effect.value,
          });
        }
      }
      return next;
    },
    provide: (f) => EditorView.decorations.from(f),
  });
  return [field, looks];
}

export function openFold(view: EditorView, index: number): void {
  view.dispatch({ effects: unfold.of(index) });
}
