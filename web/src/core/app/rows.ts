// The selected row of the trace, and the folded rows.
import type { RunTrace } from "../protocol/messages";
import { detailTabOf, type AppState, type Pin } from "../state/app-state";
import type { Store } from "../state/store";
import type { DetailTab } from "../state/tabs";
import { pathTo } from "../trace/tree";

export class Rows {
  /** Returns the selection for the next trace, as a link says it; undefined if the page selects. */
  wanted: ((trace: RunTrace) => Partial<AppState>) | undefined;

  /** @param ofPass the tabs that show the chosen pass. */
  constructor(
    private readonly store: Store<AppState>,
    private readonly ofPass: ReadonlySet<DetailTab>,
  ) {}

  /** Selects a row of the trace. Shows its diff unless the current tab already shows the selected pass. */
  select(index: number): void {
    this.wanted = undefined;
    const shown = detailTabOf(this.store.state);
    this.store.update({
      selected: index,
      detailTab: this.ofPass.has(shown) ? shown : "diff",
      ...this.unfolded(index),
    });
  }

  /** Selects no row: the page shows the program of the workspace. */
  deselect(): void {
    this.wanted = undefined;
    this.store.update({ selected: -1 });
  }

  /** Selects a row of the trace and shows it in the tree. */
  showRow(row: number): void {
    this.select(row);
    this.store.update({ timingTab: "tree", rowPlace: { row, focus: true } });
  }

  setFolded(index: number, folded: boolean): void {
    this.foldRows([index], folded);
  }

  /** Folds or unfolds rows of the trace. */
  foldRows(rows: Iterable<number>, folded: boolean): void {
    const collapsed = new Set(this.store.state.collapsed);
    for (const index of rows) {
      if (folded) collapsed.add(index);
      else collapsed.delete(index);
    }
    this.store.update({ collapsed });
  }

  /** The folded rows without the ancestors of a row, if an ancestor is folded. */
  unfolded(index: number): { collapsed?: ReadonlySet<number> } {
    const { collapsed, trace } = this.store.state;
    const around = pathTo(trace?.rows ?? [], index).slice(0, -1);
    if (!around.some((at) => collapsed.has(at))) return {};
    return { collapsed: new Set([...collapsed].filter((at) => !around.includes(at))) };
  }

  /** Pins a snapshot as the left or right side of a comparison; undefined removes the pin. */
  pin(side: "a" | "b", pin: Pin | undefined): void {
    const { a, b } = this.store.state.pins;
    const pins = side === "a" ? { a: pin, b } : { a, b: pin };
    this.store.update({
      pins: { ...(pins.a ? { a: pins.a } : {}), ...(pins.b ? { b: pins.b } : {}) },
      ...(pins.a && pins.b ? { detailTab: "diff" as const } : {}),
    });
  }

  clearPins(): void {
    this.store.update({ pins: {} });
  }
}
