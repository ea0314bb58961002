// A combobox that picks one of many by typing: passes, instruments, config keys. It follows the ARIA pattern of an
// editable combobox with a list. The list is in the top layer, so no panel cuts it off.
import { css, html, nothing, type TemplateResult } from "lit";
import { t } from "./texts";
import { LocalizedElement } from "../i18n/localized";
import { base, controls } from "./styles/shared";
import { ranked } from "../core/pipeline/search";
import { own } from "../i18n/own";

export interface Choice {
  readonly value: string;
  readonly label: string;
  readonly detail: string;
  /** Choices of one group are listed together under its name. */
  readonly group?: string;
}

export class Picker extends LocalizedElement {
  static override properties = {
    choices: { attribute: false },
    label: {},
    placeholder: {},
    query: { state: true },
    open: { state: true },
    active: { state: true },
  };
  static override styles = [
    base,
    controls,
    css`
      :host {
        display: block;
        min-width: 0;
      }
      input {
        width: 100%;
        min-height: 1.75rem;
        padding: 0 var(--s2);
        border: 1px dashed var(--border-strong);
        border-radius: var(--radius-s);
        background: transparent;
        font-size: var(--text-s);
      }
      input:focus {
        border-style: solid;
        background: var(--surface);
      }
      input::placeholder {
        color: var(--muted);
        opacity: 1;
      }
      [popover] {
        position: fixed;
        inset: auto;
        top: var(--top, 0);
        left: var(--left, 0);
        width: var(--width, 20rem);
        max-height: var(--height, 20rem);
        margin: 0;
        padding: var(--s1);
        border: 1px solid var(--border-strong);
        border-radius: var(--radius-s);
        background: var(--surface);
        color: var(--text);
        box-shadow: 0 6px 24px rgb(0 0 0 / 0.18);
        overflow: hidden auto;
        overscroll-behavior: contain;
      }
      .group {
        padding: var(--s2) var(--s2) 0.125rem;
        color: var(--muted);
        font-size: var(--text-xs);
        font-weight: 600;
      }
      [role="option"] {
        display: grid;
        gap: 0.0625rem;
        padding: var(--s1) var(--s2);
        border-radius: var(--radius-s);
        cursor: pointer;
      }
      [role="option"][aria-selected="true"] {
        background: var(--accent-soft);
      }
      [role="option"] small {
        color: var(--muted);
        font-size: var(--text-xs);
      }
      .none {
        padding: var(--s2);
        color: var(--muted);
        font-size: var(--text-s);
      }
    `,
  ];

  declare choices: readonly Choice[];
  declare label: string;
  declare placeholder: string;
  declare query: string;
  declare open: boolean;
  declare active: number;
  #staysClosed = false;

  constructor() {
    super();
    this.choices = [];
    this.label = "";
    this.placeholder = "";
    this.query = "";
    this.open = false;
    this.active = 0;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#hide();
  }

  override focus(): void {
    this.renderRoot.querySelector("input")?.focus();
  }

  /** Takes the focus without showing the list, which would cover the content below. */
  focusClosed(): void {
    this.#staysClosed = true;
    this.focus();
    this.#staysClosed = false;
  }

  override render(): TemplateResult {
    const shown = this.open ? this.#shown() : [];
    const at = shown[this.active];
    return html`<input
        type="text"
        role="combobox"
        aria-label=${this.label}
        aria-autocomplete="list"
        aria-expanded=${this.open}
        aria-controls="list"
        aria-activedescendant=${at ? `option-${this.active}` : nothing}
        autocomplete="off"
        spellcheck="false"
        placeholder=${this.placeholder}
        .value=${this.query}
        @input=${this.#typed}
        @focus=${() => this.#staysClosed || this.#show()}
        @click=${() => this.#show()}
        @blur=${() => this.#hide()}
        @keydown=${this.#key}
      />
      <div
        id="list"
        role="listbox"
        aria-label=${this.label}
        popover="manual"
        tabindex="-1"
        @mousedown=${(event: Event) => event.preventDefault()}
      >
        ${shown.map((choice, i) => this.#option(choice, i, shown[i - 1]?.group))}
        ${
          this.open && shown.length === 0
            ? html`<p class="none" role="option" aria-disabled="true" aria-selected="false">
                ${t("picker.none")}
              </p>`
            : nothing
        }
      </div>`;
  }

  #option(choice: Choice, index: number, groupBefore: string | undefined): TemplateResult {
    return html`${
        choice.group !== groupBefore && choice.group
          ? html`<div class="group" role="presentation">${choice.group}</div>`
          : nothing
      }
      <div
        role="option"
        id=${`option-${index}`}
        aria-selected=${index === this.active}
        @pointerdown=${(event: Event) => event.preventDefault()}
        @click=${() => this.#pick(choice)}
        @pointermove=${() => (this.active = index)}
      >
        <span>${choice.label}</span>
        ${choice.detail ? html`<small>${choice.detail}</small>` : nothing}
      </div>`;
  }

  override updated(): void {
    const list = this.renderRoot.querySelector<HTMLElement>("#list");
    // An element that left the page after a key press has nothing to show.
    if (!list?.isConnected) return;
    if (this.open && !list.matches(":popover-open")) {
      this.#place(list);
      list.showPopover();
    } else if (!this.open && list.matches(":popover-open")) {
      list.hidePopover();
    }
    if (this.open) {
      this.renderRoot.querySelector(`#option-${this.active}`)?.scrollIntoView({ block: "nearest" });
    }
  }

  /** Places the list below the input, or above it if there is more space. */
  #place(list: HTMLElement): void {
    const box = this.getBoundingClientRect();
    const below = innerHeight - box.bottom - 12;
    const above = box.top - 12;
    const up = below < 220 && above > below;
    const height = Math.min(360, up ? above : below);
    const width = Math.min(Math.max(box.width, 288), innerWidth - 16);
    list.style.setProperty("--width", `${width}px`);
    list.style.setProperty(
      "--left",
      `${Math.max(8, Math.min(box.left, innerWidth - width - 8))}px`,
    );
    list.style.setProperty("--height", `${height}px`);
    list.style.setProperty("--top", `${up ? box.top - height - 4 : box.bottom + 4}px`);
  }

  #shown(): readonly Choice[] {
    return ranked(this.choices, this.query);
  }

  #show(): void {
    this.open = true;
  }

  #hide(): void {
    this.open = false;
    this.active = 0;
    this.query = "";
  }

  #typed(event: Event): void {
    this.query = (event.target as HTMLInputElement).value;
    this.active = 0;
    this.open = true;
  }

  #key(event: KeyboardEvent): void {
    const shown = this.#shown();
    const to = own({ ArrowDown: this.active + 1, ArrowUp: this.active - 1 }, event.key);
    if (to !== undefined) {
      event.preventDefault();
      if (!this.open) this.#show();
      else if (shown.length > 0) this.active = (to + shown.length) % shown.length;
    } else if (event.key === "Enter" && !event.ctrlKey && !event.metaKey) {
      const choice = this.open ? shown[this.active] : undefined;
      if (choice) {
        event.preventDefault();
        this.#pick(choice);
      }
    } else if (event.key === "Escape" && this.open) {
      event.preventDefault();
      event.stopPropagation();
      this.#hide();
    }
  }

  #pick(choice: Choice): void {
    this.#hide();
    this.dispatchEvent(new CustomEvent<string>("pick", { detail: choice.value }));
  }
}

customElements.define("pc-picker", Picker);
