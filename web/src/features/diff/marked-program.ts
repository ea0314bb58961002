// One program with marks of remarks, for a pass that changed nothing.
import { EditorState } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { css, html, type PropertyValues, type TemplateResult } from "lit";
import { t } from "./texts";
import { LocalizedElement } from "../../i18n/localized";
import {
  goToNextRemark,
  goToPreviousRemark,
  goToTarget,
  markRemarks,
  remarkMarks,
} from "../../editor/remark-marks";
import type { HowToRead } from "../../editor/reading";
import { readAs } from "../../editor/reading-view";
import { readOnlyRelay } from "../../editor/setup";
import { base } from "../../ui/styles/shared";
import type { ProgramMarks, RemarkLines } from "../../core/trace/remark-lines";

export class MarkedProgram extends LocalizedElement {
  static override properties = {
    text: { attribute: false },
    wrap: { type: Boolean },
    label: {},
    reading: { attribute: false },
    marks: { attribute: false },
    target: { attribute: false },
  };
  static override styles = [
    base,
    css`
      :host {
        display: block;
        min-width: 0;
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
  /** How lines are shortened. */
  declare reading: HowToRead;
  declare marks: ProgramMarks | undefined;
  /** The line to scroll to, with its remarks. The view scrolls once for each new object. */
  declare target: RemarkLines | undefined;
  #view: EditorView | undefined;

  constructor() {
    super();
    this.text = "";
    this.wrap = false;
    this.label = "";
    this.reading = { reading: "full", defaults: new Map() };
    this.marks = undefined;
    this.target = undefined;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    if (this.hasUpdated) this.requestUpdate("text");
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#view?.destroy();
    this.#view = undefined;
  }

  override render(): TemplateResult {
    return html`<div class="host"></div>`;
  }

  /** Moves to the next or previous line with remarks. */
  jumpToRemark(by: 1 | -1): void {
    if (!this.#view) return;
    (by > 0 ? goToNextRemark : goToPreviousRemark)(this.#view);
    this.#view.focus();
  }

  override updated(changed: PropertyValues<MarkedProgram>): void {
    const parent = this.renderRoot.querySelector(".host");
    if (!parent) return;
    const renewed =
      !this.#view ||
      (["text", "wrap", "label", "reading", "language"] as const).some((k) => changed.has(k));
    if (renewed) {
      this.#view?.destroy();
      const extensions = [
        readOnlyRelay(t("merge.program", { label: this.label })),
        remarkMarks(),
        readAs(this.reading, []),
        this.wrap ? EditorView.lineWrapping : [],
      ];
      const state = EditorState.create({ doc: this.text, extensions });
      this.#view = new EditorView({ state, parent, root: this.renderRoot as ShadowRoot });
    }
    const view = this.#view;
    if (!view) return;
    if (renewed || changed.has("marks")) markRemarks(view, this.marks?.before ?? []);
    if (this.target) goToTarget(view, this.target, this.target.before);
  }
}

customElements.define("pc-marked-program", MarkedProgram);
