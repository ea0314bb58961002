// The tab that compares the pipeline with its variants, each optionally at several values of an option.
import { css, html, nothing, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import {
  MAX_VARIANT_NAME,
  MAX_VARIANTS,
  passesIn,
  sameOption,
  sweepKey,
  type SweepOption,
  type Variant,
} from "../../core/pipeline/variants";
import { stepNames } from "../../core/pipeline/step-names";
import { t as core } from "../../core/texts";
import { t } from "./texts";
import { codeNames } from "../../core/pipeline/model";
import { base, controls, panel } from "../../ui/styles/shared";
import { failureBox, failureStyles } from "../../ui/failure";
import { iconButton } from "../../ui/icon-button";
import { closeIcon, playIcon, plusIcon, stopIcon } from "../../ui/icons";
import { View } from "../../ui/view";
import type { DiffTexts } from "./compare-result";
import "./compare-result";
import { own } from "../../i18n/own";

export class CompareView extends View {
  static override styles = [
    base,
    controls,
    panel,
    failureStyles,
    css`
      :host {
        display: block;
        container-type: inline-size;
      }
      section {
        padding: var(--s2) var(--s3);
        border-bottom: 1px solid var(--border);
      }
      h3 {
        margin: 0 0 var(--s1);
        font-size: var(--text-m);
        font-weight: 650;
      }
      p {
        margin: 0 0 var(--s2);
      }
      .intro,
      .status,
      .note {
        color: var(--muted);
        font-size: var(--text-s);
      }
      ul {
        display: grid;
        gap: var(--s1);
        margin: 0 0 var(--s2);
        padding: 0;
        list-style: none;
      }
      li {
        display: flex;
        align-items: center;
        gap: var(--s2);
        min-width: 0;
      }
      input[type="text"] {
        min-height: 1.875rem;
        padding: 0 var(--s2);
        border: 1px solid var(--border-strong);
        border-radius: var(--radius-s);
        background: var(--surface);
      }
      li input,
      li strong {
        flex: none;
        width: 9rem;
      }
      li strong {
        padding-left: var(--s2);
        font-weight: 600;
      }
      .steps {
        flex: 1;
        min-width: 0;
        overflow: hidden;
        color: var(--muted);
        font-size: var(--text-s);
        text-overflow: ellipsis;
        white-space: nowrap;
      }
      .bar {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: var(--s1) var(--s3);
      }
      .bar button {
        min-height: 1.75rem;
      }
      .bar label {
        display: flex;
        align-items: center;
        gap: var(--s1);
        min-width: 0;
        max-width: 100%;
      }
      .bar label select {
        min-width: 0;
        max-width: 100%;
      }
      .bar .status {
        flex: 1 1 14rem;
        min-width: 0;
      }
      .values {
        width: 9rem;
      }
      progress {
        width: 8rem;
        accent-color: var(--accent);
      }
      .failure {
        margin: var(--s2) var(--s3);
      }
      @container (max-width: 34rem) {
        li {
          flex-wrap: wrap;
        }
        .steps {
          flex-basis: 100%;
          order: 1;
        }
      }
    `,
  ];

  override render(): TemplateResult {
    const { comparison } = this.state;
    return html`${this.#pipelines()} ${this.#bar()} ${this.#sweep()}
    ${comparison.kind === "failed" ? failureBox(comparison.failure) : nothing}
    ${
      comparison.kind === "done"
        ? html`<pc-compare-result
            .result=${comparison.result}
            .grainUs=${this.state.info?.clockResolutionUs ?? 0}
            .wrap=${this.state.wrapDiff}
            .inline=${this.state.inlineDiff}
            .ignoreNumbers=${this.state.ignoreNumbers}
            .diffTexts=${this.#diffTexts}
          ></pc-compare-result>`
        : nothing
    }`;
  }

  readonly #diffTexts: DiffTexts = (of) => this.app.diff.diffTexts(of);

  #pipelines(): TemplateResult {
    const { variants, pipeline } = this.state;
    const full = variants.length >= MAX_VARIANTS;
    const ofCode = [pipeline, ...variants.map((variant) => variant.pipeline)].some(
      (each) => codeNames(each).size > 0,
    );
    return html`<section>
      <h3>${t("variants.title")}</h3>
      <p class="intro">${t("variants.intro")}</p>
      <ul>
        ${repeat(
          variants,
          ({ id }) => id,
          (variant) => this.#variant(variant),
        )}
        <li>
          <strong>${core("compare.current")}</strong>
          ${stepsOf(stepNames(pipeline))}
          <span class="note">${t("variants.edited")}</span>
        </li>
      </ul>
      <button
        type="button"
        class="quiet"
        ?disabled=${full}
        @click=${() => this.app.comparing.keep()}
      >
        ${plusIcon} ${t("variants.keep")}
      </button>
      ${full ? html`<p class="note">${t("variants.full", { most: MAX_VARIANTS })}</p>` : nothing}
      ${ofCode ? html`<p class="note">${t("variants.code")}</p>` : nothing}
    </section>`;
  }

  #variant({ id, name, pipeline }: Variant): TemplateResult {
    return html`<li data-variant=${id}>
      <input
        type="text"
        aria-label=${t("variants.name", { name })}
        maxlength=${MAX_VARIANT_NAME}
        .value=${name}
        @change=${(event: Event) => {
          const input = event.target as HTMLInputElement;
          this.app.comparing.rename(id, input.value);
          // A rejected name is replaced with the current one.
          const now = this.app.store.state.variants.find((variant) => variant.id === id);
          input.value = now?.name ?? name;
        }}
      />
      ${stepsOf(stepNames(pipeline))}
      <button
        type="button"
        class="quiet"
        title=${t("variants.editTitle", { name })}
        aria-label=${t("variants.editTitle", { name })}
        @click=${() => this.app.comparing.swap(id)}
      >
        ${t("variants.edit")}
      </button>
      ${iconButton(closeIcon, t("variants.remove", { name }), false, () =>
        this.app.comparing.remove(id),
      )}
    </li>`;
  }

  #bar(): TemplateResult {
    const { comparison, compareWith } = this.state;
    const busy = comparison.kind === "running";
    return html`<section class="bar">
      <button
        type="button"
        class="primary"
        title=${t("compare.startTitle")}
        ?disabled=${busy}
        @click=${() => void this.app.comparing.start()}
      >
        ${playIcon} ${t("compare.start")}
      </button>
      <button type="button" ?disabled=${!busy} @click=${() => this.app.comparing.stop()}>
        ${stopIcon} ${t("compare.stop")}
      </button>
      <label title=${t("compare.runTitle")}>
        <input
          type="checkbox"
          .checked=${compareWith.run}
          @change=${(event: Event) =>
            this.app.comparing.set({ run: (event.target as HTMLInputElement).checked })}
        />
        ${t("compare.run")}
      </label>
      ${
        busy
          ? html`<progress
              aria-label=${t("compare.start")}
              max=${comparison.progress?.total ?? nothing}
              .value=${comparison.progress?.done ?? 0}
            ></progress>`
          : nothing
      }
      <span class="status" role="status" data-comparison=${comparison.kind}>${this.#status()}</span>
    </section>`;
  }

  #status(): string {
    const { comparison, pipeline, variants, source, code } = this.state;
    switch (comparison.kind) {
      case "none":
        return t("compare.idle");
      case "stopped":
        return t("compare.stopped");
      case "failed":
        return t("compare.failed");
      case "running": {
        const { progress } = comparison;
        if (!progress) return t("compare.starting");
        const { step, variant, done, total } = progress;
        const percent = Math.floor((100 * done) / Math.max(1, total));
        const key = step === "run" ? "compare.running" : (`compare.${step}` as const);
        return t(key, { variant, percent });
      }
      case "done": {
        const { of, result } = comparison;
        const same =
          of.pipeline === pipeline &&
          (of.variants ?? variants).every((variant, i) => variant === variants[i]) &&
          (of.variants ?? []).length === variants.length &&
          of.source === source &&
          of.code === code;
        const done = t("compare.done", { variants: result.variants.length });
        return same ? done : `${done} ${t("compare.outdated")}`;
      }
    }
  }

  /** The options that a sweep can set: options of passes and of the model, the opt level, and config keys. */
  #options(): readonly SweepOption[] {
    const { info, pipeline, variants, source } = this.state;
    const names = new Set([pipeline, ...variants.map((each) => each.pipeline)].flatMap(passesIn));
    const passes = [...names].flatMap((pass) =>
      (info?.passes.find(({ name }) => name === pass)?.options ?? []).map(
        ({ name: option }): SweepOption => ({ kind: "pass", pass, option }),
      ),
    );
    const model =
      source.kind === "model" ? info?.models.find(({ name }) => name === source.name) : undefined;
    return [
      { kind: "optLevel" },
      ...passes,
      ...(info?.configKeys ?? []).map(({ name: key }): SweepOption => ({ kind: "config", key })),
      ...(model?.options ?? []).map(({ name: option }): SweepOption => ({ kind: "model", option })),
    ];
  }

  /** The initial values of a sweep over an option. */
  #valuesFor(option: SweepOption): string {
    const { info, source } = this.state;
    if (option.kind === "optLevel") return "0..4";
    if (option.kind === "model") {
      const now = source.kind === "model" ? own(source.options, option.option) : undefined;
      return typeof now === "boolean" ? [false, true].join(", ") : "1, 2, 4";
    }
    if (option.kind === "config") {
      const key = info?.configKeys.find(({ name }) => name === option.key);
      if (key?.type === "bool") return [false, true].join(", ");
      // Most keys of this type are limits of operators or levels.
      return key?.type === "int" ? "1, 10, 100" : "";
    }
    const options = info?.passes.find(({ name }) => name === option.pass)?.options;
    const found = options?.find(({ name }) => name === option.option);
    if (found?.type === "bool") return [false, true].join(", ");
    return found?.type === "int" ? "0..4" : "";
  }

  #sweep(): TemplateResult {
    const { compareWith, comparison } = this.state;
    const options = this.#options();
    const { option: wanted } = compareWith;
    const chosen = (wanted && options.find((option) => sameOption(option, wanted))) ?? options[0];
    return html`<section>
      <h3>${t("sweep.title")}</h3>
      <div class="bar">
        <label
          >${t("sweep.option")}
          <select
            @change=${(event: Event) => {
              const option = options[(event.target as HTMLSelectElement).selectedIndex];
              if (option) this.app.comparing.set({ option, values: this.#valuesFor(option) });
            }}
          >
            ${options.map(
              (option) => html`<option ?selected=${option === chosen}>${labelOf(option)}</option>`,
            )}
          </select></label
        >
        <label title=${t("sweep.valuesTitle")}
          >${t("sweep.values")}
          <input
            type="text"
            class="values"
            .value=${compareWith.values}
            @change=${(event: Event) =>
              this.app.comparing.set({ values: (event.target as HTMLInputElement).value })}
          />
        </label>
        <button
          type="button"
          title=${t("sweep.startTitle")}
          ?disabled=${comparison.kind === "running" || !chosen}
          @click=${() => void this.app.comparing.start(chosen)}
        >
          ${t("sweep.start")}
        </button>
      </div>
    </section>`;
  }
}

const labelOf = (option: SweepOption): string => {
  if (option.kind === "optLevel") return t("sweep.optLevel");
  return option.kind === "config" ? option.key : sweepKey(option);
};

const stepsOf = (names: readonly string[]): TemplateResult => {
  const text = names.length > 0 ? names.join(", ") : t("variants.empty");
  return html`<span class="steps" title=${text}>${text}</span>`;
};

customElements.define("pc-compare", CompareView);
