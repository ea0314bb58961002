// The dialog that imports models of other frameworks: the description of the file, the form and the result.
import { css, html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { t } from "./texts";
import { formatBytes } from "../../core/trace/units";
import type { ImportDescription } from "../../core/protocol/messages";
import type { ImportProgress, ImportState } from "./controller";
import { KEPT_BYTES } from "../../core/state/model-files";
import { base, controls, dialogBox } from "../../ui/styles/shared";
import { failureBox, failureStyles } from "../../ui/failure";
import { closeIcon } from "../../ui/icons";
import { View } from "../../ui/view";
import {
  choiceOf,
  DTYPES,
  filledAtFirst,
  FREE_INPUT,
  mistakeIn,
  type Filled,
  type FreeInput,
  type OpenInput,
} from "./choice";
import { own } from "../../i18n/own";

type Described = Extract<ImportState, { kind: "described" }>;

const shapeText = (shape: readonly (number | string)[] | undefined): string =>
  shape ? `(${shape.join(", ")})` : "?";

export class ImportDialog extends View {
  static override properties = { ...View.properties, filled: { state: true } };
  static override styles = [
    base,
    controls,
    dialogBox,
    failureStyles,
    css`
      dialog {
        width: min(40rem, calc(100vw - 1rem));
        max-height: calc(100dvh - 1rem);
        padding: var(--s4) var(--s5) var(--s5);
      }
      .head {
        display: flex;
        gap: var(--s3);
        align-items: start;
        justify-content: space-between;
      }
      h2 {
        min-width: 0;
        font-size: var(--text-l);
        overflow-wrap: anywhere;
      }
      h3 {
        font-size: var(--text-m);
        font-weight: 650;
      }
      form,
      section,
      fieldset {
        display: grid;
        grid-template-columns: minmax(0, 1fr);
        gap: var(--s2);
      }
      form {
        gap: var(--s4);
        margin-top: var(--s3);
      }
      fieldset {
        min-width: 0;
        margin: 0;
        padding: 0;
        border: 0;
      }
      legend {
        margin-bottom: var(--s2);
        padding: 0;
        font-weight: 650;
      }
      dl {
        display: grid;
        grid-template-columns: max-content minmax(0, 1fr);
        gap: var(--s1) var(--s4);
        margin: 0;
      }
      dt {
        color: var(--muted);
      }
      dd {
        margin: 0;
        overflow-wrap: anywhere;
      }
      .operators {
        display: flex;
        flex-wrap: wrap;
        gap: var(--s1) var(--s3);
        max-height: 9rem;
        overflow-y: auto;
        font-size: var(--text-s);
      }
      .operators:focus-visible {
        outline-offset: -2px;
      }
      .bad {
        color: var(--minus);
        font-weight: 600;
      }
      .input {
        display: flex;
        flex-wrap: wrap;
        gap: var(--s1) var(--s3);
        align-items: center;
        overflow-wrap: anywhere;
      }
      .input code {
        font-weight: 600;
      }
      .input label,
      .check {
        display: inline-flex;
        gap: var(--s2);
        align-items: center;
      }
      .check {
        align-items: start;
      }
      .check input {
        flex: none;
        margin-top: 0.25em;
      }
      input:not([type="checkbox"]) {
        min-height: 1.875rem;
        padding: 0 var(--s2);
        border: 1px solid var(--border-strong);
        border-radius: var(--radius-s);
        background: var(--surface);
      }
      input[inputmode="numeric"] {
        width: 5rem;
      }
      input[name="name"] {
        width: 7rem;
      }
      input[name="shape"] {
        width: 10rem;
      }
      input[type="file"] {
        display: none;
      }
      input[aria-invalid="true"] {
        border-color: var(--minus);
      }
      .wrong {
        flex-basis: 100%;
        color: var(--minus);
        font-size: var(--text-s);
      }
      .progress {
        display: grid;
        gap: var(--s2);
        margin-top: var(--s3);
      }
      progress {
        width: 100%;
        accent-color: var(--accent);
      }
      .actions {
        display: flex;
        flex-wrap: wrap;
        gap: var(--s2);
        justify-content: end;
      }
      @media (max-width: 30rem) {
        dialog {
          padding: var(--s3);
        }
      }
    `,
  ];

  declare filled: Filled | undefined;
  #described: ImportDescription | undefined;
  /** True after this view has closed the dialog, until the browser's `close` event. */
  #closing = false;

  constructor() {
    super();
    this.filled = undefined;
  }

  override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    const { importing } = this.state;
    const description = importing.kind === "described" ? importing.description : undefined;
    if (description === this.#described) return;
    this.#described = description;
    this.filled = description && filledAtFirst(description);
  }

  override updated(changed: PropertyValues): void {
    super.updated(changed);
    const dialog = this.renderRoot.querySelector("dialog");
    const wanted = this.state.importing.kind !== "none";
    if (wanted && !dialog?.open) dialog?.showModal();
    if (!wanted && dialog?.open) {
      this.#closing = true;
      dialog.close();
    }
  }

  /** Ends the import when Escape closed the dialog. The event comes late: the next file may already be open. */
  readonly #closed = (): void => {
    if (!this.#closing && this.state.importing.kind !== "none") this.app.importing.close();
    this.#closing = false;
  };

  override render(): TemplateResult {
    const { importing } = this.state;
    return html`<dialog aria-labelledby="title" @cancel=${this.#cancel} @close=${this.#closed}>
      <div class="head">
        <h2 id="title">
          ${importing.kind === "none" ? nothing : t("import.title", { file: importing.file.name })}
        </h2>
        <button
          type="button"
          class="icon"
          aria-label=${t("import.close")}
          @click=${() => this.app.importing.close()}
        >
          ${closeIcon}
        </button>
      </div>
      ${this.#body(importing)}
    </dialog>`;
  }

  /** Escape stops a running import. Otherwise it closes the dialog. */
  readonly #cancel = (event: Event): void => {
    const { importing } = this.app.store.state;
    if (importing.kind !== "described" || !importing.progress) return;
    event.preventDefault();
    void this.app.importing.stop();
  };

  #body(importing: ImportState): TemplateResult | typeof nothing {
    switch (importing.kind) {
      case "none":
        return nothing;
      case "describing":
        return html`${this.#progress(
            importing.progress,
            t("import.reading", { file: importing.file.name }),
          )}
          <p class="actions">${this.#stopButton()}</p>`;
      case "failed":
        return html`<form>
          <section role="alert">
            <h3>${t("import.failed")}</h3>
            ${failureBox(importing.failure)}
          </section>
          <p class="actions">
            <button type="button" autofocus @click=${() => this.app.importing.close()}>
              ${t("import.close")}
            </button>
          </p>
        </form>`;
      case "described":
        return this.#form(importing);
    }
  }

  #progress({ done }: ImportProgress, words: string): TemplateResult {
    return html`<div class="progress" role="status">
      <label for="done">${words}</label>
      <progress id="done" max="1" .value=${done}></progress>
    </div>`;
  }

  #stopButton(): TemplateResult {
    return html`<button type="button" autofocus @click=${() => void this.app.importing.stop()}>
      ${t("import.stop")}
    </button>`;
  }

  #form(asked: Described): TemplateResult {
    const { description, progress, failure } = asked;
    const { filled } = this;
    if (!filled) return html``;
    const choice = choiceOf(filled);
    const missing = description.externalData.some((path) => !own(asked.external, path));
    const busy = progress !== undefined;
    return html`<form
      @submit=${(event: Event) => {
        event.preventDefault();
        if (choice && !missing) void this.app.importing.import(choice);
      }}
    >
      ${this.#facts(description)}
      <fieldset ?disabled=${busy}>
        <legend>${t("import.inputs")}</legend>
        ${this.#inputs(description, filled)}
      </fieldset>
      ${description.externalData.length > 0 ? this.#external(asked) : nothing}
      <fieldset ?disabled=${busy}>${this.#options(description, filled)}</fieldset>
      <p class="muted small">
        ${t(asked.kept ? "import.kept" : "import.notKept", { limit: formatBytes(KEPT_BYTES) })}
      </p>
      ${
        failure
          ? html`<section role="alert">
              <h3>${t("import.notImported")}</h3>
              ${failureBox(failure)}
            </section>`
          : nothing
      }
      ${
        progress
          ? this.#progress(
              progress,
              t(progress.phase === "read" ? "import.readingAgain" : "import.converting"),
            )
          : nothing
      }
      <p class="actions">
        ${
          busy
            ? this.#stopButton()
            : html`<button type="button" @click=${() => this.app.importing.close()}>
                  ${t("import.cancel")}
                </button>
                <button type="submit" class="primary" ?disabled=${!choice || missing}>
                  ${t("import.import")}
                </button>`
        }
      </p>
    </form>`;
  }

  #facts(description: ImportDescription): TemplateResult {
    const { format, producer, opset, outputs, operators, weights, weightBytes } = description;
    const fact = (name: string, value: unknown): TemplateResult =>
      html`<dt>${name}</dt>
        <dd>${value}</dd>`;
    const calls = operators.reduce((sum, { count }) => sum + count, 0);
    const unsupported = operators.filter(({ supported }) => !supported).map(({ name }) => name);
    return html`<section>
      <dl>
        ${fact(t("import.format"), format === "onnx" ? t("import.onnx", { opset }) : t("import.torchscript"))}
        ${producer ? fact(t("import.producer"), producer) : nothing}
        ${fact(t("import.weights"), t("import.weightsOf", { weights, bytes: formatBytes(weightBytes) }))}
        ${
          outputs.length > 0
            ? fact(
                t("import.outputs"),
                outputs.map(
                  ({ name, shape, dtype }, i) =>
                    html`${i > 0 ? ", " : ""}<code>${name}</code> ${shapeText(shape)} ${dtype}`,
                ),
              )
            : nothing
        }
        ${fact(t("import.operators"), t("import.operatorsOf", { kinds: operators.length, calls }))}
      </dl>
      <ul class="operators" tabindex="0" aria-label=${t("import.operators")}>
        ${operators.map(
          ({ name, count, supported }) =>
            html`<li class=${supported ? "" : "bad"}>
              <code>${name}</code>
              ${count}${supported ? nothing : html` (${t("import.unsupportedOne")})`}
            </li>`,
        )}
      </ul>
      ${
        unsupported.length > 0
          ? html`<p class="bad">${t("import.unsupported", { names: unsupported })}</p>`
          : nothing
      }
    </section>`;
  }

  #inputs({ format }: ImportDescription, { inputs }: Filled): TemplateResult {
    if (format === "torchscript") {
      return html`<p class="muted small">${t("import.inputsTorch")}</p>
        ${inputs.map((input, i) => (input.kind === "free" ? this.#free(input, i) : nothing))}
        <p>
          <button type="button" @click=${this.#add}>${t("import.add")}</button>
        </p>`;
    }
    if (inputs.length === 0) return html`<p class="muted">${t("import.noInputs")}</p>`;
    const dynamic = inputs.some(
      (input) => input.kind === "known" && input.shape.some((dim) => typeof dim === "string"),
    );
    return html`${inputs.map((input, i) =>
      input.kind === "known" ? this.#known(input, i) : nothing,
    )}
    ${dynamic ? html`<p class="muted small">${t("import.dynamic")}</p>` : nothing}`;
  }

  #known(input: OpenInput, index: number): TemplateResult {
    const mistake = mistakeIn(this.filled?.inputs ?? [], index);
    return html`<div class="input">
      <code>${input.name}</code> <span>${shapeText(input.shape)} ${input.dtype ?? ""}</span>
      ${input.shape.map((dim, i) =>
        typeof dim === "number"
          ? nothing
          : html`<label
              >${dim === "?" ? `[${i}]` : dim}
              <input
                inputmode="numeric"
                autocomplete="off"
                .value=${input.dims[i] ?? ""}
                aria-label=${t("import.dimension", { input: input.name, dim: dim === "?" ? `[${i}]` : dim })}
                aria-invalid=${mistake?.dim === i}
                @input=${(event: Event) => {
                  const { value } = event.target as HTMLInputElement;
                  this.#change(index, { ...input, dims: input.dims.with(i, value) });
                }}
            /></label>`,
      )}
      ${mistake ? html`<span class="wrong" role="alert">${t(`import.${mistake.what}`)}</span>` : nothing}
    </div>`;
  }

  #free(input: FreeInput, index: number): TemplateResult {
    const mistake = mistakeIn(this.filled?.inputs ?? [], index);
    const of = (member: "name" | "shape"): TemplateResult =>
      html`<label
        >${t(`import.${member}`)}
        <input
          name=${member}
          autocomplete="off"
          .value=${input[member]}
          aria-invalid=${mistake !== undefined && (mistake.what === "badShape") === (member === "shape")}
          @input=${(event: Event) =>
            this.#change(index, { ...input, [member]: (event.target as HTMLInputElement).value })}
      /></label>`;
    return html`<div class="input">
      ${of("name")} ${of("shape")}
      <label
        >${t("import.dtype")}
        <select
          @change=${(event: Event) =>
            this.#change(index, { ...input, dtype: (event.target as HTMLSelectElement).value })}
        >
          ${DTYPES.map(
            (dtype) => html`<option ?selected=${dtype === input.dtype}>${dtype}</option>`,
          )}
        </select>
      </label>
      <button
        type="button"
        class="icon"
        aria-label=${t("import.remove", { name: input.name })}
        @click=${() => this.#fill({ inputs: this.filled?.inputs.filter((_, i) => i !== index) ?? [] })}
      >
        ${closeIcon}
      </button>
      ${mistake ? html`<span class="wrong" role="alert">${t(`import.${mistake.what}`)}</span>` : nothing}
    </div>`;
  }

  #external({ description, external }: Described): TemplateResult {
    return html`<section>
      <h3>${t("import.external")}</h3>
      <p class="muted small">${t("import.externalNote")}</p>
      <dl>
        ${description.externalData.map((path) => {
          const file = own(external, path);
          return html`<dt><code>${path}</code></dt>
            <dd class=${file ? "" : "bad"}>
              ${
                file
                  ? t("import.externalHere", { size: formatBytes(file.size) })
                  : t("import.externalMissing")
              }
            </dd>`;
        })}
      </dl>
      <p>
        <button
          type="button"
          @click=${() => this.renderRoot.querySelector<HTMLInputElement>("#external")?.click()}
        >
          ${t("import.chooseFiles")}
        </button>
        <input
          id="external"
          type="file"
          multiple
          aria-label=${t("import.chooseFiles")}
          @change=${(event: Event) =>
            void this.app.importing.open([...((event.target as HTMLInputElement).files ?? [])])}
        />
      </p>
    </section>`;
  }

  #options({ format }: ImportDescription, filled: Filled): TemplateResult {
    const check = (
      member: "freezeParams" | "parserFriendlyNames",
      words: string,
      note?: string,
    ): TemplateResult =>
      html`<label class="check">
        <input
          type="checkbox"
          name=${member}
          .checked=${filled[member]}
          @change=${(event: Event) =>
            this.#fill({ [member]: (event.target as HTMLInputElement).checked })}
        />
        <span
          >${words}${note ? html`<br /><span class="muted small">${note}</span>` : nothing}</span
        >
      </label>`;
    return format === "onnx"
      ? check("freezeParams", t("import.freeze"), t("import.freezeNote"))
      : check("parserFriendlyNames", t("import.friendly"));
  }

  readonly #add = (): void => {
    const inputs = this.filled?.inputs ?? [];
    const name = inputs.length === 0 ? FREE_INPUT.name : `${FREE_INPUT.name}${inputs.length + 1}`;
    this.#fill({ inputs: [...inputs, { ...FREE_INPUT, name }] });
  };

  #change(index: number, input: OpenInput | FreeInput): void {
    const inputs = this.filled?.inputs ?? [];
    this.#fill({ inputs: inputs.map((each, i) => (i === index ? input : each)) });
  }

  #fill(patch: Partial<Filled>): void {
    if (this.filled) this.filled = { ...this.filled, ...patch };
  }
}

customElements.define("pc-import", ImportDialog);
