// The lineage of an expression: the passes that transformed it. Each pass is a button that shows its changes with the
// relatives marked.
import type { LineageAsked } from "../../core/protocol/lineage-asked";
import { css, html, nothing, type TemplateResult } from "lit";
import { t } from "./texts";
import type { ProgramLineage } from "../../core/protocol/messages";
import { lineageOf } from "./controller";
import { base, controls } from "../../ui/styles/shared";
import { rowName } from "../../core/trace/snapshot-pair";
import { closeIcon } from "../../ui/icons";
import { View } from "../../ui/view";

type Step = ProgramLineage["steps"][number];

/** The greatest number of origins that are shown. */
const MOST = 6;

export class LineageStrip extends View {
  static override styles = [
    base,
    controls,
    css`
      :host {
        display: block;
        flex: none;
        max-height: 11rem;
        overflow: auto;
        border-top: 1px solid var(--border);
        background: var(--sunken);
        font-size: var(--text-s);
      }
      section {
        padding: var(--s1) var(--s3) var(--s2);
      }
      header {
        display: flex;
        align-items: center;
        gap: var(--s2);
      }
      h3 {
        flex: none;
        margin: 0;
        font-size: var(--text-s);
        font-weight: 650;
      }
      header code {
        flex: 1;
        min-width: 0;
        overflow: hidden;
        text-overflow: ellipsis;
        white-space: nowrap;
      }
      p {
        margin: 0 0 var(--s1);
        overflow-wrap: anywhere;
      }
      ol {
        display: flex;
        flex-wrap: wrap;
        gap: var(--s1);
        margin: 0;
        padding: 0;
        list-style: none;
      }
      li {
        display: flex;
        align-items: center;
      }
      .here {
        padding: 0 var(--s1);
        color: var(--muted);
      }
      button .kinds {
        color: var(--muted);
      }
      button[aria-current="true"] {
        border-color: var(--accent);
      }
    `,
  ];

  override render(): TemplateResult | typeof nothing {
    const untold = this.state.lineage.kind === "untold" ? this.state.lineage : undefined;
    const lineage = untold ?? lineageOf(this.state);
    if (!lineage) return nothing;
    const told = lineage.kind === "ready" ? lineage.told : undefined;
    return html`<section aria-label=${t("lineage.title")} @keydown=${this.#escape}>
      <header>
        <h3>${t("lineage.title")}</h3>
        <code title=${told?.text ?? nothing}>${told?.text}</code>
        ${
          told && told.count > 1
            ? html`<span class="muted">${t("lineage.moreOrigins", { more: told.count - 1 })}</span>`
            : nothing
        }
        <button
          type="button"
          class="icon"
          aria-label=${t("lineage.close")}
          title=${t("lineage.close")}
          @click=${() => this.app.lineage.close()}
        >
          ${closeIcon}
        </button>
      </header>
      <div role="status">
        ${
          lineage.kind === "untold"
            ? html`<p>${t(`lineage.${lineage.why}`)}</p>`
            : lineage.kind === "asked"
              ? html`<p>${t("lineage.fetching")}</p>`
              : lineage.kind === "failed"
                ? html`<p>${t("lineage.failed", { why: lineage.failure.message })}</p>`
                : told
                  ? this.#origins(told)
                  : html`<p>${t("lineage.nothing")}</p>`
        }
      </div>
      ${told && lineage.kind === "ready" ? this.#steps(told.steps, lineage.of) : nothing}
    </section>`;
  }

  #origins({ origins }: ProgramLineage): TemplateResult {
    if (origins.length === 0) return html`<p>${t("lineage.noOrigin")}</p>`;
    const more = origins.length - MOST;
    return html`<p>
      ${t("lineage.origins")}
      ${origins
        .slice(0, MOST)
        .map(
          ({ text, source, line }, i) =>
            html`${i > 0 ? ", " : nothing}<code>${text}</code>${
              source === ""
                ? nothing
                : html` <span class="muted"
                    >(${line > 0 ? t("lineage.at", { source, line }) : source})</span
                  >`
            }`,
        )}
      ${more > 0 ? t("lineage.moreOrigins", { more }) : nothing}
    </p>`;
  }

  #steps(steps: readonly Step[], of: LineageAsked): TemplateResult {
    if (steps.length === 0) return html`<p>${t("lineage.unchanged")}</p>`;
    const { trace, tracedPipeline, selected } = this.state;
    const rows = trace?.rows ?? [];
    // The program of the selected expression is the one before this row.
    const place = rows.findIndex((row) => row.kind === "pass" && row.before === of.snapshot);
    const isPast = ({ row }: Step): boolean => place < 0 || row < place;
    const button = (step: Step): TemplateResult => {
      const row = rows[step.row];
      const name = row ? rowName(row, tracedPipeline ?? []) : "";
      const kinds = step.kinds.map((kind) => t(`lineage.${kind}`)).join(t("lineage.and"));
      return html`<li>
        <button
          type="button"
          aria-current=${step.row === selected ? "true" : nothing}
          title=${t("lineage.stepTitle", { before: step.before, after: step.after })}
          @click=${() => this.#go(step.row)}
        >
          ${name} <span class="kinds">${kinds}</span>
        </button>
      </li>`;
    };
    return html`<ol>
      ${steps.filter(isPast).map(button)}
      <li class="here">${t("lineage.here")}</li>
      ${steps.filter((step) => !isPast(step)).map(button)}
    </ol>`;
  }

  #go(row: number): void {
    this.app.rows.select(row);
    this.app.layout.showDetail("diff");
  }

  readonly #escape = (event: KeyboardEvent): void => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    this.app.lineage.close();
  };
}

customElements.define("pc-lineage", LineageStrip);
