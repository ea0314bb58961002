// The choice of the program: a model of the engine's table with its options, or the user's own text.
import { fetchExample } from "../import";
import { css, html, nothing, type TemplateResult } from "lit";
import { t as coreText } from "../../core/texts";
import { t } from "./texts";
import type {
  ModelDescription,
  ModelOptionValue,
  ProgramSource,
} from "../../core/protocol/messages";
import { sourceTitle } from "../../core/state/app-state";
import { modelTitle } from "../../core/state/model-title";
import { base, controls } from "../../ui/styles/shared";
import { optionField, optionValue, type ModelOption } from "./option-field";
import { View } from "../../ui/view";

/** The initial text of a new program. */
const NEW_TEXT = `#[version = "0.0.5"]
def @main(%x: Tensor[(1, 16), float32], %w: Tensor[(10, 16), float32]) {
  %0 = nn.dense(%x, %w, units=10);
  nn.softmax(%0)
}
`;

const OWN = "own";
const IMPORTED = "imported";
const OPEN = "open";
const EXAMPLE = "example:";
/** The example networks of the site. */
const EXAMPLES = ["mlp.onnx", "cnn.onnx", "lstm.onnx", "attention.onnx"] as const;

export class SourceControls extends View {
  static override styles = [
    base,
    controls,
    css`
      :host {
        display: block;
      }
      .fields {
        display: flex;
        flex-wrap: wrap;
        gap: var(--s2) var(--s4);
        align-items: center;
        margin-top: var(--s2);
      }
      .fields select {
        max-width: 100%;
      }
      .fields label,
      .field {
        display: inline-flex;
        gap: var(--s2);
        align-items: center;
        min-width: 0;
      }
      input[type="number"] {
        width: 4.75rem;
      }
      details {
        margin-top: var(--s2);
        font-size: var(--text-s);
      }
      summary {
        width: fit-content;
        padding: 2px var(--s1);
        border-radius: var(--radius-s);
        color: var(--muted);
        cursor: pointer;
      }
      summary:hover {
        color: var(--text);
      }
      .grid {
        display: grid;
        grid-template-columns: auto minmax(0, 1fr);
        gap: var(--s2) var(--s3);
        align-items: center;
        margin-top: var(--s2);
      }
      .grid input,
      .grid select {
        width: 100%;
        max-width: 11rem;
        min-height: 1.875rem;
      }
      input:not([type]) {
        padding: 0 var(--s2);
        border: 1px solid var(--border-strong);
        border-radius: var(--radius-s);
        background: var(--surface);
      }
      input[aria-invalid="true"] {
        border-color: var(--minus);
      }
      .wrong {
        grid-column: 2;
        color: var(--minus);
      }
      .wrong:empty {
        display: none;
      }
    `,
  ];

  override render(): TemplateResult {
    const { source, info } = this.state;
    const models = info?.models ?? [];
    const model =
      source.kind === "model" ? models.find(({ name }) => name === source.name) : undefined;
    const prominent = model?.options.filter((option) => isProminent(model, option)) ?? [];
    const others = model?.options.filter((option) => !isProminent(model, option)) ?? [];
    return html`<h2 id="title">${t("source.title")}</h2>
      <div class="fields" role="group" aria-labelledby="title">
        <label
          >${t("source.model")}
          <select
            name="model"
            .value=${source.kind === "model" ? source.name : source.kind === "import" ? IMPORTED : OWN}
            @change=${this.#changed}
          >
            ${
              models.length === 0 && source.kind === "model"
                ? html`<option value=${source.name} selected>${modelTitle(source.name)}</option>`
                : models.map(
                    ({ name }) =>
                      html`<option
                        value=${name}
                        ?selected=${source.kind === "model" && source.name === name}
                      >
                        ${modelTitle(name)}
                      </option>`,
                  )
            }
            <option value=${OWN} ?selected=${source.kind === "text"}>${this.#ownLabel()}</option>
            <optgroup label=${t("source.files")}>
              ${
                source.kind === "import"
                  ? html`<option value=${IMPORTED} selected>${source.name}</option>`
                  : nothing
              }
              ${EXAMPLES.map(
                (name) =>
                  html`<option value=${EXAMPLE + name}>${t("source.example", { name })}</option>`,
              )}
              <option value=${OPEN}>${t("source.open")}</option>
            </optgroup>
          </select>
        </label>
        ${prominent.map(
          (option) => html`<span class="field">${this.#field(option, source)}</span>`,
        )}
      </div>
      ${
        others.length > 0
          ? html`<details>
              <summary>${t("source.options", { title: sourceTitle(source) })}</summary>
              <div class="grid">${others.map((option) => this.#field(option, source))}</div>
            </details>`
          : nothing
      }`;
  }

  #ownLabel(): string {
    const { source, ownText } = this.state;
    if (source.kind === "text") return source.title;
    return ownText?.kind === "text" ? ownText.title : t("source.own");
  }

  #field(option: ModelOption, source: ProgramSource): TemplateResult {
    return optionField(option, optionValue(source, option), (value) => this.#set(option, value));
  }

  readonly #changed = (event: Event): void => {
    const select = event.target as HTMLSelectElement;
    const { value } = select;
    const asked = value === OPEN || value.startsWith(EXAMPLE);
    if (!asked) {
      this.#choose(value);
      return;
    }
    // The program stays until another one is imported.
    select.value = [...select.options].find((option) => option.defaultSelected)?.value ?? OWN;
    if (value === OPEN) this.dispatchEvent(new CustomEvent("open"));
    else void this.#openExample(value.slice(EXAMPLE.length));
  };

  async #openExample(name: string): Promise<void> {
    try {
      await this.app.importing.open([await fetchExample(name)]);
    } catch (error) {
      this.app.notices.report(t("source.notFetched", { name }), error);
    }
  }

  #choose(name: string): void {
    const { source, ownText } = this.state;
    if (name === IMPORTED) return;
    if (name === OWN) {
      this.app.program.setSource(
        ownText ?? { kind: "text", text: NEW_TEXT, title: coreText("source.ownTitle") },
      );
      // The user probably wants to type into the new text.
      this.app.layout.showDetail("program");
      return;
    }
    // Most models have a batch size, which a new choice of model keeps.
    const models = this.state.info?.models ?? [];
    const has = models.find((model) => model.name === name)?.options ?? [];
    const keeps = source.kind === "model" && has.some((option) => option.name === "batch_size");
    const batch = keeps ? source.options["batch_size"] : undefined;
    this.app.program.setSource({
      kind: "model",
      name,
      options: batch === undefined ? {} : { batch_size: batch },
    });
  }

  #set(option: ModelOption, value: ModelOptionValue): void {
    const { source } = this.state;
    if (source.kind !== "model") return;
    const options = { ...source.options, [option.name]: value };
    if (JSON.stringify(value) === JSON.stringify(optionValue(source, option))) return;
    this.app.program.setSource({ ...source, options });
  }
}

/** Frequently used options, which are always visible. A preset has its depth in its name. */
function isProminent({ name, module }: ModelDescription, option: ModelOption): boolean {
  if (option.name === "num_layers") return name === module;
  return ["batch_size", "densenet_size", "iterations", "version"].includes(option.name);
}

customElements.define("pc-source", SourceControls);
