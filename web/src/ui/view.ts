// The base class of the page's elements. They get the app as a property. They render again when the language or a field
// changes that their last rendering read.
import type { PropertyDeclarations } from "lit";
import { LocalizedElement } from "../i18n/localized";
import "./view-error";
import type { App } from "../core/app/app";
import type { AppState } from "../core/state/app-state";
import { Watch } from "../core/state/store";

export abstract class View extends LocalizedElement {
  static override properties: PropertyDeclarations = { app: { attribute: false } };

  declare app: App;
  #watch: Watch<AppState> | undefined;

  /**
   * The state. Reading a field in `willUpdate`, `render` or `updated` also watches it. Reading it anywhere else, as in
   * an event handler, does not.
   */
  protected get state(): AppState {
    return this.#watch?.state ?? this.app.store.state;
  }

  /** Selects a row of the trace after a press. In a narrow window, its view scrolls into sight. */
  protected choose(row: number): void {
    this.app.rows.select(row);
    this.dispatchEvent(new CustomEvent("chosen", { bubbles: true, composed: true }));
  }

  override connectedCallback(): void {
    this.#watch ??= new Watch(this, this.app.store);
    super.connectedCallback();
  }

  protected override performUpdate(): void {
    if (this.#watch) this.#watch.record(() => super.performUpdate());
    else super.performUpdate();
  }
}
