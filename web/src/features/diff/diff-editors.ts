// The editors of a diff: two side by side, or one with the deleted lines between its own.
import { EditorState, type Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { GAP, type DiffRows } from "../../core/trace/diff-rows";
import type { LineDiff } from "../../core/trace/line-diff";
import type { HowToRead } from "../../editor/reading";
import { changeMarks, deletedBar, type SideKey } from "./change-marks";
import { DeletedLine, deletedLines } from "./deleted-lines";
import { RowSpacers } from "./row-spacers";

export interface DiffTexts {
  readonly original: string;
  readonly changed: string;
  readonly diff: LineDiff;
  readonly rows: DiffRows;
  /** The extensions of an editor of one of the texts. */
  readonly extensions: (side: SideKey) => Extension;
  readonly parent: HTMLElement;
  readonly root: ShadowRoot;
}

export interface DiffEditors {
  readonly views: readonly EditorView[];
  readonly scroller: HTMLElement;
  /** The place of a row in the scrolled content, in pixels. */
  readonly topOf: (row: number) => number;
  /** The editor that shows a row's line, and the start of this line. */
  readonly placeOf: (row: number) => readonly [view: EditorView, at: number];
  /** Gives the rows in sight their places now, not with the next frame. */
  readonly settle: () => void;
  readonly destroy: () => void;
}

/** The line of a side at a row, or else the next one below it. The number of lines if there is none. */
function lineAt(lineOf: Int32Array, row: number, lines: number): number {
  for (let at = row; at < lineOf.length; at += 1) {
    const line = lineOf[at] ?? GAP;
    if (line !== GAP) return line;
  }
  return lines;
}

const startOf = ({ state: { doc } }: EditorView, line: number): number =>
  line >= doc.lines ? doc.length : doc.line(line + 1).from;

/** Where an editor's text begins in the content of what scrolls. */
const offsetIn = (scroller: HTMLElement, view: EditorView): number =>
  view.documentTop - scroller.getBoundingClientRect().top + scroller.scrollTop;

export function sideBySideEditors(of: DiffTexts): DiffEditors {
  const { rows, diff, extensions, parent, root } = of;
  const spacers = new RowSpacers(rows);
  const scroller = document.createElement("div");
  scroller.className = "cm-mergeView";
  const both = scroller.appendChild(document.createElement("div"));
  both.className = "cm-mergeViewEditors";
  const editor = (doc: string, side: SideKey): EditorView => {
    const place = both.appendChild(document.createElement("div"));
    place.className = "cm-mergeViewEditor";
    const state = EditorState.create({
      doc,
      extensions: [
        extensions(side),
        changeMarks(rows, side, diff.changes),
        spacers.extension(),
        heightOfText,
      ],
    });
    return new EditorView({ state, parent: place, root });
  };
  parent.append(scroller);
  const [a, b] = [editor(of.original, "a"), editor(of.changed, "b")];
  spacers.align(a, b);
  return {
    views: [a, b],
    scroller,
    topOf: (row) => offsetIn(scroller, b) + spacers.topOf(row),
    placeOf: (row) => {
      const line = rows.b[row] ?? GAP;
      return line === GAP
        ? [a, startOf(a, lineAt(rows.a, row, a.state.doc.lines))]
        : [b, startOf(b, line)];
    },
    settle: () => spacers.settle(),
    destroy: () => {
      spacers.close();
      a.destroy();
      b.destroy();
      scroller.remove();
    },
  };
}

/** The editors do not scroll; what surrounds them does. */
const heightOfText = EditorView.theme({
  "&, & .cm-scroller": { height: "auto !important", overflowY: "visible !important" },
});

export function editorInOneColumn(of: DiffTexts, how: HowToRead): DiffEditors {
  const { rows, diff, extensions, parent, root } = of;
  const view = new EditorView({
    state: EditorState.create({
      doc: of.changed,
      extensions: [
        extensions("b"),
        changeMarks(rows, "b", diff.changes, (widget) =>
          widget instanceof DeletedLine ? deletedBar : null,
        ),
        deletedLines(rows, of.original, diff, how),
      ],
    }),
    parent,
    root,
  });
  const scroller = view.scrollDOM;
  return {
    views: [view],
    scroller,
    topOf: (row) => {
      const at = startOf(view, lineAt(rows.b, row, view.state.doc.lines));
      return offsetIn(scroller, view) + view.lineBlockAt(at).top;
    },
    placeOf: (row) => [view, startOf(view, lineAt(rows.b, row, view.state.doc.lines))],
    // Reading a block makes the editor draw and measure what is in sight.
    settle: () => void view.lineBlockAtHeight(0),
    destroy: () => view.destroy(),
  };
}
