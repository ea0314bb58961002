// A canvas with the dataflow of one program, or of a program before and after, and its tools.
import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { t } from "./texts";
import { LocalizedElement } from "../../i18n/localized";
import type { GraphData } from "../../core/protocol/graph-data";
import { announcement, nodeName } from "./describe";
import { picture, type Picture } from "./drawing";
import type { Family } from "./families";
import { LayoutClient } from "./layout-client";
import { layoutInput, textMeasure, type MeasureText } from "./measure";
import {
  filtered,
  legend,
  nodeAtLine,
  sceneOf,
  uniteGraphs,
  type Filter,
  type FoldedScene,
} from "./model";
import { readPalette, type Palette } from "./palette";
import type { Scene, SceneNode } from "./scene";
import { Stage } from "./stage";
import { readingOrder, step } from "./steps";
import { toSvg } from "./svg";
import type { Status, Union } from "./union";
import { saveFile } from "../../ui/download";
import type { NodePlace } from "../../core/state/app-state";
import { onScheme } from "../../ui/styles/scheme";
import { base, controls } from "../../ui/styles/shared";
import { graphBar, graphLegend } from "./graph-bar";
import { graphCard, type NodeRemarks } from "./graph-card";
import { graphKey, nodeOptions } from "./graph-keys";
import { cardStyles, graphStyles } from "./graph-styles";

/**
 * The detail of two events. `node-select` asks to show a node in the text. `node-change` reports another selected node.
 * The place is in the text of the program after, or before for a removed node.
 */
export interface NodeSelect {
  readonly line: number;
  readonly column: number;
  readonly side: "before" | "after";
}

/** Lines of the programs before and after, from 0. */
export interface GraphRelatives {
  readonly before: ReadonlySet<number>;
  readonly after: ReadonlySet<number>;
}

const NO_FILTER: Filter = { families: new Set(), statuses: new Set(), search: "" };

/** Places to which the graph has already moved. */
const shown = new WeakSet<NodePlace>();

export class GraphView extends LocalizedElement {
  static override properties = {
    previous: { attribute: false },
    graph: { attribute: false },
    wanted: { attribute: false },
    remarks: { attribute: false },
    relatives: { attribute: false },
    traced: { type: Boolean },
    elide: { state: true },
    collapse: { state: true },
    fold: { state: true },
    shapes: { state: true },
    filter: { state: true },
    selected: { state: true },
    picture: { state: true },
    failure: { state: true },
  };
  static override styles = [base, controls, graphStyles, cardStyles];

  declare previous: GraphData | undefined;
  declare graph: GraphData | undefined;
  /** The node to select and show in the text. The view moves once for each new object. */
  declare wanted: NodePlace | undefined;
  /** The remarks of the pass on nodes. */
  declare remarks: NodeRemarks;
  /** Lines of the two texts, from 0, with relatives of the selected expression. */
  declare relatives: GraphRelatives | undefined;
  /** True if the programs belong to a run, whose lineage is known. */
  declare traced: boolean;
  declare elide: boolean;
  declare collapse: boolean;
  /** True to show repeated blocks as boxes. Undefined until the user chooses; then the size of the graph decides. */
  declare fold: boolean | undefined;
  declare shapes: boolean;
  declare filter: Filter;
  /** The id of the selected node, which is the same in other scenes. */
  declare selected: string | undefined;
  declare picture: Picture | undefined;
  declare failure: boolean;

  #toggled: ReadonlySet<number> = new Set();
  /** The keys of repeated blocks that are open. */
  #opened: ReadonlySet<string> = new Set();
  #folded: FoldedScene | undefined;
  #union: Union | undefined;
  #scene: Scene | undefined;
  #order: readonly number[] = [];
  #places = new Map<number, number>();
  #stage: Stage | undefined;
  #palette: Palette | undefined;
  #measure: MeasureText | undefined;
  #hovered = -1;
  readonly #layout = new LayoutClient();
  #stopScheme: (() => void) | undefined;
  readonly #recolour = (): void => {
    this.#palette = readPalette(this);
    this.#stage?.setPalette(this.#palette);
  };

  constructor() {
    super();
    this.previous = undefined;
    this.graph = undefined;
    this.wanted = undefined;
    this.remarks = new Map();
    this.relatives = undefined;
    this.traced = false;
    this.elide = true;
    this.collapse = true;
    this.fold = undefined;
    this.shapes = true;
    this.filter = NO_FILTER;
    this.selected = undefined;
    this.picture = undefined;
    this.failure = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#stopScheme = onScheme(this.#recolour);
    if (this.hasUpdated) this.requestUpdate("graph", undefined);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#stopScheme?.();
    this.#layout.stop();
    this.#stage?.destroy();
    this.#stage = undefined;
  }

  override willUpdate(changed: PropertyValues<GraphView>): void {
    const data = changed.has("previous") || changed.has("graph");
    if (data) {
      this.#union = this.graph && uniteGraphs(this.previous, this.graph);
      this.filter = NO_FILTER;
    }
    // Titles of fused functions contain words of the language.
    const words = changed.has("language");
    const options = (["elide", "collapse", "fold"] as const).some((option) => changed.has(option));
    if (data || words || options) void this.#arrange(data);
    if (changed.has("wanted") && !data) this.#goToWanted();
  }

  /** Builds the scene and lays it out in the worker. The old picture stays until then. */
  async #arrange(fresh: boolean): Promise<void> {
    const { elide, collapse, fold } = this;
    this.failure = false;
    if (!this.#union) {
      this.#layout.stop();
      this.#scene = undefined;
      this.picture = undefined;
      return;
    }
    const options = { elide, collapse, fold, toggled: this.#toggled, opened: this.#opened };
    this.#folded = sceneOf(this.#union, options);
    const { scene } = this.#folded;
    this.#palette ??= readPalette(this);
    this.#measure ??= textMeasure(this.#palette.font);
    if (fresh) this.picture = undefined;
    this.#scene = scene;
    const began = performance.now();
    try {
      const layout = await this.#layout.layout(layoutInput(scene, this.#measure));
      if (!layout || scene !== this.#scene || !this.isConnected) return;
      this.layoutMs = performance.now() - began;
      // The node that the user looked at stays in place.
      const old = this.picture;
      const middle = old?.scene.nodes[this.#stage?.middle() ?? -1]?.id;
      const anchor = [this.selected, middle].find(
        (id) => id !== undefined && scene.nodes.some((node) => node.id === id),
      );
      const next = picture(scene, layout);
      this.#order = readingOrder(next);
      this.#places = new Map(this.#order.map((node, place) => [node, place]));
      this.picture = next;
      await this.updateComplete;
      this.#stage?.setPicture(next, old ? anchor : undefined);
      if (!this.#goToWanted()) this.#mark();
    } catch {
      if (scene === this.#scene) this.failure = true;
    }
  }

  override render(): TemplateResult {
    const { graph } = this;
    if (!graph) return html`<div class="empty"><p>${t("graph.none")}</p></div>`;
    const scene = this.picture?.scene;
    const found = scene && this.#found();
    return html`${graphBar(this, {
        searching: this.filter.search,
        found: found?.length,
        at: found?.indexOf(this.#index()) ?? -1,
        functions: graph.functions ?? [],
        fn: graph.function ?? "",
        groups: (this.#union?.groups.length ?? 0) > 0,
        repeats: this.#folded?.repeats ?? false,
        folded: this.#folded?.folded ?? false,
      })}
      ${scene ? graphLegend(legend(this.#folded?.unfolded ?? scene), this.previous !== undefined, this.filter, this) : nothing}
      ${
        graph.truncated
          ? html`<p class="note">${t("graph.truncated", { nodes: graph.nodes.length })}</p>`
          : nothing
      }
      <div class="stage">
        <canvas class="graph" aria-hidden="true"></canvas>
        <div
          class="pad"
          role="listbox"
          tabindex="0"
          aria-label=${t("graph.nodes")}
          aria-activedescendant=${this.#index() >= 0 ? `node-${this.#index()}` : nothing}
          @keydown=${this.#key}
        >
          ${scene ? nodeOptions(scene, this.#order, this.#index()) : nothing}
        </div>
        <canvas class="strip" aria-hidden="true" hidden></canvas>
        ${
          this.failure
            ? html`<p class="cover" role="alert">${t("graph.notLaidOut")}</p>`
            : scene
              ? nothing
              : html`<p class="cover late">
                  ${t("graph.layingOut", { nodes: graph.nodes.length })}
                </p>`
        }
        ${
          scene && this.#index() >= 0
            ? graphCard(
                scene,
                this.#index(),
                {
                  go: (node) => this.#select(node, true),
                  show: (node) => this.#show(node),
                  toggle: (node) => this.#toggle(node),
                  lineage: this.traced ? (node) => this.#tell("node-lineage", node) : undefined,
                  close: () => this.#deselect(),
                },
                this.remarks,
              )
            : nothing
        }
      </div>
      <div class="visually-hidden" role="status">
        ${scene && this.#index() >= 0 ? announcement(scene, this.#index()) : nothing}
      </div>`;
  }

  override updated(changed: PropertyValues<GraphView>): void {
    const find = <T extends Element>(selector: string): T | null =>
      this.renderRoot.querySelector<T>(selector);
    const [canvas, pad, strip] = [
      find<HTMLCanvasElement>("canvas.graph"),
      find<HTMLElement>(".pad"),
      find<HTMLCanvasElement>(".strip"),
    ];
    if (!canvas || !pad || !strip) {
      this.#stage?.destroy();
      this.#stage = undefined;
      return;
    }
    if (!this.#stage) {
      this.#stage = new Stage(canvas, pad, strip, {
        pick: (node) => (node < 0 ? this.#deselect() : this.#select(node, false)),
        open: (node) => this.#show(node),
        hover: (node) => {
          if (node === this.#hovered) return;
          this.#hovered = node;
          pad.classList.toggle("over", node >= 0);
          const hovered = this.picture?.scene.nodes[node];
          pad.title = hovered
            ? [nodeName(hovered), t("node.words", { words: hovered.elided })]
                .filter(Boolean)
                .join("\n")
            : "";
          this.#mark();
        },
      });
      this.#recolour();
      if (this.picture) this.#stage.setPicture(this.picture);
    }
    if (changed.has("picture") && !this.picture) this.#stage.setPicture(undefined);
    if (changed.has("filter") || changed.has("shapes") || changed.has("selected")) this.#mark();
    else if (changed.has("relatives")) this.#mark();
  }

  #index(): number {
    const { selected } = this;
    if (selected === undefined) return -1;
    return this.picture?.scene.nodes.findIndex(({ id }) => id === selected) ?? -1;
  }

  #found(): number[] | undefined {
    return this.picture && filtered(this.picture.scene, this.#order, this.filter);
  }

  #mark(): void {
    const found = this.#found();
    const clear = found && new Set(found);
    this.#stage?.setMarks({
      selected: this.#index(),
      hovered: this.#hovered,
      faded: clear && new Set(this.#order.filter((i) => !clear.has(i))),
      relatives: this.#relatives(),
      shapes: this.shapes,
    });
  }

  #relatives(): ReadonlySet<number> | undefined {
    const { relatives } = this;
    if (!relatives) return undefined;
    const { before, after } = relatives;
    const isOne = ({ members }: SceneNode): boolean =>
      members.some(({ node, was, status }) => {
        const old = was?.raw ?? (status === "removed" ? node.raw : undefined);
        const now = status === "removed" ? undefined : node.raw;
        return before.has(old?.line ?? -1) || after.has(now?.line ?? -1);
      });
    const nodes = this.picture?.scene.nodes ?? [];
    return new Set(nodes.flatMap((node, i) => (isOne(node) ? [i] : [])));
  }

  #select(node: number, reveal: boolean): void {
    this.selected = this.picture?.scene.nodes[node]?.id;
    if (reveal) this.#stage?.reveal(node);
    this.#tell("node-change", node);
  }

  #tell(type: "node-select" | "node-change" | "node-lineage", node: number): void {
    const member = this.picture?.scene.nodes[node]?.members[0];
    const { line, column = 0 } = member?.node.raw ?? {};
    if (line === undefined) return;
    const detail: NodeSelect = {
      line,
      column,
      side: member?.status === "removed" ? "before" : "after",
    };
    this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true }));
  }

  #deselect(): void {
    this.selected = undefined;
    this.renderRoot.querySelector<HTMLElement>(".pad")?.focus();
  }

  /** Selects the node that a line of a text computes. */
  selectLine(line: number, side: "before" | "after" = "after"): void {
    if (!this.picture) return;
    const node = nodeAtLine(this.picture.scene, line, side);
    if (node < 0) return;
    this.selected = this.picture.scene.nodes[node]?.id;
    this.#stage?.reveal(node, true);
  }

  /** Moves to the wanted node once. Returns true if the graph has moved. */
  #goToWanted(): boolean {
    const { wanted, picture } = this;
    if (!wanted || !picture || shown.has(wanted)) return false;
    const node = nodeAtLine(picture.scene, wanted.line, wanted.side);
    if (node < 0) return false;
    shown.add(wanted);
    this.selected = picture.scene.nodes[node]?.id;
    this.#stage?.reveal(node, true);
    // A box can have several nodes, so the text shows the requested one.
    const detail: NodeSelect = { ...wanted, column: 0 };
    this.dispatchEvent(new CustomEvent("node-select", { detail, bubbles: true, composed: true }));
    return true;
  }

  #show(node: number): void {
    const shown = this.picture?.scene.nodes[node];
    if (!shown) return;
    this.selected = shown.id;
    this.#tell("node-select", node);
  }

  #toggle(node: number): void {
    const { fn, block } = this.picture?.scene.nodes[node] ?? {};
    if (fn === undefined && block !== undefined) {
      const opened = new Set(this.#opened);
      if (!opened.delete(block)) opened.add(block);
      this.#opened = opened;
      const first = this.picture?.scene.nodes[node]?.members[0];
      void this.#arrange(false);
      // The selected node may be gone. A new block replaces its nodes, and the first node replaces an opened block.
      const now = this.#scene?.nodes ?? [];
      if (!now.some(({ id }) => id === this.selected)) {
        this.selected = (
          now.find(({ id }) => id === `block ${block}`) ??
          now.find(({ members }) => members[0] === first)
        )?.id;
      }
      return;
    }
    if (fn === undefined) return;
    const toggled = new Set(this.#toggled);
    if (!toggled.delete(fn)) toggled.add(fn);
    this.#toggled = toggled;
    void this.#arrange(false);
  }

  // --- the bar and the legend ---

  flip(option: "elide" | "collapse" | "shapes" | "fold"): void {
    if (option === "fold") {
      this.fold = !(this.#folded?.folded ?? false);
      this.#opened = new Set();
      return;
    }
    this[option] = !this[option];
    if (option === "collapse") this.#toggled = new Set();
  }

  zoom(factor: number): void {
    this.#stage?.zoom(factor);
  }

  fit(): void {
    this.#stage?.fit();
  }

  search(search: string): void {
    this.filter = { ...this.filter, search: search.trim() };
  }

  flipFamily(family: Family): void {
    const families = new Set(this.filter.families);
    if (!families.delete(family)) families.add(family);
    this.filter = { ...this.filter, families };
  }

  flipStatus(status: Status): void {
    const statuses = new Set(this.filter.statuses);
    if (!statuses.delete(status)) statuses.add(status);
    this.filter = { ...this.filter, statuses };
  }

  /** Moves to the next node that matches the filter. Without a filter, moves to the next changed node. */
  next(by: 1 | -1): void {
    const scene = this.picture?.scene;
    if (!scene) return;
    const among = this.#found() ?? this.#order.filter((i) => scene.nodes[i]?.status !== "same");
    if (among.length === 0) return;
    const place = this.#places.get(this.#index()) ?? (by > 0 ? -1 : this.#order.length);
    const ahead = (i: number): boolean => ((this.#places.get(i) ?? 0) - place) * by > 0;
    const node = by > 0 ? (among.find(ahead) ?? among[0]) : (among.findLast(ahead) ?? among.at(-1));
    if (node !== undefined) this.#select(node, true);
  }

  chooseFunction(name: string): void {
    const detail = { name };
    this.dispatchEvent(
      new CustomEvent("function-select", { detail, bubbles: true, composed: true }),
    );
  }

  download(): void {
    if (!this.picture) return;
    const svg = toSvg(this.picture, this.#palette ?? readPalette(this), this.shapes);
    saveFile(`${this.graph?.function ?? "graph"}.svg`, svg, "image/svg+xml");
  }

  /** The centre of a node, by its place in the reading order, in pixels of the canvas. */
  placeOf(place: number): { x: number; y: number } | undefined {
    const box = this.#stage?.place(this.#order[place] ?? -1);
    return box && { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }

  /** The duration of the latest layout, from the request to the reply, in milliseconds. */
  layoutMs = 0;

  /** The mean time to draw a frame while the graph scrolls, in milliseconds. */
  drawMs(frames: number): Promise<number> {
    return this.#stage?.drawMs(frames) ?? Promise.resolve(0);
  }

  /** Moves the focus from the search field to the graph. */
  focusGraph(): void {
    this.renderRoot.querySelector<HTMLElement>(".pad")?.focus();
  }

  readonly #key = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || !this.picture) return;
    if (graphKey(event, this)) event.preventDefault();
  };

  focusSearch(): void {
    this.renderRoot.querySelector<HTMLElement>('input[type="search"]')?.focus();
  }

  showSelected(): void {
    this.#show(this.#index());
  }

  toggleSelected(): void {
    this.#toggle(this.#index());
  }

  /** Returns false if nothing was selected. */
  deselect(): boolean {
    if (this.#index() < 0) return false;
    this.#deselect();
    return true;
  }

  /** Selects the node to which an arrow key, Home, End, Page Up or Page Down leads. */
  move(key: string): void {
    if (!this.picture) return;
    const index = this.#index();
    const first = index < 0 && key.startsWith("Arrow");
    const node = first
      ? (this.#stage?.middle() ?? -1)
      : step(this.picture, this.#order, index, key);
    if (node >= 0) this.#select(node, true);
  }
}

customElements.define("pc-graph", GraphView);
