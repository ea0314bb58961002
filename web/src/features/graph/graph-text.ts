// The text beside the graph. It marks the place of the selected node, and a click on a line selects its node.
import {
  EditorSelection,
  EditorState,
  StateEffect,
  StateField,
  type Extension,
} from "@codemirror/state";
import { Decoration, EditorView, type DecorationSet } from "@codemirror/view";
import { css, html, type PropertyValues, type TemplateResult } from "lit";
import { t } from "./texts";
import { LocalizedElement } from "../../i18n/localized";
import { briefLine, shownColumn, type HowToRead } from "../../editor/reading";
import { readAs } from "../../editor/reading-view";
import { readOnlyRelay } from "../../editor/setup";
import { base } from "../../ui/styles/shared";

/** A place in the text. Line and column count from 0. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

const mark = StateEffect.define<number>();

const marked = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(value, transaction) {
    for (const effect of transaction.effects) {
      if (!effect.is(mark)) continue;
      const line = transaction.state.doc.lineAt(effect.value);
      return Decoration.set([Decoration.line({ class: "cm-node" }).range(line.from)]);
    }
    return value;
  },
  provide: (field) => EditorView.decorations.from(field),
});

const looks = EditorView.theme({
  ".cm-node": {
    backgroundColor: "var(--accent-soft)",
    boxShadow: "inset 2px 0 0 var(--accent)",
  },
});

export class GraphText extends LocalizedElement {
  static override properties = {
    text: { attribute: false },
    place: { attribute: false },
    reading: { attribute: false },
    label: {},
  };
  static override styles = [
    base,
    css`
      :host {
        display: block;
        overflow: hidden;
      }
      .host,
      .cm-editor {
        height: 100%;
      }
    `,
  ];

  declare text: string;
  declare place: Place | undefined;
  declare reading: HowToRead | undefined;
  declare label: string;
  #view: EditorView | undefined;

  constructor() {
    super();
    this.text = "";
    this.place = undefined;
    this.label = t("graph.relayText");
  }

  override render(): TemplateResult {
    return html`<div class="host"></div>`;
  }

  override updated(changed: PropertyValues<GraphText>): void {
    const parent = this.renderRoot.querySelector(".host");
    if (!parent) return;
    const renewed =
      !this.#view ||
      (["text", "label", "reading", "language"] as const).some((key) => changed.has(key));
    if (renewed) {
      const state = EditorState.create({ doc: this.text, extensions: this.#extensions() });
      if (this.#view) this.#view.setState(state);
      else this.#view = new EditorView({ state, parent, root: this.renderRoot as ShadowRoot });
    }
    if (this.place && (renewed || changed.has("place"))) this.#go(this.place);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#view?.destroy();
    this.#view = undefined;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    if (this.hasUpdated) this.requestUpdate();
  }

  #extensions(): Extension {
    return [
      readOnlyRelay(this.label),
      marked,
      looks,
      this.reading ? readAs(this.reading) : [],
      // Only selections of the user select a node. Selections that the graph sets must not return to it.
      EditorView.updateListener.of((update) => {
        if (!update.transactions.some((transaction) => transaction.isUserEvent("select"))) return;
        const line = update.state.doc.lineAt(update.state.selection.main.head);
        update.view.dispatch({ effects: mark.of(line.from) });
        const detail = { line: line.number - 1 };
        this.dispatchEvent(
          new CustomEvent("line-select", { detail, bubbles: true, composed: true }),
        );
      }),
    ];
  }

  #go({ line, column }: Place): void {
    const view = this.#view;
    if (!view || line >= view.state.doc.lines) return;
    const at = view.state.doc.line(line + 1);
    view.dispatch({
      selection: EditorSelection.cursor(Math.min(at.from + column, at.to)),
      effects: mark.of(at.from),
    });
    const shown = this.reading ? shownColumn(column, briefLine(at.text, this.reading)) : column;
    // Scrolls only the text, because CodeMirror's own scrolling also moves the page.
    view.requestMeasure({
      read: () => view.lineBlockAt(at.from).top,
      write: (top) => {
        const { scrollDOM, defaultCharacterWidth } = view;
        scrollDOM.scrollTop = top - scrollDOM.clientHeight / 2;
        scrollDOM.scrollLeft = shown * defaultCharacterWidth - scrollDOM.clientWidth / 2;
      },
    });
  }
}

customElements.define("pc-graph-text", GraphText);
