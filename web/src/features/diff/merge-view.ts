// Two texts side by side, or in one column if the view is narrow.
import {
  Change,
  getChunks,
  goToNextChunk,
  goToPreviousChunk,
  MergeView,
  unifiedMergeView,
} from "@codemirror/merge";
import { EditorState, type Extension } from "@codemirror/state";
import { EditorView, keymap, type Command } from "@codemirror/view";
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
import { briefDeletions } from "../../editor/brief-deletions";
import { mergeTheme } from "../../editor/merge-styles";
import type { HowToRead } from "../../editor/reading";
import { readAs } from "../../editor/reading-view";
import { scrollToLine } from "../../editor/scroll-to";
import { readOnlyRelay } from "../../editor/setup";
import { base, controls } from "../../ui/styles/shared";
import { foldable, type LineDiff } from "../../core/trace/line-diff";
import type { ProgramMarks, RemarkLines } from "../../core/trace/remark-lines";

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
/** The number of lines above the first change that stay in view. */
const LINES_ABOVE = 3;

/** Moves to the next or previous change and scrolls to it, even if it is the only one. */
const goToChange =
  (by: 1 | -1): Command =>
  (view) => {
    const { state } = view;
    if ((getChunks(state)?.chunks.length ?? 0) === 0) return false;
    const go = by > 0 ? goToNextChunk : goToPreviousChunk;
    go({ state, dispatch: ({ newSelection }) => view.dispatch({ selection: newSelection }) });
    scrollToLine(view, view.state.selection.main.head);
    return true;
  };

export class MergePane extends LocalizedElement {
  static override properties = {
    original: { attribute: false },
    changed: { attribute: false },
    wrap: { type: Boolean },
    inline: { type: Boolean },
    reading: { attribute: false },
    names: { attribute: false },
    wide: { state: true },
    diff: { attribute: false },
    marks: { attribute: false },
    target: { attribute: false },
    relatives: { attribute: false },
  };
  static override styles = [
    base,
    controls,
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
  /** The differences of the two texts. */
  declare diff: LineDiff | undefined;
  /** The remarks on lines. */
  declare marks: ProgramMarks | undefined;
  /** The line to scroll to, with its remarks. The view scrolls once for each new object. */
  declare target: RemarkLines | undefined;
  /** Lines of the two texts, from 0, with relatives of the selected expression. */
  declare relatives: Relatives | undefined;
  /** The relatives to which the view has already scrolled. */
  #shown: Relatives | undefined;
  #views: EditorView[] = [];
  #destroy: (() => void) | undefined;
  #folds: Record<"a" | "b", readonly Fold[]> = { a: [], b: [] };
  readonly #size = new ResizeObserver(([entry]) => {
    if (entry) this.wide = entry.contentRect.width >= SIDE_BY_SIDE;
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
    this.diff = undefined;
    this.marks = undefined;
    this.target = undefined;
    this.relatives = undefined;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.wide = this.getBoundingClientRect().width >= SIDE_BY_SIDE;
    this.#size.observe(this);
    if (this.hasUpdated) this.requestUpdate("original");
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#size.disconnect();
    this.#clear();
  }

  override render(): TemplateResult {
    return html`<div class="host"></div>`;
  }

  /** Moves to the next or previous change. After the last change comes the first. */
  jump(by: 1 | -1): void {
    const view = this.#views.at(-1);
    if (view) goToChange(by)(view);
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
    const renewed = relevant.some((key) => changed.has(key));
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
    const { diff } = this;
    if (!host || !diff) return;
    this.#clear();
    const runs = foldable(diff, this.changed.split("\n").length);
    const side = (key: "a" | "b"): Fold[] =>
      runs.map((run) => ({ from: run[key] + 1, to: run[key] + run.count }));
    const open = (index: number): void => this.#views.forEach((view) => openFold(view, index));
    const reveal = (key: "a" | "b") => {
      const folds = side(key);
      return (line: number): void =>
        open(folds.findIndex(({ from, to }) => from <= line + 1 && line + 1 <= to));
    };
    this.#folds = { a: side("a"), b: side("b") };
    const ranges = {
      a: diff.changes.map(({ fromA, toA }) => [fromA, toA] as const),
      b: diff.changes.map(({ fromB, toB }) => [fromB, toB] as const),
    };
    const asks = (of: "a" | "b"): Extension =>
      lineageMarks((line, column) => {
        const detail: AskedPlace = { side: of, line, column };
        this.dispatchEvent(new CustomEvent("lineage", { detail, bubbles: true, composed: true }));
      });
    const common = (label: string, key: "a" | "b"): Extension => [
      readOnlyRelay(label),
      remarkMarks(reveal(key)),
      asks(key),
      readAs(this.reading, ranges[key]),
      mergeTheme,
      this.wrap ? EditorView.lineWrapping : [],
      keymap.of([
        { key: "F7", run: goToChange(1) },
        { key: "Shift-F7", run: goToChange(-1) },
      ]),
      foldUnchanged(side(key), open),
    ];
    // The changes above were computed for these texts, so the editor does not compute them again.
    const changes = diff.changes.map((c) => new Change(c.fromA, c.toA, c.fromB, c.toB));
    const diffConfig = { override: () => changes };
    const root = this.renderRoot as ShadowRoot;
    const [nameA, nameB] = this.names;
    if (this.wide && !this.inline) {
      const merge = new MergeView({
        a: {
          doc: this.original,
          extensions: common(t("merge.program", { label: nameA }), "a"),
        },
        b: {
          doc: this.changed,
          extensions: common(t("merge.program", { label: nameB }), "b"),
        },
        parent: host,
        root,
        gutter: true,
        diffConfig,
      });
      this.#views = [merge.a, merge.b];
      if (!isTarget(this.target)) openAtFirstChange(merge.b, merge.dom);
      this.#destroy = () => merge.destroy();
    } else {
      const view = new EditorView({
        state: EditorState.create({
          doc: this.changed,
          extensions: [
            common(t("merge.inline", { label: nameB, other: nameA }), "b"),
            briefDeletions(this.reading),
            unifiedMergeView({
              original: this.original,
              mergeControls: false,
              gutter: true,
              syntaxHighlightDeletions: true,
              diffConfig,
            }),
          ],
        }),
        parent: host,
        root,
      });
      this.#views = [view];
      if (!isTarget(this.target)) openAtFirstChange(view, view.scrollDOM);
      this.#destroy = () => view.destroy();
    }
  }

  #clear(): void {
    this.#destroy?.();
    this.#destroy = undefined;
    this.#views = [];
  }
}

/**
 * Scrolls to the first change unless it is in the upper half. Scrolls only the text, because the editor's own scrolling
 * also moves the page.
 */
function openAtFirstChange(view: EditorView, scroller: HTMLElement): void {
  const [first] = getChunks(view.state)?.chunks ?? [];
  if (!first) return;
  view.requestMeasure({
    read: () => view.lineBlockAt(Math.min(first.fromB, view.state.doc.length)).top,
    write: (top) => {
      const above = LINES_ABOVE * view.defaultLineHeight;
      if (top > scroller.clientHeight / 2) scroller.scrollTop = top - above;
    },
  });
}

customElements.define("pc-merge", MergePane);
