// Marks the changed lines of a program in an editor, and the changed words in them.
import { RangeSet, RangeSetBuilder, StateEffect, StateField } from "@codemirror/state";
import {
  Decoration,
  EditorView,
  gutter,
  GutterMarker,
  ViewPlugin,
  type DecorationSet,
  type WidgetType,
  type ViewUpdate,
} from "@codemirror/view";
import type { Extension } from "@codemirror/state";
import { changedPart, type Change } from "../../core/trace/line-diff";
import type { DiffRows } from "../../core/trace/diff-rows";

export type SideKey = "a" | "b";

const line = Decoration.line({ class: "cm-changedLine" });
const word = Decoration.mark({ class: "cm-changedText" });
const wholeLine = {
  a: Decoration.mark({ tagName: "del", class: "cm-deletedLine" }),
  b: Decoration.mark({ tagName: "ins", class: "cm-insertedLine" }),
};

class Bar extends GutterMarker {
  constructor(override readonly elementClass: string) {
    super();
  }
}
const changedBar = new Bar("cm-changedLineGutter");
export const deletedBar = new Bar("cm-deletedLineGutter");

const setCurrent = StateEffect.define<readonly number[]>();
const current = Decoration.line({ class: "cm-currentChange" });

/** The lines of the change to which the user moved last. */
const currentLines = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(value, { effects, state: { doc } }) {
    for (const effect of effects) {
      if (!effect.is(setCurrent)) continue;
      value = Decoration.set(effect.value.map((at) => current.range(doc.line(at + 1).from)));
    }
    return value;
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** Marks the lines, from 0, of the change to which the user moved. */
export function markCurrent(view: EditorView, lines: readonly number[]): void {
  view.dispatch({ effects: setCurrent.of(lines) });
}

/** The first change of a side that ends after an offset. */
function firstAfter(changes: readonly Change[], at: number, end: "toA" | "toB"): number {
  let [low, high] = [0, changes.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((changes[middle]?.[end] ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The changed words of a line, which begins at `start`. */
export function changedWords(
  changes: readonly Change[],
  side: SideKey,
  start: number,
  text: string,
): (readonly [from: number, to: number])[] {
  const [begin, end] = side === "a" ? (["fromA", "toA"] as const) : (["fromB", "toB"] as const);
  const words: (readonly [number, number])[] = [];
  for (let i = firstAfter(changes, start, end); i < changes.length; i += 1) {
    const change = changes[i];
    if (!change || change[begin] > start + text.length) break;
    const part = changedPart(change[begin], change[end], start, text);
    if (part) words.push(part);
  }
  return words;
}

interface Made {
  readonly marks: DecorationSet;
  readonly bars: RangeSet<GutterMarker>;
}

function marksIn(
  view: EditorView,
  rows: DiffRows,
  side: SideKey,
  changes: readonly Change[],
): Made {
  const marks = new RangeSetBuilder<Decoration>();
  const bars = new RangeSetBuilder<GutterMarker>();
  const rowOf = side === "a" ? rows.ofA : rows.ofB;
  const { doc } = view.state;
  const { from, to } = view.viewport;
  for (let at = from; at <= to;) {
    const { from: start, to: end, number, text } = doc.lineAt(at);
    at = end + 1;
    if (rows.changed[rowOf[number - 1] ?? -1] !== 1) continue;
    marks.add(start, start, line);
    bars.add(start, start, changedBar);
    if (end === start) continue;
    marks.add(start, end, wholeLine[side]);
    for (const [begin, stop] of changedWords(changes, side, start, text)) {
      marks.add(start + begin, start + stop, word);
    }
  }
  return { marks: marks.finish(), bars: bars.finish() };
}

/**
 * The marks of one side, and a bar beside its changed lines.
 *
 * @param barOf the bar beside a widget.
 */
export function changeMarks(
  rows: DiffRows,
  side: SideKey,
  changes: readonly Change[],
  barOf: (widget: WidgetType) => GutterMarker | null = () => null,
): Extension {
  const plugin = ViewPlugin.define(
    (view) => ({
      made: marksIn(view, rows, side, changes),
      update(update: ViewUpdate): void {
        if (update.viewportChanged) this.made = marksIn(update.view, rows, side, changes);
      },
    }),
    { decorations: ({ made }) => made.marks },
  );
  return [
    plugin,
    currentLines,
    EditorView.editorAttributes.of({ class: `cm-merge-${side}` }),
    gutter({
      class: "cm-changeGutter",
      markers: (view) => view.plugin(plugin)?.made.bars ?? RangeSet.empty,
      widgetMarker: (_view, widget) => barOf(widget),
    }),
  ];
}
