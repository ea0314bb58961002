// The base of the page's elements: they get the app as a property, and are rendered again when a field of
// the state that their last rendering read has changed, or the language.
import type { PropertyDeclarations } from "lit";
import { LocalizedElement } from "../i18n/localized";
import type { App } from "../core/app/app";
import type { AppState } from "../core/state/app-state";
import { Watch } from "../core/state/store";

export abstract class View extends LocalizedElement {
  static override properties: PropertyDeclarations = { app: { attribute: false } };

  declare app: App;
  #watch: Watch<AppState> | undefined;

  /**
   * The state. Reading a field of it in `willUpdate`, `render` or `updated` is watching the field; reading it
   * anywhere else, as in an event's handler, is not.
   */
  protected get state(): AppState {
    return this.#watch?.state ?? this.app.store.state;
  }

  /** Selects a row of the trace because it was pressed; where there is little room, its view comes into sight. */
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
