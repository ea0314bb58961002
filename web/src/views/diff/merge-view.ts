// Two texts side by side, or in one column where there is no room for two.
import {
  Change,
  getChunks,
  goToNextChunk,
  goToPreviousChunk,
  MergeView,
  unifiedMergeView,
} from "@codemirror/merge";
import { EditorState, type Extension } from "@codemirror/state";
import { EditorView, keymap } from "@codemirror/view";
import { css, html, type PropertyValues, type TemplateResult } from "lit";
import { t } from "../../i18n/views";
import { LocalizedElement } from "../../i18n/localized";
import { foldUnchanged, openFold, type Fold } from "../../code/fold-unchanged";
import { mergeLooks } from "../../code/merge-looks";
import { readOnlyRelay } from "../../code/setup";
import { base, controls } from "../../styles/shared";
import { foldable, type LineDiff } from "../../trace/line-diff";

/** The smallest width, in pixels, for two columns. */
const SIDE_BY_SIDE = 720;
/** Lines that are seen above the first change. */
const LINES_ABOVE = 3;

export class MergePane extends LocalizedElement {
  static override properties = {
    original: { attribute: false },
    changed: { attribute: false },
    wrap: { type: Boolean },
    inline: { type: Boolean },
    names: { attribute: false },
    wide: { state: true },
    diff: { attribute: false },
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
  /** One column, however much room there is. */
  declare inline: boolean;
  /** What the two texts are called. */
  declare names: readonly [string, string];
  declare wide: boolean;
  /** How the two texts differ. */
  declare diff: LineDiff | undefined;
  #views: EditorView[] = [];
  #destroy: (() => void) | undefined;
  readonly #size = new ResizeObserver(([entry]) => {
    if (entry) this.wide = entry.contentRect.width >= SIDE_BY_SIDE;
  });

  constructor() {
    super();
    this.original = "";
    this.changed = "";
    this.wrap = false;
    this.inline = false;
    this.names = [t("merge.before"), t("merge.after")];
    this.wide = true;
    this.diff = undefined;
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

  /** Goes on to the next change, or back to the one before; after the last one to the first again. */
  jump(by: 1 | -1): void {
    this.#jump(by > 0 ? goToNextChunk : goToPreviousChunk);
  }

  override updated(changed: PropertyValues<MergePane>): void {
    const relevant = [
      ...["original", "changed", "diff", "wrap", "wide", "inline", "language"],
    ] as const;
    if (!relevant.some((key) => changed.has(key))) return;
    this.#build();
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
    const common = (label: string, folds: readonly Fold[]): Extension => [
      readOnlyRelay(label),
      mergeLooks,
      this.wrap ? EditorView.lineWrapping : [],
      keymap.of([
        { key: "F7", run: goToNextChunk },
        { key: "Shift-F7", run: goToPreviousChunk },
      ]),
      foldUnchanged(folds, open),
    ];
    // The changes are computed once, above, for these very texts.
    const changes = diff.changes.map((c) => new Change(c.fromA, c.toA, c.fromB, c.toB));
    const diffConfig = { override: () => changes };
    const root = this.renderRoot as ShadowRoot;
    const [nameA, nameB] = this.names;
    if (this.wide && !this.inline) {
      const merge = new MergeView({
        a: {
          doc: this.original,
          extensions: common(t("merge.program", { label: nameA }), side("a")),
        },
        b: {
          doc: this.changed,
          extensions: common(t("merge.program", { label: nameB }), side("b")),
        },
        parent: host,
        root,
        gutter: true,
        diffConfig,
      });
      this.#views = [merge.a, merge.b];
      openAtFirstChange(merge.b, merge.dom);
      this.#destroy = () => merge.destroy();
    } else {
      const view = new EditorView({
        state: EditorState.create({
          doc: this.changed,
          extensions: [
            common(t("merge.inline", { label: nameB, other: nameA }), side("b")),
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
      openAtFirstChange(view, view.scrollDOM);
      this.#destroy = () => view.destroy();
    }
  }

  #jump(go: typeof goToNextChunk): void {
    const view = this.#views.at(-1);
    if (!view) return;
    go(view);
    const { head } = view.state.selection.main;
    if ((getChunks(view.state)?.chunks.length ?? 0) > 0) {
      view.dispatch({ effects: EditorView.scrollIntoView(head, { y: "center" }) });
    }
  }

  #clear(): void {
    this.#destroy?.();
    this.#destroy = undefined;
    this.#views = [];
  }
}

/** Scrolls to the first change, unless it is in the upper half. Only the text moves: the editor's own way would move the page. */
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
