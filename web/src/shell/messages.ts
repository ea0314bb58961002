// Errors, below the buttons that run: visible everywhere, and never in place of the user's work. The failure of the
// latest run is summarised with links to its place. It stays until the user dismisses it or changes the failed
// workspace.
import { css, html, nothing, type TemplateResult } from "lit";
import { t as core } from "../core/texts";
import { t } from "./texts";
import { allSteps, stageNumber, type Pipeline } from "../core/pipeline/model";
import { messageText } from "../i18n/message";
import type { Failure, FailurePlace, RunTrace } from "../core/protocol/messages";
import { currentFailure, isOutdated } from "../core/state/app-state";
import type { Fault } from "../features/checking/controller";
import { reloadUpdated } from "../offline/keep-offline";
import { base, controls } from "../ui/styles/shared";
import { failureTexts } from "../core/trace/failure-text";
import { lastFailed } from "../core/trace/tree";
import { failureBox, failureStyles, headline, mistakesOf } from "../ui/failure";
import { closeIcon } from "../ui/icons";
import { Lazy } from "../ui/lazy";
import { View } from "../ui/view";
import { saveReproducer } from "./save-reproducer";

export class Messages extends View {
  static override properties = { ...View.properties, away: { state: true } };
  static override styles = [
    base,
    controls,
    failureStyles,
    css`
      :host {
        display: block;
      }
      .card {
        display: flex;
        flex-direction: column;
        gap: var(--s2);
        max-height: min(17rem, 42vh);
        margin-top: var(--s2);
        padding: var(--s2) var(--s2) var(--s2) var(--s3);
        border: 1px solid var(--border);
        border-left: 3px solid var(--minus);
        border-radius: var(--radius-s);
        background: var(--minus-soft);
        overflow-wrap: anywhere;
      }
      .head {
        display: flex;
        flex: none;
        gap: var(--s2);
        align-items: flex-start;
      }
      .head p {
        flex: 1;
        min-width: 0;
      }
      .head strong {
        color: var(--minus);
      }
      .text {
        flex: 0 1 auto;
        min-height: 1.5rem;
        overflow: auto;
      }
      .text pre {
        margin: 0;
        font-size: var(--text-s);
        white-space: pre-wrap;
      }
      .text pc-fault {
        margin-top: var(--s2);
      }
      .text pre + pre {
        margin-top: var(--s2);
      }
      .actions {
        display: flex;
        flex: none;
        flex-wrap: wrap;
        gap: var(--s2);
      }
      .actions button {
        min-height: 1.625rem;
        font-size: var(--text-s);
      }
      button.link {
        display: inline;
        min-height: 0;
        padding: 0;
        border: 0;
        background: none;
        color: var(--accent);
        text-align: start;
        text-decoration: underline;
        text-underline-offset: 0.15em;
        white-space: normal;
      }
      .problem {
        margin-top: var(--s2);
        max-height: min(17rem, 42vh);
        overflow: auto;
      }
      /* If the page scrolls as a whole, the messages remain at the window's lower edge. */
      @media (max-width: 59.99rem) {
        .cards {
          position: fixed;
          z-index: 5;
          right: 0;
          bottom: 0;
          left: 0;
          padding: 0 var(--s2) var(--s2);
          pointer-events: none;
        }
        .cards > * {
          max-width: 44rem;
          margin-right: auto;
          margin-left: auto;
          pointer-events: auto;
        }
        .card,
        .problem {
          max-height: min(15rem, 38vh);
          box-shadow: 0 0.25rem 1rem rgb(0 0 0 / 25%);
        }
        .card {
          background: linear-gradient(var(--minus-soft), var(--minus-soft)) var(--surface);
        }
        .problem {
          background: var(--surface);
        }
      }
    `,
  ];

  /** The run whose message about wrong values was dismissed. */
  declare away: number;
  /** The view that investigates a fault loads with the first one. */
  readonly #fault = new Lazy(this, () => import("../features/checking/fault"), "pc-fault");

  constructor() {
    super();
    this.away = 0;
  }

  override render(): TemplateResult {
    const { problem, dismissed, trace, siteChanged } = this.state;
    const failure = currentFailure(this.state);
    const wrong = trace && trace.wrong.length > 0 && trace.runId !== this.away;
    return html`<div class="cards">
      ${siteChanged ? this.#siteChanged() : nothing} ${problem ? this.#problem(problem) : nothing}
      ${wrong && !isOutdated(this.state) ? this.#wrong(trace) : nothing}
      ${failure && failure !== dismissed ? this.#summary(failure) : nothing}
    </div>`;
  }

  /** The message about the first pass after which the program computes something else. */
  #wrong({ runId, rows, wrong }: RunTrace): TemplateResult | typeof nothing {
    const [first] = wrong;
    if (!first) return nothing;
    const { row, stageId, reason } = first;
    const pass = html`<button type="button" class="link" @click=${() => this.app.rows.showRow(row)}>
      ${rows[row]?.name ?? ""}
    </button>`;
    return html`<div class="card" role="alert">
      <div class="head">
        <p>${t("failure.wrong", { pass })}</p>
        ${this.#closer(() => (this.away = runId))}
      </div>
      <div class="text" tabindex="0" role="group" aria-label=${t("failure.message")}>
        ${reason ? html`<pre>${messageText(reason)}</pre>` : nothing}
        ${this.#tools({ stageId, test: "values" })}
      </div>
    </div>`;
  }

  #tools(fault: Fault): unknown {
    return this.#fault.show(() => html`<pc-fault .app=${this.app} .fault=${fault}></pc-fault>`);
  }

  #closer(act: () => void): TemplateResult {
    return html`<button
      type="button"
      class="icon"
      aria-label=${t("failure.dismiss")}
      title=${t("failure.dismiss")}
      @click=${act}
    >
      ${closeIcon}
    </button>`;
  }

  #siteChanged(): TemplateResult {
    return html`<div class="problem" role="alert">
      <div class="failure">
        <p><strong>${t("site.changed")}</strong> ${t("site.changedWhy")}</p>
        <p>
          <button type="button" class="primary" @click=${() => void reloadUpdated()}>
            ${t("site.reload")}
          </button>
          <button type="button" @click=${() => this.app.notices.dismiss("siteChanged")}>
            ${t("page.dismiss")}
          </button>
        </p>
      </div>
    </div>`;
  }

  #problem(problem: Failure): TemplateResult {
    return html`<div class="problem" role="alert">
      ${failureBox(
        problem,
        html`<button type="button" @click=${() => this.app.notices.dismiss("problem")}>
          ${t("page.dismiss")}
        </button>`,
      )}
    </div>`;
  }

  #summary(failure: Failure): TemplateResult {
    const mistakes = mistakesOf(failure);
    const [what, then] = headline(failure);
    const whole = failureTexts(failure);
    const fault = this.#faultOf(failure);
    // The program's editor shows the lines of mistakes and a list of them.
    const texts = mistakes > 0 ? whole.map(withoutExcerpt) : whole;
    return html`<div class="card" role="alert">
      <div class="head">
        <p>
          <strong>${mistakes > 0 ? t("failure.mistakes", { mistakes }) : what}</strong>
          ${this.#places(failure.place)} ${then}
        </p>
        ${this.#closer(() => this.app.notices.dismissFailure())}
      </div>
      <div class="text" tabindex="0" role="group" aria-label=${t("failure.message")}>
        ${texts.map((text) => html`<pre>${text}</pre>`)} ${fault ? this.#tools(fault) : nothing}
      </div>
      <div class="actions">
        <button type="button" @click=${() => saveReproducer(this.app)}>${t("page.save")}</button>
      </div>
    </div>`;
  }

  /** The stage to investigate: of a pass that threw, or of a pass that VerifyValues stopped at. */
  #faultOf(failure: Failure): Fault | undefined {
    const { trace } = this.state;
    const stageId = failure.place?.stageId;
    if (stageId === undefined || failure.fatal || trace?.failure !== failure) return undefined;
    if (lastFailed(trace.rows) < 0) return undefined;
    const verified = trace.wrong.some((each) => each.stageId === stageId);
    return { stageId, test: verified ? "values" : "throws" };
  }

  /** The places of a failure as links. */
  #places(place: FailurePlace | undefined): unknown {
    const { pipeline, source } = this.state;
    const { code, text } = place ?? {};
    const link = (words: string, go: () => void): TemplateResult =>
      html`<button type="button" class="link" @click=${go}>${words}</button>`;
    const name = place && nameOf(pipeline, place);
    const pass = name && link(name, () => this.#goToPass(place));
    // The text of an edit in the pipeline is not the program's text.
    const edit = pipeline.some(({ id, kind }) => id === place?.stageId && kind === "edit");
    const ofProgram = source.kind === "text" && source.title === text?.source && !edit;
    const line = code
      ? link(t("failure.codeLine", { line: code.line }), () => this.app.code.show(code))
      : text && ofProgram
        ? link(t("failure.programLine", text), () => this.app.program.show(text))
        : undefined;
    if (pass && line) return t("failure.inAt", { pass, line });
    if (pass) return t("failure.in", { place: pass });
    return line ? t("failure.at", { place: line }) : nothing;
  }

  /** Goes to the failed row, or to the pipeline if the failure came before the run. */
  #goToPass({ stageId, stepId }: FailurePlace): void {
    const { trace } = this.state;
    const rows = trace && trace.failure === currentFailure(this.state) ? trace.rows : [];
    const row = lastFailed(rows);
    if (row >= 0) this.app.rows.showRow(row);
    else if (stageId) this.app.pipeline.show({ stageId, ...(stepId ? { stepId } : {}) });
  }
}

/** A diagnostic without its excerpt of the text and the lines after it. */
const withoutExcerpt = (rendered: string): string => rendered.replace(/(\n {2}--> .*)[^]*$/, "$1");

/** The name of a place in the pipeline: "ConvertLayout of stage 2". */
function nameOf(pipeline: Pipeline, { stageId, stepId }: FailurePlace): string | undefined {
  const stage = pipeline.find(({ id }) => id === stageId);
  if (!stage) return undefined;
  if (stage.kind !== "passes") return core(stage.kind === "bind" ? "row.bind" : "row.edited");
  const number = t("failure.ofStageNumber", { number: stageNumber(pipeline, stage.id) });
  const step =
    [...allSteps(stage.passes)].find(({ id }) => id === stepId) ??
    stage.instruments.find(({ id }) => id === stepId);
  return step ? t("failure.ofStage", { name: step.name, stage: number }) : number;
}

customElements.define("pc-messages", Messages);
