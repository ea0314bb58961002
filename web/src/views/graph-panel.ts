// The graph tab: which programs are drawn follows from what is selected, and the text stands beside
// the graph when it was asked for. Loaded when it is first shown.
import { css, html, nothing, type PropertyValues, type TemplateResult } from "lit";
import type { GraphData } from "../graph/data";
import type { TraceRow } from "../protocol/messages";
import { sourceTitle, type AppState, type Pin } from "../state/app-state";
import { base, controls, panel } from "../styles/shared";
import type { Place } from "./graph-text";
import "./graph-text";
import type { GraphView, NodeSelect } from "./graph-view";
import "./graph-view";
import { closeIcon } from "./icons";
import { View } from "./view";

/** What is drawn: one snapshot, two of them, or the program as it is set. */
interface Target {
  readonly title: string;
  readonly before: number | undefined;
  /** Undefined for the program. */
  readonly after: number | undefined;
}

type Loaded =
  | { readonly kind: "loading" }
  | { readonly kind: "failed"; readonly message: string }
  | {
      readonly kind: "ready";
      readonly target: Target;
      readonly before: GraphData | undefined;
      readonly after: GraphData;
    };

interface Shown {
  readonly side: "before" | "after";
  readonly text: string;
  readonly place: Place;
}

export class GraphPanel extends View {
  static override properties = {
    ...View.properties,
    loaded: { state: true },
    shown: { state: true },
    fn: { state: true },
  };
  static override styles = [
    base,
    controls,
    panel,
    css`
      :host {
        container-type: inline-size;
        display: block;
        height: 100%;
      }
      .both {
        display: grid;
        grid-template: minmax(0, 1fr) / minmax(0, 1fr);
        height: 100%;
      }
      .both.with-text {
        grid-template: minmax(0, 3fr) minmax(0, 2fr) / minmax(0, 1fr);
      }
      @container (min-width: 60rem) {
        .both.with-text {
          grid-template: minmax(0, 1fr) / minmax(0, 3fr) minmax(0, 2fr);
        }
      }
      .text {
        display: flex;
        flex-direction: column;
        min-width: 0;
        border: 0 solid var(--border);
        border-width: 1px 0 0 1px;
      }
      .text header {
        display: flex;
        align-items: center;
        gap: var(--s2);
        padding: var(--s1) var(--s2) var(--s1) var(--s3);
        border-bottom: 1px solid var(--border);
        background: var(--sunken);
        font-size: var(--text-s);
      }
      .text header span {
        flex: 1;
      }
      pc-graph-text {
        flex: 1;
        min-height: 0;
      }
    `,
  ];

  protected override readonly watched: readonly (keyof AppState)[] = [
    "trace",
    "selected",
    "pins",
    "snapshots",
    "source",
    "program",
  ];

  declare loaded: Loaded;
  declare shown: Shown | undefined;
  /** The function that is drawn, by name; where there is none of that name, the main one. */
  declare fn: string | undefined;
  /** What is loaded or on its way. */
  #wanted = "";

  constructor() {
    super();
    this.loaded = { kind: "loading" };
    this.shown = undefined;
    this.fn = undefined;
  }

  override willUpdate(changed: PropertyValues<GraphPanel>): void {
    const { trace, source, snapshots } = this.state;
    const target = this.#target();
    const of = target.after === undefined ? JSON.stringify(source) : (trace?.runId ?? 0);
    const wanted = [of, target.before, target.after, this.fn, snapshots].join();
    if (wanted === this.#wanted && !changed.has("app")) return;
    this.#wanted = wanted;
    this.shown = undefined;
    if (target.after !== undefined && !snapshots) {
      this.loaded = {
        kind: "failed",
        message: "The engine was restarted since this run. Run again to see its graphs.",
      };
      return;
    }
    void this.#fetch(wanted, target);
  }

  async #fetch(wanted: string, target: Target): Promise<void> {
    // What is drawn stays until the next can take its place.
    if (this.loaded.kind === "failed") this.loaded = { kind: "loading" };
    try {
      const { before, after } = target;
      const [first, second] = await Promise.all([
        before === undefined || before === after ? undefined : this.app.graph(before, this.fn),
        this.app.graph(after, this.fn),
      ]);
      if (wanted !== this.#wanted) return;
      // Two functions of different names say nothing about each other.
      const alike = first?.function === second.function ? first : undefined;
      this.loaded = { kind: "ready", target, before: alike, after: second };
    } catch (error) {
      if (wanted !== this.#wanted) return;
      this.#wanted = "";
      this.loaded = { kind: "failed", message: error instanceof Error ? error.message : "" };
    }
  }

  #target(): Target {
    const { trace, selected, pins, source } = this.state;
    const at = (pin: Pin | undefined): number | undefined =>
      trace?.rows[pin?.row ?? -1]?.[pin?.side ?? "after"];
    const [a, b] = [at(pins.a), at(pins.b)];
    if (a !== undefined && b !== undefined) {
      return { title: "the pinned programs", before: a, after: b };
    }
    const row: TraceRow | undefined = trace?.rows[selected];
    if (row) return { title: row.name, before: row.before, after: row.after };
    return { title: sourceTitle(source), before: undefined, after: undefined };
  }

  override render(): TemplateResult {
    const { loaded, shown } = this;
    if (loaded.kind === "failed") return this.#note(loaded.message);
    if (loaded.kind === "loading") return this.#note("Fetching the graph…");
    return html`<div class="both ${shown ? "with-text" : ""}">
      <pc-graph
        aria-label=${`Graph of ${loaded.target.title}`}
        .previous=${loaded.before}
        .graph=${loaded.after}
        @node-select=${(event: CustomEvent<NodeSelect>) => void this.#show(event.detail)}
        @node-change=${(event: CustomEvent<NodeSelect>) => {
          if (this.shown) void this.#show(event.detail);
        }}
        @function-select=${(event: CustomEvent<{ name: string }>) => {
          this.fn = event.detail.name;
        }}
      ></pc-graph>
      ${
        shown
          ? html`<section class="text" aria-label="Text">
              <header>
                <span>${this.#textTitle(shown)}</span>
                <button
                  type="button"
                  class="icon"
                  aria-label="Close the text"
                  @click=${() => this.#closeText()}
                >
                  ${closeIcon}
                </button>
              </header>
              <pc-graph-text
                .text=${shown.text}
                .place=${shown.place}
                label=${this.#textTitle(shown)}
                @line-select=${(event: CustomEvent<{ line: number }>) =>
                  this.#graph?.selectLine(event.detail.line, shown.side)}
              ></pc-graph-text>
            </section>`
          : nothing
      }
    </div>`;
  }

  #note(words: string): TemplateResult {
    return html`<div class="empty"><p>${words}</p></div>`;
  }

  get #graph(): GraphView | null {
    return this.renderRoot.querySelector<GraphView>("pc-graph");
  }

  #textTitle({ side }: Shown): string {
    const { loaded } = this;
    if (loaded.kind !== "ready" || loaded.target.after === undefined) return "Program";
    return loaded.before ? (side === "before" ? "Program before" : "Program after") : "Program";
  }

  async #show({ side, line, column }: NodeSelect): Promise<void> {
    if (this.loaded.kind !== "ready") return;
    const { target } = this.loaded;
    const snapshot = side === "before" ? target.before : target.after;
    const wanted = this.#wanted;
    try {
      const text = snapshot === undefined ? this.#programText() : await this.app.text(snapshot);
      if (text === undefined || wanted !== this.#wanted) return;
      this.shown = { side, text, place: { line, column } };
    } catch (error) {
      if (wanted === this.#wanted) {
        this.loaded = { kind: "failed", message: error instanceof Error ? error.message : "" };
      }
    }
  }

  #programText(): string | undefined {
    const { program } = this.state;
    return program.kind === "ready" ? program.text : undefined;
  }

  #closeText(): void {
    this.shown = undefined;
    this.#graph?.focusGraph();
  }
}

customElements.define("pc-graph-panel", GraphPanel);
