// Which network to compile: ResNet depth and batch size.
import { css, html, type TemplateResult } from "lit";
import { DEFAULT_SOURCE, type AppState } from "../state/app-state";
import { base, controls } from "../styles/shared";
import { View } from "./view";

const DEPTHS: readonly number[] = [18, 34, 50, 101, 152];
const MAX_BATCH = 1024;

export class ModelControls extends View {
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
      input[type="number"] {
        width: 4.75rem;
      }
    `,
  ];

  protected override readonly watched: readonly (keyof AppState)[] = ["source"];

  override render(): TemplateResult {
    const model = this.#model();
    return html`<h2 id="title">Network</h2>
      <div class="fields" role="group" aria-labelledby="title">
        <label
          >Depth
          <select
            name="depth"
            .value=${String(model.depth)}
            @change=${(event: Event) =>
              this.#set({ num_layers: Number((event.target as HTMLSelectElement).value) })}
          >
            ${DEPTHS.map(
              (depth) =>
                html`<option value=${depth} ?selected=${depth === model.depth}>
                  ResNet-${depth}
                </option>`,
            )}
          </select>
        </label>
        <label
          >Batch
          <input
            name="batch"
            type="number"
            min="1"
            max=${MAX_BATCH}
            step="1"
            .value=${String(model.batch)}
            @change=${(event: Event) => this.#setBatch(event.target as HTMLInputElement)}
          />
        </label>
      </div>`;
  }

  /** Whatever is typed becomes the nearest possible batch size. */
  #setBatch(input: HTMLInputElement): void {
    const typed = Math.round(input.valueAsNumber);
    const batch = Number.isNaN(typed)
      ? this.#model().batch
      : Math.min(MAX_BATCH, Math.max(1, typed));
    input.value = String(batch);
    if (batch !== this.#model().batch) this.#set({ batch_size: batch });
  }

  #model(): { depth: number; batch: number } {
    const { source } = this.state;
    const options = source.kind === "model" ? source.options : {};
    return {
      depth: Number(options["num_layers"] ?? 18),
      batch: Number(options["batch_size"] ?? 1),
    };
  }

  #set(patch: Record<string, number>): void {
    const { source } = this.state;
    const base = source.kind === "model" ? source : DEFAULT_SOURCE;
    if (base.kind !== "model") return;
    this.app.setSource({ ...base, options: { ...base.options, ...patch } });
  }
}

customElements.define("pc-model", ModelControls);
