// A bar that moves the border between two panels, by pointer and by keys.
import { css, html, type TemplateResult } from "lit";
import { t } from "./texts";
import { LocalizedElement } from "../i18n/localized";
import { base } from "../ui/styles/shared";
import { own } from "../i18n/own";

const KEY = "passcope.split";
/** Shares of the height, in percent. */
const LEAST = 15;
const MOST = 80;
const STEP = 4;

/** The remembered share of the first panel in percent; undefined if the border was never moved. */
export function rememberedSplit(): number | undefined {
  try {
    const value = Number(localStorage.getItem(KEY) ?? Number.NaN);
    return value >= LEAST && value <= MOST ? value : undefined;
  } catch {
    // Without storage, the panels have their usual sizes.
    return undefined;
  }
}

/**
 * The element belongs in the second of two panels of a <main>. It dispatches "split" with the first panel's share in
 * percent, or null for its usual size.
 */
export class Splitter extends LocalizedElement {
  static override properties = { value: { type: Number } };
  static override styles = [
    base,
    css`
      :host {
        position: absolute;
        z-index: 1;
        top: calc(-1 * var(--s4));
        right: 0;
        left: 0;
        height: var(--s4);
        cursor: row-resize;
        touch-action: none;
      }
      div {
        display: grid;
        height: 100%;
        place-content: center;
        border-radius: var(--radius-s);
      }
      div::before {
        width: 2.5rem;
        height: 3px;
        border-radius: 3px;
        background: var(--border-strong);
        content: "";
        opacity: 0;
        transition: opacity 0.1s;
      }
      :host(:hover) div::before,
      div:focus-visible::before {
        opacity: 1;
      }
    `,
  ];

  /** The first panel's share in percent. */
  declare value: number;

  constructor() {
    super();
    this.value = 46;
    this.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      this.setPointerCapture(event.pointerId);
    });
    this.addEventListener("pointermove", (event) => {
      if (!this.hasPointerCapture(event.pointerId)) return;
      const box = this.closest("main")?.getBoundingClientRect();
      if (box) this.#move(((event.clientY - box.top) / box.height) * 100);
    });
    this.addEventListener("dblclick", () => this.#move(undefined));
  }

  override render(): TemplateResult {
    return html`<div
      role="separator"
      tabindex="0"
      aria-orientation="horizontal"
      aria-label=${t("page.split")}
      aria-valuenow=${Math.round(this.value)}
      aria-valuemin=${LEAST}
      aria-valuemax=${MOST}
      title=${t("page.splitTitle")}
      @keydown=${this.#key}
    ></div>`;
  }

  readonly #key = (event: KeyboardEvent): void => {
    const to = own(
      {
        ArrowUp: this.value - STEP,
        ArrowDown: this.value + STEP,
        Home: LEAST,
        End: MOST,
      },
      event.key,
    );
    if (to === undefined) return;
    event.preventDefault();
    this.#move(to);
  };

  #move(to: number | undefined): void {
    const detail = to === undefined ? null : Math.max(LEAST, Math.min(to, MOST));
    try {
      if (detail === null) localStorage.removeItem(KEY);
      else localStorage.setItem(KEY, detail.toFixed(1));
    } catch {
      // Without storage, the size lasts for one visit.
    }
    this.dispatchEvent(new CustomEvent("split", { detail }));
  }
}

customElements.define("pc-splitter", Splitter);
