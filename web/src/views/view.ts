// The base of the page's elements: they get the app as a property, and are rendered again only when
// one of the state's fields they watch has changed, or the language.
import type { PropertyDeclarations } from "lit";
import { LocalizedElement } from "../i18n/localized";
import type { App } from "../state/app";
import type { AppState } from "../state/app-state";
import { Watch } from "../state/store";

export abstract class View extends LocalizedElement {
  static override properties: PropertyDeclarations = { app: { attribute: false } };

  declare app: App;
  #watching = false;

  /** The fields of the state that this element shows. */
  protected abstract readonly watched: readonly (keyof AppState)[];

  protected get state(): AppState {
    return this.app.store.state;
  }

  override connectedCallback(): void {
    if (!this.#watching) new Watch(this, this.app.store, this.watched);
    this.#watching = true;
    super.connectedCallback();
  }
}
