// The result of a comparison: a table of all figures, one figure as bars, and the difference of two results.
import { css, html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { figureRows, type FigureCell, type FigureRow } from "./figures";
import { t } from "./texts";
import { messagesReady, messageText } from "../../i18n/message";
import { LocalizedElement } from "../../i18n/localized";
import type { Compared, VariantFigures } from "../../core/protocol/messages";
import type { Requests } from "../../core/protocol/requests";
import { base, controls, panel } from "../../ui/styles/shared";
import { previewLines } from "../../core/trace/alignment";
import { diffLines, type LineDiff } from "../../core/trace/line-diff";
import { shownText } from "../../core/trace/shown-text";
import { figuresStyles } from "../../ui/figures-table";
import { styled } from "../../ui/styled";
import { loadMergeView } from "../diff";
import { largest } from "../../core/extremes";

/** Returns the differences of two texts. */
export type DiffTexts = (of: Requests["diffTexts"]["request"]) => Promise<LineDiff>;

export class CompareResult extends LocalizedElement {
  static override properties = {
    result: { attribute: false },
    grainUs: { type: Number },
    wrap: { type: Boolean },
    inline: { type: Boolean },
    ignoreNumbers: { type: Boolean },
    diffTexts: { attribute: false },
    row: { state: true },
    from: { state: true },
    to: { state: true },
    hasMergeView: { state: true },
  };
  static override styles = [
    base,
    controls,
    panel,
    figuresStyles,
    css`
      :host {
        --row: 1.75rem;
      }
      .scroll {
        overflow-x: auto;
      }
      thead th {
        font-size: var(--text-s);
        font-weight: 600;
      }
      tbody th {
        font-weight: 400;
        text-align: left;
      }
      thead th:first-child {
        text-align: left;
      }
      th:first-child {
        position: sticky;
        z-index: 1;
        left: 0;
        background: var(--surface);
      }
      thead th:first-child {
        z-index: 2;
      }
      .part th {
        padding-left: var(--s5);
        color: var(--muted);
      }
      tbody th button {
        min-height: 1.5rem;
        padding: 0 var(--s1);
        margin-left: calc(-1 * var(--s1));
        border-color: transparent;
        background: none;
        color: inherit;
        font-weight: inherit;
      }
      tbody th button[aria-pressed="true"] {
        background: var(--accent-soft);
        color: var(--text);
        font-weight: 600;
      }
      .change {
        margin-left: var(--s1);
        color: var(--muted);
        font-size: var(--text-xs);
      }
      .wrong {
        color: var(--minus);
        font-weight: 600;
      }
      .sentences {
        margin: var(--s2) var(--s3);
        padding: 0;
        list-style: none;
        font-size: var(--text-s);
        overflow-wrap: anywhere;
      }
      .note {
        margin: var(--s1) var(--s3) var(--s2);
        color: var(--muted);
        font-size: var(--text-s);
      }
      figure {
        margin: var(--s2) var(--s3);
      }
      figcaption {
        margin-bottom: var(--s1);
        font-weight: 600;
      }
      .bars {
        display: grid;
        grid-template-columns: minmax(4rem, max-content) 1fr max-content;
        gap: 2px var(--s2);
        align-items: center;
        margin: 0;
        font-size: var(--text-s);
        font-variant-numeric: tabular-nums;
      }
      .bars > * {
        margin: 0;
      }
      .track {
        height: 0.875rem;
        background: var(--sunken);
      }
      .track > div {
        height: 100%;
        min-width: 1px;
        background: var(--accent-line);
      }
      .amount {
        text-align: right;
      }
      .diff {
        border-top: 1px solid var(--border);
      }
      .pair {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: var(--s1) var(--s3);
        padding: var(--s2) var(--s3);
      }
      .pair h3 {
        margin: 0;
        font-size: var(--text-m);
        font-weight: 650;
      }
      .pair label {
        display: flex;
        align-items: center;
        gap: var(--s1);
      }
      pc-merge {
        height: 28rem;
      }
    `,
  ];

  declare result: Compared;
  /** The step of the engine's clock, in microseconds. */
  declare grainUs: number;
  declare wrap: boolean;
  declare inline: boolean;
  declare ignoreNumbers: boolean;
  /** The key of the row that is shown as bars. */
  declare row: string;
  /** The indices of the two results whose texts are compared. */
  declare from: number;
  declare to: number;
  declare hasMergeView: boolean;
  declare diffTexts: DiffTexts;
  /** The difference of the two texts. `key` identifies the texts and the options. */
  #diff: { readonly key: string; readonly diff: LineDiff | undefined } | undefined;

  constructor() {
    super();
    this.grainUs = 0;
    this.row = "duration";
    this.from = 0;
    this.to = 1;
    this.hasMergeView = false;
  }

  override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    if (!changed.has("result")) return;
    this.from = 0;
    this.to = Math.max(0, this.result.variants.length - 1);
    this.#diff = undefined;
  }

  override firstUpdated(): void {
    void loadMergeView().then(() => (this.hasMergeView = true));
    // The Chinese of the engine's messages is fetched with the first message.
    void messagesReady().then(() => this.requestUpdate());
  }

  override render(): TemplateResult {
    const rows = figureRows(this.result.variants, this.grainUs);
    return html`${this.#table(rows)} ${this.#sentences()} ${this.#bars(rows)} ${this.#texts()}`;
  }

  #table(rows: readonly FigureRow[]): TemplateResult {
    const { variants } = this.result;
    const some = (has: (variant: VariantFigures) => unknown): boolean =>
      variants.some((variant) => has(variant) !== undefined);
    return html`<div class="scroll">
        <table aria-label=${t("figures.label")}>
          <thead>
            <tr>
              <th scope="col">${t("figures.figure")}</th>
              ${variants.map(({ name }) => html`<th scope="col">${name}</th>`)}
            </tr>
          </thead>
          <tbody>
            ${rows.map((row) => this.#row(row))}
            ${some(({ values }) => values) ? this.#words("figure.values", valuesText) : nothing}
            ${
              some(({ sameResult, failure }) => sameResult ?? failure)
                ? this.#words("figure.result", resultText)
                : nothing
            }
          </tbody>
        </table>
      </div>
      <p class="note">${t("figures.first")}</p>`;
  }

  #row(row: FigureRow): TemplateResult {
    const label = labelOf(row);
    return html`<tr class=${row.name === undefined ? "" : "part"} data-figure=${row.key}>
      <th scope="row">
        <button
          type="button"
          aria-pressed=${this.row === row.key}
          title=${t("figures.show", { figure: label })}
          @click=${() => (this.row = row.key)}
        >
          ${label}
        </button>
      </th>
      ${row.cells.map(
        (cell) =>
          html`<td>
            ${cell ? cell.text : t("figures.none")}${
              cell?.change ? html`<span class="change">${cell.change}</span>` : nothing
            }
          </td>`,
      )}
    </tr>`;
  }

  #words(
    figure: "figure.values" | "figure.result",
    words: (variant: VariantFigures) => readonly [text: string, wrong: boolean],
  ): TemplateResult {
    return html`<tr data-figure=${figure.slice("figure.".length)}>
      <th scope="row">${t(figure)}</th>
      ${this.result.variants.map((variant) => {
        const [text, wrong] = words(variant);
        return html`<td class=${wrong ? "wrong" : ""}>${text}</td>`;
      })}
    </tr>`;
  }

  /** The reasons of failures and of different values. */
  #sentences(): TemplateResult | typeof nothing {
    const said = this.result.variants.flatMap(({ name, failure, runFailure, values }) =>
      [failure, runFailure, values?.reason].flatMap((message) =>
        message ? [{ name, text: messageText(message) }] : [],
      ),
    );
    if (said.length === 0) return nothing;
    return html`<ul class="sentences">
      ${said.map(({ name, text }) => html`<li><strong>${name}</strong>: ${text}</li>`)}
    </ul>`;
  }

  #bars(rows: readonly FigureRow[]): TemplateResult | typeof nothing {
    const row = rows.find(({ key }) => key === this.row) ?? rows[0];
    if (!row) return nothing;
    const most = largest(row.cells.map((cell) => cell?.value ?? 0));
    const figure = labelOf(row);
    const bar = (cell: FigureCell | undefined, i: number): TemplateResult => {
      const width = cell && most > 0 ? (100 * cell.value) / most : 0;
      return html`<dt>${this.result.variants[i]?.name}</dt>
        <dd class="track" aria-hidden="true"><div ${styled({ width: `${width}%` })}></div></dd>
        <dd class="amount">${cell ? cell.text : t("figures.none")}</dd>`;
    };
    return html`<figure>
      <figcaption>${t("bars.label", { figure })}</figcaption>
      <dl class="bars">${row.cells.map(bar)}</dl>
    </figure>`;
  }

  #texts(): TemplateResult | typeof nothing {
    const { variants, texts } = this.result;
    if (variants.length < 2) return nothing;
    const choice = (label: string, at: number, choose: (at: number) => void): TemplateResult =>
      html`<label
        >${label}
        <select
          @change=${(event: Event) => choose((event.target as HTMLSelectElement).selectedIndex)}
        >
          ${variants.map(
            ({ name }, i) =>
              html`<option ?selected=${i === at} ?disabled=${texts[i] === null}>${name}</option>`,
          )}
        </select></label
      >`;
    const before = texts[this.from];
    const after = texts[this.to];
    return html`<div class="diff">
      <div class="pair">
        <h3>${t("difference.title")}</h3>
        ${choice(t("difference.from"), this.from, (at) => (this.from = at))}
        ${choice(t("difference.to"), this.to, (at) => (this.to = at))}
      </div>
      ${
        typeof before === "string" && typeof after === "string"
          ? this.#merge(shownText(before), shownText(after))
          : nothing
      }
    </div>`;
  }

  /** Compares two texts. If both come from the same program, the origins of their lines help to match them. */
  async #compare(before: string, after: string, key: string): Promise<void> {
    const wanted = (this.#diff = { key, diff: undefined });
    const { ignoreNumbers } = this;
    const { origins } = this.result;
    const [a, b] = [origins[this.from], origins[this.to]];
    const known = a && b && a.program === b.program ? ([a.of, b.of] as const) : undefined;
    // If the engine restarted, the lines are matched by their texts.
    const diff = await this.diffTexts({ before, after, ignoreNumbers, known }).catch(() =>
      diffLines(before, after, previewLines(before, after, ignoreNumbers)),
    );
    if (this.#diff !== wanted) return;
    this.#diff = { key, diff };
    this.requestUpdate();
  }

  #merge(before: string, after: string): TemplateResult | typeof nothing {
    if (before === after) return html`<p class="note">${t("difference.equal")}</p>`;
    if (!this.hasMergeView) return nothing;
    const { ignoreNumbers, from, to } = this;
    const key = `${from} ${to} ${ignoreNumbers}`;
    if (this.#diff?.key !== key) void this.#compare(before, after, key);
    const name = (at: number): string => this.result.variants[at]?.name ?? "";
    return html`<pc-merge
      .original=${before}
      .changed=${after}
      .diff=${this.#diff?.diff}
      .wrap=${this.wrap}
      .inline=${this.inline}
      .names=${[name(from), name(to)]}
    ></pc-merge>`;
  }
}

const labelOf = ({ figure, name }: FigureRow): string =>
  figure ? t(`figure.${figure}`) : (name ?? "");

function valuesText({ values }: VariantFigures): readonly [text: string, wrong: boolean] {
  if (!values) return [t("figures.none"), false];
  const { against: than, outcome } = values;
  switch (outcome) {
    case "unchanged":
    case "same":
      return [than === undefined ? t("values.program") : t("values.same", { than }), false];
    case "differs":
      return [than === undefined ? t("values.notProgram") : t("values.differs", { than }), true];
    case "not-checked":
      return [t("values.notChecked"), false];
  }
}

function resultText({
  failure,
  sameResult,
}: VariantFigures): readonly [text: string, wrong: boolean] {
  if (failure) return [t("result.failed"), true];
  if (sameResult === undefined) return [t("figures.none"), false];
  return [t(sameResult ? "result.same" : "result.other"), false];
}

customElements.define("pc-compare-result", CompareResult);
