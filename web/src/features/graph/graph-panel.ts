// The graph tab. It draws the programs of the selected row, with their text beside the graph on request. Its code loads
// when the tab opens first.
import { css, html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { t } from "./texts";
import type { GraphData } from "../../core/protocol/graph-data";
import type { PassRemark } from "../../core/protocol/messages";
import { sourceTitle } from "../../core/state/app-state";
import { howToRead } from "../../editor/how-to-read";
import { base, controls, panel } from "../../ui/styles/shared";
import { comparison, snapshotLabel } from "../../core/trace/snapshot-pair";
import { errorText } from "../../core/trace/failure-text";
import { lineageOf } from "../lineage";
import { remarksOf } from "../remarks";
import { placeKey, type NodeRemarks } from "./graph-card";
import type { Place } from "./graph-text";
import "./graph-text";
import type { GraphRelatives, GraphView, NodeSelect } from "./graph-view";
import "./graph-view";
import { closeIcon } from "../../ui/icons";
import { View } from "../../ui/view";

/** A snapshot of the run, or undefined for the current program. */
interface Drawn {
  readonly snapshot: number | undefined;
  readonly label: string;
}

interface Target {
  readonly before: Drawn | undefined;
  readonly after: Drawn;
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
    remarks: { state: true },
    relatives: { state: true },
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
      @container (min-width: 44rem) {
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

  declare loaded: Loaded;
  declare shown: Shown | undefined;
  /** The name of the function that is drawn. If the program lacks it, the main function is drawn. */
  declare fn: string | undefined;
  /** The remarks of the selected pass on nodes. */
  declare remarks: NodeRemarks;
  /** The lines with relatives of the selected expression. */
  declare relatives: GraphRelatives | undefined;
  /** The inputs of the latest request for `relatives`. */
  #relativesOf: { readonly wanted: string; readonly lineage: object } | undefined;
  /** The run and the row of `remarks`. */
  #remarksOf = "";
  /** The programs that are loaded or loading. */
  #wanted = "";

  constructor() {
    super();
    this.remarks = new Map();
    this.relatives = undefined;
    this.loaded = { kind: "loading" };
    this.shown = undefined;
    this.fn = undefined;
  }

  override willUpdate(changed: PropertyValues<GraphPanel>): void {
    this.#findRemarks();
    const { trace, source, snapshots } = this.state;
    const target = this.#target();
    const [before, after] = [target.before?.snapshot, target.after.snapshot];
    const of = after === undefined ? JSON.stringify(source) : (trace?.runId ?? 0);
    const wanted = [of, before, after, this.fn, snapshots, this.language].join();
    this.#findRelatives(target, wanted);
    if (wanted === this.#wanted && !changed.has("app")) return;
    this.#wanted = wanted;
    this.shown = undefined;
    if (after !== undefined && !snapshots) {
      this.loaded = {
        kind: "failed",
        message: t("graph.gone"),
      };
      return;
    }
    void this.#fetch(wanted, target);
  }

  /** Fetches the remarks of the selected pass. Pinned programs have none, because no single pass is between them. */
  #findRemarks(): void {
    const { selected, pins } = this.state;
    const ready = remarksOf(this.state);
    const has = !pins.a && !pins.b && ready?.counts.has(selected);
    const of = ready && has ? `${ready.runId}:${selected}` : "";
    if (of === this.#remarksOf) return;
    this.#remarksOf = of;
    this.remarks = new Map();
    if (!ready || of === "") return;
    this.app.remarks.places(selected).then(
      (places) => {
        if (of !== this.#remarksOf) return;
        const found = new Map<string, PassRemark[]>();
        for (const { remark, line, column } of places) {
          const said = ready.said.remarks[remark];
          if (!said) continue;
          const key = placeKey(line, column);
          const there = found.get(key);
          if (there) there.push(said);
          else found.set(key, [said]);
        }
        this.remarks = found;
      },
      // The engine restarted, and the graph reports it.
      () => undefined,
    );
  }

  /** Finds the lines of both programs with relatives of the selected expression. */
  #findRelatives(target: Target, wanted: string): void {
    const lineage = lineageOf(this.state);
    if (lineage?.kind !== "ready") {
      this.#relativesOf = undefined;
      this.relatives = undefined;
      return;
    }
    const own = this.#relativesOf;
    if (own?.wanted === wanted && own.lineage === lineage) return;
    const of = (this.#relativesOf = { wanted, lineage });
    const lines = (snapshot: number | undefined): Promise<readonly number[]> =>
      snapshot === undefined ? Promise.resolve([]) : this.app.lineage.lines(snapshot);
    Promise.all([lines(target.before?.snapshot), lines(target.after.snapshot)]).then(
      ([before, after]) => {
        if (this.#relativesOf !== of) return;
        this.relatives = { before: new Set(before), after: new Set(after) };
      },
      // The engine restarted, and the graph reports it.
      () => undefined,
    );
  }

  #askLineage({ side, line, column }: NodeSelect): void {
    if (this.loaded.kind !== "ready") return;
    const { target } = this.loaded;
    const { snapshot } = (side === "before" ? target.before : target.after) ?? target.after;
    if (snapshot !== undefined) void this.app.lineage.ask({ snapshot, line, column });
  }

  async #fetch(wanted: string, target: Target): Promise<void> {
    // The old picture stays until the new one is ready.
    if (this.loaded.kind === "failed") this.loaded = { kind: "loading" };
    try {
      const [before, after] = [target.before?.snapshot, target.after.snapshot];
      const [first, second] = await Promise.all([
        before === undefined || before === after ? undefined : this.app.graph.of(before, this.fn),
        this.app.graph.of(after, this.fn),
      ]);
      if (wanted !== this.#wanted) return;
      // Functions with different names are not compared.
      const alike = first?.function === second.function ? first : undefined;
      this.loaded = { kind: "ready", target, before: alike, after: second };
    } catch (error) {
      if (wanted !== this.#wanted) return;
      this.#wanted = "";
      this.loaded = { kind: "failed", message: errorText(error) };
    }
  }

  #target(): Target {
    const { trace, selected, pins, tracedPipeline, source } = this.state;
    const rows = trace?.rows ?? [];
    const pipeline = tracedPipeline ?? [];
    const compared = comparison(rows, selected, pins, pipeline);
    if (compared) return { before: compared.a, after: compared.b };
    if (rows[selected]) {
      // For a pass that did not run, the tab draws the program before it.
      const pin = { row: selected, side: "before" } as const;
      const { before } = rows[selected];
      return {
        before: undefined,
        after: { snapshot: before, label: snapshotLabel(rows, pin, pipeline) },
      };
    }
    return { before: undefined, after: { snapshot: undefined, label: sourceTitle(source) } };
  }

  override render(): TemplateResult {
    const { loaded, shown } = this;
    if (loaded.kind === "failed") return this.#note(loaded.message);
    if (loaded.kind === "loading") return this.#note(t("graph.fetching"));
    return html`<div class="both ${shown ? "with-text" : ""}">
      <pc-graph
        role="group"
        aria-label=${t("graph.of", { label: loaded.target.after.label })}
        .previous=${loaded.before}
        .graph=${loaded.after}
        .wanted=${this.state.nodePlace}
        .remarks=${this.remarks}
        .relatives=${this.relatives}
        ?traced=${loaded.target.after.snapshot !== undefined}
        @node-lineage=${(event: CustomEvent<NodeSelect>) => this.#askLineage(event.detail)}
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
          ? html`<section class="text" aria-label=${t("graph.text")}>
              <header>
                <span>${this.#textTitle(shown)}</span>
                <button
                  type="button"
                  class="icon"
                  aria-label=${t("graph.closeText")}
                  @click=${() => this.#closeText()}
                >
                  ${closeIcon}
                </button>
              </header>
              <pc-graph-text
                .text=${shown.text}
                .place=${shown.place}
                .reading=${howToRead(this.state)}
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
    if (this.loaded.kind !== "ready") return "";
    const { before, after } = this.loaded.target;
    const { snapshot, label } = (side === "before" ? before : after) ?? after;
    return snapshot === undefined ? label : t("graph.program", { label });
  }

  async #show({ side, line, column }: NodeSelect): Promise<void> {
    if (this.loaded.kind !== "ready") return;
    const { target } = this.loaded;
    const { snapshot } = (side === "before" ? target.before : target.after) ?? target.after;
    const wanted = this.#wanted;
    try {
      const text = await (snapshot === undefined
        ? this.app.program.printed()
        : this.app.engines.text(snapshot));
      if (wanted !== this.#wanted) return;
      this.shown = { side, text, place: { line, column } };
    } catch (error) {
      if (wanted === this.#wanted) {
        this.loaded = { kind: "failed", message: errorText(error) };
      }
    }
  }

  #closeText(): void {
    this.shown = undefined;
    this.#graph?.focusGraph();
  }
}

customElements.define("pc-graph-panel", GraphPanel);
