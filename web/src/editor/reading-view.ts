// Shows Relay text in an editor in the chosen reading (`reading.ts`). Decorations cover the hidden pieces. So places,
// marks, editing and copying refer to the original text. The line of the cursor is shown in full.
import { Facet, StateField, type EditorState, type Extension } from "@codemirror/state";
import {
  Decoration,
  EditorView,
  ViewPlugin,
  WidgetType,
  type DecorationSet,
  type ViewUpdate,
} from "@codemirror/view";
import { briefLine, type HowToRead } from "./reading";

interface ReadingConfig extends HowToRead {
  /**
   * Changed ranges of the text, in order and without touching each other. Pieces that they touch are marked as changed.
   */
  readonly changes: readonly (readonly [from: number, to: number])[];
}

const AS_IT_IS: ReadingConfig = { reading: "full", defaults: new Map(), changes: [] };

const config = Facet.define<ReadingConfig, ReadingConfig>({
  combine: (values) => values[0] ?? AS_IT_IS,
});

/**
 * Longer lines are covered as a whole, not only where visible: the editor must know their width to draw a part of them.
 */
const LONG_LINE = 8_000;

class Brief extends WidgetType {
  constructor(
    readonly text: string,
    readonly changed: boolean,
    readonly of: string,
    readonly atEnd: boolean,
  ) {
    super();
  }

  override eq(other: Brief): boolean {
    return (
      other.text === this.text &&
      other.changed === this.changed &&
      other.of === this.of &&
      other.atEnd === this.atEnd
    );
  }

  override toDOM(): HTMLElement {
    const element = document.createElement("span");
    element.className = `cm-brief${this.changed ? " cm-changedText" : ""}${this.atEnd ? " cm-brief-end" : ""}`;
    element.textContent = this.text;
    if (this.of !== "") element.title = this.of;
    return element;
  }

  override ignoreEvent(): boolean {
    return false;
  }
}

const covered = Decoration.replace({});

/** The first change that ends behind a place. */
function changeAfter(
  changes: ReadingConfig["changes"],
  at: number,
): readonly [number, number] | undefined {
  let [low, high] = [0, changes.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((changes[middle]?.[1] ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  return changes[low];
}

type Add = (from: number, to: number, decoration: Decoration) => void;

function coverLine(add: Add, how: ReadingConfig, start: number, text: string): void {
  const { changes } = how;
  const [wholeFrom = 0, wholeTo = -1] = changeAfter(changes, start) ?? [];
  // In a line that changed as a whole, no piece is marked.
  const whole = wholeFrom <= start && wholeTo >= start + text.length;
  const within = (from: number, to: number): boolean => {
    const change = changeAfter(changes, start + from);
    return !whole && change !== undefined && change[0] < start + to;
  };
  const { pieces, end } = briefLine(text, how, changes.length > 0 ? within : undefined);
  for (const { from, to, text: brief, changed } of pieces) {
    const of = text.slice(from, to);
    const decoration =
      brief === "" ? covered : Decoration.replace({ widget: new Brief(brief, changed, of, false) });
    add(start + from, start + to, decoration);
  }
  if (end) {
    const widget = new Brief(end.text, end.changed, "", true);
    add(start + text.length, start + text.length, Decoration.widget({ widget, side: 1 }));
  }
}

function longLines(state: EditorState): DecorationSet {
  const how = state.facet(config);
  if (how.reading === "full") return Decoration.none;
  const { head } = state.selection.main;
  const all: ReturnType<Decoration["range"]>[] = [];
  let start = 0;
  for (const text of state.doc.iterLines()) {
    const shown = head >= start && head <= start + text.length && head > 0;
    if (text.length > LONG_LINE && !shown) {
      coverLine((from, to, decoration) => all.push(decoration.range(from, to)), how, start, text);
    }
    start += text.length + 1;
  }
  return Decoration.set(all, true);
}

const coveredLongLines = StateField.define<DecorationSet>({
  create: longLines,
  update(value, { startState, state, docChanged }) {
    const line = (of: EditorState): number => of.doc.lineAt(of.selection.main.head).from;
    const same =
      !docChanged &&
      startState.facet(config) === state.facet(config) &&
      line(startState) === line(state);
    return same ? value : longLines(state);
  },
  provide: (field) => EditorView.decorations.from(field),
});

const coveredLines = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;
    /** The beginning of the line that is shown in full; -1 if there is none. */
    #open = -1;
    /** While a button is held down, no line moves under the pointer. */
    #pressed = false;
    readonly #released = (): void => {
      if (!this.#pressed) return;
      this.#pressed = false;
      // The view rejects updates during an update.
      queueMicrotask(() => this.view.dispatch({}));
    };

    constructor(readonly view: EditorView) {
      this.decorations = this.#covered();
      view.contentDOM.addEventListener("mousedown", this.#press, true);
      view.dom.ownerDocument.addEventListener("mouseup", this.#released, true);
    }

    update(update: ViewUpdate): void {
      const open = this.#pressed ? this.#open : this.#lineToOpen();
      const other = update.startState.facet(config) !== update.state.facet(config);
      if (!update.docChanged && !update.viewportChanged && !other && open === this.#open) return;
      this.#open = update.docChanged ? this.#lineToOpen() : open;
      this.decorations = this.#covered();
    }

    destroy(): void {
      this.view.contentDOM.removeEventListener("mousedown", this.#press, true);
      this.view.dom.ownerDocument.removeEventListener("mouseup", this.#released, true);
    }

    readonly #press = (): void => {
      this.#pressed = true;
    };

    /** The line of the cursor if the text has the focus, or of a selection such as a search match. */
    #lineToOpen(): number {
      const { state, hasFocus } = this.view;
      const { main } = state.selection;
      return hasFocus || !main.empty ? state.doc.lineAt(main.head).from : -1;
    }

    #covered(): DecorationSet {
      const { state, visibleRanges } = this.view;
      const how = state.facet(config);
      if (how.reading === "full") return Decoration.none;
      const all: ReturnType<Decoration["range"]>[] = [];
      let done = -1;
      for (const { from, to } of visibleRanges) {
        for (let at = from; at <= to;) {
          const line = state.doc.lineAt(at);
          if (line.from > done && line.length <= LONG_LINE && line.from !== this.#open) {
            coverLine(
              (...range) => all.push(range[2].range(range[0], range[1])),
              how,
              line.from,
              line.text,
            );
          }
          done = line.from;
          at = line.to + 1;
        }
      }
      return Decoration.set(all, true);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);

const looks = EditorView.theme({
  ".cm-brief": { color: "var(--code-comment)" },
  // On the stronger background of changes.
  ".cm-brief.cm-changedText, .cm-changedText .cm-brief": { color: "var(--text)" },
  ".cm-brief-end": { paddingLeft: "2ch", whiteSpace: "pre-wrap" },
});

/** Shows Relay text in the chosen reading. */
export function readAs(how: HowToRead, changes: ReadingConfig["changes"] = []): Extension {
  if (how.reading === "full") return [];
  return [config.of({ ...how, changes }), coveredLongLines, coveredLines, looks];
}
