// The deleted lines of a diff in one column. Each stands above the line that it became, as in the preview.
import { StateField, type Extension, type Range, type Text } from "@codemirror/state";
import {
  Decoration,
  EditorView,
  GutterMarker,
  lineNumberWidgetMarker,
  WidgetType,
  type DecorationSet,
} from "@codemirror/view";
import type { HowToRead } from "../../editor/reading";
import { GAP, type DiffRows } from "../../core/trace/diff-rows";
import type { LineDiff } from "../../core/trace/line-diff";
import { changedWords } from "./change-marks";
import { element, fillLine } from "./program-line";

export class DeletedLine extends WidgetType {
  constructor(
    /** From 0. */
    readonly line: number,
    readonly text: string,
    readonly words: readonly (readonly [number, number])[],
    readonly how: HowToRead,
  ) {
    super();
  }

  override eq(other: DeletedLine): boolean {
    return other.line === this.line && other.text === this.text && other.how === this.how;
  }

  override get estimatedHeight(): number {
    return 20;
  }

  override toDOM(): HTMLElement {
    const chunk = element("div", "cm-deletedChunk");
    const line = chunk.appendChild(element("div", "cm-deletedLine"));
    fillLine(line.appendChild(element("del", "")), this, this.how);
    return chunk;
  }

  override ignoreEvent(): boolean {
    return true;
  }
}

class LineNumber extends GutterMarker {
  constructor(readonly line: number) {
    super();
  }

  override eq(other: LineNumber): boolean {
    return other.line === this.line;
  }

  override toDOM(): Node {
    return document.createTextNode(String(this.line + 1));
  }
}

function widgets(
  rows: DiffRows,
  before: string,
  diff: LineDiff,
  how: HowToRead,
  doc: Text,
): DecorationSet {
  const all: Range<Decoration>[] = [];
  const lines = before.split("\n");
  /** The next line of the document, from 0, and the offset of the next deleted line. */
  let next = 0;
  let start = 0;
  rows.changed.forEach((changed, row) => {
    const [a = GAP, b = GAP] = [rows.a[row], rows.b[row]];
    if (a !== GAP) {
      const text = lines[a] ?? "";
      if (changed === 1) {
        const atEnd = next >= doc.lines;
        const words = changedWords(diff.changes, "a", start, text);
        const widget = new DeletedLine(a, text, words, how);
        const decoration = Decoration.widget({ widget, block: true, side: atEnd ? 1 : -1 });
        all.push(decoration.range(atEnd ? doc.length : doc.line(next + 1).from));
      }
      start += text.length + 1;
    }
    if (b !== GAP) next = b + 1;
  });
  return Decoration.set(all);
}

/** Shows the lines that the document no longer has. */
export function deletedLines(
  rows: DiffRows,
  before: string,
  diff: LineDiff,
  how: HowToRead,
): Extension {
  return [
    StateField.define<DecorationSet>({
      create: ({ doc }) => widgets(rows, before, diff, how, doc),
      update: (set) => set,
      provide: (field) => EditorView.decorations.from(field),
    }),
    lineNumberWidgetMarker.of((_view, widget) =>
      widget instanceof DeletedLine ? new LineNumber(widget.line) : null,
    ),
  ];
}
