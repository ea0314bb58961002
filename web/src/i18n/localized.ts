// The base of the page's elements. They render again when the language changes. An element that throws shows its error
// in its place, and the rest of the page stays.
import { LitElement, type ReactiveController } from "lit";
import { language, onLanguage, type Language } from "./language";

class FollowLanguage implements ReactiveController {
  #stop: (() => void) | undefined;

  constructor(private readonly host: LocalizedElement) {
    host.addController(this);
  }

  hostConnected(): void {
    this.#stop = onLanguage(() => this.host.requestUpdate("language"));
  }

  hostDisconnected(): void {
    this.#stop?.();
    this.#stop = undefined;
  }
}

/** Shows the error of an element in the element's own, empty root. `again` renders the element again. */
export type ShowError = (root: ShadowRoot, error: unknown, again: () => void) => void;

let showError: ShowError = () => undefined;

/** Sets how elements show their errors. */
export function showErrorsBy(show: ShowError): void {
  showError = show;
}

/** The base class of elements with texts. A change of language is a change of the property "language". */
export abstract class LocalizedElement extends LitElement {
  get language(): Language {
    return language();
  }

  constructor() {
    super();
    new FollowLanguage(this);
  }

  /** Whether the last rendering threw an error, which the element shows now. */
  #failed = false;

  protected override performUpdate(): void {
    if (this.#failed) this.#empty();
    this.#failed = false;
    try {
      super.performUpdate();
    } catch (error) {
      this.#failed = true;
      console.error(error);
      const root = this.#empty();
      if (root) showError(root, error, () => this.requestUpdate());
    }
  }

  /** Removes what was rendered. Lit keeps its state in the root; after an error, it fits nothing any more. */
  #empty(): ShadowRoot | undefined {
    const root = this.shadowRoot;
    if (!root) return undefined;
    Reflect.deleteProperty(root, "_$litPart$");
    root.replaceChildren();
    return root;
  }
}
