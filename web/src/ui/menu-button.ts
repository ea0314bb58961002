// A button that opens a list of actions, by pointer and by keys.
import { css, html, nothing, type TemplateResult } from "lit";
import { base, controls } from "./styles/shared";
import { chevronIcon } from "./icons";
import { View } from "./view";
import { own } from "../i18n/own";

export interface MenuItem {
  readonly label: string;
  readonly note: string;
  readonly run: () => void | Promise<void>;
}

export abstract class MenuButton extends View {
  static override properties = {
    ...View.properties,
    open: { state: true },
    said: { state: true },
  };
  static override styles = [
    base,
    controls,
    css`
      :host {
        position: relative;
        display: inline-block;
      }
      .disclose svg {
        transform: rotate(90deg);
      }
      .disclose[aria-expanded="true"] {
        background: var(--accent-soft);
        color: var(--text);
      }
      .list {
        position: absolute;
        z-index: 4;
        top: calc(100% + var(--s1));
        right: 0;
        width: max-content;
        max-width: calc(100vw - 3rem);
        padding: var(--s1);
        border: 1px solid var(--border-strong);
        border-radius: var(--radius-s);
        background: var(--surface);
        box-shadow: 0 6px 20px rgb(0 0 0 / 18%);
      }
      /* In a narrow window the list takes its width. */
      @media (max-width: 40rem) {
        .list {
          position: fixed;
          top: auto;
          right: var(--s3);
          left: var(--s3);
          width: auto;
        }
        li button {
          flex-wrap: wrap;
          gap: 0 var(--s2);
          padding-block: var(--s1);
        }
      }
      li button {
        width: 100%;
        min-height: 1.875rem;
        justify-content: flex-start;
        gap: var(--s2);
        border-color: transparent;
        background: none;
        text-align: start;
      }
      li button:hover,
      li button:focus-visible {
        background: var(--accent-soft);
      }
      li button:focus-visible {
        outline-offset: -2px;
      }
      li .muted {
        font-size: var(--text-s);
      }
      .said {
        padding: var(--s1) var(--s2);
        border-top: 1px solid var(--border);
        color: var(--muted);
        font-size: var(--text-s);
      }
      .said:empty {
        display: none;
      }
    `,
  ];

  declare open: boolean;
  declare said: string;

  constructor() {
    super();
    this.open = false;
    this.said = "";
  }

  /** The texts of the button and the name of the list. */
  protected abstract names(): { readonly button: string; readonly list: string };
  protected abstract items(): readonly MenuItem[];
  protected get disabled(): boolean {
    return false;
  }

  /** Opens the list, with the focus on its button. */
  async disclose(): Promise<void> {
    await this.updateComplete;
    this.open = true;
    this.renderRoot.querySelector<HTMLElement>(".disclose")?.focus();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    document.addEventListener("pointerdown", this.#outside);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    document.removeEventListener("pointerdown", this.#outside);
  }

  override render(): TemplateResult {
    const { button, list } = this.names();
    return html`<div @keydown=${this.#key} @focusout=${this.#left}>
      <button
        type="button"
        class="quiet disclose"
        aria-expanded=${this.open}
        aria-controls="list"
        ?disabled=${this.disabled}
        @click=${() => {
          this.said = "";
          this.open = !this.open;
        }}
      >
        ${button} ${chevronIcon}
      </button>
      <div id="list" class=${this.open ? "list" : "visually-hidden"}>
        ${
          this.open
            ? html`<ul aria-label=${list}>
                ${this.items().map(
                  ({ label, note, run }) =>
                    html`<li>
                      <button type="button" @click=${() => void run()}>
                        ${label} <span class="muted">${note}</span>
                      </button>
                    </li>`,
                )}
              </ul>`
            : nothing
        }
        <p class="said" role="status">${this.said}</p>
      </div>
    </div>`;
  }

  #buttons(): HTMLElement[] {
    return [...this.renderRoot.querySelectorAll<HTMLElement>("li button")];
  }

  protected close(): void {
    this.open = false;
    this.renderRoot.querySelector<HTMLElement>(".disclose")?.focus();
  }

  readonly #key = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "Escape" && this.open) {
      event.preventDefault();
      this.close();
      return;
    }
    const last = this.items().length - 1;
    const at = this.#buttons().findIndex((button) => button.matches(":focus"));
    const to = own(
      {
        ArrowDown: Math.min(at + 1, last),
        ArrowUp: at < 0 ? last : Math.max(0, at - 1),
        Home: 0,
        End: last,
      },
      event.key,
    );
    if (to === undefined || (at < 0 && (event.key === "Home" || event.key === "End"))) return;
    event.preventDefault();
    this.open = true;
    void this.updateComplete.then(() => this.#buttons()[to]?.focus());
  };

  readonly #left = (event: FocusEvent): void => {
    const to = event.relatedTarget;
    if (to instanceof Node && !this.renderRoot.contains(to)) this.open = false;
  };

  readonly #outside = (event: PointerEvent): void => {
    if (this.open && !event.composedPath().includes(this)) this.open = false;
  };
}
