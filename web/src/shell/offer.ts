// The offer to undo a removal, or to redo an undone edit. It disappears after a time; the keys and the buttons of the
// pipeline stay.
import { css, html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { t } from "./texts";
import { t as ui } from "../ui/texts";
import type { Offer } from "../core/state/app-state";
import { positionOf } from "../core/state/history";
import { base, controls } from "../ui/styles/shared";
import { closeIcon } from "../ui/icons";
import { View } from "../ui/view";

/** How long an unused offer stays, in milliseconds. */
const STANDS_MS = 10_000;

export class OfferBar extends View {
  static override styles = [
    base,
    controls,
    css`
      :host {
        position: fixed;
        z-index: 6;
        bottom: var(--s4);
        left: var(--s4);
        max-width: calc(100vw - 2 * var(--s4));
      }
      .offer {
        display: flex;
        gap: var(--s3);
        align-items: center;
        max-width: 30rem;
        padding: var(--s2) var(--s2) var(--s2) var(--s4);
        border: 1px solid var(--border-strong);
        border-radius: var(--radius);
        background: var(--surface);
        box-shadow: 0 0.25rem 1rem rgb(0 0 0 / 25%);
      }
      .words {
        min-width: 0;
        overflow-wrap: anywhere;
      }
      .act {
        color: var(--accent);
        font-weight: 600;
      }
      .offer button {
        flex: none;
      }
      /* Errors are at the lower edge. */
      @media (max-width: 59.99rem) {
        :host {
          top: var(--s3);
          right: var(--s3);
          bottom: auto;
          left: auto;
          max-width: calc(100vw - 2 * var(--s3));
        }
      }
    `,
  ];

  #timed: Offer | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    super();
    const wait = (): void => clearTimeout(this.#timer);
    this.addEventListener("pointerenter", wait);
    this.addEventListener("focusin", wait);
    this.addEventListener("pointerleave", () => this.#begin());
    this.addEventListener("focusout", () => this.#begin());
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#timer);
  }

  get #offer(): Offer | undefined {
    const { offer, history } = this.state;
    return offer?.position === positionOf(history) ? offer : undefined;
  }

  override render(): TemplateResult {
    const offer = this.#offer;
    return html`<div role="status" aria-label=${t("offer.label")}>
      ${
        offer
          ? html`<div class="offer">
              <span class="words">${offer.words}</span>
              <button type="button" class="act" @click=${() => this.#take(offer)}>
                ${t(`offer.${offer.kind}`)}
              </button>
              <button
                type="button"
                class="icon"
                aria-label=${ui("common.close")}
                title=${ui("common.close")}
                @click=${() => this.app.history.dismissOffer()}
              >
                ${closeIcon}
              </button>
            </div>`
          : nothing
      }
    </div>`;
  }

  override updated(changed: PropertyValues): void {
    super.updated(changed);
    if (this.#offer === this.#timed) return;
    this.#timed = this.#offer;
    this.#begin();
  }

  #begin(): void {
    clearTimeout(this.#timer);
    if (!this.#timed || this.matches(":hover, :focus-within")) return;
    this.#timer = setTimeout(() => this.app.history.dismissOffer(), STANDS_MS);
  }

  #take({ kind }: Offer): void {
    if (kind === "undo") this.app.history.undo();
    else this.app.history.redo();
  }
}

customElements.define("pc-offer", OfferBar);
