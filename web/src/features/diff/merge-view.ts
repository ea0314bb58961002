// Two texts side by side, or in one column if the view is narrow.
import { EditorSelection, type Extension } from "@codemirror/state";
import { EditorView, keymap } from "@codemirror/view";
import { css, html, type PropertyValues, type TemplateResult } from "lit";
import { t } from "./texts";
import { LocalizedElement } from "../../i18n/localized";
import {
  goToNextRemark,
  goToPreviousRemark,
  goToTarget,
  isTarget,
  markRemarks,
  remarkMarks,
} from "../../editor/remark-marks";
import { lineageMarks, markLineage, showLine } from "../../editor/lineage-marks";
import { foldUnchanged, openFold, type Fold } from "../../editor/fold-unchanged";
import { mergeTheme } from "../../editor/merge-styles";
import type { HowToRead } from "../../editor/reading";
import { readAs } from "../../editor/reading-view";
import { scrollToLine } from "../../editor/scroll-to";
import { readOnlyRelay } from "../../editor/setup";
import { base, controls } from "../../ui/styles/shared";
import { colours } from "../../editor/colour-line";
import { briefLooks } from "../../editor/brief-line";
import { diffRows, GAP, type DiffRows, type RowRange } from "../../core/trace/diff-rows";
import type { LineDiff } from "../../core/trace/line-diff";
import type { ProgramMarks, RemarkLines } from "../../core/trace/remark-lines";
import { markCurrent, type SideKey } from "./change-marks";
import { editorInOneColumn, sideBySideEditors, type DiffEditors } from "./diff-editors";
import { digitsOf, LINES_ABOVE, numbersWidth, type Position } from "./diff-looks";
import { nextStep } from "./steps";

/** A place in one of the two texts, from 0, whose lineage the user requests. */
export interface AskedPlace {
  readonly side: "a" | "b";
  readonly line: number;
  readonly column: number;
}

export interface Relatives {
  readonly a: readonly number[];
  readonly b: readonly number[];
  /** True to scroll to the first of these lines. */
  readonly show: boolean;
}

/** The least width for two columns, in pixels. */
const SIDE_BY_SIDE = 720;
export class MergePane extends LocalizedElement {
  static override properties = {
    original: { attribute: false },
    changed: { attribute: false },
    wrap: { type: Boolean },
    inline: { type: Boolean },
    reading: { attribute: false },
    names: { attribute: false },
    wide: { state: true },
    sized: { state: true },
    diff: { attribute: false },
    marks: { attribute: false },
    target: { attribute: false },
    relatives: { attribute: false },
    start: { attribute: false },
  };
  static override styles = [
    base,
    controls,
    colours,
    briefLooks,
    numbersWidth,
    css`
      :host {
        display: flex;
        flex-direction: column;
        min-width: 0;
        overflow: hidden;
      }
      .host {
        flex: 1;
        min-height: 0;
      }
      .host > * {
        height: 100%;
      }
      .cm-mergeView {
        overflow-y: auto;
      }
      .cm-mergeViewEditors {
        display: flex;
        align-items: stretch;
      }
      .cm-mergeViewEditor {
        flex: 1 1 0;
        overflow: hidden;
      }
    `,
  ];

  declare original: string;
  declare changed: string;
  declare wrap: boolean;
  /** True for one column at any width. */
  declare inline: boolean;
  /** How lines are shortened. */
  declare reading: HowToRead;
  /** The names of the two texts. */
  declare names: readonly [string, string];
  declare wide: boolean;
  /** False while the element has no size. Editors that are made without a size measure wrong heights. */
  declare sized: boolean;
  /** The differences of the two texts. */
  declare diff: LineDiff | undefined;
  /** The remarks on lines. */
  declare marks: ProgramMarks | undefined;
  /** The line to scroll to, with its remarks. The view scrolls once for each new object. */
  declare target: RemarkLines | undefined;
  /** Lines of the two texts, from 0, with relatives of the selected expression. */
  declare relatives: Relatives | undefined;
  /** The scroll position of the preview that this view replaces. Undefined to begin at the first change. */
  declare start: Position | undefined;
  /** The position at which the view has begun already. */
  #started: Position | undefined;
  /** The relatives to which the view has already scrolled. */
  #shown: Relatives | undefined;
  #editors: DiffEditors | undefined;
  #rows: DiffRows | undefined;
  /** The row of the change to which the user moved last, and the selection that it made. */
  #at: { readonly row: number; readonly view: EditorView; readonly head: number } | undefined;
  #folds: Record<"a" | "b", readonly Fold[]> = { a: [], b: [] };
  readonly #size = new ResizeObserver(([entry]) => {
    if (entry) this.#fits(entry.contentRect);
  });

  constructor() {
    super();
    this.original = "";
    this.changed = "";
    this.wrap = false;
    this.inline = false;
    this.reading = { reading: "full", defaults: new Map() };
    this.names = [t("merge.before"), t("merge.after")];
    this.wide = true;
    this.sized = false;
    this.diff = undefined;
    this.marks = undefined;
    this.target = undefined;
    this.relatives = undefined;
    this.start = undefined;
  }

  get #views(): readonly EditorView[] {
    return this.#editors?.views ?? [];
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#fits(this.getBoundingClientRect());
    this.#size.observe(this);
    if (this.hasUpdated) this.requestUpdate("original");
  }

  #fits({ width, height }: Pick<DOMRect, "width" | "height">): void {
    if (width > 0) this.wide = width >= SIDE_BY_SIDE;
    this.sized = width > 0 && height > 0;
    // Editors see their own changes of size. They do not see a change of what surrounds both of them.
    if (this.#editors && this.sized) this.#editors.settle();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#size.disconnect();
    this.#clear();
  }

  override render(): TemplateResult {
    return html`<div class="host"></div>`;
  }

  /** Moves to the next or previous change, each of one operator. After the last change comes the first. */
  jump(by: 1 | -1): void {
    if (!this.#editors || !this.#rows) return;
    const step = nextStep(this.#rows, this.#rowFrom(by), by);
    if (!step) return;
    const [view, at] = this.#editors.placeOf(step.from);
    view.dispatch({ selection: EditorSelection.cursor(at) });
    this.#at = { row: step.from, view, head: at };
    this.#markStep(step);
    if (!this.#isInSight(step)) scrollToLine(view, at);
  }

  #markStep({ from, count }: RowRange): void {
    const lines = (of: Int32Array | undefined): number[] =>
      [...(of ?? []).slice(from, from + count)].filter((line) => line !== GAP);
    const [a, b] = [lines(this.#rows?.a), lines(this.#rows?.b)];
    this.#views.forEach((view, i) => markCurrent(view, i === 0 && !this.#isInline ? a : b));
  }

  /** Whether the rows of a change are in sight, so that the view need not scroll. */
  #isInSight({ from, count }: RowRange): boolean {
    if (!this.#editors) return false;
    const { scroller } = this.#editors;
    const bottom = scroller.scrollTop + scroller.clientHeight;
    const after = this.#editors.topOf(
      Math.min(from + count, (this.#rows?.changed.length ?? 1) - 1),
    );
    return this.#editors.topOf(from) >= scroller.scrollTop - 1 && after <= bottom;
  }

  /**
   * The row from which the next change is looked for: that of the last one while it is in sight, or that of the cursor,
   * or what is in sight.
   */
  #rowFrom(by: 1 | -1): number {
    const [editors, rows] = [this.#editors, this.#rows];
    if (!editors || !rows) return 0;
    const { scroller } = editors;
    const [top, bottom] = [scroller.scrollTop, scroller.scrollTop + scroller.clientHeight];
    const inSight = (row: number): boolean => {
      const place = editors.topOf(row);
      return place >= top - 1 && place < bottom;
    };
    const at = this.#at;
    if (at && at.view.state.selection.main.head === at.head && inSight(at.row)) return at.row;
    const focused = this.#views.findIndex((view) => view.hasFocus);
    const view = this.#views[focused];
    if (view) {
      const { state } = view;
      const line = state.doc.lineAt(state.selection.main.head).number - 1;
      const row = (focused === 0 && !this.#isInline ? rows.ofA : rows.ofB)[line] ?? 0;
      if (inSight(row)) return row === 0 && by > 0 ? -1 : row;
    }
    // The first step at or below the top of the view, by bisection: places of rows do not decrease.
    let [low, high] = [0, rows.steps.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (editors.topOf(rows.steps[middle]?.from ?? 0) < top - 1) low = middle + 1;
      else high = middle;
    }
    const first = rows.steps[low]?.from ?? rows.changed.length;
    return by > 0 ? first - 1 : first;
  }

  /** Moves to the next or previous line with remarks. */
  jumpToRemark(by: 1 | -1): void {
    const [view] = this.#views;
    if (!view) return;
    (by > 0 ? goToNextRemark : goToPreviousRemark)(view);
    view.focus();
  }

  override updated(changed: PropertyValues<MergePane>): void {
    const relevant = [
      ...["original", "changed", "diff", "wrap", "wide", "inline", "reading", "language"],
    ] as const;
    const isFirst = changed.has("sized") && !this.#editors;
    const renewed = isFirst || relevant.some((key) => changed.has(key));
    if (renewed) this.#build();
    if (renewed || changed.has("marks")) this.#mark();
    if (renewed || changed.has("relatives")) this.#markRelatives();
    this.#goToTarget();
  }

  /** True if both programs are in one column. */
  get #isInline(): boolean {
    return this.#views.length === 1;
  }

  #mark(): void {
    const { before = [], after = [], inline = [] } = this.marks ?? {};
    const sides = this.#isInline ? [inline] : [before, after];
    this.#views.forEach((view, i) => markRemarks(view, sides[i] ?? []));
  }

  #markRelatives(): void {
    const { relatives } = this;
    const sides = this.#isInline ? (["b"] as const) : (["a", "b"] as const);
    this.#views.forEach((view, i) => markLineage(view, relatives?.[sides[i] ?? "b"] ?? []));
    if (!relatives || relatives === this.#shown) return;
    this.#shown = relatives;
    if (!relatives.show) return;
    // Both sides scroll together, so one of them is enough.
    const side = sides.findLast((s) => relatives[s].length > 0);
    const [line] = side ? relatives[side] : [];
    const view = this.#views[side ? sides.findIndex((s) => s === side) : -1];
    if (!view || !side || line === undefined) return;
    const fold = this.#folds[side].findIndex(({ from, to }) => from <= line + 1 && line + 1 <= to);
    if (fold >= 0) this.#views.forEach((each) => openFold(each, fold));
    showLine(view, line);
  }

  #goToTarget(): void {
    const { target } = this;
    const [view] = this.#views;
    if (target && view) goToTarget(view, target, this.#isInline ? target.inline : target.before);
  }

  #build(): void {
    const host = this.renderRoot.querySelector<HTMLElement>(".host");
    const { diff, original, changed } = this;
    if (!this.sized) this.#clear();
    if (!host || !diff || !this.sized) return;
    // What is in sight stays there when the layout changes.
    const top =
      this.#editors && this.#rows ? this.#firstInSight(this.#editors, this.#rows) : undefined;
    this.#clear();
    this.style.setProperty("--digits", String(digitsOf(original, changed)));
    const rows = (this.#rows = diffRows(diff, original, changed));
    this.#folds = { a: foldsOf(rows, rows.a), b: foldsOf(rows, rows.b) };
    const inOneColumn = this.inline || !this.wide;
    const of = {
      original,
      changed,
      diff,
      rows,
      extensions: (side: SideKey) => this.#extensions(side, diff, inOneColumn),
      parent: host,
      root: this.renderRoot as ShadowRoot,
    };
    const editors = inOneColumn ? editorInOneColumn(of, this.reading) : sideBySideEditors(of);
    this.#editors = editors;
    if (isTarget(this.target)) return;
    editors.settle();
    const start = this.start === this.#started ? undefined : this.start;
    this.#started = this.start;
    if (top) keepInPlace(editors, top.row, top.below);
    else if (start) editors.scroller.scrollTo(start);
    else openAtFirstChange(editors, rows);
    editors.settle();
  }

  #extensions(side: SideKey, diff: LineDiff, inOneColumn: boolean): Extension {
    const { names, reading } = this;
    const open = (index: number): void => this.#views.forEach((view) => openFold(view, index));
    const folds = this.#folds[side];
    const label = inOneColumn
      ? t("merge.inline", { label: names[1], other: names[0] })
      : t("merge.program", { label: names[side === "a" ? 0 : 1] });
    return [
      readOnlyRelay(label),
      remarkMarks((line) =>
        open(folds.findIndex(({ from, to }) => from <= line + 1 && line + 1 <= to)),
      ),
      lineageMarks((line, column) => {
        const detail: AskedPlace = { side, line, column };
        this.dispatchEvent(new CustomEvent("lineage", { detail, bubbles: true, composed: true }));
      }),
      readAs(
        reading,
        diff.changes.map((c) => (side === "a" ? [c.fromA, c.toA] : [c.fromB, c.toB])),
      ),
      mergeTheme,
      this.wrap ? EditorView.lineWrapping : [],
      keymap.of([
        { key: "F7", run: () => (this.jump(1), true) },
        { key: "Shift-F7", run: () => (this.jump(-1), true) },
      ]),
      foldUnchanged(folds, open),
    ];
  }

  /** The first row in sight, and by how much it is below the upper edge. */
  #firstInSight(
    { scroller, topOf }: DiffEditors,
    { changed }: DiffRows,
  ): { readonly row: number; readonly below: number } | undefined {
    const edge = scroller.scrollTop;
    if (edge <= 0) return undefined;
    let [low, high] = [0, changed.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (topOf(middle) < edge) low = middle + 1;
      else high = middle;
    }
    return { row: low, below: topOf(low) - edge };
  }

  #clear(): void {
    this.#editors?.destroy();
    this.#editors = undefined;
    this.#at = undefined;
  }
}

/** The folded stretches of a side. */
const foldsOf = ({ folds }: DiffRows, lineOf: Int32Array): Fold[] =>
  folds.map(({ from, count }) => {
    const line = lineOf[from] ?? 0;
    return { from: line + 1, to: line + count };
  });

/** The most times to correct a place: drawing lines gives them their heights, which were estimates before. */
const MOST_LOOKS = 5;

/** Scrolls so that a row is this far below the upper edge. */
function keepInPlace({ scroller, topOf, settle }: DiffEditors, row: number, below: number): void {
  for (let i = 0; i < MOST_LOOKS; i += 1) {
    const before = scroller.scrollTop;
    scroller.scrollTop = topOf(row) - below;
    settle();
    if (Math.abs(scroller.scrollTop - before) < 1) return;
  }
}

/** Scrolls to the first change unless it is in the upper half. */
function openAtFirstChange({ scroller, topOf, views }: DiffEditors, { steps }: DiffRows): void {
  const [first] = steps;
  if (!first) return;
  const top = topOf(first.from);
  if (top <= scroller.clientHeight / 2) return;
  scroller.scrollTop = top - LINES_ABOVE * (views[0]?.defaultLineHeight ?? 0);
}

customElements.define("pc-merge", MergePane);
