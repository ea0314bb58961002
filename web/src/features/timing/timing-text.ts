// The profiles as TVM prints them, one for each stage.
import { css, html, type TemplateResult } from "lit";
import { t as timingResults } from "./results-texts";
import { stageNumber } from "../../core/pipeline/model";
import { base } from "../../ui/styles/shared";
import { profileText } from "../../core/trace/timing";
import "../../ui/copy-button";
import { factsLine, factsStyles } from "./facts-line";
import { View } from "../../ui/view";

export class TimingText extends View {
  static override styles = [
    base,
    factsStyles,
    css`
      :host {
        display: grid;
        gap: var(--s3);
        padding: var(--s3);
      }
      section {
        min-width: 0;
      }
      h3 {
        display: flex;
        align-items: center;
        justify-content: space-between;
        color: var(--muted);
        font-size: var(--text-s);
        font-weight: 600;
      }
      pre {
        margin: var(--s1) 0 0;
        padding: var(--s2) var(--s3);
        border-radius: var(--radius-s);
        background: var(--sunken);
        font-size: var(--text-s);
        overflow-x: auto;
        tab-size: 4;
      }
    `,
  ];

  override render(): TemplateResult {
    const { trace, tracedPipeline } = this.state;
    if (!trace) return html``;
    const stages = trace.rows.filter((row) => row.kind === "stage");
    return html`${factsLine(trace)}
    ${
      stages.length === 0
        ? html`<p class="muted">${timingResults("profile.none")}</p>`
        : stages.map((row) => {
            const text = profileText(trace.rows, trace.timing.durationsUs, row.stageId);
            const number = stageNumber(tracedPipeline ?? [], row.stageId);
            return html`<section>
              <h3>
                ${timingResults("profile.stage", { number, level: row.optLevel })}
                <pc-copy
                  .text=${text}
                  .label=${timingResults("profile.copy", { number })}
                ></pc-copy>
              </h3>
              <pre tabindex="0">${text}</pre>
            </section>`;
          })
    }`;
  }
}

customElements.define("pc-timing-text", TimingText);
