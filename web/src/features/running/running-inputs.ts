// The choice of the model's inputs and its options.
import { css, html, nothing, type TemplateResult } from "lit";
import { t } from "./texts";
import {
  DEFAULT_INPUTS,
  MAX_SEED,
  seedOf,
  type InputChoice,
  type ModelInput,
} from "../../core/protocol/input-choice";
import { shapeText, type ImageScale } from "./inputs";
import { isImage, openInput } from "./open-input";
import { programsOf } from "./programs";
import { base, controls } from "../../ui/styles/shared";
import { View } from "../../ui/view";

const SCALES: readonly ImageScale[] = ["imagenet", "unit", "bytes"];

export class RunningInputs extends View {
  static override properties = {
    ...View.properties,
    scale: { state: true },
    file: { state: true },
  };
  static override styles = [
    base,
    controls,
    css`
      :host {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: var(--s1) var(--s2);
        font-size: var(--text-s);
      }
      input[type="number"] {
        width: 6.5rem;
        min-height: 1.625rem;
      }
      input[type="file"] {
        display: none;
      }
      .file {
        max-width: 14rem;
        overflow: hidden;
        text-overflow: ellipsis;
        white-space: nowrap;
      }
    `,
  ];

  /** The mapping of colours to numbers, and the chosen file. */
  declare scale: ImageScale;
  declare file: File | undefined;

  constructor() {
    super();
    this.scale = "imagenet";
    this.file = undefined;
  }

  override render(): TemplateResult {
    const { inputs } = this.state;
    const option = (kind: InputChoice["kind"]): TemplateResult =>
      html`<option value=${kind} ?selected=${inputs.kind === kind}>${t(`inputs.${kind}`)}</option>`;
    return html`<label
        >${t("inputs.label")}
        <select class="compact" .value=${inputs.kind} @change=${this.#choose}>
          ${option("random")} ${option("constant")} ${option("file")}
        </select>
      </label>
      ${this.#more(inputs)}
      <input
        type="file"
        tabindex="-1"
        aria-label=${t("inputs.choose")}
        accept="image/*,.npy,.npz,.pb"
        @change=${(event: Event) => {
          const input = event.target as HTMLInputElement;
          const [file] = input.files ?? [];
          if (file) void this.open(file);
          input.value = "";
        }}
      />`;
  }

  #more(inputs: InputChoice): TemplateResult | typeof nothing {
    switch (inputs.kind) {
      case "random":
        return this.#number(t("inputs.seed"), inputs.seed, (value) => ({
          kind: "random",
          seed: seedOf(value),
        }));
      case "constant":
        return this.#number(t("inputs.value"), inputs.value, (value) => ({
          kind: "constant",
          value,
        }));
      case "file":
        return html`<span class="file" title=${this.#arrays(inputs)}>${inputs.file}</span>
          <button type="button" class="quiet" @click=${() => this.#ask()}>
            ${t("inputs.file")}
          </button>
          ${this.file && isImage(this.file) ? this.#scales(this.file) : nothing}`;
    }
  }

  #number(label: string, value: number, choice: (value: number) => InputChoice): TemplateResult {
    const isSeed = label === t("inputs.seed");
    return html`<label
      >${label}
      <input
        type="number"
        .value=${String(value)}
        min=${isSeed ? 0 : nothing}
        max=${isSeed ? MAX_SEED : nothing}
        step=${isSeed ? 1 : "any"}
        @change=${(event: Event) => {
          const input = event.target as HTMLInputElement;
          if (Number.isFinite(input.valueAsNumber)) {
            this.app.model.setInputs(choice(input.valueAsNumber));
          }
          input.value = String(value);
          this.requestUpdate();
        }}
      />
    </label>`;
  }

  #scales(file: File): TemplateResult {
    return html`<label
      >${t("inputs.scale")}
      <select
        class="compact"
        .value=${this.scale}
        @change=${(event: Event) => {
          this.scale = (event.target as HTMLSelectElement).value as ImageScale;
          void this.open(file);
        }}
      >
        ${SCALES.map(
          (scale) =>
            html`<option value=${scale} ?selected=${scale === this.scale}>
              ${t(`inputs.${scale}`)}
            </option>`,
        )}
      </select>
    </label>`;
  }

  #arrays(inputs: Extract<InputChoice, { kind: "file" }>): string {
    return inputs.arrays.map((array) => `%${array.name} ${shapeText(array)}`).join(", ");
  }

  readonly #choose = (event: Event): void => {
    const select = event.target as HTMLSelectElement;
    const kind = select.value as InputChoice["kind"];
    if (kind === "random") this.app.model.setInputs(DEFAULT_INPUTS);
    if (kind === "constant") this.app.model.setInputs({ kind: "constant", value: 1 });
    if (kind === "file") {
      // The choice changes only when the user has chosen a file.
      select.value = this.state.inputs.kind;
      this.#ask();
    }
  };

  #ask(): void {
    this.renderRoot.querySelector<HTMLInputElement>('input[type="file"]')?.click();
  }

  /** Opens a file as the input, or reports why it cannot be one. */
  async open(file: File): Promise<void> {
    const { app } = this;
    try {
      const arrays = await openInput(file, await this.#inputs(), this.scale, (given) =>
        app.model.tensorsOf(given),
      );
      this.file = file;
      app.model.setInputs({ kind: "file", file: file.name, arrays });
    } catch (error) {
      app.notices.report(t("inputs.notTaken", { file: file.name }), error);
    }
  }

  /** The inputs of the initial program. */
  async #inputs(): Promise<readonly ModelInput[]> {
    await this.app.model.plan();
    const { trace, tracedPipeline, modelRuns } = this.app.store.state;
    const [first] = programsOf(trace?.rows ?? [], tracedPipeline ?? []);
    const planned = first && modelRuns.plans.get(first.snapshot);
    if (planned?.kind !== "ready") throw new Error(t("input.noPlan"));
    return planned.plan.inputs;
  }
}

customElements.define("pc-running-inputs", RunningInputs);
