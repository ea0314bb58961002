// A read-only view of Relay text with highlighting, line numbers and search.
import { closeSearchPanel, openSearchPanel, searchPanelOpen } from "@codemirror/search";
import { Compartment, EditorState } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { css, html, LitElement, type PropertyValues, type TemplateResult } from "lit";
import { readOnlyRelay } from "../code/setup";
import { base } from "../styles/shared";

export class CodeView extends LitElement {
  static override properties = {
    text: { attribute: false },
    wrap: { type: Boolean },
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
  declare wrap: boolean;
  declare label: string;
  #view: EditorView | undefined;
  readonly #wrapping = new Compartment();

  constructor() {
    super();
    this.text = "";
    this.wrap = false;
    this.label = "Relay text";
  }

  override render(): TemplateResult {
    return html`<div class="host"></div>`;
  }

  override updated(changed: PropertyValues<CodeView>): void {
    const host = this.renderRoot.querySelector(".host");
    if (!host) return;
    if (!this.#view || changed.has("text") || changed.has("label")) {
      const state = EditorState.create({
        doc: this.text,
        extensions: [readOnlyRelay(this.label), this.#wrapping.of(this.#wrapExtension())],
      });
      if (this.#view) this.#view.setState(state);
      else {
        this.#view = new EditorView({ state, parent: host, root: this.renderRoot as ShadowRoot });
      }
    } else if (changed.has("wrap")) {
      this.#view.dispatch({ effects: this.#wrapping.reconfigure(this.#wrapExtension()) });
    }
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

  /** Opens the search panel and puts the focus into it, or closes it. */
  openSearch(): void {
    if (!this.#view) return;
    if (searchPanelOpen(this.#view.state)) closeSearchPanel(this.#view);
    else openSearchPanel(this.#view);
  }

  #wrapExtension(): typeof EditorView.lineWrapping | [] {
    return this.wrap ? EditorView.lineWrapping : [];
  }
}

customElements.define("pc-code", CodeView);
