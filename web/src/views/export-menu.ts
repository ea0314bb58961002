// The run's times as files: a button that discloses the list of formats.
import { css, html, nothing, type TemplateResult } from "lit";
import { t } from "../i18n/views";
import { sourceTitle, type AppState } from "../state/app-state";
import type { RunTrace } from "../protocol/messages";
import { base, controls } from "../styles/shared";
import { chromeTrace } from "../trace/chrome-trace";
import { fileStem, timingCsv, timingJson, timingText } from "../trace/export";
import type { Pipeline } from "../pipeline/model";
import { download } from "./download";
import { chevronIcon } from "./icons";
import { View } from "./view";

interface Format {
  readonly name: "chrome" | "json" | "csv" | "text";
  readonly ending: string;
  readonly type: string;
  readonly text: (trace: RunTrace, title: string, pipeline: Pipeline) => string;
}

const FORMATS: readonly Format[] = [
  {
    name: "chrome",
    ending: "trace.json",
    type: "application/json",
    text: (trace, title) => JSON.stringify(chromeTrace(trace, title)),
  },
  {
    name: "json",
    ending: "timing.json",
    type: "application/json",
    text: timingJson,
  },
  {
    name: "csv",
    ending: "timing.csv",
    type: "text/csv",
    text: (trace, _, pipeline) => timingCsv(trace, pipeline),
  },
  {
    name: "text",
    ending: "timing.txt",
    type: "text/plain",
    text: (trace) => timingText(trace),
  },
];

export class ExportMenu extends View {
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
      ul {
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
      li button {
        width: 100%;
        min-height: 1.875rem;
        justify-content: flex-start;
        gap: var(--s2);
        border-color: transparent;
        background: none;
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
    `,
  ];

  declare open: boolean;
  declare said: string;
  protected override readonly watched: readonly (keyof AppState)[] = ["trace"];

  constructor() {
    super();
    this.open = false;
    this.said = "";
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
    const empty = (this.state.trace?.rows.length ?? 0) === 0;
    return html`<div @keydown=${this.#key} @focusout=${this.#left}>
      <button
        type="button"
        class="quiet disclose"
        aria-expanded=${this.open}
        aria-controls="formats"
        ?disabled=${empty}
        @click=${() => (this.open = !this.open)}
      >
        ${t("export.export")} ${chevronIcon}
      </button>
      <ul id="formats" ?hidden=${!this.open} aria-label=${t("export.formats")}>
        ${
          this.open
            ? FORMATS.map(
                (format) =>
                  html`<li>
                    <button type="button" @click=${() => this.#save(format)}>
                      ${t(`export.${format.name}`)}
                      <span class="muted">${t(`export.${format.name}Note`)}</span>
                    </button>
                  </li>`,
              )
            : nothing
        }
      </ul>
      <span class="visually-hidden" role="status">${this.said}</span>
    </div>`;
  }

  #save(format: Format): void {
    const { trace, tracedPipeline } = this.state;
    if (!trace) return;
    const title = sourceTitle(trace.source);
    const name = `${fileStem(title)}.${format.ending}`;
    download(name, format.text(trace, title, tracedPipeline ?? []), format.type);
    this.said = t("export.saved", { name });
    this.#close();
  }

  #buttons(): HTMLElement[] {
    return [...this.renderRoot.querySelectorAll<HTMLElement>("li button")];
  }

  #close(): void {
    this.open = false;
    this.renderRoot.querySelector<HTMLElement>(".disclose")?.focus();
  }

  readonly #key = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "Escape" && this.open) {
      event.preventDefault();
      this.#close();
      return;
    }
    const last = FORMATS.length - 1;
    const at = this.#buttons().findIndex((button) => button.matches(":focus"));
    const to = {
      ArrowDown: Math.min(at + 1, last),
      ArrowUp: at < 0 ? last : Math.max(0, at - 1),
      Home: 0,
      End: last,
    }[event.key];
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

customElements.define("pc-export", ExportMenu);
