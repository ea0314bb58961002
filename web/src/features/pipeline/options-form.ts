// The options of a pass or an instrument as a form, from the engine's description of them. The form edits JSON text.
// Text that cannot be parsed is edited as text, as is any text on request.
import { css, html, nothing, type TemplateResult } from "lit";
import { engineText } from "../../i18n/engine";
import { t } from "./texts";
import { LocalizedElement } from "../../i18n/localized";
import { parseOptions } from "../../core/pipeline/model";
import { optionsProblem } from "../../core/pipeline/problems";
import type { PassOption } from "../../core/protocol/messages";
import { base, controls } from "../../ui/styles/shared";
import { own, setOwn } from "../../i18n/own";

export class OptionsForm extends LocalizedElement {
  static override properties = {
    options: { attribute: false },
    value: {},
    of: {},
    asText: { state: true },
    problems: { state: true },
  };
  static override styles = [
    base,
    controls,
    css`
      :host {
        display: grid;
        gap: var(--s2);
        font-size: var(--text-s);
      }
      .field {
        display: grid;
        grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
        gap: 0.125rem var(--s2);
        align-items: center;
      }
      .field.wide {
        grid-template-columns: minmax(0, 1fr);
      }
      .name {
        font-family: var(--mono);
        font-size: var(--text-xs);
        overflow-wrap: anywhere;
      }
      .name.required::after {
        color: var(--minus);
        content: " *";
      }
      .doc {
        grid-column: 1 / -1;
        color: var(--muted);
        font-size: var(--text-xs);
      }
      input,
      select,
      textarea {
        width: 100%;
        min-width: 0;
        min-height: 1.75rem;
        padding: 0 var(--s2);
        border: 1px solid var(--border-strong);
        border-radius: var(--radius-s);
        background: var(--surface);
        font-family: var(--mono);
        font-size: var(--text-xs);
      }
      textarea {
        display: block;
        padding: var(--s1) var(--s2);
        line-height: 1.4;
        resize: vertical;
      }
      [aria-invalid="true"] {
        border-color: var(--minus);
      }
      .problem {
        grid-column: 1 / -1;
        color: var(--minus);
        overflow-wrap: anywhere;
      }
      .switch {
        justify-self: end;
        margin-top: calc(-1 * var(--s2));
        min-height: 1.25rem;
        padding: 0 var(--s1);
        font-size: var(--text-xs);
      }
    `,
  ];

  declare options: readonly PassOption[];
  /** JSON text of an object; empty if there are no options. */
  declare value: string;
  /** The owner of the options, for the names of the fields. */
  declare of: string;
  declare asText: boolean;
  /** Typed texts that the options do not accept, by option. */
  declare problems: ReadonlyMap<string, string>;

  constructor() {
    super();
    this.options = [];
    this.value = "";
    this.of = "";
    this.asText = false;
    this.problems = new Map();
  }

  override focus(): void {
    this.renderRoot.querySelector<HTMLElement>("input, select, textarea")?.focus();
  }

  override render(): TemplateResult {
    const problem = optionsProblem(this.value);
    const text = this.asText || problem !== undefined || this.options.length === 0;
    return html`${text ? this.#text(problem) : this.options.map((option) => this.#field(option))}
      <button
        type="button"
        class="quiet switch"
        aria-pressed=${text}
        aria-label=${t("form.asJson", { of: this.of })}
        ?disabled=${problem !== undefined || this.options.length === 0}
        @click=${() => (this.asText = !this.asText)}
      >
        JSON
      </button>`;
  }

  #text(problem: string | undefined): TemplateResult {
    return html`<div>
      <textarea
        rows="2"
        spellcheck="false"
        autocapitalize="off"
        autocomplete="off"
        aria-label=${t("form.jsonText", { of: this.of })}
        aria-invalid=${problem ? "true" : "false"}
        placeholder="{ }"
        .value=${this.value}
        @input=${(event: Event) => this.#change((event.target as HTMLTextAreaElement).value)}
      ></textarea>
      ${problem ? html`<p class="problem" role="alert">${problem}</p>` : nothing}
    </div>`;
  }

  #field(option: PassOption): TemplateResult {
    const given = own(parseOptions(this.value), option.name);
    const problem = this.problems.get(option.name);
    const name = t("form.option", { name: option.name, of: this.of });
    const structured = /\[/.test(option.type);
    const standard = option.default === null ? t("form.noDefault") : JSON.stringify(option.default);
    const control =
      option.type === "bool"
        ? html`<select
            aria-label=${name}
            @change=${(event: Event) => {
              const { value } = event.target as HTMLSelectElement;
              this.#set(option, value === "" ? undefined : value === "true");
            }}
          >
            ${[
              ["", t("form.default", { value: standard })],
              ["true", "true"],
              ["false", "false"],
            ].map(
              ([value, label]) =>
                html`<option
                  value=${value ?? ""}
                  .selected=${value === (given === undefined ? "" : JSON.stringify(given))}
                >
                  ${label}
                </option>`,
            )}
          </select>`
        : html`<input
            type="text"
            inputmode=${option.type === "int" ? "numeric" : nothing}
            autocomplete="off"
            spellcheck="false"
            aria-label=${name}
            aria-invalid=${problem ? "true" : "false"}
            placeholder=${option.required ? t("form.required") : t("form.default", { value: standard })}
            .value=${given === undefined ? "" : written(given, option)}
            @change=${(event: Event) =>
              this.#typed(option, (event.target as HTMLInputElement).value)}
          />`;
    return html`<div class="field ${structured ? "wide" : ""}">
      <span class="name ${option.required ? "required" : ""}">${option.name}</span>
      ${control}
      <span class="doc">${engineText(option.doc)}</span>
      ${problem ? html`<p class="problem" role="alert">${problem}</p>` : nothing}
    </div>`;
  }

  #typed(option: PassOption, text: string): void {
    const value = text.trim() === "" ? undefined : readOption(option, text);
    const problems = new Map(this.problems);
    if (value instanceof Error) problems.set(option.name, value.message);
    else problems.delete(option.name);
    this.problems = problems;
    if (!(value instanceof Error)) this.#set(option, value);
  }

  #set(option: PassOption, value: unknown): void {
    const all = { ...parseOptions(this.value) };
    if (value === undefined) delete all[option.name];
    else setOwn(all, option.name, value);
    this.#change(Object.keys(all).length === 0 ? "" : JSON.stringify(all));
  }

  #change(value: string): void {
    this.dispatchEvent(new CustomEvent<string>("change", { detail: value }));
  }
}

const written = (value: unknown, option: PassOption): string =>
  option.type === "string" && typeof value === "string" ? value : JSON.stringify(value);

/** The value of a typed option, or an Error that says which value is expected. */
function readOption(option: PassOption, text: string): unknown {
  if (option.type === "string") return text;
  if (option.type === "int") {
    const value = Number(text);
    return Number.isSafeInteger(value) ? value : new Error(t("form.integer"));
  }
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // A list of names can be typed without brackets and quotes.
    if (option.type === "list[string]" && !/[[\]{}"]/.test(text)) {
      return text
        .split(",")
        .map((item) => item.trim())
        .filter((item) => item !== "");
    }
    return new Error(t("form.json", { type: option.type }));
  }
}

customElements.define("pc-options", OptionsForm);
