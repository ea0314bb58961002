// Which network to compile: ResNet depth and batch size.
import { css, html, type TemplateResult } from "lit";
import { DEPTHS, MAX_BATCH, type AppState } from "../state/app-state";
import { base, controls } from "../styles/shared";
import { View } from "./view";

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

  protected override readonly watched: readonly (keyof AppState)[] = ["model"];

  override render(): TemplateResult {
    const { model } = this.state;
    return html`<h2 id="title">Network</h2>
      <div class="fields" role="group" aria-labelledby="title">
        <label
          >Depth
          <select
            name="depth"
            .value=${String(model.depth)}
            @change=${(event: Event) =>
              this.app.setModel({ depth: Number((event.target as HTMLSelectElement).value) })}
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
      ? this.state.model.batch
      : Math.min(MAX_BATCH, Math.max(1, typed));
    input.value = String(batch);
    if (batch !== this.state.model.batch) this.app.setModel({ batch });
  }
}

customElements.define("pc-model", ModelControls);
