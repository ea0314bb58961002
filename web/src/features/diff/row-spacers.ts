// Keeps two editors side by side aligned, row by row. A spacer stands where a side has no line, and below a line that
// takes less height than the one beside it.
import { StateEffect, StateField, type Extension, type Range } from "@codemirror/state";
import {
  Decoration,
  EditorView,
  WidgetType,
  type DecorationSet,
  type ViewUpdate,
} from "@codemirror/view";
import { GAP, type DiffRows } from "../../core/trace/diff-rows";

/** Differences in height that are not corrected, in pixels. */
const EPSILON = 0.2;
/** The most times to measure until nothing changes: drawing other lines can change heights again. */
const MOST_ROUNDS = 6;

class Spacer extends WidgetType {
  /**
   * @param clear the height at the top that belongs to an unchanged line.
   * @param gap the height of the gaps below.
   */
  constructor(
    readonly clear: number,
    readonly gap: number,
  ) {
    super();
  }

  override eq(other: Spacer): boolean {
    return other.clear === this.clear && other.gap === this.gap;
  }

  override get estimatedHeight(): number {
    return this.clear + this.gap;
  }

  override toDOM(): HTMLElement {
    const dom = document.createElement("div");
    dom.className = "cm-mergeSpacer";
    return this.#shaped(dom);
  }

  override updateDOM(dom: HTMLElement): boolean {
    this.#shaped(dom);
    return true;
  }

  override ignoreEvent(): boolean {
    return false;
  }

  #shaped(dom: HTMLElement): HTMLElement {
    dom.style.height = `${this.clear + this.gap}px`;
    dom.style.borderTopWidth = `${this.clear}px`;
    return dom;
  }
}

const setSpacers = StateEffect.define<DecorationSet>();

const spacersField = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (set, { effects }) => effects.find((effect) => effect.is(setSpacers))?.value ?? set,
  provide: (field) => EditorView.decorations.from(field),
});

const looks = EditorView.theme({
  ".cm-mergeSpacer": {
    boxSizing: "border-box",
    borderTop: "0 solid transparent",
    backgroundColor: "var(--sunken)",
    backgroundClip: "padding-box",
  },
});

/** One of the two editors, with the heights of its spacers by line; the last entry is for the end of its text. */
interface Side {
  readonly view: EditorView;
  /** The line of each row, and the row of each line. */
  readonly lineOf: Int32Array;
  readonly rowOf: Int32Array;
  /** The height that the side lacks in each row. */
  readonly lacks: Float64Array;
  readonly clear: Float64Array;
  readonly gap: Float64Array;
}

const top = ({ view, clear, gap }: Side, line: number): number => {
  const end = line >= view.state.doc.lines;
  const block = view.lineBlockAt(end ? view.state.doc.length : view.state.doc.line(line + 1).from);
  if (end) return block.bottom - (clear[line] ?? 0) - (gap[line] ?? 0);
  return block.top + (clear[line] ?? 0) + (gap[line] ?? 0);
};

export class RowSpacers {
  #sides: readonly [Side, Side] | undefined;
  #busy = false;

  constructor(private readonly rows: DiffRows) {}

  /** The extension of both editors. */
  extension(): Extension {
    return [spacersField, looks, EditorView.updateListener.of((update) => this.#updated(update))];
  }

  /** Aligns two editors from now on. */
  align(a: EditorView, b: EditorView): void {
    const { rows } = this;
    const side = (view: EditorView, lineOf: Int32Array, rowOf: Int32Array): Side => ({
      view,
      lineOf,
      rowOf,
      lacks: new Float64Array(rows.changed.length).map((_, row) =>
        lineOf[row] === GAP ? view.defaultLineHeight : 0,
      ),
      clear: new Float64Array(rowOf.length + 1),
      gap: new Float64Array(rowOf.length + 1),
    });
    this.#sides = [side(a, rows.a, rows.ofA), side(b, rows.b, rows.ofB)];
    this.settle();
  }

  /** Measures what both editors show now, and aligns it. A spacer can bring other lines into sight, so it repeats. */
  settle(): void {
    if (this.#busy) return;
    this.#busy = true;
    try {
      for (let i = 0; i < MOST_ROUNDS && this.#sides; i += 1) {
        // Reading a block makes an editor draw and measure what is in sight.
        for (const { view } of this.#sides) view.lineBlockAtHeight(0);
        if (!this.#measure(this.#sides)) return;
      }
    } finally {
      this.#busy = false;
    }
  }

  close(): void {
    this.#sides = undefined;
  }

  /** The place of a row from the top of the rows. */
  topOf(row: number): number {
    const [, b] = this.#sides ?? [];
    if (!b) return 0;
    let above = 0;
    let line = b.rowOf.length;
    for (let at = row; at < this.rows.changed.length; at += 1) {
      const of = b.lineOf[at] ?? GAP;
      if (of !== GAP) {
        line = of;
        break;
      }
      above += b.lacks[at] ?? 0;
    }
    return top(b, line) - above;
  }

  #updated({ heightChanged, viewportChanged, geometryChanged }: ViewUpdate): void {
    if (heightChanged || viewportChanged || geometryChanged) this.settle();
  }

  /** Returns whether a spacer has changed. */
  #measure(sides: readonly [Side, Side]): boolean {
    const [from, to] = this.#inView(sides);
    this.#compareHeights(sides, from, to);
    const extra = this.#unevenAt(sides, from);
    const first = this.#place(sides[0], from, Math.max(0, -extra));
    const second = this.#place(sides[1], from, Math.max(0, extra));
    return first || second;
  }

  /** The rows that an editor has drawn. */
  #inView(sides: readonly [Side, Side]): readonly [from: number, to: number] {
    let [from, to] = [this.rows.changed.length, 0];
    for (const { view, rowOf } of sides) {
      const { doc } = view.state;
      from = Math.min(from, rowOf[doc.lineAt(view.viewport.from).number - 1] ?? 0);
      to = Math.max(to, rowOf[doc.lineAt(view.viewport.to).number - 1] ?? 0);
    }
    return [from, to];
  }

  #compareHeights([a, b]: readonly [Side, Side], from: number, to: number): void {
    for (let row = from; row <= to; row += 1) {
      const [heightA, heightB] = [heightIn(a, row), heightIn(b, row)];
      a.lacks[row] = Math.max(0, heightB - heightA);
      b.lacks[row] = Math.max(0, heightA - heightB);
    }
  }

  /**
   * By how much a row is lower on the first side than on the second, because the heights above it are estimates. The
   * texts may also begin at different heights, as below a panel.
   */
  #unevenAt([a, b]: readonly [Side, Side], row: number): number {
    return this.#newTop(a, row) - this.#newTop(b, row);
  }

  #newTop(side: Side, row: number): number {
    const { view, lineOf, rowOf, lacks, clear, gap } = side;
    let line = rowOf.length;
    for (let at = row; at < lineOf.length; at += 1) {
      if (lineOf[at] === GAP) continue;
      line = lineOf[at] ?? line;
      break;
    }
    let place = view.documentTop + top(side, line);
    for (let i = 0; i < line; i += 1) place -= (clear[i] ?? 0) + (gap[i] ?? 0);
    if (line < rowOf.length) place -= (clear[line] ?? 0) + (gap[line] ?? 0);
    for (let at = 0; at < row; at += 1) place += lacks[at] ?? 0;
    return place;
  }

  /** Puts the spacers of a side, with an extra height above a row. */
  #place(side: Side, extraAt: number, extra: number): boolean {
    const { view, rowOf, lacks, clear, gap } = side;
    const changed = new Set<number>();
    let row = 0;
    for (let line = 0; line <= rowOf.length; line += 1) {
      const own = rowOf[line] ?? this.rows.changed.length;
      let [above, below] = [0, 0];
      for (; row < own; row += 1) {
        if (this.rows.changed[row] === 0) above += lacks[row] ?? 0;
        else below += lacks[row] ?? 0;
        if (row === extraAt - 1) above += extra;
      }
      if (extraAt === 0 && line === 0) above += extra;
      const [isAbove = 0, isBelow = 0] = [clear[line], gap[line]];
      if (Math.abs(above + below - isAbove - isBelow) <= EPSILON) continue;
      clear[line] = above;
      gap[line] = below;
      changed.add(line);
    }
    if (changed.size === 0) return false;
    view.dispatch({ effects: setSpacers.of(renewed(side, changed)) });
    return true;
  }
}

/** The height of a row's line. Folded rows count as one, of the first of them. */
function heightIn({ view, lineOf, clear, gap }: Side, row: number): number {
  const line = lineOf[row] ?? GAP;
  if (line === GAP) return 0;
  const { doc } = view.state;
  const { from, to } = doc.line(line + 1);
  const block = view.lineBlockAt(from);
  if (block.from < from) return 0;
  let { height } = block;
  height -= (clear[line] ?? 0) + (gap[line] ?? 0);
  if (Math.max(to, block.to) >= doc.length)
    height -= (clear[doc.lines] ?? 0) + (gap[doc.lines] ?? 0);
  return height;
}

/** The spacers of a side, of which those above some lines have changed. */
function renewed({ view, clear, gap }: Side, lines: ReadonlySet<number>): DecorationSet {
  const { doc } = view.state;
  const old = view.state.field(spacersField);
  const places = new Set<number>();
  const add: Range<Decoration>[] = [];
  for (const line of lines) {
    const end = line >= doc.lines;
    const at = end ? doc.length : doc.line(line + 1).from;
    // The spacer at the end of an empty last line has the same place as the one above it.
    places.add(end ? -1 : at);
    const [above = 0, below = 0] = [clear[line], gap[line]];
    if (above + below <= EPSILON) continue;
    const widget = new Spacer(above, below);
    add.push(Decoration.widget({ widget, block: true, side: end ? 1 : -1 }).range(at));
  }
  return old.update({
    filter: (from, _to, { spec }) => !places.has((spec as { side: number }).side > 0 ? -1 : from),
    add,
    sort: true,
  });
}
