// Actions for a stage that fails: find the failing pass, or reduce the program.
import { css, html, nothing, type TemplateResult } from "lit";
import { messageText } from "../../i18n/message";
import { t } from "./texts";
import { addInstrument } from "../../core/pipeline/edit";
import type { Bisection, Reduction } from "../../core/protocol/messages";
import type { CheckKind, Fault } from "./controller";
import { base, controls } from "../../ui/styles/shared";
import { failureTexts } from "../../core/trace/failure-text";
import { stopIcon } from "../../ui/icons";
import { View } from "../../ui/view";

export class FaultTools extends View {
  static override properties = { ...View.properties, fault: { attribute: false } };
  static override styles = [
    base,
    controls,
    css`
      :host {
        display: grid;
        gap: var(--s2);
        min-width: 0;
      }
      .actions {
        display: flex;
        flex-wrap: wrap;
        gap: var(--s2);
        align-items: center;
      }
      .actions button {
        min-height: 1.625rem;
        font-size: var(--text-s);
      }
      pre {
        max-height: 10rem;
        margin: 0;
        overflow: auto;
        font-size: var(--text-s);
      }
      .plus {
        color: var(--plus);
      }
      .minus {
        color: var(--minus);
      }
      .small {
        overflow-wrap: anywhere;
      }
    `,
  ];

  declare fault: Fault;

  override render(): TemplateResult {
    const { check } = this.state;
    const { stageId, test } = this.fault;
    const own =
      check.kind !== "none" && check.fault.stageId === stageId && check.fault.test === test;
    return html`${own ? this.#found() : nothing}
      <div class="actions">${this.#buttons()}</div>`;
  }

  #buttons(): TemplateResult {
    const { check } = this.state;
    if (check.kind === "running") {
      const { what, tried, calls } = check;
      const words =
        what === "bisect"
          ? t("fault.bisecting", { tried })
          : t("fault.reducing", { tried, calls: calls ?? 0 });
      return html`<span role="status">${words}</span>
        <button type="button" @click=${() => this.app.checking.stop()}>
          ${stopIcon} ${t("fault.stop")}
        </button>`;
    }
    const start = (what: CheckKind): TemplateResult =>
      html`<button
        type="button"
        title=${t(`fault.${what}Title`)}
        @click=${() => void this.app.checking.start(what, this.fault)}
      >
        ${t(`fault.${what}`)}
      </button>`;
    return html`${start("bisect")} ${start("reduce")}`;
  }

  #found(): TemplateResult | typeof nothing {
    const { check } = this.state;
    switch (check.kind) {
      case "bisected":
        return this.#bisected(check.result);
      case "reduced":
        return this.#reduced(check.result);
      case "stopped":
        return html`<p role="status" data-check="stopped">${t("fault.stopped")}</p>`;
      case "failed":
        return html`${failureTexts(check.failure).map((text) => html`<pre>${text}</pre>`)}`;
      case "none":
      case "running":
        return nothing;
    }
  }

  #bisected({ sentence, diff, limit }: Bisection): TemplateResult {
    return html`<p role="status"><strong>${messageText(sentence)}</strong></p>
      ${
        diff === ""
          ? nothing
          : html`<pre tabindex="0" role="group" aria-label=${t("fault.diff")}>
${diff.split("\n").map((line) => html`<span class=${lineClass(line)}>${line}</span> `)}</pre>`
      }
      ${
        limit > 0
          ? html`<p class="small">
              ${t("fault.again", { limit })}
              <button type="button" class="quiet" @click=${() => this.#addLimit(limit)}>
                ${t("fault.addLimit")}
              </button>
            </p>`
          : nothing
      }`;
  }

  /** Adds an `OptBisect` that stops the stage after `limit` passes. */
  #addLimit(limit: number): void {
    const { pipeline } = this.state;
    this.app.pipeline.set(
      addInstrument(pipeline, this.fault.stageId, {
        kind: "builtin",
        name: "OptBisect",
        options: JSON.stringify({ limit }),
      }),
    );
  }

  #reduced({ sentence, callsBefore, callsAfter }: Reduction): TemplateResult {
    return html`<p role="status">
        <strong>${messageText(sentence)}</strong>
        ${t("fault.calls", { before: callsBefore, after: callsAfter })}
      </p>
      <div class="actions">
        <button type="button" class="primary" @click=${() => this.app.checking.openReduced()}>
          ${t("fault.open")}
        </button>
      </div>`;
  }
}

function lineClass(line: string): string {
  if (line.startsWith("+") && !line.startsWith("+++")) return "plus";
  return line.startsWith("-") && !line.startsWith("---") ? "minus" : "";
}

customElements.define("pc-fault", FaultTools);
