// The output of the latest run: of code and of instruments that print.
import { css, html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { t } from "./texts";
import type { ConsoleLevel } from "../../core/protocol/bounds";
import type { CodePlace, ConsoleEntry } from "../../core/protocol/code";
import { base, controls } from "../../ui/styles/shared";
import "../../ui/copy-button";
import { View } from "../../ui/view";

const FILTERS: readonly {
  name: "all" | "usual" | "warnings" | "errors";
  levels: readonly ConsoleLevel[];
}[] = [
  { name: "all", levels: ["error", "warn", "info", "log", "debug"] },
  { name: "usual", levels: ["error", "warn", "info", "log"] },
  { name: "warnings", levels: ["error", "warn"] },
  { name: "errors", levels: ["error"] },
];

/** The number of entries on a page. A button shows one more page of older entries. */
const PAGE = 500;

export class ConsolePanel extends View {
  static override properties = {
    ...View.properties,
    filter: { state: true },
    pages: { state: true },
  };
  static override styles = [
    base,
    controls,
    css`
      :host {
        display: block;
        height: 100%;
      }
      .console {
        display: flex;
        flex-direction: column;
        height: 100%;
      }
      .bar {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: var(--s1) var(--s2);
        min-height: 2.375rem;
        padding: var(--s1) var(--s3);
        border-bottom: 1px solid var(--border);
        background: var(--sunken);
      }
      .count {
        flex: 1;
      }
      .list {
        flex: 1;
        min-height: 0;
        overflow: auto;
      }
      .list:focus-visible {
        outline-offset: -2px;
      }
      .entry {
        display: flex;
        align-items: baseline;
        gap: var(--s2);
        padding: 0.125rem var(--s3);
        border-left: 3px solid transparent;
        border-bottom: 1px solid var(--border);
        font-size: var(--text-s);
      }
      .entry pre {
        flex: 1;
        min-width: 0;
        margin: 0;
        font-size: inherit;
        line-height: 1.5;
        overflow-wrap: anywhere;
        white-space: pre-wrap;
      }
      .entry.table pre {
        overflow-x: auto;
        white-space: pre;
      }
      .error {
        border-left-color: var(--minus);
        background: var(--minus-soft);
      }
      .warn {
        border-left-color: var(--warn);
        background: var(--warn-soft);
      }
      .debug pre {
        color: var(--muted);
      }
      .level {
        flex: none;
        font-weight: 600;
      }
      .error .level {
        color: var(--minus);
      }
      .warn .level {
        color: var(--warn);
      }
      .entry button {
        flex: none;
        min-height: 1.5rem;
        color: var(--muted);
      }
      .earlier {
        display: block;
        width: 100%;
        border-width: 0 0 1px;
        border-radius: 0;
      }
      .empty {
        display: grid;
        flex: 1;
        place-content: center;
        padding: var(--s5);
        color: var(--muted);
        text-align: center;
      }
    `,
  ];

  declare filter: string;
  declare pages: number;
  /** True if the end of the list is in view. New entries then scroll into view. */
  #atEnd = true;

  constructor() {
    super();
    this.filter = "all";
    this.pages = 1;
  }

  override render(): TemplateResult {
    const levels = FILTERS.find(({ name }) => name === this.filter)?.levels ?? [];
    const entries = this.state.console;
    const wanted = entries.filter(({ level }) => levels.includes(level));
    return html`<div class="console">
      <div class="bar">
        <select
          class="compact"
          aria-label=${t("console.show")}
          @change=${(event: Event) => {
            this.filter = (event.target as HTMLSelectElement).value;
            this.pages = 1;
          }}
        >
          ${FILTERS.map(
            ({ name }) =>
              html`<option value=${name} ?selected=${name === this.filter}>
                ${t(`console.${name}`)}
              </option>`,
          )}
        </select>
        <span class="count small muted"
          >${
            wanted.length === entries.length
              ? t("console.entries", { entries: wanted.length })
              : t("console.entriesOf", { shown: wanted.length, entries: entries.length })
          }</span
        >
        <button
          type="button"
          class="quiet"
          ?disabled=${entries.length === 0}
          @click=${() => this.app.console.clear()}
        >
          ${t("console.clear")}
        </button>
        <pc-copy
          label=${t("console.copy")}
          .text=${wanted.map(({ text }) => `${text}\n`).join("")}
        ></pc-copy>
      </div>
      ${wanted.length === 0 ? this.#empty(entries.length > 0) : this.#list(wanted)}
    </div>`;
  }

  #empty(hidden: boolean): TemplateResult {
    return html`<p class="empty">${hidden ? t("console.noneOfSort") : t("console.empty")}</p>`;
  }

  #list(wanted: readonly ConsoleEntry[]): TemplateResult {
    const first = Math.max(0, wanted.length - this.pages * PAGE);
    return html`<div
      class="list"
      role="log"
      aria-label=${t("console.log")}
      tabindex="0"
      @scroll=${(event: Event) => {
        const list = event.target as HTMLElement;
        this.#atEnd = list.scrollHeight - list.scrollTop - list.clientHeight < 8;
      }}
    >
      ${
        first > 0
          ? html`<button type="button" class="earlier" @click=${() => (this.pages += 1)}>
              ${t("console.earlier", { more: Math.min(first, PAGE), all: first })}
            </button>`
          : nothing
      }
      ${wanted.slice(first).map((entry) => this.#entry(entry))}
    </div>`;
  }

  #entry({ level, text, line }: ConsoleEntry): TemplateResult {
    const name = level === "log" ? "" : t(`console.${level}`);
    return html`<div class="entry ${level} ${text.includes("─\n") ? "table" : ""}">
      ${name === "" ? nothing : html`<span class="level">${name}</span>`}
      <pre>${text}</pre>
      ${
        line === undefined
          ? nothing
          : html`<button
              type="button"
              class="quiet"
              aria-label=${t("console.goTo", { line })}
              @click=${() => this.#goTo(line)}
            >
              :${line}
            </button>`
      }
    </div>`;
  }

  /** Dispatches an event with the line of the code. The tab panel handles it. */
  #goTo(line: number): void {
    const detail: CodePlace = { line, column: 1 };
    this.dispatchEvent(new CustomEvent("goto", { detail, bubbles: true, composed: true }));
  }

  override updated(changed: PropertyValues): void {
    super.updated(changed);
    const list = this.renderRoot.querySelector(".list");
    if (list && this.#atEnd) list.scrollTop = list.scrollHeight;
  }
}

customElements.define("pc-console", ConsolePanel);
